//! A text with some parts of it replaced.

use std::ops::Range;

use super::Rewrite;

/// Replaces parts of a text, in order, and copies the text between them.
pub(crate) struct Edits<'w, 'p, 't> {
    text: &'t [u8],
    /// The text before this place has been written.
    from: usize,
    /// Where the text after that has delimiters.
    delimiters: Vec<usize>,
    out: &'w mut Rewrite<'p>,
}

impl<'w, 'p, 't> Edits<'w, 'p, 't> {
    /// Nothing of the text before `from` is written.
    pub(crate) fn new(text: &'t [u8], from: usize, out: &'w mut Rewrite<'p>) -> Self {
        let delimiters = Vec::new();
        Edits {
            text,
            from,
            delimiters,
            out,
        }
    }

    /// Whether the byte at `at` has been written or left out.
    #[cfg(feature = "mail")]
    #[inline]
    pub(crate) fn has_passed(&self, at: usize) -> bool {
        at < self.from || self.delimiters.last().is_some_and(|&last| at <= last)
    }

    /// Copies the text up to `at`.
    #[inline]
    pub(crate) fn copy_up_to(&mut self, at: usize) {
        self.out
            .copy_delimited(self.text, self.from..at, &self.delimiters);
        self.delimiters.clear();
        self.from = at;
    }

    /// Copies the text up to `at`, which no edit has passed. Returns what it writes to.
    #[cfg(feature = "mail")]
    pub(crate) fn out_at(&mut self, at: usize) -> &mut Rewrite<'p> {
        self.copy_up_to(at);
        self.out
    }

    /// Leaves out `range`.
    #[inline]
    pub(crate) fn leave_out(&mut self, range: Range<usize>) {
        self.copy_up_to(range.start);
        self.from = range.end;
    }

    /// Writes `bytes` in the place of `range`.
    #[inline]
    pub(crate) fn put(&mut self, bytes: &[u8], range: Range<usize>) {
        self.leave_out(range.clone());
        self.out.put(bytes, range);
    }

    /// Writes a character in the place of `range`.
    #[cfg(feature = "mail")]
    #[inline]
    pub(crate) fn put_char(&mut self, c: char, range: Range<usize>) {
        self.leave_out(range.clone());
        self.out.put_char(c, range);
    }

    /// Writes a delimiter in the place of the byte at `at`.
    #[cfg(feature = "mail")]
    pub(crate) fn delimit(&mut self, at: usize) {
        self.delimiters.push(at);
    }

    /// Leaves out `mark`, for example a backslash, and keeps the byte after it, which must be there.
    #[cfg(feature = "mail")]
    #[inline]
    pub(crate) fn unescape(&mut self, mark: Range<usize>) {
        let next = mark.end + 1;
        self.leave_out(mark);
        self.copy_up_to(next);
    }

    /// Calls `edit` at each of these places that no edit has passed, and copies the rest.
    #[cfg(feature = "mail")]
    #[inline]
    pub(crate) fn each(
        mut self,
        places: impl Iterator<Item = usize>,
        mut edit: impl FnMut(&mut Self, usize),
    ) {
        for at in places {
            if !self.has_passed(at) {
                edit(&mut self, at);
            }
        }
        self.finish();
    }

    /// Copies the rest.
    #[cfg(feature = "mail")]
    pub(crate) fn finish(mut self) {
        self.copy_up_to(self.text.len());
    }
}
