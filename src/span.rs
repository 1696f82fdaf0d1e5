//! Ranges of bytes: one that is `Copy`, which [`Range`] is not, and that of a slice.

use std::ops::Range;

/// The bytes `start..end` of some byte string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
