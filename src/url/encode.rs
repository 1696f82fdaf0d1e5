//! Percent-encoding of data for a component, and the pairs of a query.
//!
//! The characters that stay as they are may stand in the component (RFC 3986, appendix A) and delimit nothing there.

use std::borrow::Cow;

use super::{Url, decode};
use crate::class::Class;
use crate::grammar::escape::ENCODED;
use crate::haystack::Haystack;
use crate::span::cut;

/// A component of a URL, or a part of one, that holds data.
///
/// ```
/// use urlgrep::url::{Component, encode};
/// assert_eq!(encode(b"a/b", Component::Segment), "a%2Fb");
/// assert_eq!(encode(b"a/b", Component::Path), "a/b");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Component {
    /// A user name or a password.
    User,
    /// The name of a host.
    Host,
    /// One segment of a path: `/` and `;` are data.
    Segment,
    /// A path: `/` separates its segments.
    Path,
    /// A name or value of a query: `&`, `=` and `+` are data.
    Parameter,
    /// A fragment.
    Fragment,
}

impl Component {
    /// The characters that stay, besides letters, digits and `-._~`.
    pub(super) fn kept(self) -> &'static [u8] {
        match self {
            Component::User | Component::Host => b"!$&'()*+,;=",
            Component::Segment => b"!$&'()*+,=:@",
            Component::Path => b"!$&'()*+,=:@/",
            // RFC 1738 section 3.3 allows neither `/` nor `?` here.
            Component::Parameter => b"!$'()*,:@",
            Component::Fragment => b"!$&'()*+,;=:@/?",
        }
    }
}

/// `data` with an escape for each octet that may not stand in the component, or would delimit something there. `%` is data too, so
/// [`decode`] gives the data again.
///
/// ```
/// use urlgrep::url::{Component, encode};
/// assert_eq!(encode(b"50% / a~b", Component::Segment), "50%25%20%2F%20a~b");
/// assert_eq!(encode("a/é".as_bytes(), Component::Path), "a/%C3%A9");
/// assert_eq!(encode(b"x=1&y", Component::Parameter), "x%3D1%26y");
/// ```
#[must_use]
pub fn encode(data: &[u8], component: Component) -> String {
    let mut out = String::with_capacity(data.len());
    put(data, component.kept(), &mut out);
    out
}

/// Writes `data`; only unreserved characters and those in `kept` are not encoded.
pub(super) fn put(data: &[u8], kept: &[u8], out: &mut String) {
    for &byte in data {
        let unreserved = Class::ALPHADIGIT.has(byte) || b"-._~".contains(&byte);
        if unreserved || kept.contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.extend(ENCODED[usize::from(byte)].map(char::from));
        }
    }
}

impl<T: Haystack + ?Sized> Url<'_, T> {
    /// The names and values of the query, `name=value` between `&`, decoded; `+` is a blank, as forms of HTML write it. The fields of
    /// a `mailto:` URL, where `+` is a plus sign, are in its [`details`](Url::details).
    ///
    /// ```
    /// let (url, _) = urlgrep::url::parse_str("http://a.org/?q=a+b%2B&x&=1");
    /// let pairs: Vec<_> = url.query_pairs().collect();
    /// assert_eq!((&*pairs[0].0, &*pairs[0].1), (&b"q"[..], &b"a b+"[..]));
    /// assert_eq!((&*pairs[1].0, &*pairs[1].1), (&b"x"[..], &b""[..]));
    /// assert_eq!(pairs.len(), 3);
    /// ```
    pub fn query_pairs(&self) -> impl Iterator<Item = (Cow<'_, [u8]>, Cow<'_, [u8]>)> {
        let query = self.components().query().unwrap_or_default();
        pairs(query).map(|(name, value)| (plus_decoded(name), plus_decoded(value)))
    }
}

/// The names and values in a query, not decoded.
pub(super) fn pairs(query: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let fields = query.split(|&b| b == b'&');
    fields.filter(|field| !field.is_empty()).map(|field| {
        let (name, value) = cut(field, b'=');
        (name, value.unwrap_or_default())
    })
}

fn plus_decoded(text: &[u8]) -> Cow<'_, [u8]> {
    match memchr::memchr(b'+', text) {
        None => decode(text),
        Some(_) => {
            let blank = |&b: &u8| if b == b'+' { b' ' } else { b };
            let text: Vec<u8> = text.iter().map(blank).collect();
            Cow::Owned(decode(&text).into_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flaw::FlawAt;
    use crate::url::parse_str;

    const ALL: [Component; 6] = [
        Component::User,
        Component::Host,
        Component::Segment,
        Component::Path,
        Component::Parameter,
        Component::Fragment,
    ];

    #[test]
    fn decoding_gives_the_data_again() {
        let all: Vec<u8> = (0..=255).collect();
        for component in ALL {
            let encoded = encode(&all, component);
            assert!(encoded.is_ascii());
            assert_eq!(&*decode(encoded.as_bytes()), all, "{component:?}");
        }
    }

    /// Each octet, as data of each component, stays in that component, and no later standard refuses the URL.
    #[test]
    fn data_stays_in_its_component() {
        for byte in 0..=255 {
            let data = [b'a', byte, b'a'];
            for component in ALL {
                let part = encode(&data, component);
                let url = match component {
                    Component::User => format!("ftp://{part}@h/x"),
                    Component::Host => format!("x-a://{part}/x"),
                    Component::Segment => format!("http://h/x/{part}/y"),
                    Component::Path => format!("http://h/{part}"),
                    Component::Parameter => format!("http://h/x?n=1&{part}={part}"),
                    Component::Fragment => format!("http://h/x#{part}"),
                };
                let (url, flaws) = parse_str(&url);
                let invalid: Vec<&FlawAt> = flaws.iter().filter(|flaw| flaw.invalid).collect();
                assert!(invalid.is_empty(), "{url} {invalid:?}");
                let parts = url.components();
                match component {
                    Component::User => assert_eq!(parts.user(), Some(part.as_bytes())),
                    Component::Host => assert_eq!(parts.host(), Some(part.as_bytes())),
                    Component::Segment => {
                        let middle = parts
                            .path()
                            .and_then(|path| path.split(|&b| b == b'/').nth(1));
                        assert_eq!(middle, Some(part.as_bytes()));
                    }
                    Component::Path => assert_eq!(parts.path(), Some(part.as_bytes())),
                    Component::Parameter => {
                        let pairs: Vec<_> = url.query_pairs().collect();
                        assert_eq!((&*pairs[1].0, &*pairs[1].1), (&data[..], &data[..]));
                    }
                    Component::Fragment => assert_eq!(parts.fragment(), Some(part.as_bytes())),
                }
            }
        }
    }
}
