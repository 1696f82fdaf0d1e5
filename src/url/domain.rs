//! The registered domain of a host, by the public suffix list.

use std::borrow::Cow;

use super::Url;
use crate::haystack::Haystack;
use crate::span::contains;

/// The day of the public suffix list that this release was made with, `YYYY-MM-DD`. A program that has a newer `psl` in its Cargo.lock
/// has a newer list.
///
/// ```
/// assert_eq!(urlgrep::url::PUBLIC_SUFFIX_LIST.len(), "2026-01-01".len());
/// ```
// tools/public_suffix_list.py updates it.
pub const PUBLIC_SUFFIX_LIST: &str = "2026-11-05";

impl<T: Haystack + ?Sized> Url<'_, T> {
    /// The part of the host that somebody registered: one label and the public suffix after it, as written. Suffixes of companies
    /// such as `github.io` count too. `None` for addresses, names without a known suffix, suffixes themselves, and in schemes whose host
    /// is not on a network, such as `docker` and `s3`.
    ///
    /// ```
    /// use urlgrep::url::parse_str;
    /// assert_eq!(parse_str("http://a.b.Example.co.uk/").0.domain(), Some("Example.co.uk"));
    /// assert_eq!(parse_str("http://192.0.2.1/").0.domain(), None);
    /// assert_eq!(parse_str("http://co.uk/").0.domain(), None);
    /// ```
    pub fn domain(&self) -> Option<&T> {
        let at = self.ranges.login.host?;
        let host = at.bytes(self.as_bytes());
        let name = host.strip_suffix(b".").unwrap_or(host);
        let is_name = self.ranges.scheme.is_network_host(name)
            && name
                .rsplit(|&b| b == b'.')
                .next()?
                .iter()
                .any(|b| !b.is_ascii_digit());
        let folded = if name.iter().any(u8::is_ascii_uppercase) {
            Cow::Owned(name.to_ascii_lowercase())
        } else {
            Cow::Borrowed(name)
        };
        // An encoded dot separates labels, too, which the list does not see.
        let is_name = is_name && !contains(&folded, b"%2e");
        let domain = psl::domain(&folded).filter(|domain| is_name && domain.suffix().is_known())?;
        // `..org` has an empty label.
        let end = at.start + name.len();
        let domain = self.text.part(end - domain.as_bytes().len()..end);
        (!domain.bytes().starts_with(b".")).then_some(domain)
    }
}

#[cfg(test)]
mod tests {
    use crate::url::parse;

    /// The release of `psl` that the list was taken from.
    const RELEASE: &str = "2.1.247";

    #[test]
    fn the_day_is_that_of_the_release() {
        let lock = include_str!("../../Cargo.lock");
        let row = format!("name = \"psl\"\nversion = \"{RELEASE}\"\n");
        assert!(lock.contains(&row), "run tools/public_suffix_list.py");
    }

    #[test]
    fn domains() {
        for (url, want) in [
            ("http://www.example.org./", Some("example.org")),
            ("http://joe.github.io/", Some("joe.github.io")),
            ("http://m\u{fc}nchen.de/", Some("m\u{fc}nchen.de")),
            ("http://localhost/", None),
            ("http://[::1]/", None),
            ("http://a.b.invalid-suffix-of-nobody/", None),
            ("docker://a.example.org/", None),
            ("ssh://joe@a.Example.org/", Some("Example.org")),
            ("ldap://a.example.org/o=x", Some("example.org")),
            ("mongodb://a.example.org:27017/", Some("example.org")),
            ("mongodb://a.example.org,b.example.org/", None),
            ("postgresql://%2Frun%2Fx.org/notes", None),
            ("mailto:joe@example.org", None),
            ("http://..org/", None),
            ("http://a%2Eexample.org/", None),
            ("http://./", None),
        ] {
            let (url, _) = parse(url.as_bytes());
            let domain = url.domain().map(String::from_utf8_lossy);
            assert_eq!(domain.as_deref(), want, "{url}");
        }
    }
}
