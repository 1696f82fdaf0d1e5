//! URLs that programs do not treat as links, for reports about harmful ones.

use super::parse;

/// The URL in a form that is no link: `hxxps://evil[.]example[.]org/x`. [`refang`](crate::refang) undoes it.
///
/// In http and https URLs `tt` becomes `xx`, in others `:` before `//` becomes `[:]`; the dots of the host, and in addresses also the
/// `@`, stand in brackets. The rest is kept.
///
/// ```
/// use urlgrep::url::defang;
/// assert_eq!(defang(b"https://evil.example.org/a.b"), b"hxxps://evil[.]example[.]org/a.b");
/// assert_eq!(defang(b"ftp://evil.example.org/"), b"ftp[:]//evil[.]example[.]org/");
/// assert_eq!(defang(b"mailto:joe@example.org"), b"mailto:joe[@]example[.]org");
/// ```
pub fn defang(url: &[u8]) -> Vec<u8> {
    let (parsed, _) = parse(url);
    let Some(scheme) = parsed.scheme() else {
        return url.to_vec();
    };
    let mut out = match parsed.scheme_info().name() {
        "http" => b"hxxp".to_vec(),
        "https" => b"hxxps".to_vec(),
        _ => scheme.to_vec(),
    };
    // What has a host, or else an address, which has one behind its `@`.
    let opaque = parsed.path().unwrap_or_default();
    let domain = memchr::memrchr(b'@', opaque).map(|at| &opaque[at + 1..]);
    let Some(host) = parsed.host().or(domain).filter(|host| !host.is_empty()) else {
        out.extend_from_slice(&url[scheme.len()..]);
        return out;
    };
    let start = host.as_ptr() as usize - url.as_ptr() as usize;
    let mut before = &url[scheme.len()..start];
    if parsed.host().is_some() && out == scheme {
        out.extend_from_slice(b"[:]");
        before = &before[1..];
    }
    match (parsed.host(), before) {
        (None, [address @ .., b'@']) => {
            out.extend_from_slice(address);
            out.extend_from_slice(b"[@]");
        }
        _ => out.extend_from_slice(before),
    }
    for part in host.split_inclusive(|&b| b == b'.') {
        match part {
            [label @ .., b'.'] => {
                out.extend_from_slice(label);
                out.extend_from_slice(b"[.]");
            }
            label => out.extend_from_slice(label),
        }
    }
    out.extend_from_slice(&url[start + host.len()..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for (url, want) in [
            ("HTTP://u.v@H.org:80/", "hxxp://u.v@H[.]org:80/"),
            ("http://localhost/a.b", "hxxp://localhost/a.b"),
            ("news:1.2@a.org", "news:1.2[@]a[.]org"),
            ("file:///etc/motd.txt", "file:///etc/motd.txt"),
            ("tel:123.456", "tel:123.456"),
            ("www.example.org", "www.example.org"),
            ("", ""),
        ] {
            assert_eq!(String::from_utf8_lossy(&defang(url.as_bytes())), want);
        }
    }
}
