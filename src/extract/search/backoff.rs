//! False candidates: places that look like the beginning of a URL but are not. [`Backoff`] decides how far a candidate after them is read,
//! so that a text with many of them is searched as fast as any other.

use std::ops::Range;

use crate::class::Class;
use crate::span::{Span, whole_characters};

/// The false candidates of a run of text that nothing ends. Each was refused, or gave a match much shorter than what was read.
///
/// Such a run of 64 KiB may be one URL. It may also hold thousands of false candidates, and each would be read to its end. So after
/// some of them, candidates are only read a short way. After many that were refused, they are passed over if nothing near ends them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Backoff {
    count: u32,
    /// How many of them were refused.
    pub(super) refused: u32,
    /// Where the last one stands.
    last: usize,
    /// The part of the text that is known to have nothing that ends a URL.
    open: Span,
}

impl Backoff {
    /// How many false candidates a run may have before others are only read a short way.
    const PATIENCE: u32 = 4;

    /// How many refused ones it may have before others are passed over.
    const MANY: u32 = 64;

    /// How far they are read then, in bytes. A candidate that something ends within this does not count.
    pub(super) const NEAR: usize = 256;

    /// A URL that ends within this many bytes of the cut was perhaps cut too: a tail may have been trimmed from it.
    pub(super) const TAIL: usize = 64;

    /// Whether a candidate at `start` is only read a short way.
    #[inline]
    pub(super) fn applies(&mut self, text: &[u8], start: usize) -> bool {
        self.count > 0 && self.applies_after_others(text, start)
    }

    fn applies_after_others(&mut self, text: &[u8], start: usize) -> bool {
        // A name may begin before the one that was refused.
        let between = self.last.min(start)..self.last.max(start);
        if between.end > text.len() || !self.is_open(text, between) {
            (self.count, self.refused) = (0, 0);
        }
        self.count >= Backoff::PATIENCE
    }

    /// Whether a candidate at `start` is passed over.
    pub(super) fn passes_over(&mut self, text: &[u8], start: usize) -> bool {
        if self.refused < Backoff::MANY {
            return false;
        }
        let near = Backoff::near(text, start).len();
        let passes = near < text.len() && self.is_open(text, start..near);
        if passes {
            self.last = start;
        }
        passes
    }

    /// Whether nothing in a part of the text ends a URL. No byte is looked at twice.
    fn is_open(&mut self, text: &[u8], part: Range<usize>) -> bool {
        let Span { start, end } = self.open;
        let is_continued = (start..=end).contains(&part.start);
        let known = if is_continued {
            start..end
        } else {
            part.start..part.start
        };
        if ends_a_url(&text[known.end.min(part.end)..part.end]) {
            return false;
        }
        self.open = Span::from(known.start..known.end.max(part.end));
        true
    }

    /// The text for a candidate at `start` that is only read a short way. It does not end within a character.
    pub(super) fn near(text: &[u8], start: usize) -> &[u8] {
        &text[..whole_characters(text, start + Backoff::NEAR)]
    }

    /// Counts a candidate at `start` whose match ends at `end`, if nothing near ends a URL. Whether it counts.
    pub(super) fn add(&mut self, text: &[u8], start: usize, end: usize) -> bool {
        let near = text.len().min(start + Backoff::NEAR);
        // The bytes after a match mostly end it.
        let after = end.min(near)..near.min(end.saturating_add(8));
        let ends = text.get(after).is_some_and(ends_a_url);
        let counts = near < text.len() && !ends && self.is_open(text, start..near);
        if counts {
            (self.count, self.last) = (self.count + 1, start);
        }
        counts
    }
}

/// Whether one of the bytes ends every URL. Some have `\`, `^` and `|` in them.
fn ends_a_url(bytes: &[u8]) -> bool {
    bytes
        .iter()
        .any(|&b| Class::STOP.has(b) && !b"\\^|".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_nothing_near_ends() {
        let text = ["a b", &"c".repeat(2 * Backoff::NEAR)].concat();
        let text = text.as_bytes();
        // The blank stands in the match, after it, or before it.
        assert!(!Backoff::default().add(text, 0, 3));
        assert!(!Backoff::default().add(text, 0, 1));
        assert!(Backoff::default().add(text, 2, 3));
        // A caret may stand in a URL.
        let carets = b"^".repeat(2 * Backoff::NEAR);
        assert!(Backoff::default().add(&carets, 2, 3));
        // The end of the text ends it.
        assert!(!Backoff::default().add(&text[..100], 2, 3));
    }
}
