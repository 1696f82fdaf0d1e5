//! The readings of a match with an open hyphen, and the evidence that each of them needs.

use super::host::{host, up_to_slash};
use crate::class::Class;
use crate::haystack::Haystack;
use crate::matched::{Alternative, Match};
use crate::span::{common_prefix, range_in};
use crate::why::Why;

/// One of the readings of a match with an open hyphen.
pub(super) struct OpenReading<'m> {
    pub(super) url: &'m [u8],
    /// Its index among the alternatives; none for the match itself.
    pub(super) alternative: Option<usize>,
    pub(super) part: Part<'m>,
}

/// The part of a reading that is enough in another URL to be evidence for it.
pub(super) enum Part<'m> {
    /// All of it: a line break that may part it from prose.
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
    let reading = |(url, alternative)| {
        let part = match host(url) {
            // Only the whole URL decides about lines.
            _ if joins => Part::Whole,
            Some(host) if range_in(url, host).end >= differ => Part::Host(host),
            _ => Part::Beginning(up_to_slash(url, differ)),
        };
        OpenReading {
            url,
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
