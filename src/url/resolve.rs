//! Resolution of a reference against a base URL (RFC 3986 section 5).

use super::{Components, Url};
use crate::class::Class;
use crate::haystack::Haystack;
use crate::span::{cut, split_before};

impl<T: Haystack + ?Sized> Url<'_, T> {
    /// The URL that `reference` means in a document with this URL (RFC 3986 section 5.2; strict, so `http:g` is kept). The result
    /// is not normalized. The bytes of the reference are taken as they are.
    ///
    /// ```
    /// let (base, _) = urlgrep::url::parse_str("http://a/b/c/d;p?q");
    /// assert_eq!(base.resolve("../g?y#s"), "http://a/b/g?y#s");
    /// assert_eq!(base.resolve("//h/x"), "http://h/x");
    /// assert_eq!(base.resolve("mailto:joe@a.org"), "mailto:joe@a.org");
    /// ```
    #[must_use]
    pub fn resolve(&self, reference: &T) -> T::Owned {
        T::owned(self.components().resolve(reference.bytes()))
    }
}

impl Components<'_> {
    fn resolve(&self, reference: &[u8]) -> Vec<u8> {
        let base = Parts::split(self.as_bytes());
        let given = Parts::split(reference);
        let mut target = Parts {
            fragment: given.fragment,
            ..base
        };
        let path = if given.scheme.is_some() || given.authority.is_some() {
            target = Parts {
                scheme: given.scheme.or(base.scheme),
                ..given
            };
            without_dot_segments(given.path)
        } else if given.path.is_empty() {
            target.query = given.query.or(base.query);
            base.path.to_vec()
        } else {
            target.query = given.query;
            if given.path.starts_with(b"/") {
                without_dot_segments(given.path)
            } else {
                without_dot_segments(&base.merge(given.path))
            }
        };
        Parts {
            path: &path,
            ..target
        }
        .join()
    }
}

/// The five components of a URI reference; absent ones are `None`, the path may be empty (RFC 3986 section 3 and appendix B).
#[derive(Clone, Copy)]
struct Parts<'u> {
    scheme: Option<&'u [u8]>,
    authority: Option<&'u [u8]>,
    path: &'u [u8],
    query: Option<&'u [u8]>,
    fragment: Option<&'u [u8]>,
}

impl<'u> Parts<'u> {
    fn split(raw: &'u [u8]) -> Parts<'u> {
        let (rest, fragment) = cut(raw, b'#');
        let (mut rest, query) = cut(rest, b'?');
        let len = Class::SCHEME.run(rest);
        let letter = rest.first().is_some_and(u8::is_ascii_alphabetic);
        let mut scheme = None;
        if letter && rest.get(len) == Some(&b':') {
            (scheme, rest) = (Some(&rest[..len]), &rest[len + 1..]);
        }
        let (mut authority, mut path) = (None, rest);
        if let Some(rest) = rest.strip_prefix(b"//") {
            let (host, rest) = split_before(rest, |b| b == b'/');
            (authority, path) = (Some(host), rest);
        }
        Parts {
            scheme,
            authority,
            path,
            query,
            fragment,
        }
    }

    /// RFC 3986 section 5.2.3.
    fn merge(&self, path: &[u8]) -> Vec<u8> {
        let kept = match memchr::memrchr(b'/', self.path) {
            Some(slash) => &self.path[..=slash],
            None if self.authority.is_some() => b"/",
            None => b"",
        };
        [kept, path].concat()
    }

    /// RFC 3986 section 5.3.
    fn join(&self) -> Vec<u8> {
        let mut out = Vec::new();
        if let Some(scheme) = self.scheme {
            out.extend_from_slice(scheme);
            out.push(b':');
        }
        match self.authority {
            Some(authority) => {
                out.extend_from_slice(b"//");
                out.extend_from_slice(authority);
            }
            // Otherwise the path would be read as an authority.
            None if self.path.starts_with(b"//") => out.extend_from_slice(b"/."),
            None => {}
        }
        out.extend_from_slice(self.path);
        for (mark, part) in [(b'?', self.query), (b'#', self.fragment)] {
            if let Some(part) = part {
                out.push(mark);
                out.extend_from_slice(part);
            }
        }
        out
    }
}

/// `remove_dot_segments` (RFC 3986 section 5.2.4), with that section's steps.
pub(super) fn without_dot_segments(path: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(path.len());
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(b"../").or(rest.strip_prefix(b"./")) {
            rest = after; // 2A
        } else if rest.starts_with(b"/./") {
            rest = &rest[2..]; // 2B
        } else if rest == b"/." {
            rest = b"/";
        } else if rest.starts_with(b"/../") || rest == b"/.." {
            rest = match &rest[3..] {
                [] => b"/",
                after => after,
            };
            out.truncate(memchr::memrchr(b'/', &out).unwrap_or(0)); // 2C
        } else if rest == b"." || rest == b".." {
            rest = b""; // 2D
        } else {
            let end = memchr::memchr(b'/', &rest[1..]).map_or(rest.len(), |i| i + 1);
            out.extend_from_slice(&rest[..end]); // 2E
            rest = &rest[end..];
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::url::parse;

    #[test]
    fn removes_dot_segments() {
        // The two examples of section 5.2.4.
        for (path, want) in [
            ("/a/b/c/./../../g", "/a/g"),
            ("mid/content=5/../6", "mid/6"),
            ("", ""),
            ("/..", "/"),
            ("..", ""),
        ] {
            assert_eq!(without_dot_segments(path.as_bytes()), want.as_bytes());
        }
    }

    #[test]
    fn a_path_does_not_become_an_authority() {
        let (base, _) = parse(b"x:/a/b");
        assert_eq!(base.resolve(b"/.//c"), b"x:/.//c");
    }

    #[test]
    fn a_base_without_a_path() {
        let (base, _) = parse(b"http://a?q#f");
        assert_eq!(base.resolve(b"g"), b"http://a/g");
        assert_eq!(base.resolve(b""), b"http://a?q");
    }
}
