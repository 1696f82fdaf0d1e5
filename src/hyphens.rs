//! Resolving hyphens at line breaks with URLs that stand unbroken elsewhere (tests/spec/hyphen.md).
//!
//! The appendix of RFC 1738 says that such a hyphen may or may not belong to the URL. Another URL of the same message, or of the
//! same plain text, can decide. Open hyphens are rare, so evidence is only copied until there is one. Then four bytes of the host
//! dismiss most of the evidence, and a hash of the host most of the rest ([`needed`]). The others go into an [`Index`].

mod habit;
mod needed;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashSet};

use habit::Habit;
use needed::Needed;

use crate::class::Class;
use crate::flaw::Flaws;
use crate::haystack::Haystack;
use crate::matched::{Alternative, Match};
use crate::span::{Span, common_prefix, ending_run, range_in};
use crate::url::Components;
use crate::why::Why;

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
    /// URLs that some open hyphen may need.
    index: Index,
    habit: Habit,
}

/// URLs of a piece of a text that no open hyphen needed so far.
#[derive(Clone, Default, Debug)]
struct Urls {
    /// URLs, back to back.
    bytes: Vec<u8>,
    /// URLs that were not hashed so far.
    added: Vec<Span>,
    /// The others, with their keys, which were not needed so far.
    hashed: Vec<Hashed>,
}

/// A URL with its [key].
#[derive(Clone, Debug)]
struct Hashed {
    key: u64,
    url: Span,
}

impl HyphenEvidence {
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
        self.index.append(other.index);
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
        self.index.clear();
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
        let all: Vec<_> = open.iter().flat_map(|m| readings(m)).collect();
        self.index_needed(&Needed::new(&all));
        for m in open {
            let readings = readings(m);
            let chosen = match self.index.choose(&readings) {
                Some(reading) => reading.alternative,
                None if self.habit.breaks_words() && !self.index.has_any(&readings) => {
                    without_hyphen(&readings)
                }
                None => None,
            };
            if let Some(chosen) = chosen {
                m.swap(chosen);
            }
        }
    }

    /// Moves the needed URLs of all pieces into the index.
    fn index_needed(&mut self, needed: &Needed<'_>) {
        for piece in &mut self.pieces {
            piece.move_to(&mut self.index, needed);
        }
    }
}

impl Urls {
    /// One URL, and room for more.
    fn new(url: &[u8]) -> Urls {
        let mut urls = Urls {
            bytes: Vec::with_capacity(512 * 64),
            added: Vec::with_capacity(512),
            hashed: Vec::new(),
        };
        urls.add(url);
        urls
    }

    fn add(&mut self, url: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(url);
        self.added.push((start..self.bytes.len()).into());
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.added.clear();
        self.hashed.clear();
    }

    /// Moves the needed URLs into the index. Each URL is hashed once and moved once, however often hyphens are resolved.
    fn move_to(&mut self, index: &mut Index, needed: &Needed<'_>) {
        let Urls {
            bytes,
            added,
            hashed,
        } = self;
        added.retain(|&url| {
            let has_beginning = needed.has_beginning(bytes, url);
            if has_beginning {
                let key = key(url.bytes(bytes), host(url.bytes(bytes)));
                hashed.push(Hashed { key, url });
            }
            !has_beginning
        });
        hashed.retain(|&Hashed { key, url }| {
            let is_needed = needed.has(key, url.bytes(bytes));
            if is_needed {
                index.add(key, url.bytes(bytes));
            }
            !is_needed
        });
    }
}

/// One of the readings of a match with an open hyphen.
struct OpenReading<'m> {
    url: &'m [u8],
    key: u64,
    /// Its index among the alternatives; none for the match itself.
    alternative: Option<usize>,
    part: Part<'m>,
}

/// The part of a reading that evidence for it has, if not the whole URL.
enum Part<'m> {
    /// If readings differ in the host.
    Host(Option<&'m [u8]>),
    /// Up to the first slash after the place where readings differ, with the slash.
    Beginning(&'m [u8]),
}

/// The match and its readings without a hyphen, or else the one that goes on in the next line.
fn readings<'m, T: Haystack + ?Sized>(m: &'m Match<'_, T>) -> Vec<OpenReading<'m>> {
    let hyphen = |other: &Alternative<T>| other.why() == Why::Hyphen;
    let joins = !m.alternatives().iter().any(hyphen);
    let others = m.alternatives().iter().zip(0..);
    let others = others.filter(|(other, _)| hyphen(other) || joins && m.goes_on_as(other));
    let others = others.map(|(other, i)| (other.url().bytes(), Some(i)));
    let urls = std::iter::once((m.as_bytes(), None)).chain(others);
    let mut readings: Vec<_> = urls
        .map(|(url, alternative)| {
            let host = host(url);
            OpenReading {
                url,
                key: key(url, host),
                alternative,
                part: Part::Host(host),
            }
        })
        .collect();
    if joins {
        // Only the whole URL decides about lines.
        for reading in &mut readings {
            reading.part = Part::Host(None);
        }
        return readings;
    }
    let first = readings[0].url;
    let second = readings.get(1).map_or(first, |second| second.url);
    let differ = common_prefix(first, second);
    let host_end = readings[0].host_end();
    if host_end.is_none_or(|end| end <= differ) {
        for reading in &mut readings {
            reading.part = Part::Beginning(up_to_slash(reading.url, differ));
        }
    }
    readings
}

/// The alternative without any hyphen, if the first one that is left out stands between letters.
fn without_hyphen(readings: &[OpenReading<'_>]) -> Option<usize> {
    let (first, last) = (readings.first()?.url, readings.last()?);
    let differ = common_prefix(first, last.url);
    let letter = |b: &u8| b.is_ascii_lowercase();
    let after = first.get(differ + 1).is_some_and(letter);
    let before = differ
        .checked_sub(1)
        .is_some_and(|i| Class::ALPHA.has(first[i]));
    last.alternative.filter(|_| before && after)
}

impl OpenReading<'_> {
    fn host_end(&self) -> Option<usize> {
        match self.part {
            Part::Host(Some(host)) => Some(range_in(self.url, host).end),
            _ => None,
        }
    }

    /// Whether a URL with the same key is evidence.
    fn is_shown_by(&self, url: &[u8]) -> bool {
        match self.part {
            Part::Host(_) => true,
            Part::Beginning(beginning) => url == self.url || url.starts_with(beginning),
        }
    }

    /// Whether a URL with another key may be evidence: one that has the beginning, but whose host comes later.
    fn needs_any_key(&self) -> bool {
        let Part::Beginning(beginning) = self.part else {
            return false;
        };
        let slashes = ending_run(beginning, b'/');
        slashes > 0 && beginning[..beginning.len() - slashes].ends_with(b":")
    }
}

/// URLs to look up: whole, by host, by their beginning.
#[derive(Clone, Default, Debug)]
struct Index {
    keys: HashSet<u64>,
    urls: BTreeSet<Vec<u8>>,
    /// In lower case.
    hosts: HashSet<Vec<u8>>,
}

impl Index {
    fn add(&mut self, key: u64, url: &[u8]) {
        if !self.urls.contains(url) {
            self.urls.insert(url.to_vec());
            self.keys.insert(key);
            let host = host(url).map(<[u8]>::to_ascii_lowercase);
            self.hosts.extend(host);
        }
    }

    fn append(&mut self, mut other: Index) {
        self.keys.extend(other.keys);
        self.urls.append(&mut other.urls);
        self.hosts.extend(other.hosts);
    }

    fn clear(&mut self) {
        // Most are empty, and clearing an empty set takes time too.
        if !self.urls.is_empty() {
            *self = Index::default();
        }
    }

    /// The only reading that has evidence.
    fn choose<'r, 'm>(&self, readings: &'r [OpenReading<'m>]) -> Option<&'r OpenReading<'m>> {
        let only = |has: &dyn Fn(&OpenReading<'_>) -> bool| {
            let may_have = |reading: &&OpenReading<'_>| {
                self.keys.contains(&reading.key) || reading.needs_any_key()
            };
            let mut with = readings
                .iter()
                .filter(may_have)
                .filter(|reading| has(reading));
            with.next().filter(|_| with.next().is_none())
        };
        let whole = || only(&|reading| self.urls.contains(reading.url));
        // The rest of the URL may differ.
        let part = || only(&|reading| self.has_part(&reading.part));
        whole().or_else(part)
    }

    /// Whether any reading has evidence.
    fn has_any(&self, readings: &[OpenReading<'_>]) -> bool {
        let has = |reading: &OpenReading<'_>| {
            self.urls.contains(reading.url) || self.has_part(&reading.part)
        };
        readings.iter().any(has)
    }

    fn has_part(&self, part: &Part<'_>) -> bool {
        match *part {
            Part::Host(None) => false,
            Part::Host(Some(host)) => self.hosts.contains(&host.to_ascii_lowercase()),
            Part::Beginning(beginning) => {
                let mut from = self.urls.range(beginning.to_vec()..);
                let starts = |url: &Vec<u8>| url.starts_with(beginning);
                beginning.ends_with(b"/") && from.next().is_some_and(starts)
            }
        }
    }
}

/// A hash that is equal for URLs with the same host, and for URLs without a host that are equal up to the first slash.
fn key(url: &[u8], host: Option<&[u8]>) -> u64 {
    let host = host.filter(|host| !host.is_empty());
    hash_caseless(host.unwrap_or_else(|| up_to_slash(url, 0)))
}

/// A hash that ignores the case of letters.
fn hash_caseless(bytes: &[u8]) -> u64 {
    const CASES: u64 = u64::from_le_bytes([0x20; 8]);
    let mix = |hash: u64, word: u64| {
        (hash.rotate_left(5) ^ (word | CASES)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    };
    let (words, rest) = bytes.as_chunks();
    let words = words.iter().map(|&word| u64::from_le_bytes(word));
    let hash = words.fold(0, mix);
    match bytes.last_chunk() {
        // Some bytes are read twice: that is faster than reading the rest byte by byte.
        Some(&last) => mix(hash, u64::from_le_bytes(last)),
        None => rest.iter().map(|&byte| byte.into()).fold(hash, mix),
    }
}

fn host(url: &[u8]) -> Option<&[u8]> {
    let parse = || Components::parse_authority(url, &mut { Flaws::NONE }).host();
    let (scheme, rest) = url.split_at(Class::SCHEME.run(url));
    // Most URLs need no parser.
    let host = match (scheme, rest.strip_prefix(b"://")) {
        (b"http" | b"https" | b"ftp", Some(rest)) => {
            match rest.split_at(Class::UNRESERVED.run(rest)) {
                (host, [] | [b'/', ..]) => Some(host),
                _ => return parse(),
            }
        }
        ([_, ..], None) => None,
        _ => return parse(),
    };
    debug_assert_eq!(parse(), host);
    host
}

/// `url` up to the first slash at `from` or after it, with the slash.
fn up_to_slash(url: &[u8], from: usize) -> &[u8] {
    let from = from.min(url.len());
    let end = memchr::memchr(b'/', &url[from..]).map_or(url.len(), |i| from + i + 1);
    &url[..end]
}
