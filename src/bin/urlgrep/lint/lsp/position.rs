//! Positions of the protocol. They count UTF-16 code units, its default.

use std::ops;

use lsp_types::{Position, Range};

use crate::newlines::Newlines;

/// Converts byte offsets to positions of the protocol.
pub(super) struct PositionIndex<'t> {
    text: &'t str,
    newlines: Newlines<'t>,
}

impl<'t> PositionIndex<'t> {
    pub(super) fn new(text: &'t str) -> PositionIndex<'t> {
        let newlines = Newlines::new(text.as_bytes());
        PositionIndex { text, newlines }
    }

    pub(super) fn position(&self, at: u64) -> Position {
        let at = (at as usize).min(self.text.len());
        let line = self.newlines.line_start(at);
        let before = self.text.get(line..at).unwrap_or_default();
        Position {
            line: self.newlines.before(at) as u32,
            character: before.encode_utf16().count() as u32,
        }
    }

    pub(super) fn range(&self, at: &ops::Range<u64>) -> Range {
        Range {
            start: self.position(at.start),
            end: self.position(at.end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf_16() {
        let positions = PositionIndex::new("a\n😀é http\n");
        let position = |at| {
            let Position { line, character } = positions.position(at);
            (line, character)
        };
        assert_eq!(
            [position(0), position(2), position(9)],
            [(0, 0), (1, 0), (1, 4)]
        );
        assert_eq!(position(999), (2, 0));
    }
}
