//! The readings of a match with an open hyphen, and the evidence that each of them needs.

use super::key::{host, key, up_to_slash};
use crate::class::Class;
use crate::haystack::Haystack;
use crate::matched::{Alternative, Match};
use crate::span::{common_prefix, ending_run, range_in};
use crate::why::Why;

/// One of the readings of a match with an open hyphen.
pub(super) struct OpenReading<'m> {
    pub(super) url: &'m [u8],
    pub(super) key: u64,
    /// Its index among the alternatives; none for the match itself.
    pub(super) alternative: Option<usize>,
    pub(super) part: Part<'m>,
}

/// The part of a reading that is enough in another URL to be evidence for it.
pub(super) enum Part<'m> {
    /// All of it: a line break that may part it from prose, or a reading without a host.
    Whole,
    /// If readings differ in the host.
    Host(&'m [u8]),
    /// Up to the first slash after the place where readings differ, with the slash.
    Beginning(&'m [u8]),
}

/// The match and its readings without a hyphen, or else the one that goes on in the next line.
pub(super) fn readings<'m, T: Haystack + ?Sized>(m: &'m Match<'_, T>) -> Vec<OpenReading<'m>> {
    let is_hyphen = |other: &Alternative<T>| other.why() == Why::Hyphen;
    let joins = !m.alternatives().iter().any(is_hyphen);
    let others = m.alternatives().iter().zip(0..);
    let mut others = others
        .filter(|(other, _)| is_hyphen(other) || joins && m.goes_on_as(other))
        .map(|(other, i)| (other.url().bytes(), Some(i)))
        .peekable();
    let first = m.as_bytes();
    let second = others.peek().map_or(first, |(url, _)| url);
    let differ = common_prefix(first, second);
    let is_in_host = host(first).is_some_and(|host| range_in(first, host).end > differ);
    let reading = |(url, alternative)| {
        let host = host(url);
        let part = match host {
            // Only the whole URL decides about lines.
            _ if joins => Part::Whole,
            _ if !is_in_host => Part::Beginning(up_to_slash(url, differ)),
            Some(host) => Part::Host(host),
            None => Part::Whole,
        };
        OpenReading {
            url,
            key: key(url, host),
            alternative,
            part,
        }
    };
    let match_itself = (first, None);
    std::iter::once(match_itself)
        .chain(others)
        .map(reading)
        .collect()
}

/// The alternative without any hyphen, if the first one that is left out stands between letters.
pub(super) fn without_hyphen(readings: &[OpenReading<'_>]) -> Option<usize> {
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
    /// Whether a URL with the same key is evidence.
    pub(super) fn is_shown_by(&self, url: &[u8]) -> bool {
        match self.part {
            Part::Whole | Part::Host(_) => true,
            Part::Beginning(beginning) => url == self.url || url.starts_with(beginning),
        }
    }

    /// Whether a URL with another key may be evidence: one that has the beginning, but whose host comes later.
    pub(super) fn needs_any_key(&self) -> bool {
        let Part::Beginning(beginning) = self.part else {
            return false;
        };
        let slashes = ending_run(beginning, b'/');
        slashes > 0 && beginning[..beginning.len() - slashes].ends_with(b":")
    }
}
