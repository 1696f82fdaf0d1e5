//! Pieces: the bytes of a URL that something was put into, a fold above all (tests/spec/segments.md).

use std::ops::Range;

use crate::text::{Map, Rewrite};

/// What stands before a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gap {
    /// Nothing, or something that is no white space.
    None,
    /// Blanks within a line.
    Blank,
    /// White space with a line break in it, and the next line's prefix.
    Break,
}

/// A run of bytes of the text that belongs to a URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) gap: Gap,
    /// The bytes that it stands for, if not for its own: `@`, for ` at `.
    pub(super) stands_for: Option<&'static [u8]>,
}

impl Piece {
    /// How many bytes of the URL it makes.
    fn len(&self) -> usize {
        match self.stands_for {
            Some(bytes) => bytes.len(),
            None => self.end - self.start,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    pub(super) fn bytes<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        &text[self.start..self.end]
    }
}

/// The pieces of a URL, in order. They are kept and filled again: reading a candidate allocates nothing new.
#[derive(Clone, Default, Debug)]
pub(crate) struct Pieces {
    /// What the URL has before its first byte of the text: `http://`. It comes from that byte.
    pub(super) front: &'static str,
    pub(super) list: Vec<Piece>,
}

impl Pieces {
    /// One piece.
    pub(super) fn from_run(at: Range<usize>) -> Pieces {
        let mut pieces = Pieces::default();
        pieces.push(at, Gap::None);
        pieces
    }

    pub(super) fn restart(&mut self, front: &'static str) {
        self.front = front;
        self.list.clear();
    }

    /// Begins with the same as `other`.
    pub(super) fn copy_from(&mut self, other: &Pieces) {
        self.restart(other.front);
        self.list.extend_from_slice(&other.list);
    }

    pub(super) fn push(&mut self, at: Range<usize>, gap: Gap) {
        let Range { start, end } = at;
        if start < end {
            self.list.push(Piece {
                start,
                end,
                gap,
                stands_for: None,
            });
        }
    }

    /// Adds a piece that stands for `bytes`.
    pub(super) fn push_instead(&mut self, at: Range<usize>, bytes: &'static [u8]) {
        self.list.push(Piece {
            start: at.start,
            end: at.end,
            gap: Gap::None,
            stands_for: Some(bytes),
        });
    }

    /// Writes the URL into `url`, in place of what it holds.
    pub(super) fn write(&self, text: &[u8], url: &mut Vec<u8>) {
        url.clear();
        url.extend_from_slice(self.front.as_bytes());
        for piece in &self.list {
            match piece.stands_for {
                Some(bytes) => url.extend_from_slice(bytes),
                None => url.extend_from_slice(piece.bytes(text)),
            }
        }
    }

    /// The URL, and the map from it to what `under` leads to from the text.
    pub(crate) fn unfold(&self, text: &[u8], under: &Map) -> (Vec<u8>, Map) {
        let len = self.list.iter().map(Piece::len).sum::<usize>() + self.front.len();
        let mut rewrite = Rewrite::with_capacity(under, len, self.list.len());
        let mut front = self.front.as_bytes();
        for piece in &self.list {
            let Piece { start, end, .. } = *piece;
            match piece.stands_for {
                Some(bytes) => rewrite.put(&[front, bytes].concat(), start..end),
                None if front.is_empty() => rewrite.copy(text, start..end),
                None => {
                    rewrite.put(&[front, &text[start..start + 1]].concat(), start..start + 1);
                    rewrite.copy(text, start + 1..end);
                }
            }
            front = b"";
        }
        rewrite.finish()
    }

    /// Where its first piece begins and its last one ends.
    pub(super) fn span(&self) -> Range<usize> {
        let end = self.list.last().map_or(0, |piece| piece.end);
        self.list.first().map_or(0, |piece| piece.start)..end
    }

    /// Where it stands, if in one piece and as it is.
    pub(crate) fn verbatim(&self) -> Option<Range<usize>> {
        match &self.list[..] {
            [piece] if piece.stands_for.is_none() && self.front.is_empty() => {
                Some(piece.start..piece.end)
            }
            _ => None,
        }
    }

    /// Whether an `@` was written as a word.
    pub(super) fn has_at(&self) -> bool {
        self.list.iter().any(|piece| piece.stands_for == Some(b"@"))
    }

    /// How many gaps of this kind there are.
    pub(super) fn gaps(&self, gap: Gap) -> usize {
        self.list.iter().filter(|piece| piece.gap == gap).count()
    }

    /// Leaves out the first `n` bytes.
    pub(super) fn drop_front(&mut self, mut n: usize) {
        let mut gone = 0;
        for piece in &mut self.list {
            if n < piece.len() {
                piece.start += n;
                piece.gap = Gap::None;
                break;
            }
            n -= piece.len();
            gone += 1;
        }
        self.list.drain(..gone);
    }

    /// Keeps the first `n` bytes of the URL.
    pub(super) fn truncate(&mut self, n: usize) {
        let mut left = n.saturating_sub(self.front.len());
        self.list.retain_mut(|piece| {
            let len = piece.len().min(left);
            left -= len;
            match piece.stands_for {
                // It stays or goes as a whole.
                Some(bytes) => len == bytes.len(),
                None => {
                    piece.end = piece.start + len;
                    len > 0
                }
            }
        });
    }
}
