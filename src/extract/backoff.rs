//! False candidates: how far they are read.

use crate::class::Class;

/// Candidates that came to nothing, or to little, each after a long look.
///
/// If nothing in 64 KiB ends a URL, they may be one URL. They may also hold thousands of false candidates, each read to the
/// end. So after some of them in such a run, the others are not read that far; after many that were refused, those are passed over
/// that nothing near ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Backoff {
    count: u32,
    /// How many candidates of this run were refused.
    pub(super) refused: u32,
    /// Where the last one stands.
    last: usize,
    /// Nothing ends a URL between the last one that was passed over and this place.
    open: usize,
}

impl Backoff {
    /// How many false candidates a run may have before that.
    const PATIENCE: u32 = 4;

    /// How many, before those that nothing near ends are passed over.
    const MANY: u32 = 64;

    /// How far the others are read, in bytes. A candidate that is not read farther than this does not count.
    pub(super) const NEAR: usize = 256;

    /// A URL that ends within this many bytes of the cut was perhaps cut too: a tail may have been trimmed from it.
    pub(super) const TAIL: usize = 64;

    /// Whether a candidate at `start` is not read that far.
    #[inline]
    pub(super) fn applies(&mut self, text: &[u8], start: usize) -> bool {
        self.count > 0 && self.applies_behind_others(text, start)
    }

    fn applies_behind_others(&mut self, text: &[u8], start: usize) -> bool {
        // A name may begin before the one that was refused.
        let between = self.last.min(start)..self.last.max(start);
        if text.get(between).is_none_or(ends_a_url) {
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
        let from = self.open.clamp(start, near);
        if near == text.len() || ends_a_url(&text[from..near]) {
            return false;
        }
        (self.last, self.open) = (start, near);
        true
    }

    /// The text that they are read in. It does not end within a character.
    pub(super) fn near(text: &[u8], start: usize) -> &[u8] {
        let mut end = text.len().min(start + Backoff::NEAR);
        for _ in 0..3 {
            end -= usize::from(text.get(end).is_some_and(|b| b & 0xc0 == 0x80));
        }
        &text[..end]
    }

    /// Counts a candidate at `start` whose match ends at `end`, if nothing near ends it.
    pub(super) fn add(&mut self, text: &[u8], start: usize, end: usize) -> bool {
        let near = text.len().min(start + Backoff::NEAR);
        let end = end.min(near);
        // What stands behind a match mostly ends it.
        let ends = || ends_a_url(&text[end..near]) || ends_a_url(&text[start..end]);
        let counts = near < text.len() && !ends();
        if counts {
            (self.count, self.last) = (self.count + 1, start);
        }
        counts
    }
}

/// Whether one of the bytes ends a URL. A backslash may be an escape.
fn ends_a_url(bytes: &[u8]) -> bool {
    bytes.iter().any(|&b| Class::STOP.has(b) && b != b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_nothing_near_ends() {
        let text = ["a b", &"c".repeat(2 * Backoff::NEAR)].concat();
        let text = text.as_bytes();
        // The blank stands in the match, behind it, or before it.
        assert!(!Backoff::default().add(text, 0, 3));
        assert!(!Backoff::default().add(text, 0, 1));
        assert!(Backoff::default().add(text, 2, 3));
        // The end of the text ends it.
        assert!(!Backoff::default().add(&text[..100], 2, 3));
    }
}
