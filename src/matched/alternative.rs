//! Other readings of a match's place, and how a match and its other readings change places.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem;

use super::Match;
use crate::flaw::Flaw;
use crate::haystack::Haystack;
use crate::text::Map;
use crate::why::Why;

/// Another reading of a match's place.
///
/// ```
/// use urlgrep::Why;
/// let m = urlgrep::extract("<URL:http://bat-\nman.org/>").next().unwrap();
/// let other = &m.alternatives()[0];
/// assert_eq!((other.url(), other.why()), ("http://batman.org/", Why::Hyphen));
/// ```
pub struct Alternative<T: Haystack + ?Sized = str> {
    pub(super) url: T::Owned,
    pub(super) map: Map,
    pub(super) written: Option<T::Owned>,
    pub(super) why: Why,
}

/// Bytes are shown as text.
impl<T: Haystack + ?Sized> fmt::Debug for Alternative<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Alternative")
            .field("url", &String::from_utf8_lossy(self.url().bytes()))
            .field("why", &self.why)
            .finish_non_exhaustive()
    }
}

// Derived, it would ask for `T: Clone`, which `str` isn't.
impl<T: Haystack + ?Sized> Clone for Alternative<T> {
    fn clone(&self) -> Self {
        Alternative {
            url: self.url.clone(),
            map: self.map.clone(),
            written: self.written.clone(),
            why: self.why,
        }
    }
}

impl<T: Haystack + ?Sized> Alternative<T> {
    /// The other reading's URL.
    ///
    /// ```
    /// let m = urlgrep::extract("<URL:http://bat-\nman.example.org/>").next().unwrap();
    /// assert_eq!(m.as_str(), "http://bat-man.example.org/");
    /// assert_eq!(m.alternatives()[0].url(), "http://batman.example.org/");
    /// ```
    pub fn url(&self) -> &T {
        std::borrow::Borrow::borrow(&self.url)
    }

    /// In what it differs from the match.
    ///
    /// ```
    /// let m = urlgrep::extract("<URL:http://bat-\nman.org/>").next().unwrap();
    /// assert_eq!(m.alternatives()[0].why().name(), "hyphen");
    /// ```
    pub fn why(&self) -> Why {
        self.why
    }
}

impl AsRef<str> for Alternative<str> {
    fn as_ref(&self) -> &str {
        self.url()
    }
}

impl<T: Haystack + ?Sized> AsRef<[u8]> for Alternative<T> {
    fn as_ref(&self) -> &[u8] {
        self.url().bytes()
    }
}

/// The URL; bytes that are no UTF-8 are shown as replacement characters.
impl<T: Haystack + ?Sized> fmt::Display for Alternative<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from_utf8_lossy(self.url().bytes()))
    }
}

/// Equal are readings with the same URL, made of the same bytes of the text, for the same reason.
impl<T: Haystack + ?Sized> PartialEq for Alternative<T> {
    fn eq(&self, other: &Self) -> bool {
        let runs = |of: &Self| of.map.segments(0..of.url().bytes().len());
        self.url().bytes() == other.url().bytes()
            && self.why == other.why
            && runs(self) == runs(other)
    }
}

impl<T: Haystack + ?Sized> Eq for Alternative<T> {}

impl<T: Haystack + ?Sized> Hash for Alternative<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.url().bytes().hash(state);
    }
}

impl<T: Haystack + ?Sized> Match<'_, T> {
    /// Takes the alternative at `i` for the match, which becomes an alternative in its place.
    pub(crate) fn swap(&mut self, i: usize) {
        let verbatim = Map::shift(self.start as u64);
        let rare = self.rare.get_or_insert_default();
        let other = &mut rare.alternatives[i];
        if other.why == Why::Join {
            self.known.add(Flaw::BrokenBareUrl);
        }
        let url = mem::replace(&mut self.url, Cow::Owned(other.url.clone()));
        other.url = url.into_owned();
        let map = rare.map.take().unwrap_or(verbatim);
        let map = mem::replace(&mut other.map, map);
        self.start = map.source_of(0).start as usize;
        rare.map = (!map.is_shift()).then_some(map);
        mem::swap(&mut rare.written, &mut other.written);
        self.outer.end = self.outer.end.max(self.span().end);
    }

    /// The reading without any hyphen at a break becomes the match, the one with all of them an alternative.
    pub(crate) fn drop_hyphens(&mut self) {
        let last = self
            .alternatives()
            .iter()
            .rposition(|other| other.why == Why::Hyphen);
        if let Some(last) = last {
            self.swap(last);
        }
    }

    /// Each reading without a hyphen as a match of its own.
    pub(crate) fn split_hyphens(&mut self) -> Vec<Self> {
        let Some(rare) = self.rare.as_mut() else {
            return Vec::new();
        };
        let (hyphens, rest) = std::mem::take(&mut rare.alternatives)
            .into_iter()
            .partition(|other| other.why == Why::Hyphen);
        rare.alternatives = rest;
        let hyphens: Vec<Alternative<T>> = hyphens;
        let as_match = |other: Alternative<T>| {
            let mut found = Match {
                url: Cow::Owned(other.url),
                start: other.map.source_of(0).start as usize,
                ..self.clone()
            };
            let rare = found.rare_mut();
            (rare.map, rare.written) = (Some(other.map), other.written);
            found
        };
        hyphens.into_iter().map(as_match).collect()
    }

    /// Whether it stands in one piece and has no other reading, so that it is evidence for open hyphens.
    pub(crate) fn is_evidence(&self) -> bool {
        !self.known.contains(Flaw::HyphenAtBreak)
            && !self.known.contains(Flaw::UnclosedWrapper)
            && self.alternatives().is_empty()
            && !self.is_joined()
    }
}
