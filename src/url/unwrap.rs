//! The targets of rewritten links: services that check, count or redirect a click keep the original URL inside their own.
//!
//! One row of the table a service. A service that keeps only a number in the URL has no row: its target is unknown without asking it.

mod table;
#[cfg(test)]
mod tests;

use std::ops::Range;

use table::Target::*;
use table::{REWRITERS, Target};

use super::{Components, parse};
use crate::class::Class;
use crate::grammar::coded::unicode;
use crate::grammar::login::authority_len;
use crate::grammar::{escape, hostname};
use crate::span::{cut, range_in, split_before};
use crate::text::{is_one_of, strip_prefix_ignore_case};

/// How many rewriters may stand around one URL.
const DEPTH: usize = 10;

/// Ends of a path that make `?url=` a redirection on any host. `go.php` is also that of the mail program Horde.
#[rustfmt::skip]
const REDIRECTS: [&[u8]; 8] = [
    b"redirect", b"redir", b"click", b"out", b"leave", b"redirect.php", b"redirector.php", b"go.php",
];

/// The URL that a rewritten link leads to, with all rewriters around it removed; `None` if it is no rewritten link. The target stands
/// in the link itself, nothing is fetched. Known are Outlook SafeLinks, Proofpoint v1 to v3, Barracuda, Cisco, FireEye, Symantec,
/// Sophos, Trend Micro, Trustwave, Libraesva, Fortinet, Check Point, EdgePilot, Zix, TitanHQ, Vade, SonicWall, Menlo; the mail programs
/// Outlook on the web, Teams, GMX, Yahoo, Horde, and Hotmail as it was; the clicks of Amazon, eBay, Amazon SES, Postmark, Mailchimp,
/// Mandrill, SparkPost, ActiveCampaign, Customer.io, Substack, Kit, Mailjet and others; Google, Bing, DuckDuckGo, Yahoo, AMP; Facebook,
/// Instagram, Threads, WhatsApp, LinkedIn, YouTube, Slack, Reddit, VK, Steam, Tumblr, Disqus, Medium, Pinterest, Zhihu; images that
/// Gmail, Yahoo and Outlook show, and `/redirect?url=` and the like on any host. Blanks, controls, quotes and angle brackets of the target stay encoded.
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
    encoded(target.trim_ascii())
}

/// A target with what no URL contains encoded, as it stood in the link: blanks, controls, quotes, angle brackets and the like.
/// `None` if they stand in its host. A backslash stays: browsers read it as a slash.
fn encoded(target: &[u8]) -> Option<Vec<u8>> {
    let refused = |byte| (Class::STOP.has(byte) || byte == 0x7f) && byte != b'\\';
    let host = memchr::memmem::find(target, b"//").map_or(target.len(), |at| at + 2);
    let host = split_before(&target[host..], |b| b"/?#\\".contains(&b)).0;
    if host.iter().any(|&b| refused(b)) {
        return None;
    }
    let mut out = Vec::with_capacity(target.len());
    for &byte in target {
        if refused(byte) {
            out.extend(escape::ENCODED[usize::from(byte)]);
        } else {
            out.push(byte);
        }
    }
    Some(out)
}

fn target(link: &[u8]) -> Option<Vec<u8>> {
    let (url, _) = parse(link);
    if !matches!(url.scheme_info().name(), "http" | "https") {
        return None;
    }
    let host = url.host()?.to_ascii_lowercase();
    let path = url.path().unwrap_or_default();
    let row = REWRITERS
        .iter()
        .filter(|row| is_host(&host, row.host) && is_path(path, row.path))
        .find_map(|row| row.target.find(&url.components(), &path[row.path.len()..]));
    row.or_else(|| {
        let is_redirect = REDIRECTS.iter().any(|end| {
            path.strip_suffix(*end)
                .is_some_and(|before| before.is_empty() || before.ends_with(b"/"))
        });
        let query = url.query().filter(|_| is_redirect)?;
        checked(parameter(query, "url")?)
    })
}

/// Whether `host` is `name` or below it. `name.*` is `name` in any country.
fn is_host(host: &[u8], name: &str) -> bool {
    let any_country = name.strip_suffix(".*");
    let (host, name) = any_country.map_or((host, name), |name| (without_country(host), name));
    let before = host.strip_suffix(name.as_bytes());
    name.is_empty() || before.is_some_and(|before| before.is_empty() || before.ends_with(b"."))
}

/// `www.google` of `www.google.com`, `www.google.de` and `www.google.co.uk`.
fn without_country(host: &[u8]) -> &[u8] {
    let Some(dot) = memchr::memrchr(b'.', host) else {
        return host;
    };
    let (host, country) = (&host[..dot], &host[dot + 1..]);
    if country != b"com" && country.len() != 2 {
        return b"";
    }
    // `co.uk`, `com.br`
    let second = [&b".com"[..], b".co"]
        .iter()
        .find_map(|end| host.strip_suffix(*end));
    second.filter(|_| country != b"com").unwrap_or(host)
}

/// Whether a path begins with `start`, and `start` does not end within a segment.
fn is_path(path: &[u8], start: &str) -> bool {
    let is_whole = |behind: &[u8]| {
        matches!(behind, [] | [b'/', ..]) || start.is_empty() || start.ends_with('/')
    };
    strip_prefix_ignore_case(path, start.as_bytes()).is_some_and(is_whole)
}

impl Target {
    /// The target in a link, whose path goes on with `behind`.
    fn find(&self, url: &Components<'_>, behind: &[u8]) -> Option<Vec<u8>> {
        let link = url.as_bytes();
        let path = url.path().unwrap_or_default();
        let query = url.query().unwrap_or_default();
        let last = path.rsplit(|&b| b == b'/').next().unwrap_or_default();
        let (next, _) = cut(behind, b'/');
        checked(match *self {
            Query(names) => {
                let mut found = names.iter().filter_map(|name| parameter(query, name));
                return found.find_map(checked);
            }
            QueryHost(name) => {
                let value = parameter(query, name)?;
                let ends = |len| value.get(len).is_none_or(|b: &u8| b"/:?#".contains(b));
                let is_host = || hostname::len(&value).is_some_and(ends);
                let with_scheme = || is_host().then(|| [b"http://", &value[..]].concat());
                checked(value.clone()).or_else(with_scheme)?
            }
            QueryToEnd(name) => {
                let value = position(query, name)?;
                if is_encoded(&query[value.clone()]) {
                    escape::decode(&query[value]).into_owned()
                } else {
                    link[url.search?.start + value.start..].to_vec()
                }
            }
            WholeQuery => link[url.search?.start..].to_vec(),
            Rest(before) => with_host(before, &link[url.path?.end - behind.len()..])?,
            LastSegment => escape::decode(last).into_owned(),
            NextSegment(before) => with_host(before, &escape::decode(next))?,
            NamedSegment(start) => {
                let mut segments = path.split(|&b| b == b'/');
                let value = segments.find_map(|segment| segment.strip_prefix(start.as_bytes()))?;
                escape::decode(value).into_owned()
            }
            Base64 { name, before } => {
                let value = parameter(query, name)?;
                base64(value.strip_prefix(before.as_bytes())?)?
            }
            Base64Segment => base64(&escape::decode(last))?,
            JsonSegment(name) => {
                let (value, _) = cut(next, b'.');
                json_string(&base64(value)?, name)?
            }
            Fragment => url.fragment()?.to_vec(),
            ProofpointV2 => proofpoint_v2(&parameter(query, "u")?),
            // A `?` of the target begins the link's query, a `#` its fragment.
            ProofpointV3 => proofpoint_v3(link)?,
            CheckPoint => check_point(link)?,
            OutlookWeb => {
                let page = last.to_ascii_lowercase();
                let is_page = matches!(&page[..], b"redir.aspx" | b"redir.asp");
                outlook_web(query).filter(|_| is_page)?
            }
            Yahoo => yahoo(link)?,
            Mandrill => {
                let outer = json_string(&base64(&parameter(query, "p")?)?, "p")?;
                json_string(&outer, "url")?
            }
            SparkPost => spark_post(&base64(cut(last, b'~').0)?)?.to_vec(),
            Wix => {
                let value = parameter(query, "w")?;
                json_string(&base64(value.split(|&b| b == b'.').nth(1)?)?, "u")?
            }
            Disqus => disqus(parameter(query, "url")?),
        })
    }
}

/// The target, if a click can lead to it. If it is encoded twice, it is decoded once more; a slash that a server dropped is put back.
fn checked(found: Vec<u8>) -> Option<Vec<u8>> {
    let mut found = found.trim_ascii().to_vec();
    if is_encoded(&found) {
        let colon = memchr::memchr(b'%', &found)?;
        match found.get(colon + 3) {
            Some(b'/') => drop(found.splice(colon..colon + 3, *b":")),
            _ => found = escape::decode(&found).into_owned(),
        }
    }
    let colon = memchr::memchr(b':', &found)?;
    if found[colon..].starts_with(b":/") && found.get(colon + 2) != Some(&b'/') {
        found.insert(colon, b'/');
        found.swap(colon, colon + 1);
    }
    let (url, _) = parse(&found);
    let web = url.scheme_info().web;
    let has_host = url.host().is_some_and(|host| !host.is_empty());
    (web && has_host).then_some(found)
}

/// Whether it begins with `http%3A` or `https%3A`.
fn is_encoded(value: &[u8]) -> bool {
    let colon = memchr::memchr(b'%', value).unwrap_or(0);
    let (scheme, behind) = value.split_at(colon);
    is_one_of(scheme, &["http", "https"]) && strip_prefix_ignore_case(behind, b"%3a").is_some()
}

/// `scheme` and `rest`; if there is a scheme, `rest` must begin with a host that has a dot.
fn with_host(scheme: &str, rest: &[u8]) -> Option<Vec<u8>> {
    let is_whole = scheme.is_empty() || rest[..authority_len(rest)].contains(&b'.');
    is_whole.then(|| [scheme.as_bytes(), rest].concat())
}

/// The decoded value of the query parameter `name`.
fn parameter(query: &[u8], name: &str) -> Option<Vec<u8>> {
    position(query, name).map(|value| escape::decode(&query[value]).into_owned())
}

/// Where the value of the query parameter `name` stands.
fn position(query: &[u8], name: &str) -> Option<Range<usize>> {
    query.split(|&b| b == b'&').find_map(|field| {
        // In HTML the separator is `&amp;`.
        let field = field.strip_prefix(b"amp;").unwrap_or(field);
        let value = field.strip_prefix(name.as_bytes())?.strip_prefix(b"=")?;
        Some(range_in(query, value))
    })
}

/// In the parameter `u`, with `-` for `%` and `_` for `/`.
fn proofpoint_v2(u: &[u8]) -> Vec<u8> {
    let swap = |&b: &u8| match b {
        b'-' => b'%',
        b'_' => b'/',
        other => other,
    };
    let encoded: Vec<u8> = u.iter().map(swap).collect();
    without_entities(&escape::decode(&encoded))
}

/// With `&` for `&amp;`: the gateway takes the link as it stands in HTML.
fn without_entities(url: &[u8]) -> Vec<u8> {
    const AMP: &[u8] = b"&amp;";
    let mut out = Vec::with_capacity(url.len());
    let mut from = 0;
    for at in memchr::memmem::find_iter(url, AMP) {
        out.extend_from_slice(&url[from..=at]);
        from = at + AMP.len();
    }
    out.extend_from_slice(&url[from..]);
    out
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
    Some(out)
}

/// `___URL___.CHECK`. A fragment that follows is the target's.
fn check_point(link: &[u8]) -> Option<Vec<u8>> {
    let start = memchr::memmem::find(link, b"/___")? + 4;
    let len = memchr::memmem::find(&link[start..], b"___.")?;
    let (url, check) = (&link[start..start + len], &link[start + len..]);
    let fragment = memchr::memchr(b'#', check).filter(|_| !url.contains(&b'#'));
    Some([url, fragment.map_or(b"", |at| &check[at..])].concat())
}

/// In the parameter `URL`, or in `REF`: 40 bytes, a 1 and the URL, in base64 with `.` for `=`.
fn outlook_web(query: &[u8]) -> Option<Vec<u8>> {
    let url = parameter(query, "URL").or_else(|| parameter(query, "url"));
    url.or_else(|| {
        let encoded = parameter(query, "REF")?;
        let bytes = base64(cut(&encoded, b'.').0)?;
        Some(bytes.get(40..)?.strip_prefix(b"\x01")?.to_vec())
    })
}

/// After `/*` or `/**`.
fn yahoo(link: &[u8]) -> Option<Vec<u8>> {
    let start = memchr::memmem::find(link, b"/*")? + 2;
    let target = &link[start..];
    Some(target.strip_prefix(b"*").unwrap_or(target).to_vec())
}

/// Fields of a tag, a length and a value: `F` with four bytes, then `?` and the URL, whose tag says how long its length is.
fn spark_post(fields: &[u8]) -> Option<&[u8]> {
    let [b'F', 4, _, _, _, _, b'?', tag, rest @ ..] = fields else {
        return None;
    };
    let (len, rest) = match (tag, rest) {
        (b'D', [len, rest @ ..]) => (usize::from(*len), rest),
        (0x84, [low, high, rest @ ..]) => (usize::from(u16::from_le_bytes([*low, *high])), rest),
        _ => return None,
    };
    rest.get(..len)
}

/// In the parameter `url`, before a colon and a key of 27 characters.
fn disqus(mut url: Vec<u8>) -> Vec<u8> {
    let is_key = |key: &[u8]| key.len() == 27 && key.iter().all(|&b| value(b).is_some());
    if let Some(colon) = memchr::memrchr(b':', &url)
        && is_key(&url[colon + 1..])
    {
        url.truncate(colon);
    }
    url
}

/// The string `name` of a JSON object.
fn json_string(json: &[u8], name: &str) -> Option<Vec<u8>> {
    let quoted = format!("\"{name}\"");
    let start = memchr::memmem::find(json, quoted.as_bytes())? + quoted.len();
    let behind = json[start..].trim_ascii_start().strip_prefix(b":")?;
    let mut rest = behind.trim_ascii_start().strip_prefix(b"\"")?;
    let mut out = Vec::new();
    loop {
        match rest {
            [b'"', ..] => return Some(out),
            [b'\\', b'u', ..] => {
                let (c, len) = unicode(rest)?;
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                rest = &rest[len..];
            }
            [b'\\', c @ (b'/' | b'"' | b'\\'), behind @ ..] => {
                out.push(*c);
                rest = behind;
            }
            [b'\\', ..] | [] => return None,
            [c, behind @ ..] => {
                out.push(*c);
                rest = behind;
            }
        }
    }
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
