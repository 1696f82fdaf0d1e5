//! The characters of a value, and which of them browsers drop.

use std::ops::Range;

use crate::character;
use crate::decode::reference;
use crate::span::ending;

/// A character of a value.
pub(super) struct Unit {
    pub(super) c: char,
    pub(super) at: Range<usize>,
    pub(super) is_reference: bool,
}

/// The characters of a value, its references decoded.
pub(super) struct Units<'t> {
    text: &'t [u8],
    range: Range<usize>,
}

impl<'t> Units<'t> {
    pub(super) fn new(text: &'t [u8], range: Range<usize>) -> Units<'t> {
        Units { text, range }
    }
}

impl Iterator for Units<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        let rest = &self.text[self.range.clone()];
        if rest.is_empty() {
            return None;
        }
        let found = reference(rest);
        let is_reference = found.is_some();
        let (c, len) = found.unwrap_or_else(|| character::decode(rest, 0));
        let at = self.range.start..self.range.start + len;
        self.range.start = at.end;
        Some(Unit {
            c,
            at,
            is_reference,
        })
    }
}

/// Whether the URL standard drops this character wherever it stands.
pub(super) fn is_dropped(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

/// Whether no reader sees the character and browsers drop it from a host (UTS 46, 4). Old ones dropped NUL, too.
pub(super) fn is_ignored(c: char) -> bool {
    matches!(
        u32::from(c),
        0 | 0xad | 0x34f | 0x115f | 0x1160 | 0x17b4 | 0x17b5 | 0x180b..=0x180f | 0x200b | 0x2060..=0x2064
            | 0x206a..=0x206f | 0x3164 | 0xfe00..=0xfe0f | 0xfeff | 0xffa0 | 0x1bca0..=0x1bca3
            | 0x1d173..=0x1d17a | 0xe0100..=0xe01ef
    )
}

/// The range without the white space around it, which may be written as references.
pub(super) fn trimmed(text: &[u8], mut range: Range<usize>) -> Range<usize> {
    let is_white = |c: char| c <= ' ';
    // The fast path.
    if let [first, .., last] = &text[range.clone()]
        && *first > b' '
        && *first != b'&'
        && *last > b' '
        && !ending(&text[range.clone()], MAX_REFERENCE).contains(&b'&')
    {
        return range;
    }
    let mut units = Units::new(text, range.clone());
    range.start = units
        .find(|unit| !is_white(unit.c))
        .map_or(range.end, |unit| unit.at.start);
    while range.start < range.end {
        let rest = &text[range.clone()];
        range.end -= match rest[rest.len() - 1] {
            ..=b' ' => 1,
            _ => white_reference(ending(rest, MAX_REFERENCE)),
        };
        if range.len() == rest.len() {
            break;
        }
    }
    range
}

/// Longer than a reference to white space, in bytes.
const MAX_REFERENCE: usize = 16;

/// The length of the reference to white space that `text` ends with, or 0.
fn white_reference(text: &[u8]) -> usize {
    let last = memchr::memrchr(b'&', text).map(|at| &text[at..]);
    let is_white =
        |last: &&[u8]| reference(last).is_some_and(|(c, len)| c <= ' ' && len == last.len());
    last.filter(is_white).map_or(0, <[u8]>::len)
}
