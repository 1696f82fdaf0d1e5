//! The targets of rewritten links: services that check, count or redirect a click keep the original URL inside their own.
//!
//! One row a service. A service that keeps only a number in the URL has no row, because its target is unknown without asking it.

use super::parse;
use crate::grammar::escape;

/// How many rewriters may stand around one URL.
const DEPTH: usize = 10;

struct Rewriter {
    /// The host, or the end of it behind a dot. If it is empty, any host.
    host: &'static str,
    /// How the path begins, without the first slash.
    path: &'static str,
    target: Target,
}

/// Where a rewriter keeps the target.
enum Target {
    /// In the first of these query parameters.
    Query(&'static [&'static str]),
    /// In the parameter `u`, with `-` for `%` and `_` for `/`.
    ProofpointV2,
    /// Between `__` and `__;`, with `*` for bytes that follow in base64.
    ProofpointV3,
    /// In the last segment of the path, encoded.
    LastSegment,
    /// In the segment that follows the row's path, encoded, without this beginning.
    NextSegment(&'static str),
    /// In a query parameter, in base64 behind these bytes.
    Base64 {
        name: &'static str,
        before: &'static str,
    },
    /// In the query parameter `p`, in base64: JSON with a string that is JSON too.
    Mandrill,
    /// In the path, between `___` and `___.`.
    Underscores,
    /// In the fragment.
    Fragment,
}

use Target::*;

#[rustfmt::skip]
const REWRITERS: &[Rewriter] = &[
    Rewriter { host: "safelinks.protection.outlook.com", path: "", target: Query(&["url"]) },
    Rewriter { host: "safelinks.protection.office365.us", path: "", target: Query(&["url"]) },
    Rewriter { host: "urldefense.proofpoint.com", path: "v1/url", target: Query(&["u"]) },
    Rewriter { host: "urldefense.proofpoint.com", path: "v2/url", target: ProofpointV2 },
    Rewriter { host: "urldefense.proofpoint.com", path: "v3/", target: ProofpointV3 },
    Rewriter { host: "urldefense.com", path: "v3/", target: ProofpointV3 },
    Rewriter { host: "urldefense.us", path: "v3/", target: ProofpointV3 },
    Rewriter { host: "linkprotect.cudasvc.com", path: "url", target: Query(&["a"]) },
    Rewriter { host: "secure-web.cisco.com", path: "", target: LastSegment },
    Rewriter { host: "protect2.fireeye.com", path: "", target: Query(&["u"]) },
    Rewriter { host: "clicktime.symantec.com", path: "", target: Query(&["u"]) },
    Rewriter { host: "google.com", path: "url", target: Query(&["q", "url"]) },
    Rewriter { host: "l.facebook.com", path: "l.php", target: Query(&["u"]) },
    Rewriter { host: "lm.facebook.com", path: "l.php", target: Query(&["u"]) },
    Rewriter { host: "l.instagram.com", path: "", target: Query(&["u"]) },
    Rewriter { host: "linkedin.com", path: "redir/", target: Query(&["url"]) },
    Rewriter { host: "linkedin.com", path: "redirect", target: Query(&["url"]) },
    Rewriter { host: "linkedin.com", path: "safety/go", target: Query(&["url"]) },
    Rewriter { host: "youtube.com", path: "redirect", target: Query(&["q"]) },
    Rewriter { host: "slack-redir.net", path: "link", target: Query(&["url"]) },
    Rewriter { host: "out.reddit.com", path: "", target: Query(&["url"]) },
    Rewriter { host: "duckduckgo.com", path: "l/", target: Query(&["uddg"]) },
    Rewriter { host: "vk.com", path: "away.php", target: Query(&["to"]) },
    Rewriter { host: "steamcommunity.com", path: "linkfilter/", target: Query(&["url", "u"]) },
    Rewriter { host: "t.umblr.com", path: "redirect", target: Query(&["z"]) },
    Rewriter { host: "bing.com", path: "ck/a", target: Base64 { name: "u", before: "a1" } },
    Rewriter { host: "protection.sophos.com", path: "", target: Base64 { name: "u", before: "" } },
    Rewriter { host: "statics.teams.cdn.office.net", path: "evergreen-assets/safelinks/", target: Query(&["url"]) },
    Rewriter { host: "", path: "owa/redir.aspx", target: Query(&["URL", "url"]) },
    Rewriter { host: "trendmicro.com", path: "wis/clicktime/", target: Query(&["url"]) },
    Rewriter { host: "scanmail.trustwave.com", path: "", target: Query(&["u"]) },
    Rewriter { host: "urlsand.esvalabs.com", path: "", target: Query(&["u"]) },
    Rewriter { host: "", path: "fmlurlsvc/", target: Query(&["url"]) },
    Rewriter { host: "avanan.click", path: "v2/", target: Underscores },
    Rewriter { host: "protect.checkpoint.com", path: "v2/", target: Underscores },
    Rewriter { host: "deref-gmx.com", path: "mail/client/", target: Query(&["redirectUrl"]) },
    Rewriter { host: "deref-gmx.net", path: "mail/client/", target: Query(&["redirectUrl"]) },
    Rewriter { host: "deref-mail.com", path: "mail/client/", target: Query(&["redirectUrl"]) },
    Rewriter { host: "deref-web.de", path: "mail/client/", target: Query(&["redirectUrl"]) },
    Rewriter { host: "awstrack.me", path: "L0/", target: NextSegment("") },
    Rewriter { host: "", path: "CL0/", target: NextSegment("") },
    Rewriter { host: "click.pstmrk.it", path: "3/", target: NextSegment("http://") },
    Rewriter { host: "click.pstmrk.it", path: "3s/", target: NextSegment("https://") },
    Rewriter { host: "mandrillapp.com", path: "track/click/", target: Mandrill },
    Rewriter { host: "mailchimp.com", path: "mctx/clicks", target: Query(&["url"]) },
    Rewriter { host: "awin1.com", path: "cread.php", target: Query(&["ued", "p"]) },
    Rewriter { host: "googleadservices.com", path: "pagead/aclk", target: Query(&["adurl"]) },
    Rewriter { host: "googleweblight.com", path: "", target: Query(&["u"]) },
    // Images that a mail program shows.
    Rewriter { host: "googleusercontent.com", path: "proxy/", target: Fragment },
    Rewriter { host: "googleusercontent.com", path: "meips/", target: Fragment },
    Rewriter { host: "ecp.yusercontent.com", path: "mail", target: Query(&["url"]) },
    Rewriter { host: "imgproxy-prod.services.web.outlook.com", path: "proxy/", target: Query(&["u"]) },
];

/// Last segments of a path that make `?url=` a redirection on any host.
const REDIRECTS: [&[u8]; 5] = [b"redirect", b"redir", b"click", b"out", b"leave"];

/// The URL that a rewritten link leads to, with all rewriters around it removed; `None` if it is no rewritten link. The target stands
/// in the link itself, nothing is fetched. Known are Outlook SafeLinks, Proofpoint v1 to v3, Barracuda, Cisco, FireEye, Symantec,
/// Sophos, Trend Micro, Trustwave, Libraesva, Fortinet, Check Point, Outlook on the web, Teams, GMX, Google, Bing, Facebook, Instagram,
/// LinkedIn, YouTube, Slack, Reddit, DuckDuckGo, VK, Steam, Tumblr, the clicks of Amazon SES, Postmark, Mailchimp and Mandrill, images that
/// Gmail, Yahoo and Outlook show, and `/redirect?url=` on any host.
///
/// ```
/// use urlgrep::url::unwrap;
/// let link = b"https://eur01.safelinks.protection.outlook.com/?url=http%3A%2F%2Fa.org%2Fx%3Fy%3D1&data=05";
/// assert_eq!(unwrap(link).as_deref(), Some(&b"http://a.org/x?y=1"[..]));
/// assert_eq!(unwrap(b"http://a.org/?url=x"), None);
/// ```
#[must_use]
pub fn unwrap(link: &[u8]) -> Option<Vec<u8>> {
    let mut target = target(link)?;
    for _ in 1..DEPTH {
        match self::target(&target) {
            Some(inner) => target = inner,
            None => break,
        }
    }
    Some(target)
}

fn target(link: &[u8]) -> Option<Vec<u8>> {
    let (url, _) = parse(link);
    if !matches!(url.scheme_info().name(), "http" | "https") {
        return None;
    }
    let host = url.host()?.to_ascii_lowercase();
    let path = url.path().unwrap_or_default();
    let query = url.query().unwrap_or_default();
    let is_host = |name: &str| {
        let rest = host.strip_suffix(name.as_bytes());
        name.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(b"."))
    };
    let rewriter = REWRITERS
        .iter()
        .find(|row| is_host(row.host) && path.starts_with(row.path.as_bytes()));
    let behind = rewriter.map_or(path, |row| &path[row.path.len()..]);
    let found = match rewriter.map(|row| &row.target) {
        Some(Query(names)) => names.iter().find_map(|name| parameter(query, name)),
        Some(ProofpointV2) => parameter(query, "u").map(|u| proofpoint_v2(&u)),
        // A `?` of the target begins the link's query, a `#` its fragment.
        Some(ProofpointV3) => proofpoint_v3(&link[url.scheme()?.len()..]),
        Some(LastSegment) => {
            let last = path.rsplit(|&b| b == b'/').next()?;
            Some(escape::decode(last).into_owned())
        }
        Some(NextSegment(before)) => {
            let segment = behind.split(|&b| b == b'/').next()?;
            Some([before.as_bytes(), &escape::decode(segment)].concat())
        }
        Some(Base64 { name, before }) => {
            let value = parameter(query, name)?;
            base64(value.strip_prefix(before.as_bytes())?)
        }
        Some(Mandrill) => mandrill(&base64(&parameter(query, "p")?)?),
        // A `?` of the target begins the link's query here too.
        Some(Underscores) => underscores(&link[url.scheme()?.len()..]),
        Some(Fragment) => url
            .fragment()
            .map(|fragment| escape::decode(fragment).into_owned()),
        None => {
            let last = path.rsplit(|&b| b == b'/').next()?;
            REDIRECTS.contains(&last).then(|| parameter(query, "url"))?
        }
    };
    found.filter(|found| is_target(found))
}

/// Whether it is a URL that a click can lead to.
fn is_target(found: &[u8]) -> bool {
    let (url, _) = parse(found);
    let web = matches!(url.scheme_info().name(), "http" | "https" | "ftp");
    web && url.host().is_some_and(|host| !host.is_empty())
}

/// The decoded value of the query parameter `name`.
fn parameter(query: &[u8], name: &str) -> Option<Vec<u8>> {
    query.split(|&b| b == b'&').find_map(|field| {
        // In HTML the separator is `&amp;`.
        let field = field.strip_prefix(b"amp;").unwrap_or(field);
        let value = field.strip_prefix(name.as_bytes())?.strip_prefix(b"=")?;
        Some(escape::decode(value).into_owned())
    })
}

fn proofpoint_v2(u: &[u8]) -> Vec<u8> {
    let swap = |&b: &u8| match b {
        b'-' => b'%',
        b'_' => b'/',
        other => other,
    };
    let encoded: Vec<u8> = u.iter().map(swap).collect();
    escape::decode(&encoded).into_owned()
}

/// The string `url` in a string of JSON, so its quotes and slashes have backslashes before them. It has no other escape if it is US-ASCII.
fn mandrill(json: &[u8]) -> Option<Vec<u8>> {
    const START: &[u8] = br#"\"url\":\""#;
    let start = memchr::memmem::find(json, START)? + START.len();
    let len = memchr::memmem::find(&json[start..], br#"\""#)?;
    let escaped = json[start..start + len].split(|&b| b == b'\\');
    let mut url = Vec::new();
    for (i, piece) in escaped.enumerate() {
        match piece {
            [] => {}
            _ if i > 0 && !piece.starts_with(b"/") => return None,
            _ => url.extend_from_slice(piece),
        }
    }
    Some(url)
}

/// `___URL___.CHECK`
fn underscores(link: &[u8]) -> Option<Vec<u8>> {
    let start = memchr::memmem::find(link, b"/___")? + 4;
    let len = memchr::memmem::find(&link[start..], b"___.")?;
    Some(link[start..start + len].to_vec())
}

/// `__URL__;BYTES!`: in the URL `*` stands for the next character of the decoded bytes, `**` and a digit in base64 for two or more.
fn proofpoint_v3(link: &[u8]) -> Option<Vec<u8>> {
    let start = memchr::memmem::find(link, b"/v3/__")? + 6;
    let len = memchr::memmem::find(&link[start..], b"__;")?;
    let url = escape::decode(&link[start..start + len]);
    let bytes = &link[start + len + 3..];
    let bytes = &bytes[..memchr::memchr(b'!', bytes)?];
    let hidden = String::from_utf8(base64(bytes)?).ok()?;
    let mut hidden = hidden.chars();
    let mut out = Vec::new();
    let mut rest = &url[..];
    while let [first, behind @ ..] = rest {
        rest = behind;
        let count = match (first, behind) {
            (b'*', [b'*', digit, behind @ ..]) => {
                rest = behind;
                usize::from(value(*digit)?) + 2
            }
            (b'*', _) => 1,
            _ => {
                out.push(*first);
                continue;
            }
        };
        for _ in 0..count {
            let c = hidden.next()?;
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    // Some servers make one slash of two.
    if let Some(colon) = memchr::memchr(b':', &out)
        && out.get(colon + 1) == Some(&b'/')
        && out.get(colon + 2) != Some(&b'/')
    {
        out.insert(colon + 1, b'/');
    }
    Some(out)
}

/// The value of a digit of base64, in either alphabet (RFC 4648 sections 4 and 5).
fn value(digit: u8) -> Option<u8> {
    Some(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'-' | b'+' => 62,
        b'_' | b'/' => 63,
        _ => return None,
    })
}

fn base64(text: &[u8]) -> Option<Vec<u8>> {
    let (mut out, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for &digit in text.iter().take_while(|&&b| b != b'=') {
        bits = bits << 6 | u32::from(value(digit)?);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Links, each with its target.
    const TARGETS: &[(&str, &str)] = &[
        (
            "https://urldefense.proofpoint.com/v1/url?u=http://a.org/x%2Fy&k=abc",
            "http://a.org/x/y",
        ),
        (
            "https://urldefense.proofpoint.com/v2/url?u=https-3A__a.org_x-3Fy-3D1-26z-5F2&d=DwMF",
            "https://a.org/x?y=1&z_2",
        ),
        (
            "https://urldefense.com/v3/__https://a.org/x?y=1*top__;Iw!!abc$",
            "https://a.org/x?y=1#top",
        ),
        (
            "https://urldefense.com/v3/__https:/a.org/**Ax__;fiE!!abc$",
            "https://a.org/~!x",
        ),
        (
            "https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fa.org%2f&c=E",
            "https://a.org/",
        ),
        (
            "https://secure-web.cisco.com/1ab-c/https%3A%2F%2Fa.org%2Fx",
            "https://a.org/x",
        ),
        (
            "https://www.google.com/url?sa=t&amp;q=http://a.org/",
            "http://a.org/",
        ),
        (
            "https://l.facebook.com/l.php?u=https%3A%2F%2Fa.org%2F&h=AT",
            "https://a.org/",
        ),
        (
            "https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fa%2Eorg&urlhash=x",
            "https://a.org",
        ),
        (
            "https://www.youtube.com/redirect?event=d&q=https%3A%2F%2Fa.org",
            "https://a.org",
        ),
        (
            "https://slack-redir.net/link?url=https%3A%2F%2Fa.org",
            "https://a.org",
        ),
        ("http://b.org/out?url=https%3A%2F%2Fa.org", "https://a.org"),
        (
            "https://www.bing.com/ck/a?!&&p=012ba5&ptn=3&hsh=3&psq=a.org&u=a1aHR0cHM6Ly9hLm9yZy94LTQv&ntb=1",
            "https://a.org/x-4/",
        ),
        (
            "https://eu-west-1.protection.sophos.com/?d=a.org&u=aHR0cHM6Ly9hLm9yZy8%2FeA%3D%3D&p=m",
            "https://a.org/?x",
        ),
        (
            "https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fa.org%2F&locale=en",
            "https://a.org/",
        ),
        (
            "https://mail.b.edu/owa/redir.aspx?C=aB1&URL=http%3a%2f%2fa.org%2fx",
            "http://a.org/x",
        ),
        (
            "https://ca-1234.trendmicro.com:443/wis/clicktime/v1/query?url=http%3a%2f%2fa.org&umid=1",
            "http://a.org",
        ),
        (
            "https://scanmail.trustwave.com/?c=8510&d=1&u=http%3a%2f%2fa%2eorg",
            "http://a.org",
        ),
        (
            "https://urlsand.esvalabs.com/?u=https%3A%2F%2Fa.org&e=1&h=2",
            "https://a.org",
        ),
        (
            "https://mx.b.org/fmlurlsvc/?fewReq=:B:JVI&url=https%3a%2f%2fa.org%2f",
            "https://a.org/",
        ),
        (
            "https://url.avanan.click/v2/___https://a.org/x/y?z=1___.YXAzOmI6YTpv",
            "https://a.org/x/y?z=1",
        ),
        (
            "https://protect.checkpoint.com/v2/r02/___https://a.org___.YXAzOmI6YTpv",
            "https://a.org",
        ),
        (
            "https://deref-gmx.net/mail/client/abc/dereferrer/?redirectUrl=https%3A%2F%2Fa.org%2F&lang=de",
            "https://a.org/",
        ),
        // Amazon SES, also with a host of its customer.
        (
            "https://bq11v59f.r.us-east-1.awstrack.me/L0/https:%2F%2Fa.org%2Fx%3Fy=1%26z/1/01000191-000000/F73j=385",
            "https://a.org/x?y=1&z",
        ),
        (
            "https://tracking.b.com/CL0/https:%2F%2Fa.org%2F/1/01000186-000000/bEMA=291",
            "https://a.org/",
        ),
        (
            "https://click.pstmrk.it/3s/a.org%2Fx%2Fy%3Ftoken%3D1/W1sC/5vuxAQ/AQ/fe84/3/jLX4Br6oZ0",
            "https://a.org/x/y?token=1",
        ),
        (
            "https://click.pstmrk.it/3/a.org%2Fmod/ahc/9E_vAQ/AQ/e16b/1/-5IKf-MdV-",
            "http://a.org/mod",
        ),
        // {"s":"1","p":"{\"u\":3,\"url\":\"https:\\\/\\\/a.org\\\/x\",\"id\":\"7\"}"}
        (
            "https://mandrillapp.com/track/click/302/a.org?p=eyJzIjoiMSIsInAiOiJ7XCJ1XCI6MyxcInVybFwiOlwiaHR0cHM6XFxcL1xcXC9hLm9yZ1xcXC94XCIsXCJpZFwiOlwiN1wifSJ9",
            "https://a.org/x",
        ),
        (
            "https://us8.mailchimp.com/mctx/clicks?url=https%3A%2F%2Fa.org%2F&xid=f5",
            "https://a.org/",
        ),
        (
            "https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=https%3A%2F%2Fa.org%2F",
            "https://a.org/",
        ),
        (
            "https://www.googleadservices.com/pagead/aclk?sa=L&sig=AO&adurl=https%3A%2F%2Fa.org",
            "https://a.org",
        ),
        (
            "https://googleweblight.com/i?u=https://a.org/x",
            "https://a.org/x",
        ),
        (
            "https://ci4.googleusercontent.com/proxy/4xG8=s0-d-e1-ft#https://a.org/x.png",
            "https://a.org/x.png",
        ),
        (
            "https://ecp.yusercontent.com/mail?url=https%3A%2F%2Fa.org%2Fx.png&t=17",
            "https://a.org/x.png",
        ),
        (
            "https://imgproxy-prod.services.web.outlook.com/proxy/?u=http%3A%2F%2Fa.org%2Fx&t=ey",
            "http://a.org/x",
        ),
        (
            "https://t.umblr.com/redirect?z=https%3A%2F%2Fa.org&t=Mz",
            "https://a.org",
        ),
        // Nested.
        (
            "https://x.safelinks.protection.outlook.com/?url=https%3A%2F%2Furldefense.proofpoint.com%2Fv2%2Furl%3Fu%3Dhttp-3A__a.org%26d%3DD",
            "http://a.org",
        ),
    ];

    #[test]
    fn targets() {
        for (link, want) in TARGETS {
            let found = unwrap(link.as_bytes()).unwrap_or_default();
            assert_eq!(String::from_utf8_lossy(&found), *want, "{link}");
        }
    }

    #[test]
    fn other_links() {
        for link in [
            "http://a.org/?url=http%3A%2F%2Fb.org",
            "https://www.google.com/url?q=cats",
            "https://evilgoogle.com/url?q=http://a.org/",
            "https://www.google.com/search?q=http://a.org/",
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
            "mailto:a@b?url=http://c",
            "",
        ] {
            assert_eq!(unwrap(link.as_bytes()), None, "{link}");
        }
    }
}
