//! The lines of a text, one after the other. For the lines around a URL see [`line`](super::line).

use std::ops::Range;

use crate::simd::first_place;

/// The lines of `range`, including their line breaks.
pub(crate) fn lines(text: &[u8], range: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = range.start;
    std::iter::from_fn(move || {
        let start = at;
        at = memchr::memchr(b'\n', &text[at..range.end]).map_or(range.end, |i| at + i + 1);
        (start < at).then_some(start..at)
    })
}

/// The length of the line that `bytes` begin with, including its line break. Most of those asked for are short.
pub(crate) fn line_len(bytes: &[u8]) -> usize {
    first_place(bytes, b'\n').map_or(bytes.len(), |i| i + 1)
}

/// A line without its line break.
pub(crate) fn without_break(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
