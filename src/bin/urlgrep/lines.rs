//! Lines and columns: newlines are counted forward through a chunk, and no byte twice.

/// How far the lines of a chunk have been counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<'c> {
    bytes: &'c [u8],
    /// Where the chunk begins in its file.
    start: u64,
    /// Where the line of the chunk's first byte does.
    first: u64,
    /// Up to here; in the chunk.
    counted: usize,
    newlines: u64,
    /// Where the line begins that the counting has come to; in the file.
    line: u64,
}

impl<'c> Lines<'c> {
    /// The chunk of these bytes that begins at the offset `start`, its first line at `first`.
    pub(crate) fn new(bytes: &'c [u8], start: u64, first: u64) -> Lines<'c> {
        Lines {
            bytes,
            start,
            first,
            counted: 0,
            newlines: 0,
            line: first,
        }
    }

    /// The line in the chunk, and the column, of an offset in the file; both from 1.
    pub(crate) fn place(&mut self, offset: u64) -> (u64, u64) {
        self.count_to((offset - self.start) as usize);
        (self.newlines + 1, offset - self.line + 1)
    }

    /// The number of newlines in all of the chunk.
    pub(crate) fn total(&mut self) -> u64 {
        self.count_to(self.bytes.len());
        self.newlines
    }

    fn count_to(&mut self, at: usize) {
        if at < self.counted {
            *self = Lines::new(self.bytes, self.start, self.first);
        }
        let passed = &self.bytes[self.counted..at];
        if let Some(last) = memchr::memrchr(b'\n', passed) {
            self.newlines += memchr::memchr_iter(b'\n', passed).count() as u64;
            self.line = self.start + (self.counted + last + 1) as u64;
        }
        self.counted = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_begin_behind_newlines() {
        let mut lines = Lines::new(b"ab\ncd\n\ne", 100, 90);
        assert_eq!(
            lines.place(100),
            (1, 11),
            "its line began in an earlier chunk"
        );
        assert_eq!(lines.place(102), (1, 13));
        assert_eq!(lines.place(103), (2, 1));
        assert_eq!(lines.place(105), (2, 3));
        assert_eq!(lines.place(107), (4, 1));
        assert_eq!(lines.place(104), (2, 2), "backward");
        assert_eq!(lines.total(), 3);
    }
}
