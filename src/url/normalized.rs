//! Syntax-based normalization (RFC 3986 section 6.2.2).

use super::Url;
use crate::class::Class;
use crate::grammar::login;
use crate::grammar::{escape, host};

impl Url<'_> {
    /// An equivalent URL for comparison: scheme, host and escapes in one case, escapes of unreserved characters decoded, no
    /// default port. In http, https, ftp, file and schemes of the generic syntax with `//`, also `.` and `..` segments are removed
    /// (RFC 3986 section 6.2.2).
    ///
    /// ```
    /// let (url, _) = urlgrep::url::parse(b"HTTP://Example.ORG:80/%7eme/a/../b%2f");
    /// assert_eq!(url.normalized(), b"http://example.org/~me/b%2F");
    /// ```
    pub fn normalized(&self) -> Vec<u8> {
        let mut out = self.scheme().unwrap_or_default().to_ascii_lowercase();
        if self.colon.is_some() {
            out.push(b':');
        }
        if let Some(host) = self.host() {
            out.extend_from_slice(b"//");
            if let Some(user) = self.user() {
                put(&mut out, user);
                if let Some(password) = self.password() {
                    out.push(b':');
                    put(&mut out, password);
                }
                out.push(b'@');
            }
            match self.scheme.host {
                host::HostKind::Dns => put(&mut out, &host.to_ascii_lowercase()),
                _ => put(&mut out, host),
            }
            let port = self.port().filter(|port| !port.is_empty());
            let default = self.default_port().map(u64::from);
            if let Some(port) =
                port.filter(|port| login::number(port) != default || default.is_none())
            {
                out.push(b':');
                out.extend_from_slice(port);
            }
            if self.path.is_some() {
                out.push(b'/');
            }
        }
        let mut path = Vec::new();
        put(&mut path, self.path().unwrap_or_default());
        let hierarchical = matches!(self.scheme.name, "http" | "https" | "ftp" | "file");
        let generic = std::ptr::fn_addr_eq(
            self.scheme.parse_authority,
            super::generic::parse_authority as super::Step,
        );
        if (hierarchical || generic) && self.host().is_some() {
            path = without_dots(&path);
        }
        out.append(&mut path);
        for (mark, part) in [(b'?', self.query()), (b'#', self.fragment())] {
            if let Some(part) = part {
                out.push(mark);
                put(&mut out, part);
            }
        }
        out
    }
}

/// Appends `part`. Escapes of unreserved characters are decoded; all others get upper-case digits.
fn put(out: &mut Vec<u8>, part: &[u8]) {
    let mut i = 0;
    while i < part.len() {
        match escape::octet(&part[i..]) {
            Some(octet) => {
                if Class::ALPHADIGIT.has(octet) || b"-._~".contains(&octet) {
                    out.push(octet);
                } else {
                    out.extend(part[i..i + 3].to_ascii_uppercase());
                }
                i += 3;
            }
            None => {
                out.push(part[i]);
                i += 1;
            }
        }
    }
}

/// `remove_dot_segments` (RFC 3986 section 5.2.4) for a path without its first slash.
fn without_dots(path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    let last = path.iter().filter(|&&b| b == b'/').count();
    for (i, segment) in path.split(|&b| b == b'/').enumerate() {
        match segment {
            b"." | b".." => {
                if segment == b".." {
                    kept.pop();
                }
                if i == last {
                    kept.push(b"");
                }
            }
            _ => kept.push(segment),
        }
    }
    kept.join(&b'/')
}

#[cfg(test)]
mod tests {
    use crate::url::parse;

    #[test]
    fn normalizes() {
        for (raw, want) in [
            ("http://h", "http://h"),
            ("http://h/", "http://h/"),
            ("http://h:/x", "http://h/x"),
            ("http://H:8080/A/./B", "http://h:8080/A/B"),
            ("http://h/a/..", "http://h/"),
            ("http://h/a/b/../../../c?x=%41#%7E", "http://h/c?x=A#~"),
            ("mailto:Joe@Example.org", "mailto:Joe@Example.org"),
            ("gopher://H:70/0/a/../b", "gopher://h/0/a/../b"),
            ("file:///a/../b", "file:///b"),
            ("FTP://ftp@H:21//%2Fetc", "ftp://ftp@h//%2Fetc"),
        ] {
            let url = parse(raw.as_bytes()).0.normalized();
            assert_eq!(String::from_utf8_lossy(&url), want, "{raw}");
        }
    }
}
