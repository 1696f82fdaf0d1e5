//! Resolving hyphens at line breaks with URLs that stand unbroken elsewhere (tests/spec/hyphen.md).
//!
//! The appendix of RFC 1738 says that such a hyphen may or may not belong to the URL. Another URL of the same message, or of the
//! same plain text, can decide. Open hyphens are rare, so evidence is only copied until there is one. Then four bytes of the host
//! dismiss most of the evidence, and the whole host most of the rest ([`needed`]). The others go into an [`Index`].

mod habit;
mod host;
mod index;
mod needed;
mod readings;
#[cfg(test)]
mod tests;

use habit::Habit;
use index::Index;
use needed::Needed;
use readings::{readings, without_hyphen};

use crate::haystack::Haystack;
use crate::matched::Match;
use crate::span::Span;

/// Resolves each open hyphen among the matches of one message, or of one plain text, with the help of the others.
///
/// ```
/// let text = "<URL:http://bat-\nman.example.org/x> is on http://batman.example.org/";
/// let mut found: Vec<_> = urlgrep::extract(text).collect();
/// urlgrep::resolve_hyphens(&mut found);
/// assert_eq!(found[0].as_str(), "http://batman.example.org/x");
/// assert_eq!(found[0].alternatives()[0].url(), "http://bat-man.example.org/x");
/// ```
pub fn resolve_hyphens<T: Haystack + ?Sized>(matches: &mut [Match<'_, T>]) {
    if matches.iter().any(Match::has_open_hyphen) {
        let mut evidence = HyphenEvidence::new();
        matches.iter().for_each(|m| evidence.add(m));
        evidence.resolve(matches);
    }
}

/// Unbroken URLs of one message or one plain text, which decide open hyphens.
///
/// ```
/// use urlgrep::HyphenEvidence;
/// let mut evidence = HyphenEvidence::new();
/// for m in urlgrep::extract("It is on http://batman.example.org/.") {
///     evidence.add(&m);
/// }
/// let mut found: Vec<_> = urlgrep::extract("<URL:http://bat-\nman.example.org/x>").collect();
/// assert_eq!(found[0].as_str(), "http://bat-man.example.org/x");
/// evidence.resolve(&mut found);
/// assert_eq!(found[0].as_str(), "http://batman.example.org/x");
/// ```
#[derive(Clone, Default, Debug)]
pub struct HyphenEvidence {
    /// The URLs of each piece of the text.
    pieces: Vec<Urls>,
    habit: Habit,
}

/// URLs of a piece of a text, back to back.
#[derive(Clone, Default, Debug)]
struct Urls {
    bytes: Vec<u8>,
    places: Vec<Span>,
}

impl HyphenEvidence {
    /// How much of a plain text tells how it breaks words, in bytes: more need not be [added](HyphenEvidence::add_text).
    ///
    /// ```
    /// assert_eq!(urlgrep::HyphenEvidence::HEAD, 64 << 10);
    /// ```
    pub const HEAD: usize = 64 << 10;

    /// How far evidence is looked for in a plain text, in bytes, so that memory is bounded.
    ///
    /// ```
    /// assert_eq!(urlgrep::HyphenEvidence::WINDOW, 16 << 20);
    /// ```
    pub const WINDOW: u64 = 16 << 20;

    /// How many matches wait for the evidence of one message or text. After so many its hyphens are resolved, whatever comes later.
    ///
    /// ```
    /// assert_eq!(urlgrep::HyphenEvidence::MOST_WAITING, 1 << 16);
    /// ```
    pub const MOST_WAITING: usize = 1 << 16;

    /// No evidence.
    ///
    /// ```
    /// use urlgrep::HyphenEvidence;
    /// let mut found: Vec<_> = urlgrep::extract("<URL:http://bat-\nman.org/>").collect();
    /// HyphenEvidence::new().resolve(&mut found);
    /// assert_eq!(found[0].as_str(), "http://bat-man.org/"); // nothing speaks against the hyphen
    /// ```
    pub fn new() -> HyphenEvidence {
        HyphenEvidence::default()
    }

    /// Adds the match's URL, if it stands in one piece and has no alternative.
    ///
    /// ```
    /// use urlgrep::HyphenEvidence;
    /// let mut found: Vec<_> = urlgrep::extract("<URL:http://bat-\nman.org/> is http://batman.org/").collect();
    /// let mut evidence = HyphenEvidence::new();
    /// for m in &found {
    ///     evidence.add(m);
    /// }
    /// evidence.resolve(&mut found);
    /// assert_eq!(found[0].as_str(), "http://batman.org/");
    /// ```
    #[inline]
    pub fn add<T: Haystack + ?Sized>(&mut self, m: &Match<'_, T>) {
        if m.is_evidence() {
            match self.pieces.last_mut() {
                Some(piece) => piece.add(m.as_bytes()),
                None => self.pieces.push(Urls::new(m.as_bytes())),
            }
        }
    }

    /// Adds a text, or its beginning: how often its lines end in a hyphen within a word. A text that is set so has hyphens in its
    /// URLs too, and where no URL tells, they are left out.
    ///
    /// ```
    /// use urlgrep::HyphenEvidence;
    /// let set = "the words of this text are broken at line ends by hy-\nphens wherever a line comes to its end, as in books\n".repeat(20);
    /// let mut evidence = HyphenEvidence::new();
    /// evidence.add_text(set.as_bytes());
    /// let mut found: Vec<_> = urlgrep::extract("<URL:http://bat-\nman.example.org/x>").collect();
    /// evidence.resolve(&mut found);
    /// assert_eq!(found[0].as_str(), "http://batman.example.org/x");
    /// ```
    pub fn add_text(&mut self, text: &[u8]) {
        self.habit.add(text);
    }

    /// Adds all evidence of another piece of the same text.
    ///
    /// ```
    /// use urlgrep::HyphenEvidence;
    /// let (mut first, mut second) = (HyphenEvidence::new(), HyphenEvidence::new());
    /// urlgrep::extract("http://batman.org/").for_each(|m| second.add(&m));
    /// first.append(second);
    /// let mut found: Vec<_> = urlgrep::extract("<URL:http://bat-\nman.org/>").collect();
    /// first.resolve(&mut found);
    /// assert_eq!(found[0].as_str(), "http://batman.org/");
    /// ```
    pub fn append(&mut self, other: HyphenEvidence) {
        self.habit.append(other.habit);
        self.pieces.extend(other.pieces);
    }

    /// Removes all evidence and keeps its memory for more.
    ///
    /// ```
    /// let mut evidence = urlgrep::HyphenEvidence::new();
    /// urlgrep::extract("http://batman.org/").for_each(|m| evidence.add(&m));
    /// evidence.clear();
    /// let mut found: Vec<_> = urlgrep::extract("<URL:http://bat-\nman.org/>").collect();
    /// evidence.resolve(&mut found);
    /// assert_eq!(found[0].as_str(), "http://bat-man.org/");
    /// ```
    pub fn clear(&mut self) {
        self.clear_urls();
        self.habit = Habit::default();
    }

    /// Removes all URLs.
    ///
    /// ```
    /// let mut evidence = urlgrep::HyphenEvidence::new();
    /// urlgrep::extract("http://batman.org/").for_each(|m| evidence.add(&m));
    /// evidence.clear_urls();
    /// let mut found: Vec<_> = urlgrep::extract("<URL:http://bat-\nman.org/>").collect();
    /// evidence.resolve(&mut found);
    /// assert_eq!(found[0].as_str(), "http://bat-man.org/");
    /// ```
    pub fn clear_urls(&mut self) {
        self.pieces.truncate(1);
        self.pieces.iter_mut().for_each(Urls::clear);
    }

    /// Resolves the open hyphens among the matches; the others stay as they are. With [`Join::Plausible`](crate::Join::Plausible), a URL that
    /// may go on in the next line does so if the joined one is evidence.
    ///
    /// If there is evidence for exactly one reading, that reading becomes the match. Without any evidence, the text's own
    /// habit decides ([`add_text`](HyphenEvidence::add_text)). Otherwise the match stays.
    ///
    /// ```
    /// let mut evidence = urlgrep::HyphenEvidence::new();
    /// urlgrep::extract("http://batman.org/").for_each(|m| evidence.add(&m));
    /// let mut found: Vec<_> = urlgrep::extract("<URL:http://bat-\nman.org/>").collect();
    /// evidence.resolve(&mut found);
    /// assert_eq!(found[0].as_str(), "http://batman.org/");
    /// ```
    pub fn resolve<'m, 't: 'm, T: Haystack + ?Sized + 't>(
        &mut self,
        matches: impl IntoIterator<Item = &'m mut Match<'t, T>>,
    ) {
        let matches = matches.into_iter();
        let open: Vec<_> = matches.filter(|m| m.has_open_hyphen()).collect();
        if open.is_empty() {
            return;
        }
        let index: Index<'_> = {
            let needed = Needed::new(open.len(), open.iter().flat_map(|m| readings(m)));
            let urls = self.pieces.iter().flat_map(|piece| piece.needed(&needed));
            urls.collect()
        };
        for m in open {
            let readings = readings(m);
            let chosen = match index.choose(&readings) {
                Some(reading) => reading.alternative,
                None if self.habit.breaks_words() && !index.has_any(&readings) => {
                    without_hyphen(&readings)
                }
                None => None,
            };
            if let Some(chosen) = chosen {
                m.swap(chosen);
            }
        }
    }
}

impl Urls {
    /// One URL, and room for more.
    fn new(url: &[u8]) -> Urls {
        let mut urls = Urls {
            bytes: Vec::with_capacity(512 * 64),
            places: Vec::with_capacity(512),
        };
        urls.add(url);
        urls
    }

    fn add(&mut self, url: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(url);
        self.places.push((start..self.bytes.len()).into());
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.places.clear();
    }

    /// Those that some open hyphen may need.
    fn needed<'u>(&'u self, needed: &Needed<'_>) -> impl Iterator<Item = &'u [u8]> {
        let has_beginning = |url: &&Span| needed.has_beginning(&self.bytes, **url);
        let urls = self.places.iter().filter(has_beginning);
        urls.map(|url| url.bytes(&self.bytes))
            .filter(|url| needed.has(url))
    }
}
