//! Links of each form with their targets, and links that are not rewritten.

use super::*;

/// Links, each with its target, and notes.
const TARGETS: &str = r##"
https://urldefense.proofpoint.com/v1/url?u=http://a.org/x%2Fy&k=abc -> http://a.org/x/y
https://urldefense.proofpoint.com/v2/url?u=https-3A__a.org_x-3Fy-3D1-26z-5F2&d=DwMF -> https://a.org/x?y=1&z_2
https://urldefense.proofpoint.com/v2/url?u=http-3A__a.org_-3Fx-3D1-26amp-3By-3D2&d=DwMF -> http://a.org/?x=1&y=2
https://urldefense.com/v3/__https://a.org/x?y=1*top__;Iw!!abc$ -> https://a.org/x?y=1#top
https://urldefense.com/v3/__https:/a.org/**Ax__;fiE!!abc$ -> https://a.org/~!x
https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fa.org%2f&c=E -> https://a.org/
https://secure-web.cisco.com/1ab-c/https%3A%2F%2Fa.org%2Fx -> https://a.org/x
https://www.google.com/url?sa=t&amp;q=http://a.org/ -> http://a.org/
https://l.facebook.com/l.php?u=https%3A%2F%2Fa.org%2F&h=AT -> https://a.org/
https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fa%2Eorg&urlhash=x -> https://a.org
https://www.youtube.com/redirect?event=d&q=https%3A%2F%2Fa.org -> https://a.org
https://slack-redir.net/link?url=https%3A%2F%2Fa.org -> https://a.org
http://b.org/out?url=https%3A%2F%2Fa.org -> https://a.org
https://www.bing.com/ck/a?!&&p=012ba5&ptn=3&hsh=3&psq=a.org&u=a1aHR0cHM6Ly9hLm9yZy94LTQv&ntb=1 -> https://a.org/x-4/
https://eu-west-1.protection.sophos.com/?d=a.org&u=aHR0cHM6Ly9hLm9yZy8%2FeA%3D%3D&p=m -> https://a.org/?x
https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fa.org%2F&locale=en -> https://a.org/
https://mail.b.edu/owa/redir.aspx?C=aB1&URL=http%3a%2f%2fa.org%2fx -> http://a.org/x
https://ca-1234.trendmicro.com:443/wis/clicktime/v1/query?url=http%3a%2f%2fa.org&umid=1 -> http://a.org
https://scanmail.trustwave.com/?c=8510&d=1&u=http%3a%2f%2fa%2eorg -> http://a.org
https://urlsand.esvalabs.com/?u=https%3A%2F%2Fa.org&e=1&h=2 -> https://a.org
https://mx.b.org/fmlurlsvc/?fewReq=:B:JVI&url=https%3a%2f%2fa.org%2f -> https://a.org/
https://url.avanan.click/v2/___https://a.org/x/y?z=1___.YXAzOmI6YTpv -> https://a.org/x/y?z=1
https://protect.checkpoint.com/v2/r02/___https://a.org___.YXAzOmI6YTpv -> https://a.org
https://deref-gmx.net/mail/client/abc/dereferrer/?redirectUrl=https%3A%2F%2Fa.org%2F&lang=de -> https://a.org/
# Amazon SES, also with a host of its customer.
https://bq11v59f.r.us-east-1.awstrack.me/L0/https:%2F%2Fa.org%2Fx%3Fy=1%26z/1/01000191-000000/F73j=385 -> https://a.org/x?y=1&z
https://tracking.b.com/CL0/https:%2F%2Fa.org%2F/1/01000186-000000/bEMA=291 -> https://a.org/
https://click.pstmrk.it/3s/a.org%2Fx%2Fy%3Ftoken%3D1/W1sC/5vuxAQ/AQ/fe84/3/jLX4Br6oZ0 -> https://a.org/x/y?token=1
https://click.pstmrk.it/3/a.org%2Fmod/ahc/9E_vAQ/AQ/e16b/1/-5IKf-MdV- -> http://a.org/mod
# {"s":"1","p":"{\"u\":3,\"url\":\"https:\\\/\\\/a.org\\\/x\",\"id\":\"7\"}"}
https://mandrillapp.com/track/click/302/a.org?p=eyJzIjoiMSIsInAiOiJ7XCJ1XCI6MyxcInVybFwiOlwiaHR0cHM6XFxcL1xcXC9hLm9yZ1xcXC94XCIsXCJpZFwiOlwiN1wifSJ9 -> https://a.org/x
https://us8.mailchimp.com/mctx/clicks?url=https%3A%2F%2Fa.org%2F&xid=f5 -> https://a.org/
https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=https%3A%2F%2Fa.org%2F -> https://a.org/
https://www.googleadservices.com/pagead/aclk?sa=L&sig=AO&adurl=https%3A%2F%2Fa.org -> https://a.org
https://googleweblight.com/i?u=https://a.org/x -> https://a.org/x
https://ci4.googleusercontent.com/proxy/4xG8=s0-d-e1-ft#https://a.org/x.png -> https://a.org/x.png
https://ci4.googleusercontent.com/proxy/4xG8=s0-d-e1-ft#https://a.org/x%20(1).png?u=b%26c -> https://a.org/x%20(1).png?u=b%26c
https://ecp.yusercontent.com/mail?url=https%3A%2F%2Fa.org%2Fx.png&t=17 -> https://a.org/x.png
https://imgproxy-prod.services.web.outlook.com/proxy/?u=http%3A%2F%2Fa.org%2Fx&t=ey -> http://a.org/x
https://t.umblr.com/redirect?z=https%3A%2F%2Fa.org&t=Mz -> https://a.org
https://gcc02.safelinks.protection.outlook.com/ap/t-59584e83/?url=https%3A%2F%2Fa.org%2F&data=05 -> https://a.org/
https://outlook.office.com/mail/safelink.html?url=https://a.org/x&corid=31b2 -> https://a.org/x
https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fa.org -> https://a.org
https://urldefense.us/v2/url?u=https-3A__a.org_x&d=DwIGaQ -> https://a.org/x
# Encoded twice.
https://secure-web.cisco.com/1ab-c/https%253A%252F%252Fa.org%252Fx -> https://a.org/x
https://protect2.fireeye.com/v1/url?k=91cb&q=1&e=c5cc&u=https%3A%2F%2Fa.org%2Fx%23y -> https://a.org/x#y
# Not encoded, so the rest of the link.
https://protect2.fireeye.com/url?k=6f7d-30e6&u=https://a.org/x?y=1&z=2#w -> https://a.org/x?y=1&z=2#w
https://clicktime.symantec.com/a/1/3esC=?d=wUox&u=https%3A%2F%2Fa.org%2F -> https://a.org/
https://us-west-2.protection.sophos.com/?d=a.org&u=aHR0cHM6Ly9hLm9yZy94&p=m&i=NjNj -> https://a.org/x
https://ddei3-0-ctp.b.com/wis/clicktime/v1/query?url=https%3A%2F%2Fa.org%2Fx -> https://a.org/x
# A dropped slash; a fragment.
https://url.avanan.click/v2/r01/___https:/a.org/x.html___.YXAzOmI6#top -> https://a.org/x.html#top
https://protect.checkpoint.com/v2/r01/___https%3A/a.org/x%20y___.YXAzOmI6 -> https://a.org/x%20y
https://link.edgepilot.com/s/8b3f/x-Y_z?u=https://a.org/x?y=1%26z=2 -> https://a.org/x?y=1&z=2
https://link.zixcentral.com/u/0857/uLbJ?u=https%3A%2F%2Fa.org%2F2 -> https://a.org/2
https://linklock.titanhq.com/analyse?url=https%3A%2F%2Fa.org%2F&data=eJxs -> https://a.org/
https://antiphishing.vadesecure.com/v4?f=UU1X&k=ywmE&u=https%3A%2F%2Fa.org%2Fx%2F -> https://a.org/x/
https://es.sonicurlprotection-tko.com/click?PV=1&KV=15&ENCODED_URL=https%3A%2F%2Fa.org%2F&HK=E0 -> https://a.org/
https://safe.menlosecurity.com/https://a.org/x?y#z -> https://a.org/x?y#z
https://mail.b.org/OWA/redir.aspx?SURL=aGgA.&URL=https%3a%2f%2fa.org%2f -> https://a.org/
https://mail.b.org/owa/14.1.355.2/scripts/premium/redir.aspx?C=be99&URL=http%3a%2f%2fa.org%2f -> http://a.org/
# 40 bytes, a 1 and the URL.
https://mail.b.org/owa/redir.aspx?REF=yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5ufo6err7O3u7wFodHRwczovL2Eub3JnL3g_eQ.. -> https://a.org/x?y
https://mail.b.org/exchweb/bin/redir.asp?URL=http://a.org/ -> http://a.org/
http://65.54.244.250/cgi-bin/linkrd?_lang=EN&lah=d34&lat=104&hm___action=http%3a%2f%2fa%2eorg%2fx -> http://a.org/x
https://b.org/horde/services/go.php?url=http%3A%2F%2Fa.org%2F -> http://a.org/
http://b.org/linkexchange/go.php?url=https://a.org?id=4 -> https://a.org?id=4
http://b.org/pages/station/redirect.php?url=https://a.org?id=6 -> https://a.org?id=6
https://b.org/wp-content/plugins/redirector.php?url=https://a.org/?id=3 -> https://a.org/?id=3
https://mail.yandex.ru/re.jsx?uid=773&h=a,XKYX3F__DE8&l=aHR0cHM6Ly9hLm9yZy94Pz8_ -> https://a.org/x???
http://us.ard.yahoo.com/SIG=129b/M=298/D=groups/R=0/SIG=11ee/*http://a.org/x?y=1&z -> http://a.org/x?y=1&z
http://us.rd.yahoo.com/finance/SIG=13h/*http%3A//a.org/x -> http://a.org/x
http://us.rd.yahoo.com/x/SIG=13h/**http%3A%2F%2Fa.org%2Fx -> http://a.org/x
https://click.pstmrk.it/3ts/a.org%2Fx/4nCp/TWS4AQ/AQ/fdc0 -> https://a.org/x
https://track.pstmrk.it/2s/a.org%2Fx/E5ti/XNYw/8jKX -> https://a.org/x
# A length of one byte, and of two.
https://l.b.org/f/a/dBA2aK~~/AABcDgA~/RgQBAgMEP0QPaHR0cHM6Ly9hLm9yZy94VwNzcGNSBWpAYi5j~~ -> https://a.org/x
https://l.b.org/f/a/dBA2aK~~/AABcDgA~/RgQBAgMEP4QiAGh0dHBzOi8vYS5vcmcveHh4eHh4eHh4eHh4eHh4eHh4eHhXA3NwYw -> https://a.org/xxxxxxxxxxxxxxxxxxxx
https://b.lt.acemlnc.com/Prod/link-tracker?notrack=1&redirectUrl=aHR0cHMlM0ElMkYlMkZhLm9yZyUyRnglMjB5JTNG&sig=BC1 -> https://a.org/x%20y?
http://t.sidekickopen06.com/e1t/c/5/f18d?t=https%3A%2F%2Fa.org%2F&si=57 -> https://a.org/
https://e.b.org/e/c/eyJlbWFpbF9pZCI6ImRnUyIsImhyZWYiOiJodHRwczpcL1wvYS5vcmdcL3g_eT0xXHUwMDI2ej0yIiwibGluayI6OX0/0a1b2c -> https://a.org/x?y=1&z=2
https://substack.com/redirect/2/eyJlIjoiaHR0cHM6Ly9hLm9yZy94IiwicCI6MX0.E9u4_k? -> https://a.org/x
https://e.b.org/e/c/eyJocmVmIjoiaHR0cHM6Ly9hLm9yZy94XHVkODNkXHVkZTAwL1x1MDBlOSJ9/0a1b2c -> https://a.org/x😀/é
https://2dc2.click.kit-mail3.com/5quq/6qhe/aHR0cHM6Ly9hLm9yZy94eQ== -> https://a.org/xy
https://click.convertkit-mail2.com/wvuv/owhk/aHR0cHM6Ly9hLm9yZy94eXo= -> https://a.org/xyz
https://1wwz.mjt.lu/lnk/AUYAAJ/6/oOAhGp/aHR0cHM6Ly9hLm9yZy94 -> https://a.org/x
https://shoutout.wix.com/so/08Om/c?w=Kt1f.eyJ1IjoiaHR0cHM6Ly9hLm9yZy8iLCJyIjoiMyJ9#cl/44 -> https://a.org/
http://r20.rs6.net/tn.jsp?t=xby&id=preview&r=3&p=https%3A%2F%2Fa.org%2Fx -> https://a.org/x
https://www.amazon.co.uk/gp/r.html?C=3E9&M=urn:rtn:msg:2&R=OYW&T=C&U=https%3A%2F%2Fa.org%2Fx&H=Z -> https://a.org/x
http://rover.ebay.com/rover/0/e12000.m43.l1123/7?euid=5d4&loc=http%3A%2F%2Fa.org%2Fx%3Fy -> http://a.org/x?y
https://c212.net/c/link/?t=0&l=en&o=43-1&h=15&u=https%3A%2F%2Fa.org%2F&a=a.org -> https://a.org/
https://cts.businesswire.com/ct/CT?id=smartlink&url=https%3A%2F%2Fa.org%2F&esheet=54 -> https://a.org/
https://b.page.link/?link=https%3A%2F%2Fa.org%2Fx&apn=org.b -> https://a.org/x
# `q` is what was searched for.
https://www.google.co.uk/url?sa=t&rct=j&q=http://b.org/&url=https%3A%2F%2Fa.org%2Fx&ved=2 -> https://a.org/x
https://www.google.de/url?q=https%3A%2F%2Fa.org -> https://a.org
https://scholar.google.com/scholar_url?url=https://a.org/x.pdf&hl=en&sa=X -> https://a.org/x.pdf
https://meet.google.com/linkredirect?authuser=0&dest=https%3A%2F%2Fa.org%2F -> https://a.org/
https://www.google.com/amp/s/a.org/x/amp?y#z -> https://a.org/x/amp?y#z
https://www.google.com/amp/a.org -> http://a.org
https://a-org.cdn.ampproject.org/c/s/a.org/x -> https://a.org/x
https://translate.google.com/translate?sl=auto&tl=en&u=https://a.org/x -> https://a.org/x
https://www.google.com/url?q=http://a.org/x%20y%0D%0Ahttp://b.org%1b[0m%20 -> http://a.org/x%20y%0D%0Ahttp://b.org%1B[0m
https://translate.google.com/translate?sl=auto&tl=en&u=a.org/x/login.php?click=1%26id=2 -> http://a.org/x/login.php?click=1&id=2
https://googleweblight.com/?lite_url=http://a.org/x&ei=7 -> http://a.org/x
https://www.bing.com/alink/link?url=https%3a%2f%2fa.org%2f&source=serp-local -> https://a.org/
https://r.search.yahoo.com/_ylt=Awr;_ylu=Y2/RV=2/RE=16/RO=10/RU=https%3a%2f%2fa.org%2fx/RK=2/RS=gV- -> https://a.org/x
http://www.facebook.com/l.php?u=https%3A%2F%2Fa.org%2F&h=AT -> https://a.org/
https://l.wl.co/l?u=https%3A%2F%2Fa.org%2F -> https://a.org/
https://steamcommunity.com/linkfilter/?u=https%3A%2F%2Fa.org%2F -> https://a.org/
https://disq.us/url?url=https%3A%2F%2Fa.org%2Fx%3AzjHJ9CS7YTS6D6-FWtZRTF8swk4&cuid=1 -> https://a.org/x
https://disq.us/?url=https%3A%2F%2Fa.org%3A8080%2F -> https://a.org:8080/
https://medium.com/r/?url=https%3A%2F%2Fa.org%2Fx -> https://a.org/x
https://in.pinterest.com/offsite/?token=422-489&url=https%3A%2F%2Fa.org%2Fx.jpg&pin=31 -> https://a.org/x.jpg
https://link.zhihu.com/?target=https%3A//a.org/x%3Fy -> https://a.org/x?y
https://www.deviantart.com/users/outgoing?https://a.org/x?y#z -> https://a.org/x?y#z
https://href.li/?https://a.org/x -> https://a.org/x
https://go.redirectingat.com/?id=803X&xs=1&url=https%3A%2F%2Fa.org%2F -> https://a.org/
https://click.linksynergy.com/deeplink?id=1v&mid=43&murl=http%3A%2F%2Fa.org%2F -> http://a.org/
# With white space around the target.
https://b.org/redirect?url=%20https://a.org/x%20 -> https://a.org/x
https://b.org/redirect?url=%0Ahttps://a.org/x -> https://a.org/x
https://b.org/redirect?url=%20https%3A%2F%2Fa.org%2Fx -> https://a.org/x
# Nested.
https://x.safelinks.protection.outlook.com/?url=https%3A%2F%2Furldefense.proofpoint.com%2Fv2%2Furl%3Fu%3Dhttp-3A__a.org%26d%3DD -> http://a.org
"##;

#[test]
fn targets() {
    for row in TARGETS.lines().filter(|row| row.starts_with("http")) {
        let (link, want) = row.split_once(" -> ").expect("a target");
        let found = unwrap(link.as_bytes()).unwrap_or_default();
        assert_eq!(String::from_utf8_lossy(&found), want, "{link}");
    }
}

#[test]
fn other_links() {
    for link in [
        "http://a.org/?url=http%3A%2F%2Fb.org",
        "https://www.google.com/url?q=cats",
        "https://b.org/redirect?url=https://%20",
        "https://b.org/redirect?url=https://%0A",
        "https://evilgoogle.com/url?q=http://a.org/",
        "https://www.google.com/search?q=http://a.org/",
        "https://translate.google.com/?sl=en&text=a.org",
        "https://translate.google.com/translate?u=word",
        "https://translate.google.com/translate?u=a.org%20word",
        "https://translate.google.com/translate?u=mailto:joe@a.org",
        "https://translate.google.com/translate?u=javascript:alert(1).com",
        "https://l.facebook.com/l.php?u=javascript%3Aalert(1)",
        "https://urldefense.com/v3/__https://a.org/*__;!!x$",
        "https://urldefense.com/v3/__https://a.org/**",
        "https://www.bing.com/ck/a?u=b1aHR0cHM6Ly9hLm9yZw",
        "https://www.bing.com/ck/a?u=a1%00",
        "https://b.org/CL0/download/https",
        "https://click.pstmrk.it/3s/",
        "https://mandrillapp.com/track/click/302/a.org?p=e30",
        "https://protect.checkpoint.com/v2/r01/___mfuux://a.org___.YXAz",
        "https://ci4.googleusercontent.com/proxy/4xG8=s0-d-e1-ft",
        "https://protect-us.mimecast.com/s/qwErTy12UiOp?domain=a.org",
        "https://url.us.m.mimecastprotect.com/s/AbCd?domain=https%3A%2F%2Fa.org",
        "https://www.google.evil.com/url?q=http://a.org/",
        "https://www.google.com/urls?q=http://a.org/",
        "https://www.google.com/amp/x",
        "https://us-east-2.protection.sophos.com/?d=a.org&b=9902&x=55f1",
        "https://mail.b.org/owa/redir.aspx?C=KwklBeQq.",
        "https://mail.b.org/owa/redir.aspx?REF=aHR0cHM6Ly9hLm9yZw..",
        "https://mail.b.org/owa/redir.aspx?C=9fb2&URL=mailto%3aj%40a.org",
        "https://mail.b.org/owa/auth/logon.aspx?url=https%3a%2f%2fa.org%2f",
        "https://ddec1-0-en-ctp.trendmicro.com:443/wis/clicktime/v1/query?url=www.a.org&umid=4",
        "http://us.rd.yahoo.com/SIG=129b/M=298/D=gr",
        "https://l.b.org/f/a/dBA2aK~~/AABcDgA~/RgRgAAAAP0Q",
        "https://b.org/e/c/eyJ4IjoxfQ/1",
        "https://b.us13.list-manage.com/track/click?u=0b1c&id=5a6b",
        "https://clicks.eventbrite.com/f/a/onz92B~~/AAQxARA~/fulltokenhere",
        "https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fa.org",
        "https://click.pstmrk.it/3s/a/b",
        "mailto:a@b?url=http://c",
        "",
    ] {
        assert_eq!(unwrap(link.as_bytes()), None, "{link}");
    }
}
