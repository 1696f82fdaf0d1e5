//! Positions of the protocol. They count UTF-16 code units, its default. A line ends with LF, CRLF or CR.

use std::cell::Cell;
use std::{iter, ops};

use lsp_types::{Position, Range};

/// Converts byte offsets to positions of the protocol. It counts from the last one, so that many in a long line cost only the distance
/// between them.
pub(super) struct PositionIndex<'t> {
    text: &'t str,
    /// Where each line begins.
    lines: Vec<usize>,
    /// The last offset, where its line begins, and its units in that line.
    last: Cell<(usize, usize, usize)>,
}

impl<'t> PositionIndex<'t> {
    pub(super) fn new(text: &'t str) -> PositionIndex<'t> {
        let bytes = text.as_bytes();
        let breaks = memchr::memchr2_iter(b'\n', b'\r', bytes);
        let breaks = breaks.filter(|&at| !bytes[at..].starts_with(b"\r\n"));
        PositionIndex {
            text,
            lines: iter::once(0).chain(breaks.map(|at| at + 1)).collect(),
            last: Cell::default(),
        }
    }

    pub(super) fn position(&self, at: u64) -> Position {
        let at = (at as usize).min(self.text.len());
        let number = self.lines.partition_point(|&line| line <= at) - 1;
        let line = self.lines[number];
        let units = |span: ops::Range<usize>| {
            let text = self.text.get(span).unwrap_or_default();
            text.encode_utf16().count()
        };
        let character = match self.last.get() {
            (last, known, character) if known == line && last <= at => character + units(last..at),
            (last, known, character) if known == line => character.saturating_sub(units(at..last)),
            _ => units(line..at),
        };
        self.last.set((at, line, character));
        Position {
            line: number as u32,
            character: character as u32,
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
    use std::time::{Duration, Instant};

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
        assert_eq!([8, 2, 6, 8].map(position), [(1, 3), (1, 0), (1, 2), (1, 3)]);
    }

    #[test]
    fn three_line_breaks() {
        let positions = PositionIndex::new("a\rb\r\nc\nd\r");
        let position = |at| {
            let Position { line, character } = positions.position(at);
            (line, character)
        };
        let places = [1, 2, 3, 5, 7, 9].map(position);
        assert_eq!(places, [(0, 1), (1, 0), (1, 1), (2, 0), (3, 0), (4, 0)]);
    }

    /// Counting from the beginning of the line would take minutes.
    #[test]
    fn many_positions_in_a_long_line() {
        let (word, start) = ("é http ", Instant::now());
        let long = word.repeat(50_000);
        let positions = PositionIndex::new(&long);
        let of_word = |i: u32| positions.position(u64::from(i) * word.len() as u64);
        assert!((0..50_000).all(|i| of_word(i).character == 7 * i));
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}
