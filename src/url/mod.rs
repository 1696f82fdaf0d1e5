//! The URL parser: every scheme of RFC 1738 section 3, those of the draft of March 1994, `https`, and the generic syntax for
//! all others.
//!
//! Parsing is total: any byte string gives a [`Url`] and a list of [flaws](crate::Flaw), its deviations from section 5. It has
//! two steps; the scheme's row in the table names a function for each. `parse_authority` splits the URL and checks host and port.
//! Finding URLs in text needs only this step. `validate` checks the characters of all other parts.
//!
//! ```
//! let (url, flaws) = urlgrep::url::parse(b"ftp://foo:@host.com/%2Fetc/motd;type=a");
//! assert_eq!(url.user(), Some(&b"foo"[..]));
//! assert_eq!(url.password(), Some(&b""[..])); // empty is not absent
//! assert_eq!(url.default_port(), Some(21));
//! assert_eq!(flaws[0].flaw.name(), "encoded-delimiter"); // decoding before splitting would give an empty name and `etc`
//! ```

mod afs;
mod build;
mod components;
mod defang;
mod details;
#[cfg(feature = "domain")]
mod domain;
mod encode;
mod file;
mod ftp;
mod gateway;
mod generic;
mod gopher;
mod http;
mod identifier;
#[cfg(feature = "idna")]
mod idna;
mod mailto;
mod news;
mod nntp;
mod normalized;
mod prospero;
mod registry;
mod resolve;
mod shape;
mod table;
mod telnet;
mod tracking;
mod unwrap;
mod wais;

pub use crate::grammar::escape::decode;
pub use build::{BuildError, UrlBuilder};
pub use defang::defang;
pub use details::{Address, Details, Fields, News, Wais};
#[cfg(feature = "domain")]
pub use domain::PUBLIC_SUFFIX_LIST;
pub use encode::{Component, encode};
pub use gateway::{Gateway, GatewayError};
#[cfg(feature = "lint")]
pub(crate) use mailto::is_body;
pub(crate) use shape::{OpaqueUrl, inner, is_address};
#[cfg(feature = "mail")]
pub(crate) use table::SPECIAL;
pub use table::Scheme;
pub(crate) use table::{
    FTP, HTTP, HTTPS, MAILTO, NAMES, Opaque, SHAPED, WEB, find, lookup, unlisted,
};
#[cfg(feature = "lint")]
pub(crate) use tracking::is_tracking;
pub use unwrap::unwrap;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

pub(crate) use components::Components;
use components::{Check, Step, split, split_login};

use crate::flaw::{FlawAt, Flaws, Report};
use crate::haystack::Haystack;
use crate::span::Span;

/// A parsed URL: its text and the places of its components. It borrows the text or owns it, and its components are what the text
/// is: `str`, or bytes that need not be UTF-8.
///
/// A string that is no URL gives a `Url` too, if [`parse`] or [`parse_str`] reads it. `FromStr` and `TryFrom` refuse what RFC 3986
/// does not allow.
///
/// ```
/// use urlgrep::url::Url;
/// let borrowed = Url::try_from("http://joe@a.org:81/x?y#z")?;
/// assert_eq!((borrowed.host(), borrowed.port()), (Some("a.org"), Some("81")));
/// let owned: Url<'static> = "http://joe@a.org:81/x?y#z".parse()?;
/// assert_eq!(owned, borrowed.into_owned());
/// assert!("http://a.org/<b>".parse::<Url>().is_err());
/// # Ok::<(), urlgrep::Refused>(())
/// ```
pub struct Url<'u, T: Haystack + ?Sized = str> {
    text: Cow<'u, T>,
    /// The components' ranges, without the bytes.
    ranges: Components<'static>,
}

/// Splits `raw` into components and lists its flaws with their positions, in order.
///
/// It never fails: a string that is no URL has flaws that say so. See the [module](self) for an example.
#[must_use]
pub fn parse(raw: &[u8]) -> (Url<'_, [u8]>, Vec<FlawAt>) {
    parse_text(Cow::Borrowed(raw))
}

/// [`parse`] for a `str`: the components are `str` too.
///
/// ```
/// let (url, flaws) = urlgrep::url::parse_str("http://a.org/~me");
/// assert_eq!((url.host(), flaws[0].flaw.name()), (Some("a.org"), "national-character"));
/// ```
#[must_use]
pub fn parse_str(raw: &str) -> (Url<'_>, Vec<FlawAt>) {
    parse_text(Cow::Borrowed(raw))
}

pub(crate) fn parse_text<T: Haystack + ?Sized>(text: Cow<'_, T>) -> (Url<'_, T>, Vec<FlawAt>) {
    let (components, flaws) = parse_components(text.bytes());
    let ranges = components.without_bytes();
    (Url { text, ranges }, flaws)
}

/// Both steps, with the flaws in order.
pub(crate) fn parse_components(raw: &[u8]) -> (Components<'_>, Vec<FlawAt>) {
    let mut flaws = Vec::new();
    let url = components(raw, &mut flaws);
    flaws.sort_by_key(|flaw| (flaw.at.start, flaw.flaw, !flaw.invalid));
    flaws.dedup_by(|later, first| (later.flaw, &later.at) == (first.flaw, &first.at));
    (url, flaws)
}

/// Both steps.
pub(crate) fn components<'u>(raw: &'u [u8], report: &mut dyn Report) -> Components<'u> {
    let url = Components::parse_authority(raw, report);
    url.validate(report);
    url
}

/// Adds the flaws of the first step and returns the scheme's row. To find URLs, the default profile needs only these.
pub(crate) fn judge(raw: &[u8], flaws: &mut Flaws) -> &'static Scheme {
    Components::parse_authority(raw, flaws).scheme_info()
}

impl<'u, T: Haystack + ?Sized> Url<'u, T> {
    pub(crate) fn new(text: Cow<'u, T>) -> Url<'u, T> {
        // The second step changes nothing but its report.
        let ranges =
            Components::parse_authority(text.bytes(), &mut { Flaws::NONE }).without_bytes();
        Url { text, ranges }
    }

    pub(crate) fn with_report(text: Cow<'u, T>, report: &mut dyn Report) -> Url<'u, T> {
        let ranges = components(text.bytes(), report).without_bytes();
        Url { text, ranges }
    }

    /// The bytes that were parsed.
    ///
    /// ```
    /// # use urlgrep::url::parse;
    /// assert_eq!(parse(b"http://a.org/\xff").0.as_bytes(), b"http://a.org/\xff");
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.text.bytes()
    }

    /// A URL that no longer borrows its text.
    ///
    /// ```
    /// use urlgrep::url::{Url, parse_str};
    /// fn first(text: &str) -> Option<Url<'static>> {
    ///     urlgrep::extract(text).next().map(|m| m.url().into_owned())
    /// }
    /// assert_eq!(first("at http://a.org/."), Some(parse_str("http://a.org/").0));
    /// ```
    #[must_use]
    pub fn into_owned(self) -> Url<'static, T> {
        Url {
            text: Cow::Owned(self.text.into_owned()),
            ranges: self.ranges,
        }
    }

    /// The components as bytes, with a reference to the text.
    pub(crate) fn components(&self) -> Components<'_> {
        self.ranges.with_bytes(self.text.bytes())
    }

    /// The scheme's name as written, without the colon; `None` if there is no scheme.
    ///
    /// ```
    /// # use urlgrep::url::parse_str;
    /// assert_eq!(parse_str("HTTP://a.org/").0.scheme(), Some("HTTP"));
    /// ```
    pub fn scheme(&self) -> Option<&T> {
        self.part(self.ranges.colon.map(|colon| (0..colon).into()))
    }

    /// The scheme's row: the name in lower case, its section, its default port.
    ///
    /// ```
    /// # use urlgrep::url::parse_str;
    /// let (url, _) = parse_str("FTP://a.org/");
    /// assert_eq!((url.scheme_info().name(), url.scheme_info().section()), ("ftp", "RFC 1738, 3.2"));
    /// ```
    pub fn scheme_info(&self) -> &'static Scheme {
        self.ranges.scheme
    }

    fn part(&self, at: Option<Span>) -> Option<&T> {
        at.map(|at| self.text.part(at.range()))
    }

    /// The user name, not decoded (RFC 1738 section 3.1).
    ///
    /// ```
    /// # use urlgrep::url::parse_str;
    /// assert_eq!(parse_str("ftp://joe%40b:pw@a.org/").0.user(), Some("joe%40b"));
    /// assert_eq!(parse_str("ftp://@a.org/").0.user(), Some(""));
    /// ```
    pub fn user(&self) -> Option<&T> {
        self.part(self.ranges.login.user)
    }

    /// The password, not decoded (RFC 1738 section 3.1).
    ///
    /// ```
    /// # use urlgrep::url::parse_str;
    /// assert_eq!(parse_str("ftp://joe:pw@a.org/").0.password(), Some("pw"));
    /// ```
    pub fn password(&self) -> Option<&T> {
        self.part(self.ranges.login.password)
    }

    /// The host as written; an address literal includes its brackets. Empty in `file:///`, `None` if there is no `//`.
    ///
    /// ```
    /// # use urlgrep::url::parse_str;
    /// assert_eq!(parse_str("http://[::1]:80/").0.host(), Some("[::1]"));
    /// assert_eq!(parse_str("mailto:joe@a.org").0.host(), None);
    /// ```
    pub fn host(&self) -> Option<&T> {
        self.part(self.ranges.login.host)
    }

    /// The digits after the host's colon; empty in `http://h:/`.
    ///
    /// ```
    /// # use urlgrep::url::parse_str;
    /// assert_eq!(parse_str("http://a.org:8080/").0.port(), Some("8080"));
    /// assert_eq!(parse_str("http://a.org/").0.port(), None);
    /// ```
    pub fn port(&self) -> Option<&T> {
        self.part(self.ranges.login.port)
    }

    /// The port to connect to: the one that is written, else the scheme's; `None` if what is written is no port.
    ///
    /// ```
    /// use urlgrep::url::parse;
    /// assert_eq!(parse(b"http://h/").0.effective_port(), Some(80));
    /// assert_eq!(parse(b"http://h:8080/").0.effective_port(), Some(8080));
    /// assert_eq!(parse(b"http://h:x/").0.effective_port(), None);
    /// assert_eq!(parse(b"http://h:+80/").0.effective_port(), None);
    /// ```
    pub fn effective_port(&self) -> Option<u16> {
        self.components().effective_port()
    }

    /// The scheme's default port.
    ///
    /// ```
    /// # use urlgrep::url::parse_str;
    /// assert_eq!(parse_str("gopher://a.org:7070/").0.default_port(), Some(70));
    /// ```
    pub fn default_port(&self) -> Option<u16> {
        self.ranges.scheme.port
    }

    /// The url-path, not decoded, without the `/` that ends the login: it is not part of the path (RFC 1738 section 3.1).
    /// `None` in `http://h`, empty in `http://h/`. In a URL without `//`, everything between the colon and the query.
    ///
    /// ```
    /// # use urlgrep::url::parse_str;
    /// assert_eq!(parse_str("http://a.org/x/y?z").0.path(), Some("x/y"));
    /// assert_eq!(parse_str("urn:isbn:1?=q").0.path(), Some("isbn:1"));
    /// ```
    pub fn path(&self) -> Option<&T> {
        self.part(self.ranges.path)
    }

    /// The part after the first `?`, if the scheme gives it a meaning; not decoded.
    ///
    /// ```
    /// # use urlgrep::url::parse_str;
    /// assert_eq!(parse_str("http://a.org/x?y=1#z").0.query(), Some("y=1"));
    /// ```
    pub fn query(&self) -> Option<&T> {
        self.part(self.ranges.search)
    }

    /// The part after the first `#`. It is not part of the URL (RFC 1738 section 2.2).
    ///
    /// ```
    /// # use urlgrep::url::parse_str;
    /// assert_eq!(parse_str("http://a.org/x#y").0.fragment(), Some("y"));
    /// ```
    pub fn fragment(&self) -> Option<&T> {
        self.part(self.ranges.fragment)
    }

    /// The parts that only this scheme has, decoded.
    ///
    /// ```
    /// # use urlgrep::url::{Details, parse_str};
    /// let (url, _) = parse_str("gopher://a.org/7find%09a%20b");
    /// let Details::Gopher { item_type, selector, search, .. } = url.details() else { panic!() };
    /// assert_eq!((item_type, &*selector, search.as_deref()), (b'7', &b"find"[..], Some(&b"a b"[..])));
    /// ```
    pub fn details(&self) -> Details<'_> {
        self.components().details()
    }
}

impl<'u> Url<'u, str> {
    /// The text that was parsed.
    ///
    /// ```
    /// assert_eq!(urlgrep::url::parse_str("HTTP://a.org").0.as_str(), "HTTP://a.org");
    /// ```
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl<T: Haystack + ?Sized> AsRef<[u8]> for Url<'_, T> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl AsRef<str> for Url<'_, str> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl From<Url<'_, str>> for String {
    fn from(url: Url<'_, str>) -> String {
        url.text.into_owned()
    }
}

impl From<Url<'_, [u8]>> for Vec<u8> {
    fn from(url: Url<'_, [u8]>) -> Vec<u8> {
        url.text.into_owned()
    }
}

/// The URL as written; bytes that are no UTF-8 are shown as replacement characters.
impl<T: Haystack + ?Sized> fmt::Display for Url<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from_utf8_lossy(self.as_bytes()))
    }
}

/// The components that are present.
impl<T: Haystack + ?Sized> fmt::Debug for Url<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Url");
        for (name, part) in [
            ("scheme", self.scheme()),
            ("user", self.user()),
            ("password", self.password()),
            ("host", self.host()),
            ("port", self.port()),
            ("path", self.path()),
            ("query", self.query()),
            ("fragment", self.fragment()),
        ] {
            if let Some(part) = part {
                out.field(name, &String::from_utf8_lossy(part.bytes()));
            }
        }
        out.finish()
    }
}

// Derived, it would ask for `T: Clone`, which `str` isn't.
impl<T: Haystack + ?Sized> Clone for Url<'_, T> {
    fn clone(&self) -> Self {
        Url {
            text: self.text.clone(),
            ranges: self.ranges,
        }
    }
}

/// Equal are URLs of the same bytes. Compare [`normalized`](Url::normalized) URLs to find equivalent ones.
impl<T: Haystack + ?Sized> PartialEq for Url<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<T: Haystack + ?Sized> Eq for Url<'_, T> {}

impl<T: Haystack + ?Sized> Hash for Url<'_, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

/// By bytes.
impl<T: Haystack + ?Sized> Ord for Url<'_, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl<T: Haystack + ?Sized> PartialOrd for Url<'_, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
