//! Making a text out of another one, with a map that leads straight to the other's source.

use std::ops::Range;

use super::map::{Map, Piece};

/// Writes a text piece by piece. What of the parent is neither copied nor put is gone, as a fold is.
pub(crate) struct Rewrite<'p> {
    parent: &'p Map,
    bytes: Vec<u8>,
    pieces: Vec<Piece>,
}

impl<'p> Rewrite<'p> {
    pub(crate) fn of(parent: &'p Map) -> Self {
        Rewrite {
            parent,
            bytes: Vec::new(),
            pieces: Vec::new(),
        }
    }

    /// Takes over `range` of the parent's bytes `text` as it is.
    pub(crate) fn copy(&mut self, text: &[u8], range: Range<usize>) {
        for (piece, share) in self.parent.pieces(range) {
            let (source, phase) = piece.unit_at(share.start);
            self.pieces.push(Piece {
                at: self.bytes.len(),
                source,
                unit: piece.unit,
                phase,
            });
            self.bytes.extend_from_slice(&text[share]);
        }
    }

    /// Lets `bytes` (at most 255) stand for the parent's `range` (at most 65,535 bytes of the source), indivisibly: an escape,
    /// an entity, a character.
    pub(crate) fn put(&mut self, bytes: &[u8], range: Range<usize>) {
        let segments = self.parent.segments(range);
        let (Some(first), Some(last)) = (segments.first(), segments.last()) else {
            return;
        };
        self.pieces.push(Piece {
            at: self.bytes.len(),
            source: first.start,
            unit: (bytes.len() as u8, (last.end - first.start) as u16),
            phase: 0,
        });
        self.bytes.extend_from_slice(bytes);
    }

    pub(crate) fn finish(mut self) -> (Vec<u8>, Map) {
        self.pieces.dedup_by(|next, piece| {
            let verbatim = piece.unit == (1, 1) && next.unit == (1, 1);
            verbatim && piece.source + (next.at - piece.at) as u64 == next.source
        });
        let mut pieces = self.pieces.into_iter();
        let first = pieces.next().unwrap_or(Map::shift(0).first);
        let map = Map {
            first,
            rest: pieces.collect(),
        };
        (self.bytes, map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_of_a_rewritten_text_leads_to_the_first_source() {
        // A file whose text begins at 10: `ab=20cd` decoded to `ab cd`, then the blank dropped.
        let file = b"ab=20cd";
        let lies = Map::shift(10);
        let mut decoded = Rewrite::of(&lies);
        decoded.copy(file, 0..2);
        decoded.put(b" ", 2..5);
        decoded.copy(file, 5..7);
        let (text, map) = decoded.finish();
        assert_eq!(text, b"ab cd");
        assert_eq!(map.segments(0..5), [10..17]);
        assert_eq!(map.source_of(2), 12..15);
        assert!(map.is_verbatim(0..2) && !map.is_verbatim(1..4));

        let mut folded = Rewrite::of(&map);
        folded.copy(&text, 0..2);
        folded.copy(&text, 3..5);
        let (url, map) = folded.finish();
        assert_eq!(url, b"abcd");
        assert_eq!(map.segments(0..4), [10..12, 15..17]);
        assert_eq!(map.segments(1..3), [11..12, 15..16]);
    }

    #[test]
    fn neighbours_are_joined() {
        let lies = Map::shift(0);
        let mut rewrite = Rewrite::of(&lies);
        rewrite.copy(b"abcdef", 0..2);
        rewrite.copy(b"abcdef", 2..6);
        let (text, map) = rewrite.finish();
        assert_eq!(text, b"abcdef");
        assert_eq!(map, Map::shift(0));
    }
}
