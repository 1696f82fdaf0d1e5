//! Parameters of a query that track readers. One table for [`Url::without_tracking`] and the linter.

use std::borrow::Cow;

use super::Url;
use crate::haystack::Haystack;
use crate::span::cut;

/// How names of tracking parameters begin.
const PREFIXES: &[&str] = &["utm_", "mtm_", "pk_", "hsa_", "__hs"];

/// Names of tracking parameters, in lower case.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid", "ttclid", "igshid", "mc_cid", "mc_eid",
    "_hsenc", "_hsmi", "mkt_tok", "vero_id", "oly_enc_id", "oly_anon_id",
];

/// Whether `parameter`, `name=value`, tracks readers.
pub(crate) fn is_tracking(parameter: &[u8]) -> bool {
    let (name, _) = cut(parameter, b'=');
    // HTML that was not decoded.
    let name = name
        .strip_prefix(b"amp;")
        .unwrap_or(name)
        .to_ascii_lowercase();
    let begins = |prefix: &&str| name.starts_with(prefix.as_bytes());
    NAMES.iter().any(|known| name == known.as_bytes()) || PREFIXES.iter().any(begins)
}

impl<T: Haystack + ?Sized> Url<'_, T> {
    /// The URL without the parameters of its query that track readers (`utm_source`, `fbclid`), borrowed if it has none. The other
    /// parameters keep their order and their escapes. The resource does not depend on what is removed.
    ///
    /// ```
    /// use urlgrep::url::parse_str;
    /// let (url, _) = parse_str("http://a.org/x?utm_source=mail&y=1&fbclid=2#z");
    /// assert_eq!(url.without_tracking(), "http://a.org/x?y=1#z");
    /// assert_eq!(parse_str("http://a.org/?gclid=1").0.without_tracking(), "http://a.org/");
    /// ```
    pub fn without_tracking(&self) -> Cow<'_, T> {
        let Some(at) = self.ranges.search else {
            return Cow::Borrowed(&self.text);
        };
        let url = self.as_bytes();
        let parameters = || at.bytes(url).split(|&b| b == b'&');
        if !parameters().any(is_tracking) {
            return Cow::Borrowed(&self.text);
        }
        let mut kept: Vec<_> = parameters().filter(|kept| !is_tracking(kept)).collect();
        // Nothing stands before it any more.
        if let Some(first) = kept.first_mut()
            && parameters().next().is_some_and(is_tracking)
        {
            *first = first.strip_prefix(b"amp;").unwrap_or(first);
        }
        // Without parameters, no `?`.
        let is_empty = kept.iter().all(|kept| kept.is_empty());
        let mut out = url[..at.start - usize::from(is_empty)].to_vec();
        if !is_empty {
            out.extend_from_slice(&kept.join(&b'&'));
        }
        out.extend_from_slice(&url[at.end..]);
        Cow::Owned(T::owned(out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::url::parse_str;

    #[test]
    fn what_tracks_is_removed() {
        for (url, want) in [
            ("http://a/", "http://a/"),
            ("http://a/?", "http://a/?"),
            ("http://a/?x&&y", "http://a/?x&&y"),
            ("http://a/?UTM_Source=1", "http://a/"),
            ("http://a/?utm_source=1&utm_medium=2#f", "http://a/#f"),
            ("http://a/?x=1&gclid=2", "http://a/?x=1"),
            ("http://a/?x=1&amp;gclid=2", "http://a/?x=1"),
            ("http://a/?&gclid=2#f", "http://a/#f"),
            ("http://a/?gclid=2&amp;x=1", "http://a/?x=1"),
            ("http://a/?gclid=2&x=%26", "http://a/?x=%26"),
            (
                "http://a/?xutm_a=1&notgclid=2",
                "http://a/?xutm_a=1&notgclid=2",
            ),
            ("http://a?fbclid", "http://a"),
            ("utm_source=1", "utm_source=1"),
            ("mailto:a@b?utm_source=1", "mailto:a@b"),
        ] {
            let (url, _) = parse_str(url);
            let kept = url.without_tracking();
            assert_eq!(kept, want);
            let unchanged = url.as_str() == want;
            assert_eq!(matches!(kept, Cow::Borrowed(_)), unchanged, "{url}");
        }
        let (url, _) = crate::url::parse(b"http://a/\xff?pk_x=\xff&\xff");
        assert_eq!(&*url.without_tracking(), b"http://a/\xff?\xff");
    }

    #[test]
    fn names_are_in_lower_case() {
        for name in NAMES.iter().chain(PREFIXES) {
            assert_eq!(name.to_ascii_lowercase(), *name);
        }
    }
}
