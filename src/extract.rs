//! Where a search begins: [`extract`], extractors with options, and the matches that they give. `search.rs` does the work.

#[cfg(test)]
mod agree;
mod builder;
mod search;

pub use builder::Builder;
use search::Search;

use std::iter::FusedIterator;
use std::sync::Arc;

#[cfg(feature = "mail")]
use crate::container::Selection;
use crate::haystack::Haystack;
use crate::matched::Match;
use crate::options::Options;
use crate::scan::{Optional, Scan, Signs};
use crate::simd::{Available, SHORT};
use crate::text::Text;

/// The URLs of a string, with the defaults: lazy, in order, nothing allocated for a URL that stands in one piece.
///
/// ```
/// for m in urlgrep::extract("See <URL:ftp://ds.in\nternic.net/rfc>.") {
///     assert_eq!(m.as_str(), "ftp://ds.internic.net/rfc");
/// }
/// ```
#[inline]
pub fn extract(text: &str) -> Matches<'_> {
    static DEFAULT: Extractor = Extractor::DEFAULT;
    DEFAULT.extract(text)
}

/// Finds URLs; made by [`Extractor::builder`], or by `default` with the defaults of the command.
///
/// ```
/// use urlgrep::Extractor;
/// let urls = Extractor::default();
/// let text = b"caf\xe9 <URL:http://a.org/x\n y>"; // need not be UTF-8
/// assert_eq!(urls.extract_bytes(text).next().unwrap().as_bytes(), b"http://a.org/xy");
/// ```
#[derive(Clone, Debug)]
pub struct Extractor {
    options: Options,
    signs: Option<Signs>,
    /// What relative URLs are relative to.
    base: Option<Arc<[u8]>>,
}

impl Default for Extractor {
    fn default() -> Extractor {
        Extractor::DEFAULT
    }
}

#[cfg(feature = "mail")]
impl From<&Extractor> for Selection {
    /// The default, with the notes that the options of an extractor ask for.
    ///
    /// ```
    /// use urlgrep::{Extractor, mail::Selection};
    /// let names = Extractor::builder().schemeless(true).build();
    /// assert!(Selection::from(&names).code);
    /// ```
    fn from(extractor: &Extractor) -> Selection {
        Selection {
            relative: extractor.base.is_some(),
            code: extractor.options.schemeless,
            ..Selection::default()
        }
    }
}

impl Extractor {
    const DEFAULT: Extractor = Extractor {
        options: Options::DEFAULT,
        signs: None,
        base: None,
    };

    /// A builder with the defaults.
    ///
    /// ```
    /// use urlgrep::{Extractor, Join};
    /// let urls = Extractor::builder().schemeless(true).join(Join::Never).build();
    /// assert_eq!(urls.extract("at www.a.org").next().unwrap().as_str(), "http://www.a.org");
    /// ```
    pub fn builder() -> Builder {
        Builder::DEFAULT
    }

    pub(crate) fn with(options: Options, base: Option<Arc<[u8]>>) -> Extractor {
        let signs = || Signs::new(options.schemeless, options.email, options.refang);
        Extractor {
            options,
            signs: options.has_signs().then(signs),
            base,
        }
    }

    /// The URLs of a string, in order; lazy. Nothing is allocated for a URL that stands in one piece.
    ///
    /// ```
    /// let urls = urlgrep::Extractor::default();
    /// let text = "http://a.org/ and <URL:ftp://b.org/\nx>";
    /// let found: Vec<_> = urls.extract(text).map(|m| m.as_str().to_string()).collect();
    /// assert_eq!(found, ["http://a.org/", "ftp://b.org/x"]);
    /// ```
    #[inline]
    pub fn extract<'t>(&self, text: &'t str) -> Matches<'t, str> {
        Matches::new(text, self, None)
    }

    /// The URLs of bytes that need not be UTF-8 (RFC 1738 asks for US-ASCII); bytes that are not valid UTF-8 are read as
    /// windows-1252. A match and its components are bytes too; `to_string` makes a string of it.
    ///
    /// ```
    /// let urls = urlgrep::Extractor::default();
    /// let m = urls.extract_bytes(b"\xff http://a.org/\xff").next().unwrap();
    /// assert_eq!((m.as_bytes(), m.span()), (&b"http://a.org/\xff"[..], 2..16));
    /// ```
    #[inline]
    pub fn extract_bytes<'t>(&self, text: &'t [u8]) -> Matches<'t, [u8]> {
        Matches::new(text, self, None)
    }

    #[inline]
    fn engine(&self) -> Available {
        self.options.engine.unwrap_or_else(Available::best)
    }

    /// The URLs of either.
    pub(crate) fn matches<'t, T: Haystack + ?Sized>(&self, text: &'t T) -> Matches<'t, T> {
        Matches::new(text, self, None)
    }

    /// The URLs of a [text](crate::Text) that a container or decoder made.
    ///
    /// ```
    /// use urlgrep::{Extractor, Text};
    /// let text = Text::plain(b"at http://a.org/", 1000);
    /// let m = Extractor::default().extract_text(&text).next().unwrap();
    /// assert_eq!(text.map.source_of(m.span().start), 1003..1004);
    /// ```
    #[inline]
    pub fn extract_text<'t>(&self, text: &'t Text<'_>) -> Matches<'t, [u8]> {
        Matches::new(&*text.bytes, self, Some(text))
    }
}

/// The matches of one text, in order. They do not overlap, except those that [`Hyphen::Both`](crate::Hyphen::Both) gives for one place.
///
/// ```
/// let mut matches: urlgrep::Matches<'_> = urlgrep::extract("http://a.org/ http://b.org/");
/// assert_eq!(matches.next().unwrap().as_str(), "http://a.org/");
/// assert_eq!(matches.count(), 1);
/// ```
#[derive(Debug)]
#[must_use = "matches are found only when they are asked for"]
pub struct Matches<'t, T: Haystack + ?Sized = str> {
    /// None for a short text that plainly has no URL: nothing is set up for it.
    search: Option<Search<'t, T>>,
}

impl<'t, T: Haystack + ?Sized> Matches<'t, T> {
    /// The matches of `text`. If a container made it, `decoded` is the same text with its map. Inlined, so that a kilobyte is not copied.
    #[inline(always)]
    fn new(text: &'t T, extractor: &Extractor, decoded: Option<&'t Text<'_>>) -> Self {
        let bytes = text.bytes();
        let is_short = decoded.is_none() && bytes.len() < SHORT;
        let (mut optional, may_have_colon) = match &extractor.signs {
            None => (None, !is_short || Scan::finds_any(bytes)),
            Some(signs) if is_short => Optional::find(bytes, extractor.engine(), signs),
            Some(signs) => (Some(Optional::new(bytes, extractor.engine(), signs)), true),
        };
        if !may_have_colon && optional.is_none() {
            return Matches { search: None };
        }
        if let (Some(optional), Some(decoded)) = (&mut optional, decoded)
            && let Some(field) = &decoded.place.field
        {
            optional.set_field(field.as_bytes());
        }
        Matches {
            search: Some(Search::new(
                text,
                extractor,
                decoded,
                optional,
                may_have_colon,
            )),
        }
    }
}

impl<'t, T: Haystack + ?Sized> Iterator for Matches<'t, T> {
    type Item = Match<'t, T>;

    #[inline]
    fn next(&mut self) -> Option<Match<'t, T>> {
        self.search.as_mut()?.next()
    }
}

impl<T: Haystack + ?Sized> FusedIterator for Matches<'_, T> {}

/// What the compiler checks: matches may be found by another thread than the one that asked for them.
const _: fn() = || {
    fn is_send<T: Send + Sync>() {}
    is_send::<Matches<'_>>();
    is_send::<Extractor>();
};
