//! Matches: URLs with where they stand, and what else could stand there. The file is long since each method has an example.

mod alternative;
mod value;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

pub use alternative::Alternative;

use crate::extent::{Reading, Undisputed};
use crate::flaw::{Flaw, Flaws};
use crate::haystack::Haystack;
use crate::profile::Profile;
use crate::scan::Form;
use crate::text::Map;
use crate::url::{self, Bare, Components, Url};
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

/// What is meant before a plain address or name that an option asks for.
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
    written: Option<Cow<'t, T>>,
    alternatives: Vec<Alternative<T>>,
}

/// The URL, where it stands, and what few matches have, if it is there. Bytes are shown as text.
///
/// ```
/// let urls = urlgrep::Extractor::default();
/// let m = urls.extract_bytes(b"at http://a.org/").next().unwrap();
/// let shown = r#"Match { url: "http://a.org/", span: 3..16, form: Bare, flaws: {}, .. }"#;
/// assert_eq!(format!("{m:?}"), shown);
/// ```
impl<T: Haystack + ?Sized> fmt::Debug for Match<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Match");
        out.field("url", &String::from_utf8_lossy(self.as_bytes()))
            .field("span", &self.span())
            .field("form", &self.form)
            .field("flaws", &self.flaws());
        for (name, other) in [("assumed", self.assumed()), ("written", self.written())] {
            if let Some(other) = other {
                out.field(name, &String::from_utf8_lossy(other.bytes()));
            }
        }
        if !self.alternatives().is_empty() {
            out.field("alternatives", &self.alternatives());
        }
        out.finish_non_exhaustive()
    }
}

// Derived, the two would ask for `T: Clone`, which `str` isn't.
impl<T: Haystack + ?Sized> Clone for Match<'_, T> {
    fn clone(&self) -> Self {
        Match {
            url: self.url.clone(),
            outer: self.outer.clone(),
            rare: self.rare.clone(),
            ..*self
        }
    }
}

impl<T: Haystack + ?Sized> Clone for Rare<'_, T> {
    fn clone(&self) -> Self {
        Rare {
            map: self.map.clone(),
            assumed: self.assumed.clone(),
            attribute: self.attribute.clone(),
            written: self.written.clone(),
            alternatives: self.alternatives.clone(),
        }
    }
}

impl<T: Haystack + ?Sized> Default for Rare<'_, T> {
    fn default() -> Self {
        Rare {
            map: None,
            assumed: None,
            attribute: None,
            written: None,
            alternatives: Vec::new(),
        }
    }
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
        let (url, start, map) = match reading.verbatim() {
            Some(at) => (Cow::Borrowed(text.part(at.clone())), at.start, None),
            None => {
                let map = reading.map();
                let start = map.source_of(0).start as usize;
                (Cow::Owned(T::owned(reading.url.to_vec())), start, Some(map))
            }
        };
        let mut found = Match {
            url,
            start,
            outer: reading.outer.range(),
            known,
            line: 0,
            form: reading.form,
            accepted,
            rare: None,
        };
        let by_option = reading.form.is_by_option();
        let may_differ = reading.may_differ();
        let differs = |map: &Map, len| by_option || may_differ && !map.is_verbatim(0..len);
        let written = |map: &Map, len| differs(map, len).then(|| written(text, map, len));
        if let Some(map) = map {
            let written = written(&map, found.as_bytes().len());
            let rare = found.rare_mut();
            (rare.map, rare.written) = (Some(map), written);
        }
        if let Some(assumed) = reading.assumed_url() {
            found.rare_mut().assumed = Some(T::owned(assumed));
        }
        reading.alternatives(profile, &mut |why, url, map| {
            // Leaving out either of two hyphens in a row gives the same URL.
            let same = |other: &Alternative<T>| other.url().bytes() == url;
            if !found.alternatives().iter().any(same) {
                found.rare_mut().alternatives.push(Alternative {
                    written: written(&map, url.len()).map(Cow::into_owned),
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

    /// The reference at `at`, which means the URL `assumed`.
    pub(crate) fn from_reference(text: &'t T, at: Range<usize>, assumed: T::Owned) -> Self {
        let mut found = Match::from_undisputed(
            text,
            Undisputed {
                url: at.clone(),
                outer: at,
                form: Form::Bare,
                is_plain: false,
            },
            0,
        );
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

    /// Where the URL begins in the text, in bytes: `span().start`.
    ///
    /// ```
    /// let m = urlgrep::extract("at http://a.org/.").next().unwrap();
    /// assert_eq!((m.start(), m.end()), (3, 16));
    /// ```
    #[inline]
    pub fn start(&self) -> usize {
        self.start
    }

    /// Where the URL ends in the text, in bytes: `span().end`.
    ///
    /// ```
    /// let text = "at <URL:http://a.org/x\n y>";
    /// let m = urlgrep::extract(text).next().unwrap();
    /// assert_eq!(m.end(), text.len() - 1);
    /// ```
    #[inline]
    pub fn end(&self) -> usize {
        self.span().end
    }

    /// From the URL's first byte to its last. Unless it was folded, the text between them is the URL itself (see
    /// [`segments`](Match::segments)).
    ///
    /// ```
    /// let text = "at http://a.org/.";
    /// let m = urlgrep::extract(text).next().unwrap();
    /// assert_eq!(&text[m.span()], "http://a.org/");
    /// ```
    #[inline]
    pub fn span(&self) -> Range<usize> {
        let len = self.as_bytes().len();
        match self.map() {
            None => self.start..self.start + (len - self.meant()).max(1),
            Some(map) => self.start..map.source_of(len.saturating_sub(1)).end as usize,
        }
    }

    /// The span with its wrapper, prefix or quotes (RFC 1738, appendix: they are no part of the URL).
    ///
    /// ```
    /// let text = "at <URL:http://a.org/>.";
    /// let m = urlgrep::extract(text).next().unwrap();
    /// assert_eq!(&text[m.outer_span()], "<URL:http://a.org/>");
    /// ```
    pub fn outer_span(&self) -> Range<usize> {
        self.outer.clone()
    }

    /// The maximal runs of bytes of the text, in order, that the URL is made of. Joined, they spell the URL. If
    /// [`written`](Match::written) differs from the URL, they spell that.
    ///
    /// ```
    /// let m = urlgrep::extract("<URL:http://a.org/x\n  y>").next().unwrap();
    /// assert_eq!(m.segments().collect::<Vec<_>>(), [5..19, 22..23]);
    /// ```
    pub fn segments(&self) -> impl Iterator<Item = Range<usize>> {
        let runs = match self.map() {
            Some(map) => map.segments(0..self.as_bytes().len()),
            None => Vec::new(),
        };
        let whole = runs.is_empty().then(|| self.span());
        whole.into_iter().chain(runs.into_iter().map(in_text))
    }

    /// The bytes of the text that the URL's byte at `at` comes from. After the end of the URL the result is meaningless.
    ///
    /// ```
    /// let m = urlgrep::extract("<URL:http://a.org/x\n  y>").next().unwrap();
    /// assert_eq!(m.source_of(14), 22..23);
    /// ```
    pub fn source_of(&self, at: usize) -> Range<usize> {
        match self.map() {
            None => {
                let start = self.start.saturating_add(at.saturating_sub(self.meant()));
                start..start.saturating_add(1)
            }
            Some(map) => in_text(map.source_of(at)),
        }
    }

    /// Whether white space or anything else was taken out of it.
    ///
    /// ```
    /// let joined: Vec<_> = urlgrep::extract("<http://a.org/\nx> http://b.org/").map(|m| m.is_joined()).collect();
    /// assert_eq!(joined, [true, false]);
    /// ```
    pub fn is_joined(&self) -> bool {
        if self.form.is_by_option() {
            // It is not as written, but may stand in one piece.
            self.segments().nth(1).is_some()
        } else {
            self.map().is_some()
        }
    }

    /// The line of its text where it begins, from 1, if [lines are counted](crate::Builder::lines); at most `u32::MAX`.
    ///
    /// ```
    /// let urls = urlgrep::Extractor::builder().lines(true).build();
    /// assert_eq!(urls.extract("one\nhttp://a.org/").next().unwrap().line(), Some(2));
    /// ```
    pub fn line(&self) -> Option<u32> {
        (self.line > 0).then_some(self.line)
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
        let assumed = self.rare.as_ref()?.assumed.as_ref();
        assumed.map(std::borrow::Borrow::borrow)
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
        self.rare_mut().written = Some(Cow::Owned(written));
    }

    /// Whether it would be the name of an element in XML: `<content:encoded>`.
    pub(crate) fn is_element(&self) -> bool {
        let url = self.as_bytes();
        let name = |b: &u8| b.is_ascii_alphanumeric() || b"-_.:".contains(b);
        let opaque = || matches!(url::lookup(self.scheme_name()).bare, Bare::Slashes);
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
            0 => self.rare.as_ref()?.written.as_deref(),
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

    /// The same match, which no longer borrows from its text.
    ///
    /// ```
    /// fn first(text: String) -> Option<urlgrep::Match<'static>> {
    ///     urlgrep::extract(&text).next().map(|m| m.into_owned())
    /// }
    /// assert_eq!(first("at http://a.org/".to_string()).unwrap().as_str(), "http://a.org/");
    /// ```
    #[must_use]
    pub fn into_owned(self) -> Match<'static, T> {
        Match {
            url: Cow::Owned(self.url.into_owned()),
            start: self.start,
            outer: self.outer,
            known: self.known,
            line: self.line,
            form: self.form,
            accepted: self.accepted,
            rare: self.rare.map(|rare| {
                Box::new(Rare {
                    map: rare.map,
                    assumed: rare.assumed,
                    attribute: rare.attribute.map(|name| Cow::Owned(name.into_owned())),
                    written: rare.written.map(|written| Cow::Owned(written.into_owned())),
                    alternatives: rare.alternatives,
                })
            }),
        }
    }
}

/// A run of the source of a map that leads to a text.
fn in_text(run: Range<u64>) -> Range<usize> {
    run.start as usize..run.end as usize
}

/// The bytes of `text` that the URL of `len` bytes is made of.
fn written<'t, T: Haystack + ?Sized>(text: &'t T, map: &Map, len: usize) -> Cow<'t, T> {
    match &map.segments(0..len)[..] {
        [run] => Cow::Borrowed(text.part(in_text(run.clone()))),
        runs => {
            let parts = runs.iter().map(|run| &text.bytes()[in_text(run.clone())]);
            Cow::Owned(T::owned(parts.collect::<Vec<_>>().concat()))
        }
    }
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
