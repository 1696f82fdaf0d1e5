//! Pieces: the runs of bytes of the text that a URL is made of (tests/spec/segments.md).
//!
//! A URL on one line has a single piece. `<URL:http://a.org/x⏎> y>` has two, `http://a.org/x` and `y`; the gap between them is the line
//! break with the quote prefix of the next line.

use std::ops::Range;

use smallvec::SmallVec;

use super::{Map, Rewrite, Unit};

/// The most readings without a hyphen.
const MAX_READINGS: usize = 4;

/// A program that sets text, such as `man`, writes this hyphen where it breaks a word (U+2010). The hyphen of a URL is `-`.
pub(crate) const SET_HYPHEN: &[u8] = "\u{2010}".as_bytes();

/// Whether the line ends in such a hyphen.
#[inline]
pub(crate) fn ends_in_set_hyphen(line: &[u8]) -> bool {
    line.ends_with(SET_HYPHEN)
}

/// The white space before a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Gap {
    /// Nothing, or no white space.
    None,
    /// Blanks within a line.
    Blank,
    /// White space with a line break in it, and the next line's prefix.
    Break,
}

/// A run of bytes of the text that belongs to a URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) gap: Gap,
    /// The bytes that replace these in the URL: `@` for ` at `.
    pub(crate) instead: Option<&'static [u8]>,
}

impl Piece {
    fn new(at: Range<usize>, gap: Gap, instead: Option<&'static [u8]>) -> Piece {
        Piece {
            start: at.start,
            end: at.end,
            gap,
            instead,
        }
    }

    /// The bytes of the URL that it makes.
    pub(crate) fn bytes<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        self.instead.unwrap_or(&text[self.start..self.end])
    }

    fn len(&self) -> usize {
        self.instead.map_or(self.end - self.start, <[u8]>::len)
    }

    fn unit(&self) -> Unit {
        let len = || u16::try_from(self.end - self.start).unwrap_or(u16::MAX);
        self.instead.map_or(Unit::Verbatim, |bytes| {
            Unit::Atomic(bytes.len() as u8, len())
        })
    }
}

/// The pieces of a URL, in order. Two of them need no allocation.
#[derive(Clone, Default, Debug)]
pub(crate) struct Pieces {
    pub(crate) list: SmallVec<[Piece; 2]>,
}

impl Pieces {
    pub(crate) fn push(&mut self, at: Range<usize>, gap: Gap) {
        if !at.is_empty() {
            self.list.push(Piece::new(at, gap, None));
        }
    }

    /// Adds a piece in whose place the URL has `bytes`.
    pub(crate) fn push_instead(&mut self, at: Range<usize>, bytes: &'static [u8]) {
        self.list.push(Piece::new(at, Gap::None, Some(bytes)));
    }

    /// Leaves out each `%` at a line break that begins no escape: TeX writes it to break a line within a URL.
    pub(crate) fn drop_percents(&mut self, text: &[u8]) {
        self.cut_at_breaks(|end, after| {
            let digits = text[after..].iter().take(2);
            let is_escape = digits.filter(|b| b.is_ascii_hexdigit()).count() == 2;
            usize::from(text[end - 1] == b'%' && !is_escape)
        });
    }

    /// Leaves out the hyphen that a program put at each line break.
    pub(crate) fn drop_set_hyphens(&mut self, text: &[u8]) {
        self.cut_at_breaks(|end, _| {
            if ends_in_set_hyphen(&text[..end]) {
                SET_HYPHEN.len()
            } else {
                0
            }
        });
    }

    /// Cuts the runs of the text before line breaks by what `len` says, which is given where the run ends and where the next one begins.
    fn cut_at_breaks(&mut self, len: impl Fn(usize, usize) -> usize) {
        let mut is_cut = false;
        for next in 1..self.list.len() {
            let (Piece { end, instead, .. }, after) = (self.list[next - 1], self.list[next]);
            if after.gap == Gap::Break && instead.is_none() {
                let len = len(end, after.start);
                self.list[next - 1].end -= len;
                is_cut |= len > 0;
            }
        }
        if is_cut {
            self.list.retain(|piece| piece.len() > 0);
        }
    }

    /// Takes over the first `n` pieces of `other`.
    pub(crate) fn copy_from(&mut self, other: &Pieces, n: usize) {
        self.list.clear();
        self.list.extend_from_slice(&other.list[..n]);
    }

    /// The URL; it is written into `url` if it is not one run of the text.
    pub(crate) fn url<'s>(&self, text: &'s [u8], url: &'s mut Vec<u8>) -> &'s [u8] {
        if let Some(at) = self.verbatim() {
            return &text[at];
        }
        url.clear();
        self.write(text, url);
        url
    }

    /// The URL, written anew.
    pub(crate) fn to_url(&self, text: &[u8]) -> Vec<u8> {
        let mut url = Vec::with_capacity(self.len());
        self.write(text, &mut url);
        url
    }

    fn len(&self) -> usize {
        self.list.iter().map(Piece::len).sum()
    }

    fn write(&self, text: &[u8], url: &mut Vec<u8>) {
        for piece in &self.list {
            url.extend_from_slice(piece.bytes(text));
        }
    }

    /// The map from the URL to where `parent` leads from the text; without it, to the text.
    pub(crate) fn map(&self, text: &[u8], parent: Option<&Map>) -> Map {
        let Some(parent) = parent else {
            return Map::of_runs(
                self.list
                    .iter()
                    .map(|piece| (piece.start..piece.end, piece.unit())),
            );
        };
        let mut rewrite = Rewrite::new(parent);
        rewrite.reserve(self.len());
        for piece in &self.list {
            match piece.instead {
                Some(bytes) => rewrite.put(bytes, piece.start..piece.end),
                None => rewrite.copy(text, piece.start..piece.end),
            }
        }
        rewrite.finish().1
    }

    /// Where its first piece begins and its last one ends.
    pub(crate) fn span(&self) -> Range<usize> {
        match &self.list[..] {
            [first, .., last] => first.start..last.end,
            [piece] => piece.start..piece.end,
            [] => 0..0,
        }
    }

    /// Where it stands, if it is one run of the text.
    pub(crate) fn verbatim(&self) -> Option<Range<usize>> {
        match &self.list[..] {
            [piece] if piece.instead.is_none() => Some(piece.start..piece.end),
            _ => None,
        }
    }

    /// Whether an `@` was written as a word.
    pub(crate) fn has_at(&self) -> bool {
        self.list.iter().any(|piece| piece.instead == Some(b"@"))
    }

    /// How many gaps of this kind there are.
    pub(crate) fn gaps(&self, gap: Gap) -> usize {
        self.list.iter().filter(|piece| piece.gap == gap).count()
    }

    /// Leaves out the first `n` bytes of the URL.
    pub(crate) fn drop_front(&mut self, n: usize) {
        let mut left = n;
        self.list.retain_mut(|piece| {
            let len = piece.len().min(left);
            left -= len;
            piece.start += len;
            piece.start < piece.end
        });
        if let Some(first) = self.list.first_mut() {
            first.gap = Gap::None;
        }
    }

    /// Keeps the first `n` bytes of the URL.
    pub(crate) fn truncate(&mut self, n: usize) {
        let mut left = n;
        self.list.retain_mut(|piece| {
            let len = piece.len().min(left);
            left -= len;
            // A piece that was replaced is kept or removed as a whole.
            if piece.instead.is_none() {
                piece.end = piece.start + len;
            }
            len > 0 && len == piece.len()
        });
    }

    /// The pieces that end in a hyphen and have a line break after them.
    fn hyphens_at_breaks(&self, text: &[u8]) -> impl Iterator<Item = usize> {
        let pairs = self.list.windows(2).enumerate();
        let hyphen = move |pair: &[Piece]| {
            pair[1].gap == Gap::Break && pair[0].bytes(text).last() == Some(&b'-')
        };
        pairs.filter_map(move |(i, pair)| hyphen(pair).then_some(i))
    }

    /// How many readings leave hyphens at line breaks out: each hyphen alone, then all of them. A hyphen there "may or may not actually
    /// be part of the URL" (RFC 1738, appendix; tests/spec/hyphen.md).
    pub(crate) fn hyphens(&self, text: &[u8]) -> usize {
        match self.hyphens_at_breaks(text).count() {
            several @ 2.. => several.min(MAX_READINGS - 1) + 1,
            count => count,
        }
    }

    /// Makes `other` the reading of this number.
    pub(crate) fn without_hyphen(&self, text: &[u8], number: usize, other: &mut Pieces) {
        other.copy_from(self, self.list.len());
        let all = number > 0 && number + 1 == self.hyphens(text);
        for (i, piece) in self.hyphens_at_breaks(text).enumerate() {
            if i == number || all {
                other.list[piece].end -= 1;
            }
        }
        other.list.retain(|piece| piece.start < piece.end);
    }
}
