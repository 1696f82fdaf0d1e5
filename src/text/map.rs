//! Maps from a text's positions to the offsets of what it was made from.
//!
//! A map is *flat*: whoever rewrites a text composes while writing ([`Rewrite`](super::Rewrite)), so however many decoders lie
//! between, one lookup leads to the file. Maps are monotone. A text that lies as it is has a map of one piece and costs no
//! allocation.

use std::ops::Range;

/// `unit.0` bytes of the text for every `unit.1` bytes of the source: (1,1) as it lies, (1,3) `=XX`, (n,m) a character or an
/// escape that stands for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// Where the piece begins in the text; it ends where the next begins.
    pub(super) at: usize,
    pub(super) source: u64,
    pub(super) unit: (u8, u16),
    /// How many bytes of the piece's first unit lie before `at`.
    pub(super) phase: u8,
}

impl Piece {
    /// Where the unit of the text's position `at` starts in the source, and which of the unit's bytes `at` is.
    pub(super) fn unit_at(&self, at: usize) -> (u64, u8) {
        let (k, n) = (at - self.at + self.phase as usize, self.unit.0 as usize);
        (
            self.source + (k / n) as u64 * self.unit.1 as u64,
            (k % n) as u8,
        )
    }

    fn source_of(&self, at: usize) -> Range<u64> {
        let (start, _) = self.unit_at(at);
        start..start + self.unit.1 as u64
    }
}

/// From a text's positions to the offsets of what it was made from, in the end those of the file.
///
/// ```
/// let map = urlgrep::Map::shift(100);
/// assert_eq!(map.segments(3..5), [103..105]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    pub(super) first: Piece,
    pub(super) rest: Vec<Piece>,
}

impl Map {
    /// The map of a text that lies as it is, from the offset `source` on.
    pub fn shift(source: u64) -> Map {
        Map {
            first: Piece {
                at: 0,
                source,
                unit: (1, 1),
                phase: 0,
            },
            rest: Vec::new(),
        }
    }

    /// The pieces that `range` (bytes of the text, not empty) touches, each with its share of it.
    pub(super) fn pieces(
        &self,
        range: Range<usize>,
    ) -> impl Iterator<Item = (Piece, Range<usize>)> + '_ {
        let piece = |i: usize| match i {
            0 => Some(&self.first),
            _ => self.rest.get(i - 1),
        };
        (self.rest.partition_point(|p| p.at <= range.start)..)
            .map_while(move |i| Some((*piece(i)?, piece(i + 1).map_or(usize::MAX, |p| p.at))))
            .take_while(move |(p, _)| p.at < range.end)
            .map(move |(p, end)| (p, p.at.max(range.start)..end.min(range.end)))
            .filter(|(_, share)| !share.is_empty())
    }

    /// The maximal runs of source bytes that `range` (bytes of the text, half-open) is made of, in order.
    pub fn segments(&self, range: Range<usize>) -> Vec<Range<u64>> {
        let mut runs: Vec<Range<u64>> = Vec::new();
        for (piece, share) in self.pieces(range) {
            let run = piece.source_of(share.start).start..piece.source_of(share.end - 1).end;
            match runs.last_mut() {
                Some(last) if last.end >= run.start => last.end = last.end.max(run.end),
                _ => runs.push(run),
            }
        }
        runs
    }

    /// The source bytes that the text's byte at `at` stands for.
    pub fn source_of(&self, at: usize) -> Range<u64> {
        let i = self.rest.partition_point(|p| p.at <= at);
        let piece = match i {
            0 => &self.first,
            _ => &self.rest[i - 1],
        };
        piece.source_of(at)
    }

    /// Whether the text lies in its source as it is.
    pub(crate) fn is_shift(&self) -> bool {
        self.rest.is_empty() && self.first.unit == (1, 1)
    }

    /// Whether every byte of `range` lies in the source as it is.
    pub fn is_verbatim(&self, range: Range<usize>) -> bool {
        self.pieces(range).all(|(piece, _)| piece.unit == (1, 1))
    }
}
