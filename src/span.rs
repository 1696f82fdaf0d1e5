//! Ranges of bytes, and parts of byte strings that many modules ask for.

use std::ops::Range;

/// The bytes `start..end` of some byte string. Unlike [`Range`], it is `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    pub(crate) fn bytes(self, raw: &[u8]) -> &[u8] {
        &raw[self.start..self.end]
    }

    pub(crate) fn range(self) -> Range<usize> {
        self.start..self.end
    }

    pub(crate) fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// The parts before and after the first `byte` of it; without one, all of it and nothing.
    pub(crate) fn cut(self, raw: &[u8], byte: u8) -> (Span, Option<Span>) {
        match memchr::memchr(byte, self.bytes(raw)).map(|i| self.start + i) {
            Some(at) => ((self.start..at).into(), Some((at + 1..self.end).into())),
            None => (self, None),
        }
    }
}

/// The parts of `text` before and after its first `byte`; without one, all of it and nothing.
pub(crate) fn cut(text: &[u8], byte: u8) -> (&[u8], Option<&[u8]>) {
    match memchr::memchr(byte, text) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

/// The bytes of `text` from `at` on, at most `max` of them.
#[inline]
pub(crate) fn ahead(text: &[u8], at: usize, max: usize) -> &[u8] {
    &text[at..text.len().min(at + max)]
}

/// The first bytes of `text`, at most `max`.
#[inline]
pub(crate) fn beginning(text: &[u8], max: usize) -> &[u8] {
    &text[..text.len().min(max)]
}

/// The bytes of `text` before `at`, at most `max` of them.
#[inline]
pub(crate) fn behind(text: &[u8], at: usize, max: usize) -> &[u8] {
    &text[at.saturating_sub(max)..at]
}

/// The last bytes of `text`, at most `max`.
#[inline]
pub(crate) fn ending(text: &[u8], max: usize) -> &[u8] {
    behind(text, text.len(), max)
}

/// Whether `part` stands in `text`.
#[inline]
pub(crate) fn contains(text: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(text, part).is_some()
}

/// The part of `text` before its first line break.
pub(crate) fn first_line(text: &[u8]) -> &[u8] {
    &text[..memchr::memchr(b'\n', text).unwrap_or(text.len())]
}

/// The part of `text` after its last line break.
pub(crate) fn last_line(text: &[u8]) -> &[u8] {
    memchr::memrchr(b'\n', text).map_or(text, |i| &text[i + 1..])
}

/// How many bytes at the beginning of `text` are such.
#[inline]
pub(crate) fn run(text: &[u8], is_such: impl FnMut(u8) -> bool) -> usize {
    split_run(text, is_such).0.len()
}

/// How many bytes of `text` stand before the first that is such.
#[inline]
pub(crate) fn before(text: &[u8], is_such: impl FnMut(u8) -> bool) -> usize {
    split_before(text, is_such).0.len()
}

/// The bytes at the beginning of `text` that are such, and the rest.
#[inline]
pub(crate) fn split_run(text: &[u8], mut is_such: impl FnMut(u8) -> bool) -> (&[u8], &[u8]) {
    split_before(text, |b| !is_such(b))
}

/// The bytes of `text` before the first that is such, and the rest.
#[inline]
pub(crate) fn split_before(text: &[u8], mut is_such: impl FnMut(u8) -> bool) -> (&[u8], &[u8]) {
    let first = text.iter().position(|&b| is_such(b));
    text.split_at(first.unwrap_or(text.len()))
}

/// The last of `items`, which are in the order of their ranges, that begins at `at` or before, if it contains that byte.
pub(crate) fn containing<T>(
    items: &[T],
    at: usize,
    range: impl Fn(&T) -> &Range<usize>,
) -> Option<&T> {
    let after = items.partition_point(|item| range(item).start <= at);
    items[..after].last().filter(|item| at < range(item).end)
}

/// How many bytes at the end of `text` are such.
#[inline]
pub(crate) fn run_back(text: &[u8], mut is_such: impl FnMut(u8) -> bool) -> usize {
    let other = text.iter().rposition(|&b| !is_such(b));
    text.len() - other.map_or(0, |other| other + 1)
}

/// How many bytes at the end of `text` are `byte`, without another one between.
#[inline]
pub(crate) fn ending_run(text: &[u8], byte: u8) -> usize {
    run_back(text, |b| b == byte)
}

/// `text` without the bytes of `set` at its end.
pub(crate) fn without_ending<'t>(text: &'t [u8], set: &[u8]) -> &'t [u8] {
    &text[..text.len() - run_back(text, |b| set.contains(&b))]
}

/// Whether `text` begins with one of these.
#[inline]
pub(crate) fn starts_with_any(text: &[u8], beginnings: &[&[u8]]) -> bool {
    beginnings
        .iter()
        .any(|beginning| text.starts_with(beginning))
}

/// Whether `text` ends with one of these.
#[inline]
pub(crate) fn ends_with_any(text: &[u8], endings: &[&[u8]]) -> bool {
    endings.iter().any(|ending| text.ends_with(ending))
}

/// The length of the longest beginning that both have.
pub(crate) fn common_prefix(first: &[u8], second: &[u8]) -> usize {
    let pairs = first.iter().zip(second);
    pairs.take_while(|(a, b)| a == b).count()
}

/// Where `part`, a slice of `whole`, stands in it.
pub(crate) fn range_in(whole: &[u8], part: &[u8]) -> Range<usize> {
    let start = part.as_ptr() as usize - whole.as_ptr() as usize;
    start..start + part.len()
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Span {
        Span {
            start: range.start,
            end: range.end,
        }
    }
}

/// The end of `text`, or a place at `end` or up to three bytes before it that is not within a character of UTF-8.
pub(crate) fn whole_characters(text: &[u8], end: usize) -> usize {
    let mut end = text.len().min(end);
    for _ in 0..3 {
        end -= usize::from(text.get(end).is_some_and(|b| b & 0xc0 == 0x80));
    }
    end
}
