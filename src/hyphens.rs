//! Settling the hyphen: what stands unbroken elsewhere tells whether a hyphen at a line break belongs (tests/spec/hyphen.md).
//!
//! The appendix of RFC 1738 leaves it open. Where the same text, or message, holds the URL in one piece, it is not open.

use std::collections::{BTreeSet, HashSet};

use crate::extent::Why;
use crate::flaw::Flaws;
use crate::matched::{Haystack, Match};
use crate::url::Url;

/// Unbroken URLs, to be asked.
///
/// Of the same message, or of the same file if it is plain text: then gathered from chunk to chunk.
#[derive(Clone, Default, Debug)]
pub struct HyphenEvidence {
    urls: BTreeSet<Vec<u8>>,
    /// Theirs, in lower case.
    hosts: HashSet<Vec<u8>>,
}

impl HyphenEvidence {
    /// No evidence.
    pub fn new() -> HyphenEvidence {
        HyphenEvidence::default()
    }

    /// Adds a match's URL, if it stands in one piece.
    pub fn add<T: Haystack + ?Sized>(&mut self, m: &Match<'_, T>) {
        if m.is_evidence() {
            self.add_url(m.as_bytes());
        }
    }

    /// Adds a URL that stands in one piece.
    ///
    /// ```
    /// use urlgrep::HyphenEvidence;
    /// let mut evidence = HyphenEvidence::new();
    /// evidence.add_url(b"http://batman.example.org/");
    /// let mut m = urlgrep::extract("<URL:http://bat-\nman.example.org/x>").next().unwrap();
    /// evidence.resolve(&mut m);
    /// assert_eq!(m.as_str(), "http://batman.example.org/x");
    /// ```
    pub fn add_url(&mut self, url: &[u8]) {
        if !self.urls.contains(url) {
            self.urls.insert(url.to_vec());
            let host = host(url).map(<[u8]>::to_ascii_lowercase);
            self.hosts.extend(host);
        }
    }

    /// Makes that reading the match for which alone there is evidence; without, or with two, it stays.
    pub fn resolve<T: Haystack + ?Sized>(&self, m: &mut Match<'_, T>) {
        let hyphenless = |i: &usize| m.alternatives()[*i].why() == Why::Hyphen;
        let places: Vec<usize> = (0..m.alternatives().len()).filter(hyphenless).collect();
        let mut readings = vec![m.as_bytes()];
        readings.extend(places.iter().map(|&i| m.alternatives()[i].url().bytes()));
        if let Some(chosen @ 1..) = self.choose(&readings) {
            m.swap(places[chosen - 1]);
        }
    }

    fn choose(&self, readings: &[&[u8]]) -> Option<usize> {
        let only = |has: &dyn Fn(&[u8]) -> bool| {
            let mut with = (0..readings.len()).filter(|&i| has(readings[i]));
            with.next().filter(|_| with.next().is_none())
        };
        only(&|reading| self.urls.contains(reading)).or_else(|| {
            // Where the readings part; what follows the host, or the next slash, need not be the same.
            let other = readings.get(1)?;
            let parts = readings[0]
                .iter()
                .zip(*other)
                .take_while(|(a, b)| a == b)
                .count();
            let end = host(readings[0])
                .map(|host| host.as_ptr() as usize - readings[0].as_ptr() as usize + host.len());
            match end.is_some_and(|end| parts < end) {
                true => only(&|reading| self.has_host(host(reading))),
                false => only(&|reading| self.has_prefix(up_to_slash(reading, parts))),
            }
        })
    }

    fn has_host(&self, host: Option<&[u8]>) -> bool {
        host.is_some_and(|host| self.hosts.contains(&host.to_ascii_lowercase()))
    }

    fn has_prefix(&self, prefix: &[u8]) -> bool {
        let from = self.urls.range(prefix.to_vec()..).next();
        prefix.ends_with(b"/") && from.is_some_and(|url| url.starts_with(prefix))
    }
}

fn host(url: &[u8]) -> Option<&[u8]> {
    Url::parse_authority(url, &mut { Flaws::NONE }).host()
}

/// `url` up to the first slash at `from` or after it, which is part of it.
fn up_to_slash(url: &[u8], from: usize) -> &[u8] {
    let from = from.min(url.len());
    let end = memchr::memchr(b'/', &url[from..]).map_or(url.len(), |i| from + i + 1);
    &url[..end]
}

/// Settles each hyphen at a break by the other matches; they should be those of one message, or of one plain text.
///
/// ```
/// let text = "<URL:http://bat-\nman.example.org/x> is on http://batman.example.org/";
/// let mut found: Vec<_> = urlgrep::extract(text).collect();
/// urlgrep::resolve_hyphens(&mut found);
/// assert_eq!(found[0].as_str(), "http://batman.example.org/x");
/// assert_eq!(found[0].alternatives()[0].url(), "http://bat-man.example.org/x");
/// ```
pub fn resolve_hyphens<T: Haystack + ?Sized>(matches: &mut [Match<'_, T>]) {
    if !matches.iter().any(is_open) {
        return;
    }
    let mut evidence = HyphenEvidence::new();
    for m in matches.iter() {
        evidence.add(m);
    }
    for m in matches.iter_mut().filter(|m| is_open(m)) {
        evidence.resolve(m);
    }
}

/// Whether a hyphen at a break leaves open what the URL is.
fn is_open<T: Haystack + ?Sized>(m: &Match<'_, T>) -> bool {
    m.alternatives()
        .iter()
        .any(|other| other.why() == Why::Hyphen)
}
