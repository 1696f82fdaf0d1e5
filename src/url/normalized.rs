//! Syntax-based normalization (RFC 3986 section 6.2.2), and the equal forms that the RFCs name for single schemes.
//!
//! Each component is normalized before any rule looks at it, so that normalizing twice changes nothing more.

use std::borrow::Cow;

use super::resolve::without_dot_segments;
use super::{Components, Url, ftp};
use crate::class::Class;
use crate::grammar::{escape, host};
use crate::haystack::Haystack;
use crate::span::contains;

/// Which paths of a scheme are equal: a column of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PathRule {
    /// None but equal ones.
    Kept,
    /// After `//`, dot segments are removed.
    Segments,
    /// Also, `http://h` is `http://h/` (RFC 3986 section 6.2.3).
    Http,
    /// Also, the letter of the type may have either case (RFC 1738 section 5). If a segment has an encoded slash, `..` need not
    /// undo it (section 3.2.2), so that no segment is removed.
    Ftp,
    /// A directory is the default type, and the slash before an empty path is optional (RFC 1738 section 3.4.1).
    Gopher,
    /// The final slash is optional (RFC 1738 section 3.8).
    Telnet,
    /// `localhost` is the empty host, dot segments are removed (RFC 1738 section 3.10), and `file:/x` is `file:///x` (RFC 8089
    /// appendix B).
    File,
}

impl<T: Haystack + ?Sized> Url<'_, T> {
    /// An equivalent URL for comparison: scheme, host and escapes in one case, escapes of unreserved characters decoded, no
    /// default port. In http, https, ftp, file and schemes of the generic syntax with `//`, also `.` and `..` segments are removed
    /// (RFC 3986 section 6.2.2). Of the forms that an RFC calls equal, one is taken: `http://h/`, `gopher://h/`, `file:///`,
    /// `;type=a`, `telnet://h`. Normalizing again changes nothing. A string without a scheme is returned as it is.
    ///
    /// ```
    /// let (url, _) = urlgrep::url::parse_str("HTTP://Example.ORG:80/%7eme/a/../b%2f");
    /// assert_eq!(url.normalized(), "http://example.org/~me/b%2F");
    /// ```
    #[must_use]
    pub fn normalized(&self) -> T::Owned {
        T::owned(self.components().normalized())
    }
}

impl Components<'_> {
    pub(super) fn normalized(&self) -> Vec<u8> {
        let Some(scheme) = self.scheme() else {
            return self.raw.to_vec();
        };
        let rule = self.scheme.path;
        let mut out = scheme.to_ascii_lowercase();
        out.push(b':');
        let mut path = self.path().map(normalize);
        if let Some(host) = self.host() {
            out.extend_from_slice(b"//");
            self.put_login(host, &mut out);
            path = self.without_equal_forms(path);
            if path.is_some() {
                out.push(b'/');
            }
        } else if let (PathRule::File, Some([b'/', rest @ ..])) = (rule, path.as_deref()) {
            out.extend_from_slice(b"///");
            path = Some(root(rest));
        }
        out.extend(path.unwrap_or_default());
        for (mark, part) in [(b'?', self.query()), (b'#', self.fragment())] {
            if let Some(part) = part {
                out.push(mark);
                out.extend(normalize(part));
            }
        }
        out
    }

    fn put_login(&self, host: &[u8], out: &mut Vec<u8>) {
        if let Some(user) = self.user() {
            out.extend(normalize(user));
            if let Some(password) = self.password() {
                out.push(b':');
                out.extend(normalize(password));
            }
            out.push(b'@');
        }
        let file = self.scheme.path == PathRule::File;
        let dns = self.scheme.host == host::HostKind::Dns;
        let mut host = normalize(host);
        // Hosts of a network have no case. Escapes have upper-case digits.
        if dns || file || self.scheme.is_network_host(&host) {
            host = normalize(&in_lower_case(&host));
        }
        if !(file && host == b"localhost") {
            out.extend(host);
        }
        let Some(port) = self.port().filter(|port| !port.is_empty()) else {
            return;
        };
        let number = self.port_number();
        if number.is_none() || number != self.default_port().map(u64::from) {
            let digits = match number {
                Some(number) if dns => Cow::Owned(number.to_string().into_bytes()),
                _ => Cow::Borrowed(port),
            };
            out.push(b':');
            out.extend_from_slice(&digits);
        }
    }

    /// The path after a host, which lacks its first slash, in the one form of several equal ones.
    fn without_equal_forms(&self, path: Option<Vec<u8>>) -> Option<Vec<u8>> {
        let empty = path.as_ref().is_none_or(Vec::is_empty);
        match self.scheme.path {
            PathRule::Kept => path,
            PathRule::Telnet => path.filter(|_| !empty),
            PathRule::Gopher
                if self.search.is_none() && (empty || path.as_deref() == Some(b"1")) =>
            {
                Some(Vec::new())
            }
            PathRule::Gopher => path,
            PathRule::Http => Some(root(&path.unwrap_or_default())),
            PathRule::Segments | PathRule::File => path.map(|path| root(&path)),
            PathRule::Ftp => path.map(|path| {
                let (fpath, parameter) = ftp::cut_type(&path, (0..path.len()).into());
                let fpath = fpath.bytes(&path);
                let mut kept = match memchr::memmem::find(fpath, b"%2F") {
                    Some(_) => fpath.to_vec(),
                    None => root(fpath),
                };
                if let Some(parameter) = parameter {
                    kept.push(b';');
                    kept.extend(parameter.bytes(&path).to_ascii_lowercase());
                }
                kept
            }),
        }
    }
}

/// With the letters of every script in lower case, as resolvers see them (RFC 5895 section 2). Bytes that are no UTF-8 stay.
fn in_lower_case(host: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(host.len());
    for chunk in host.utf8_chunks() {
        let letters = chunk.valid().chars().flat_map(char::to_lowercase);
        out.extend_from_slice(letters.collect::<String>().as_bytes());
        out.extend_from_slice(chunk.invalid());
    }
    out
}

/// Removes the dot segments of an absolute path that lacks its first slash.
fn root(path: &[u8]) -> Vec<u8> {
    if !path.starts_with(b".") && !contains(path, b"/.") {
        return path.to_vec();
    }
    without_dot_segments(&[b"/", path].concat()).split_off(1)
}

/// Decodes the escapes of unreserved characters and gives all others upper-case digits. An escape is kept if decoding it would make a new
/// one of a `%` that begins none.
fn normalize(part: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(part.len());
    let (mut i, mut percent) = (0, None);
    while let Some(&byte) = part.get(i) {
        match escape::octet(&part[i..]) {
            Some(octet) => {
                let unreserved = Class::ALPHADIGIT.has(octet) || b"-._~".contains(&octet);
                let makes_escape =
                    percent.is_some_and(|at| out.len() - at <= 2) && Class::HEX.has(octet);
                if unreserved && !makes_escape {
                    out.push(octet)
                } else {
                    out.extend(part[i..i + 3].to_ascii_uppercase())
                }
                i += 3;
            }
            None => {
                if byte == b'%' {
                    percent = Some(out.len());
                }
                out.push(byte);
                i += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::url::parse;

    fn normalized(raw: &str) -> String {
        let url = parse(raw.as_bytes()).0.normalized();
        String::from_utf8_lossy(&url).into_owned()
    }

    #[test]
    fn normalizes() {
        for (raw, want) in [
            ("http://h:/x", "http://h/x"),
            ("http://H:8080/A/./B", "http://h:8080/A/B"),
            ("http://h:080/", "http://h/"),
            ("http://h/a/..", "http://h/"),
            ("http://h/a/b/../../../c?x=%41#%7E", "http://h/c?x=A#~"),
            ("http://%41.ORG/%C3%a9", "http://a.org/%C3%A9"),
            ("http://h/%%30a", "http://h/%%30a"),
            ("http://h/%a%30/%30", "http://h/%a%30/0"),
            ("mailto:Joe@Example.org", "mailto:Joe@Example.org"),
            ("gopher://H:70/0/a/../b", "gopher://h/0/a/../b"),
            ("file:///a/../b", "file:///b"),
            ("file://Server/a", "file://server/a"),
            ("http://localhost/", "http://localhost/"),
            ("FTP://ftp@H:21//%2Fetc", "ftp://ftp@h//%2Fetc"),
            ("ftp://h/%2fa/../b", "ftp://h/%2Fa/../b"),
            ("ftp://h/a/..;type=D", "ftp://h/;type=d"),
            ("docker://Alpine:080", "docker://Alpine:080"),
            ("ssh://Git@A.org:22/X", "ssh://Git@a.org/X"),
            ("postgresql://A.org/Notes", "postgresql://a.org/Notes"),
            ("ssh://ÄRZTE.de/X", "ssh://ärzte.de/X"),
            ("ldap://ÄRZTE.de/", "ldap://ärzte.de/"),
            ("http://ÄB%C3%96.DE/", "http://äb%C3%96.de/"),
            ("http://A%c3%96%4Ab/", "http://a%C3%96jb/"),
            ("s3://Bucket/X", "s3://Bucket/X"),
            (
                "postgresql://%2FVar%2FRun/db",
                "postgresql://%2FVar%2FRun/db",
            ),
            ("ws://A.org?x", "ws://a.org/?x"),
            ("%41:b", "%41:b"),
        ] {
            assert_eq!(normalized(raw), want, "{raw}");
        }
    }

    #[test]
    fn forms_that_an_rfc_calls_equal() {
        for forms in [
            &["http://h", "http://h/", "HTTP://H:80/", "http://h:"][..],
            &["http://h?q", "http://h/?q"],
            &[
                "gopher://h",
                "gopher://h/",
                "gopher://h/1",
                "gopher://h/%31",
            ],
            &[
                "file:///x",
                "file://localhost/x",
                "file:/x",
                "FILE://LocalHost/%78",
            ],
            &[
                "ftp://h/x;type=a",
                "ftp://h/x;type=A",
                "ftp://h/x;typ%65=%41",
            ],
            &["telnet://h", "telnet://h/", "telnet://h:23/"],
        ] {
            for form in forms {
                assert_eq!(normalized(form), normalized(forms[0]), "{form}");
            }
        }
    }

    #[test]
    fn forms_that_differ() {
        for (a, b) in [
            ("ftp://h/", "ftp://@h/"),
            ("ftp://h/%2Fetc/../x", "ftp://h/x"),
            ("http://h/", "http://h/?"),
            ("http://h/a%2Fb", "http://h/a/b"),
            ("gopher://h/1x", "gopher://h/x"),
            ("http://h/%zz", "http://h/%25zz"),
            ("news:*", "news:"),
        ] {
            assert_ne!(normalized(a), normalized(b));
        }
    }
}
