//! Internationalized names of hosts (RFC 5891, UTS 46), by the `idna` crate.

use super::Url;
use crate::grammar::{escape, host};
use crate::haystack::Haystack;

impl<T: Haystack + ?Sized> Url<'_, T> {
    /// The host in US-ASCII, in lower case: each label that is not has its `xn--` form (RFC 5891). Escapes are decoded first.
    /// `None` if there is no host, if it is no name in IDNA, or if it then has what no host has: an empty label, `/`, a blank.
    ///
    /// ```
    /// use urlgrep::url::parse_str;
    /// assert_eq!(parse_str("http://www.München.de/").0.host_to_ascii().as_deref(), Some("www.xn--mnchen-3ya.de"));
    /// assert_eq!(parse_str("http://m%C3%BCnchen.de/").0.host_to_ascii().as_deref(), Some("xn--mnchen-3ya.de"));
    /// assert_eq!(parse_str("http://[::1]/").0.host_to_ascii().as_deref(), Some("[::1]"));
    /// ```
    pub fn host_to_ascii(&self) -> Option<String> {
        let host = self.decoded_host()?;
        if host::is_literal(host.as_bytes()) {
            return Some(host.to_ascii_lowercase());
        }
        let name = idna::domain_to_ascii(&host).ok();
        name.filter(|name| is_host(name))
    }

    /// The host in Unicode, in lower case: each `xn--` label is decoded. `None` where [`host_to_ascii`](Url::host_to_ascii) gives none.
    ///
    /// ```
    /// use urlgrep::url::parse_str;
    /// assert_eq!(parse_str("http://xn--mnchen-3ya.de/").0.host_to_unicode().as_deref(), Some("münchen.de"));
    /// ```
    pub fn host_to_unicode(&self) -> Option<String> {
        let host = self.decoded_host()?;
        if host::is_literal(host.as_bytes()) {
            return Some(host.to_ascii_lowercase());
        }
        let (name, result) = idna::domain_to_unicode(&host);
        (result.is_ok() && is_host(&name)).then_some(name)
    }

    fn decoded_host(&self) -> Option<String> {
        let host = escape::decode(self.components().host()?).into_owned();
        String::from_utf8(host).ok().filter(|host| !host.is_empty())
    }
}

/// Whether no character is forbidden in a domain (the URL standard, section 3.2), and no label but that of a final dot is empty.
fn is_host(name: &str) -> bool {
    let forbidden = |c: char| c <= ' ' || "#%/:<>?@[\\]^|\x7f".contains(c);
    let mut labels = name.strip_suffix('.').unwrap_or(name).split('.');
    !name.contains(forbidden) && labels.all(|label| !label.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::url::parse;

    #[test]
    fn there_and_back() {
        for (url, ascii, unicode) in [
            ("http://A.org/", Some("a.org"), Some("a.org")),
            (
                "http://\u{65e5}\u{672c}.jp",
                Some("xn--wgv71a.jp"),
                Some("\u{65e5}\u{672c}.jp"),
            ),
            (
                "http://fa\u{df}.de",
                Some("xn--fa-hia.de"),
                Some("fa\u{df}.de"),
            ),
            ("http://192.0.2.1/", Some("192.0.2.1"), Some("192.0.2.1")),
            ("http://a_b.org/", Some("a_b.org"), Some("a_b.org")),
            ("http://xn--a/", None, None),
            ("http://[FE80::A]/", Some("[fe80::a]"), Some("[fe80::a]")),
            ("http://a.org./", Some("a.org."), Some("a.org.")),
            // Once decoded, it is another URL.
            ("http://a.org%2Fb/", None, None),
            ("http://joe%40a.org/", None, None),
            ("http://a%20b/", None, None),
            ("http://a%00b/", None, None),
            ("http://a%25b/", None, None),
            // The full-width slash.
            ("http://a.org\u{ff0f}b/", None, None),
            ("http://a..org/", None, None),
            ("http://.org/", None, None),
            ("http://./", None, None),
            ("http://[zz]/", None, None),
            ("http://%ff/", None, None),
            ("mailto:joe@a.org", None, None),
            ("file:///x", None, None),
        ] {
            let (url, _) = parse(url.as_bytes());
            assert_eq!(url.host_to_ascii().as_deref(), ascii, "{url}");
            assert_eq!(url.host_to_unicode().as_deref(), unicode, "{url}");
        }
    }
}
