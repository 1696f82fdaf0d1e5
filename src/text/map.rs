//! Maps from a text's positions to the offsets of what it was made from.
//!
//! A map is *flat*: whoever rewrites a text composes while writing ([`Rewrite`](super::Rewrite)), so however many decoders lie
//! between, one lookup leads to the file. Maps are monotone. A text that lies as it is has a map of one piece and costs no
//! allocation.

use std::ops::Range;

/// In what portions the bytes of a text come from those of its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// One by one, as they lie.
    Verbatim,
    /// So many bytes stand for so many of the source, indivisibly: (1,3) `=XX`, (1,2) UTF-16, (n,m) a character or an escape.
    Whole(u8, u16),
    #[cfg_attr(
        not(feature = "mail"),
        allow(dead_code, reason = "only mail is encoded")
    )]
    /// Three bytes for four base64 digits. Each byte lies in two of them: byte `j` in the digits `j` and `j + 1`.
    Base64,
}

#[cfg(feature = "mail")]
impl Unit {
    /// A unit's bytes in the text, and in the source.
    pub(super) fn len(self) -> (usize, u64) {
        match self {
            Unit::Verbatim => (1, 1),
            Unit::Whole(bytes, source) => (bytes as usize, source as u64),
            Unit::Base64 => (3, 4),
        }
    }
}

/// A run of units of one kind, one after the other in the text and in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// Where the piece begins in the text; it ends where the next begins.
    pub(super) at: usize,
    pub(super) source: u64,
    pub(super) unit: Unit,
    /// How many bytes of the piece's first unit lie before `at`.
    pub(super) phase: u8,
}

impl Piece {
    /// Where the unit of the text's position `at` starts in the source, and which of the unit's bytes `at` is.
    pub(super) fn unit_at(&self, at: usize) -> (u64, u8) {
        let k = at - self.at + self.phase as usize;
        match self.unit {
            // No division where there is none to be made: this runs for every escape.
            Unit::Verbatim => (self.source + k as u64, 0),
            Unit::Whole(1, source) => (self.source + k as u64 * source as u64, 0),
            Unit::Whole(bytes, source) => {
                let (unit, j) = (k / bytes as usize, k % bytes as usize);
                (self.source + unit as u64 * source as u64, j as u8)
            }
            Unit::Base64 => (self.source + (k / 3) as u64 * 4, (k % 3) as u8),
        }
    }

    pub(super) fn source_of(&self, at: usize) -> Range<u64> {
        let (start, j) = self.unit_at(at);
        match self.unit {
            Unit::Base64 => start + j as u64..start + j as u64 + 2,
            Unit::Verbatim => start..start + 1,
            Unit::Whole(_, source) => start..start + source as u64,
        }
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
    /// Positions, in order, of what would be markup had it not been written as a character reference (`&lt;`). Only the decoder of
    /// HTML knows, and it is the last one: a text made out of that has none.
    pub(super) escaped_markup: Option<Box<[usize]>>,
}

impl Map {
    /// The map of a text that lies as it is, from the offset `source` on.
    pub fn shift(source: u64) -> Map {
        Map {
            first: Piece {
                at: 0,
                source,
                unit: Unit::Verbatim,
                phase: 0,
            },
            rest: Vec::new(),
            escaped_markup: None,
        }
    }

    fn piece(&self, i: usize) -> Option<&Piece> {
        match i {
            0 => Some(&self.first),
            _ => self.rest.get(i - 1),
        }
    }

    /// The number of the piece that holds the text's position `at`. Who reads from front to back gives the number he had last.
    pub(super) fn index_at(&self, at: usize, last: usize) -> usize {
        let behind = |i: usize| self.rest.get(i).is_none_or(|next| next.at > at);
        let from = match self.piece(last) {
            Some(piece) if piece.at <= at => last,
            _ => 0,
        };
        if let Some(near) = (from..from + 3).find(|&i| behind(i)) {
            return near;
        }
        from + self.rest[from..].partition_point(|piece| piece.at <= at)
    }

    /// The pieces from the one at `index` on that `range` (bytes of the text, not empty) touches, each with its share of it.
    pub(super) fn pieces(
        &self,
        index: usize,
        range: Range<usize>,
    ) -> impl Iterator<Item = (Piece, Range<usize>)> + '_ {
        (index..)
            .map_while(move |i| {
                let end = self.rest.get(i).map_or(usize::MAX, |next| next.at);
                Some((*self.piece(i)?, end))
            })
            .take_while(move |(p, _)| p.at < range.end)
            .map(move |(p, end)| (p, p.at.max(range.start)..end.min(range.end)))
            .filter(|(_, share)| !share.is_empty())
    }

    /// The maximal runs of source bytes that `range` (bytes of the text, half-open) is made of, in order.
    pub fn segments(&self, range: Range<usize>) -> Vec<Range<u64>> {
        let mut runs: Vec<Range<u64>> = Vec::new();
        for (piece, share) in self.pieces(self.index_at(range.start, 0), range) {
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
        let index = self.index_at(at, 0);
        self.piece(index).unwrap_or(&self.first).source_of(at)
    }

    /// Whether the text lies in its source as it is.
    #[inline]
    pub(crate) fn is_shift(&self) -> bool {
        self.rest.is_empty() && self.first.unit == Unit::Verbatim
    }

    /// The positions before `at` of what in a text of HTML only looks like the beginning or end of a tag, in order.
    pub(crate) fn escaped_markup_before(&self, at: usize) -> &[usize] {
        let escaped_markup = self.escaped_markup.as_deref().unwrap_or_default();
        &escaped_markup[..escaped_markup.partition_point(|&escaped_markup| escaped_markup < at)]
    }

    /// Whether every byte of `range` lies in the source as it is.
    pub fn is_verbatim(&self, range: Range<usize>) -> bool {
        self.pieces(self.index_at(range.start, 0), range)
            .all(|(piece, _)| piece.unit == Unit::Verbatim)
    }
}
