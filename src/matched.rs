//! Matches: the URLs that were found, each with its place in the text ([`place`]) and the other readings of that place.

mod alternative;
mod place;
mod value;

use std::borrow::{Borrow, Cow};
use std::ops::Range;

pub use alternative::Alternative;

use place::in_text;

use crate::extent::{Reading, Undisputed};
use crate::flaw::{Flaw, Flaws};
use crate::haystack::Haystack;
use crate::profile::Profile;
use crate::scan::Form;
use crate::text::Map;
use crate::url::{self, Components, Url};
use crate::why::Why;

/// A URL that was found. Positions are bytes of the text, half-open, from 0.
///
/// ```
/// let text = "> see <URL:http://a.org/x\n> y>";
/// let m = urlgrep::extract(text).next().unwrap();
/// assert_eq!((m.as_str(), m.span(), m.is_joined()), ("http://a.org/xy", 11..29, true));
/// ```
pub struct Match<'t, T: Haystack + ?Sized = str> {
    url: Cow<'t, T>,
    /// Where its first byte stands.
    start: usize,
    outer: Range<usize>,
    /// The flaws of the reading and of the parser's first step.
    known: Flaws,
    /// 0 if lines are not counted.
    pub(crate) line: u32,
    form: Form,
    accepted: bool,
    rare: Option<Box<Rare<'t, T>>>,
}

/// The scheme that is meant before a plain address or name that an option asks for.
#[inline]
fn meant_before(form: Form) -> &'static str {
    match form {
        Form::Email => "mailto:",
        Form::Schemeless => "http://",
        _ => "",
    }
}

/// What few matches have.
struct Rare<'t, T: Haystack + ?Sized> {
    /// From the URL to the text, where it is not the text as it stands.
    map: Option<Map>,
    assumed: Option<T::Owned>,
    attribute: Option<Cow<'t, str>>,
    /// The text, where the URL differs from it.
    written: Option<T::Owned>,
    alternatives: Vec<Alternative<T>>,
}

impl<'t, T: Haystack + ?Sized> Match<'t, T> {
    /// The match that a reading makes, with its alternatives that the profile accepts.
    pub(crate) fn new(
        text: &'t T,
        reading: &Reading<'_>,
        known: Flaws,
        accepted: bool,
        profile: &Profile,
    ) -> Self {
        let by_option = reading.form.is_by_option();
        let may_differ = reading.may_differ();
        let differs = |map: &Map, len| by_option || may_differ && !map.is_verbatim(0..len);
        let room = reading.outer.range().len();
        let written = |map: &Map, len| differs(map, len).then(|| written(text, map, len, room));
        let span = reading.span();
        let (url, rare) = if reading.is_verbatim() {
            (Cow::Borrowed(text.part(span.clone())), None)
        } else {
            let map = reading.map();
            let rare = Rare {
                written: written(&map, reading.url.len()),
                map: Some(map),
                ..Rare::default()
            };
            let url = T::owned(reading.url.to_vec());
            (Cow::Owned(url), Some(Box::new(rare)))
        };
        let mut found = Match {
            url,
            start: span.start,
            outer: reading.outer.range(),
            known,
            line: 0,
            form: reading.form,
            accepted,
            rare,
        };
        if let Some(assumed) = reading.assumed_url() {
            found.rare_mut().assumed = Some(T::owned(assumed));
        }
        reading.alternatives(profile, &mut |why, url, map| {
            // Leaving out either of two hyphens in a row gives the same URL, and so may two ways to join.
            let same = |other: &Alternative<T>| other.url().bytes() == url;
            if found.as_bytes() != url && !found.alternatives().iter().any(same) {
                found.rare_mut().alternatives.push(Alternative {
                    written: written(&map, url.len()),
                    url: T::owned(url),
                    map,
                    why,
                });
            }
        });
        found
    }

    /// A URL as it stands, about which no rule has anything to say.
    #[inline]
    pub(crate) fn from_undisputed(text: &'t T, found: Undisputed, line: u32) -> Self {
        let (start, url) = (found.url.start, text.part(found.url));
        Match {
            start,
            url: if found.form.is_by_option() {
                let front = meant_before(found.form).as_bytes();
                Cow::Owned(T::owned([front, url.bytes()].concat()))
            } else {
                Cow::Borrowed(url)
            },
            outer: found.outer,
            known: Flaws::NONE,
            line,
            form: found.form,
            accepted: true,
            rare: None,
        }
    }

    /// A reference, which means the URL `assumed`.
    pub(crate) fn from_reference(text: &'t T, value: Undisputed, assumed: T::Owned) -> Self {
        let mut found = Match::from_undisputed(text, value, 0);
        found.known = Flaws::new(&[Flaw::MissingScheme]);
        found.rare_mut().assumed = Some(assumed);
        found
    }

    fn rare_mut(&mut self) -> &mut Rare<'t, T> {
        self.rare.get_or_insert_default()
    }

    /// From the URL to the text, unless it is the text as it stands, [`meant`](Match::meant) bytes before it.
    #[inline]
    fn map(&self) -> Option<&Map> {
        self.rare.as_ref()?.map.as_ref()
    }

    /// How many bytes of the URL stand for no text: those of a scheme that is meant, before an address or a name in one piece.
    #[inline]
    fn meant(&self) -> usize {
        match meant_before(self.form) {
            "" => 0,
            meant if self.map().is_none() => meant.len(),
            _ => 0,
        }
    }

    /// The URL, folds taken out.
    ///
    /// ```
    /// let m = urlgrep::extract("<URL:http://a.org/\nx>").next().unwrap();
    /// assert_eq!(m.as_bytes(), b"http://a.org/x");
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.url.bytes()
    }

    /// The URL, folds taken out. It is borrowed from the text if it stands there in one piece, so it may outlive the match.
    ///
    /// ```
    /// use std::borrow::Cow;
    /// use urlgrep::Match;
    /// fn urls(text: &str) -> Vec<Cow<'_, str>> {
    ///     urlgrep::extract(text).map(Match::into_cow).collect()
    /// }
    /// let found = urls("at http://a.org/ and <URL:http://b.org/\nx>");
    /// assert_eq!(found, ["http://a.org/", "http://b.org/x"]);
    /// assert!(matches!(found[0], Cow::Borrowed(_)) && matches!(found[1], Cow::Owned(_)));
    /// ```
    #[must_use]
    pub fn into_cow(self) -> Cow<'t, T> {
        self.url
    }

    /// The name of its scheme, or the text that stands there.
    pub(crate) fn scheme_name(&self) -> &[u8] {
        let url = self.as_bytes();
        &url[..memchr::memchr(b':', url).unwrap_or(0)]
    }

    /// How it stands in the text.
    ///
    /// ```
    /// use urlgrep::Form;
    /// assert_eq!(urlgrep::extract("<URL:http://a.org/>").next().unwrap().form(), Form::Wrapper);
    /// ```
    pub fn form(&self) -> Form {
        self.form
    }

    /// Every flaw: the reading's and the parser's.
    ///
    /// ```
    /// let m = urlgrep::extract("http://a.org/~me").next().unwrap();
    /// assert!(m.flaws().contains(urlgrep::Flaw::NationalCharacter));
    /// ```
    pub fn flaws(&self) -> Flaws {
        let mut flaws = self.known;
        Components::parse_authority(self.judged().bytes(), &mut flaws).validate(&mut flaws);
        flaws
    }

    /// The flaws that are known without asking the parser: the reading's ([`Flaw::UnclosedWrapper`] and the like), and what decided
    /// whether it is a match.
    ///
    /// ```
    /// use urlgrep::Flaw;
    /// let m = urlgrep::extract("<URL:http://a.org/%zz and more").next().unwrap();
    /// assert!(m.known_flaws().contains(Flaw::UnclosedWrapper));
    /// assert!(!m.known_flaws().contains(Flaw::InvalidEscape) && m.flaws().contains(Flaw::InvalidEscape));
    /// ```
    pub fn known_flaws(&self) -> Flaws {
        self.known
    }

    /// Whether the profile accepts it; others are only given if [all](crate::Builder::all) are asked for.
    ///
    /// ```
    /// let urls = urlgrep::Extractor::builder().all(true).build();
    /// let accepted: Vec<_> = urls.extract("http://a..b/ http://a.org/").map(|m| m.is_accepted()).collect();
    /// assert_eq!(accepted, [false, true]);
    /// ```
    pub fn is_accepted(&self) -> bool {
        self.accepted
    }

    /// What else the place can be read as.
    ///
    /// ```
    /// let m = urlgrep::extract("<URL:http://bat-\nman.org/>").next().unwrap();
    /// let others: Vec<_> = m.alternatives().iter().map(|other| other.url()).collect();
    /// assert_eq!(others, ["http://batman.org/"]);
    /// ```
    pub fn alternatives(&self) -> &[Alternative<T>] {
        self.rare.as_ref().map_or(&[], |rare| &rare.alternatives)
    }

    /// Whether a hyphen at a line break leaves two or more readings, or a line break does with [`Join::Plausible`](crate::Join::Plausible);
    /// [`HyphenEvidence`](crate::HyphenEvidence) may decide.
    ///
    /// ```
    /// let mut found = urlgrep::extract("<URL:http://bat-\nman.example.org/> and <URL:http://bat-\tman.example.org/>");
    /// assert!(found.next().unwrap().has_open_hyphen());
    /// assert!(!found.next().unwrap().has_open_hyphen());
    /// ```
    pub fn has_open_hyphen(&self) -> bool {
        let mut others = self.alternatives().iter();
        others.any(|other| other.why == Why::Hyphen || self.goes_on_as(other))
    }

    /// Whether `other` is the URL with the beginning of the next line.
    pub(crate) fn goes_on_as(&self, other: &Alternative<T>) -> bool {
        let (own, other_url) = (self.as_bytes(), other.url().bytes());
        other.why == Why::Join && other_url.len() > own.len() && other_url.starts_with(own)
    }

    /// The URL that a wrapper without scheme means; the match is the text as written.
    ///
    /// ```
    /// let m = urlgrep::extract("<URL:www.example.org/x>").next().unwrap();
    /// assert_eq!((m.as_str(), m.assumed()), ("www.example.org/x", Some("http://www.example.org/x")));
    /// ```
    pub fn assumed(&self) -> Option<&T> {
        Some(self.rare.as_ref()?.assumed.as_ref()?.borrow())
    }

    /// The attribute that it stands in, in lower case, if its text is HTML.
    ///
    /// ```
    /// # #[cfg(feature = "mail")] {
    /// use urlgrep::{Extractor, mail};
    /// let page = b"<html><a HREF='http://a.org/?x=1&amp;y=2'>here</a>";
    /// let text = mail::detect(page).texts(page, 0).next().unwrap();
    /// let m = Extractor::default().extract_text(&text).next().unwrap();
    /// assert_eq!((m.as_bytes(), m.attribute()), (&b"http://a.org/?x=1&y=2"[..], Some("href")));
    /// # }
    /// ```
    pub fn attribute(&self) -> Option<&str> {
        self.rare.as_ref()?.attribute.as_deref()
    }

    pub(crate) fn set_attribute(&mut self, name: Cow<'t, str>) {
        self.rare_mut().attribute = Some(name);
    }

    pub(crate) fn set_written(&mut self, written: T::Owned) {
        self.rare_mut().written = Some(written);
    }

    /// Whether it would be the name of an element in XML: `<content:encoded>`.
    pub(crate) fn is_element(&self) -> bool {
        let url = self.as_bytes();
        let name = |b: &u8| b.is_ascii_alphanumeric() || b"-_.:".contains(b);
        let opaque = || url::lookup(self.scheme_name()).shape.is_none();
        self.form == Form::Angle && url.iter().all(name) && opaque()
    }

    /// Refuses it for where it stands.
    pub(crate) fn refuse(&mut self) {
        self.accepted = false;
    }

    /// The URL as written in the text, without line folds, where the URL differs from it: without a scheme, with marks that keep it
    /// from being followed, or with characters as numbers (`\u0026`).
    ///
    /// ```
    /// let urls = urlgrep::Extractor::builder().schemeless(true).build();
    /// let m = urls.extract("at www.example.org/x").next().unwrap();
    /// assert_eq!((m.as_str(), m.written()), ("http://www.example.org/x", Some("www.example.org/x")));
    /// ```
    pub fn written(&self) -> Option<&T> {
        match self.meant() {
            0 => Some(self.rare.as_ref()?.written.as_ref()?.borrow()),
            meant => Some(self.url.part(meant..self.as_bytes().len())),
        }
    }

    /// The URL taken apart, with its scheme's own parts; of one without scheme the [assumed](Match::assumed) one.
    ///
    /// ```
    /// let m = urlgrep::extract("at ftp://joe@a.org/x").next().unwrap();
    /// assert_eq!((m.url().user(), m.url().host(), m.url().path()), (Some("joe"), Some("a.org"), Some("x")));
    /// ```
    pub fn url(&self) -> Url<'_, T> {
        Url::new(Cow::Borrowed(self.judged()))
    }

    /// [`url`](Match::url) and [`flaws`](Match::flaws) at once, which is faster than one after the other.
    ///
    /// ```
    /// use urlgrep::Flaw;
    /// let m = urlgrep::extract("at http://a.org/%zz").next().unwrap();
    /// let (url, flaws) = m.url_and_flaws();
    /// assert!(url.host() == Some("a.org") && flaws.contains(Flaw::InvalidEscape));
    /// ```
    pub fn url_and_flaws(&self) -> (Url<'_, T>, Flaws) {
        let mut flaws = self.known;
        let url = Url::with_report(Cow::Borrowed(self.judged()), &mut flaws);
        (url, flaws)
    }

    fn judged(&self) -> &T {
        self.assumed().unwrap_or(&self.url)
    }
}

/// The bytes of `text` that the URL of `len` bytes is made of; they seldom need more `room`.
fn written<T: Haystack + ?Sized>(text: &T, map: &Map, len: usize, room: usize) -> T::Owned {
    let mut written = Vec::with_capacity(room);
    for run in map.runs(0..len) {
        written.extend_from_slice(&text.bytes()[in_text(run)]);
    }
    T::owned(written)
}

impl Match<'_, str> {
    /// The URL, folds taken out.
    ///
    /// ```
    /// let m = urlgrep::extract("<URL:http://a.org/\nx>").next().unwrap();
    /// assert_eq!(m.as_str(), "http://a.org/x");
    /// ```
    pub fn as_str(&self) -> &str {
        &self.url
    }
}
