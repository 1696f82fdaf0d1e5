//! URLs that programs do not treat as links, for reports about harmful ones.

use std::ops::Range;

use super::parse;
use super::table::{Opaque, find};
use crate::class::Class;
use crate::span::{range_in, run, split_before};
use crate::text::strip_prefix_ignore_case;

/// The URL in a form that is no link: `hxxps://evil[.]example[.]org/x`. [`refang`](crate::refang) undoes it.
///
/// In http and https URLs `tt` becomes `xx`, in others `:` before `//` becomes `[:]`; the dots of the host and of the login before it,
/// and in addresses also the `@`, stand in brackets. So it is with each URL in the path or query, also of `mailto` and
/// other schemes for addresses. The rest is kept.
///
/// ```
/// use urlgrep::url::defang;
/// assert_eq!(defang(b"https://evil.example.org/a.b"), b"hxxps://evil[.]example[.]org/a.b");
/// assert_eq!(defang(b"ftp://evil.example.org/"), b"ftp[:]//evil[.]example[.]org/");
/// assert_eq!(defang(b"mailto:joe@example.org"), b"mailto:joe[@]example[.]org");
/// assert_eq!(defang(b"http://a.org/?http://b.org/"), b"hxxp://a[.]org/?hxxp://b[.]org/");
/// ```
#[must_use]
pub fn defang(url: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(url.len() + 16);
    // More addresses may follow a URL in its body.
    let is_mail = strip_prefix_ignore_case(url, b"mailto:").is_some();
    let mut start = 0;
    for colon in memchr::memchr_iter(b':', url) {
        let inner = colon - Class::SCHEME.run_back(&url[start..colon]);
        let begins = url[colon..].starts_with(b"://") || begins_address(url, inner..colon);
        if inner > start && begins {
            defang_one(&url[start..inner], start > 0 && is_mail, &mut out);
            start = inner;
        }
    }
    defang_one(&url[start..], start > 0 && is_mail, &mut out);
    out
}

/// Whether the name of a scheme for addresses, with its colon after it, stands in the path or query: `?u=mailto:joe@a.org`.
fn begins_address(url: &[u8], name: Range<usize>) -> bool {
    let is_in_part = match &url[..name.start] {
        [.., before, b'/'] => *before != b'/',
        [.., before] => b"?&=;,#".contains(before),
        [] => false,
    };
    is_in_part
        && find(&url[name])
            .is_some_and(|scheme| !matches!(scheme.opaque, Opaque::Other | Opaque::Data))
}

/// Adds one URL that holds no other. `has_addresses` says whether addresses may follow its host.
fn defang_one(url: &[u8], has_addresses: bool, out: &mut Vec<u8>) {
    let (parsed, _) = parse(url);
    // A name with a port is none: `example.org:80`.
    let is_scheme = |name: &&[u8]| {
        let has_port = matches!(url[name.len()..], [b':', b'0'..=b'9', ..]);
        !has_port || !name.contains(&b'.') || find(name).is_some()
    };
    let Some(scheme) = parsed.scheme().filter(is_scheme) else {
        return defang_without_scheme(url, out);
    };
    if scheme.starts_with(b"hxx") {
        // It was defanged before.
        return out.extend_from_slice(url);
    }
    // As written: `git+https` has the row of `https`.
    let substitute = match &scheme.to_ascii_lowercase()[..] {
        b"http" => Some(&b"hxxp"[..]),
        b"https" => Some(&b"hxxps"[..]),
        _ => None,
    };
    out.extend_from_slice(substitute.unwrap_or(scheme));
    let mut rest = &url[scheme.len()..];
    let Some(host) = parsed.host() else {
        return defang_addresses(rest, out);
    };
    if host.is_empty() {
        return out.extend_from_slice(rest);
    }
    if substitute.is_none() {
        out.extend_from_slice(b"[:]");
        rest = &rest[1..];
    }
    // A user's name may look like a host: `www.bank.example@evil.org`.
    let host = range_in(rest, host);
    bracket(&rest[..host.end], b".", out);
    let rest = &rest[host.end..];
    if has_addresses {
        defang_addresses(rest, out);
    } else {
        out.extend_from_slice(rest);
    }
}

/// Adds the rest of a URL without a host. In each address, its `@` and the dots after it are marked.
fn defang_addresses(rest: &[u8], out: &mut Vec<u8>) {
    for part in rest.split_inclusive(|b| b",;/?&=".contains(b)) {
        let at = memchr::memchr(b'@', part).map(|at| at + 1);
        let encoded = || Some(memchr::memmem::find(part, b"%40")? + 3);
        let (before, domain) = part.split_at(at.or_else(encoded).unwrap_or(part.len()));
        bracket(before, b"@", out);
        bracket(domain, b".@", out);
    }
}

/// Adds a host or an address, and the rest: `www.example.org/x`, `joe@example.org`, `//example.org/x`.
fn defang_without_scheme(url: &[u8], out: &mut Vec<u8>) {
    let slashes = run(url, |b| b == b'/');
    // After one alone a path begins.
    let (slashes, url) = url.split_at(if slashes > 1 { slashes } else { 0 });
    out.extend_from_slice(slashes);
    let ends = |b: u8| b"/?#".contains(&b) || b.is_ascii_whitespace();
    let (host, rest) = split_before(url, ends);
    if host.contains(&b'[') {
        // It was defanged before.
        out.extend_from_slice(host)
    } else {
        bracket(host, b".@", out)
    }
    out.extend_from_slice(rest);
}

/// Adds `host` with each of these bytes in brackets, unless it was in some before.
fn bracket(host: &[u8], bytes: &[u8], out: &mut Vec<u8>) {
    for (i, &b) in host.iter().enumerate() {
        let bare = i == 0 || !b"[({".contains(&host[i - 1]);
        if bytes.contains(&b) && bare {
            out.extend_from_slice(&[b'[', b, b']'])
        } else {
            out.push(b)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for (url, want) in [
            ("HTTP://u.v@H.org:80/", "hxxp://u[.]v@H[.]org:80/"),
            ("ftp://a.b:c.d@h.org/", "ftp[:]//a[.]b:c[.]d@h[.]org/"),
            ("http://localhost/a.b", "hxxp://localhost/a.b"),
            ("news:1.2@a.org", "news:1.2[@]a[.]org"),
            (
                "mailto:j.d@a.org?cc=k@b.org",
                "mailto:j.d[@]a[.]org?cc=k[@]b[.]org",
            ),
            (
                "mailto:j.d@a.org,k.l@b.org",
                "mailto:j.d[@]a[.]org,k.l[@]b[.]org",
            ),
            ("mid:1.2@a.org/3.4@a.org", "mid:1.2[@]a[.]org/3.4[@]a[.]org"),
            (
                "mailto:j[@]a[.]org,k[@]b[.]org",
                "mailto:j[@]a[.]org,k[@]b[.]org",
            ),
            ("mailto:?to=j.d@a.org", "mailto:?to=j.d[@]a[.]org"),
            ("mailto:?to=j.d%40a.org", "mailto:?to=j.d%40a[.]org"),
            (
                "mailto:?subject=a.b&bcc=j.d@a.org,k@b.org",
                "mailto:?subject=a.b&bcc=j.d[@]a[.]org,k[@]b[.]org",
            ),
            (
                "mailto:?body=http://a.org/b.c&to=j.d@a.org",
                "mailto:?body=hxxp://a[.]org/b.c&to=j.d[@]a[.]org",
            ),
            ("git+https://a.org/x", "git+https[:]//a[.]org/x"),
            ("file:///etc/motd.txt", "file:///etc/motd.txt"),
            ("tel:123.456", "tel:123.456"),
            ("www.example.org/a.b", "www[.]example[.]org/a.b"),
            ("joe@example.org", "joe[@]example[.]org"),
            (
                "https://a.org/web/2020/ftp://b.org/c.d",
                "hxxps://a[.]org/web/2020/ftp[:]//b[.]org/c.d",
            ),
            ("//evil.org/x.y", "//evil[.]org/x.y"),
            ("/a.b", "/a.b"),
            ("evil.org:8080/x.y", "evil[.]org:8080/x.y"),
            (
                "https://a.org/share?u=mailto:j.d@a.org",
                "hxxps://a[.]org/share?u=mailto:j.d[@]a[.]org",
            ),
            (
                "https://a.org/web/2020/MAILTO:joe@a.org",
                "hxxps://a[.]org/web/2020/MAILTO:joe[@]a[.]org",
            ),
            ("http://sip:pw@a.org/", "hxxp://sip:pw@a[.]org/"),
            ("http://a.org/?x=:joe@a.org", "hxxp://a[.]org/?x=:joe@a.org"),
            ("hxxp://evil[.]org/", "hxxp://evil[.]org/"),
            ("http://a(.)evil[.]org/", "hxxp://a(.)evil[.]org/"),
            ("", ""),
        ] {
            assert_eq!(String::from_utf8_lossy(&defang(url.as_bytes())), want);
        }
    }
}
