//! Conversions of [`Url`] from and to the types of other crates: features `url` and `http`.

use std::borrow::Cow;

use crate::grammar::escape::ENCODED;
use crate::haystack::Haystack;
use crate::url::Url;

/// As browsers read it. Fails if they read nothing. Bytes that are not UTF-8 are percent-encoded.
///
/// ```
/// use urlgrep::url::{parse, parse_str};
/// let read = url::Url::try_from(&parse_str("HTTP://A.org/a b").0).unwrap();
/// assert_eq!(read.as_str(), "http://a.org/a%20b");
/// assert!(url::Url::try_from(&parse_str("http://a.org:99999/").0).is_err());
/// // A URL of bytes, as `files` and `mail` give it.
/// let read = url::Url::try_from(&parse(b"http://a.org/caf\xe9").0).unwrap();
/// assert_eq!(read.as_str(), "http://a.org/caf%E9");
/// ```
#[cfg(feature = "url")]
impl<T: Haystack + ?Sized> TryFrom<&Url<'_, T>> for ::url::Url {
    type Error = ::url::ParseError;

    fn try_from(url: &Url<'_, T>) -> Result<::url::Url, ::url::ParseError> {
        ::url::Url::parse(&utf8(url.as_bytes()))
    }
}

/// ```
/// let url = urlgrep::url::Url::from(url::Url::parse("http://A.org").unwrap());
/// assert_eq!(url.as_str(), "http://a.org/");
/// ```
#[cfg(feature = "url")]
impl From<::url::Url> for Url<'static> {
    fn from(url: ::url::Url) -> Url<'static> {
        Url::new(String::from(url).into())
    }
}

/// What HTTP sends of it: `http::Uri` has no fragment, which is left out. Fails for URLs without `//`. Bytes that are not UTF-8 are
/// percent-encoded.
///
/// ```
/// use urlgrep::url::{parse, parse_str};
/// let uri = http::Uri::try_from(&parse_str("https://a.org:81/x?y#z").0).unwrap();
/// assert_eq!((uri.host(), uri.port_u16(), uri.path()), (Some("a.org"), Some(81), "/x"));
/// assert_eq!(uri.to_string(), "https://a.org:81/x?y");
/// assert!(http::Uri::try_from(&parse_str("mailto:joe@a.org").0).is_err());
/// let uri = http::Uri::try_from(&parse(b"http://a.org/caf\xe9#\xe9").0).unwrap();
/// assert_eq!(uri.to_string(), "http://a.org/caf%E9");
/// ```
#[cfg(feature = "http")]
impl<T: Haystack + ?Sized> TryFrom<&Url<'_, T>> for http::Uri {
    type Error = http::uri::InvalidUri;

    fn try_from(url: &Url<'_, T>) -> Result<http::Uri, http::uri::InvalidUri> {
        if url.host().is_none() {
            // `http` would read `mailto:joe@a.org` as a password before a host. An empty string has its error.
            return "".parse();
        }
        let text = url.as_bytes();
        let fragment = url.fragment().map_or(0, |of| of.bytes().len() + 1);
        utf8(&text[..text.len() - fragment]).parse()
    }
}

/// Fails if [`Profile::RFC3986`](crate::Profile::RFC3986) refuses it, as it does without a scheme.
///
/// ```
/// use urlgrep::url::Url;
/// let uri: http::Uri = "http://a.org/x".parse().unwrap();
/// assert_eq!(Url::try_from(&uri).unwrap().host(), Some("a.org"));
/// assert!(Url::try_from(&"/x".parse::<http::Uri>().unwrap()).is_err());
/// ```
#[cfg(feature = "http")]
impl TryFrom<&http::Uri> for Url<'static> {
    type Error = crate::profile::Refused;

    fn try_from(uri: &http::Uri) -> Result<Url<'static>, crate::profile::Refused> {
        uri.to_string().try_into()
    }
}

/// The bytes as a string. Those that are not UTF-8 are percent-encoded, as programs send them.
fn utf8(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes) {
        return text.into();
    }
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let escapes = chunk
            .invalid()
            .iter()
            .map(|&byte| ENCODED[usize::from(byte)]);
        text.extend(escapes.flatten().map(char::from));
    }
    text.into()
}
