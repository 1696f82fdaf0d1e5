//! Lines and columns: newlines are counted forward through a chunk, and no byte twice.

use std::ops::Range;

/// Where the counting in a chunk has come to.
#[derive(Debug)]
pub(crate) struct Lines<'c> {
    bytes: &'c [u8],
    at: usize,
    newlines: u64,
    /// Where the line of `at` begins, if in this chunk.
    start: Option<usize>,
}

impl<'c> Lines<'c> {
    pub(crate) fn of(bytes: &'c [u8]) -> Lines<'c> {
        Lines {
            bytes,
            at: 0,
            newlines: 0,
            start: None,
        }
    }

    /// The number of newlines before `at`, and where its line begins; none if in an earlier chunk.
    pub(crate) fn before(&mut self, at: usize) -> (u64, Option<usize>) {
        if at < self.at {
            *self = Lines::of(self.bytes);
        }
        let passed: Range<usize> = self.at..at.min(self.bytes.len());
        let newlines = memchr::memchr_iter(b'\n', &self.bytes[passed.clone()]).count();
        if newlines > 0 {
            self.newlines += newlines as u64;
            let last = memchr::memrchr(b'\n', &self.bytes[passed.clone()]);
            self.start = last.map(|i| passed.start + i + 1);
        }
        self.at = passed.end;
        (self.newlines, self.start)
    }

    /// The number of newlines in the chunk.
    pub(crate) fn all(mut self) -> u64 {
        self.before(self.bytes.len()).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_begin_behind_newlines() {
        let mut lines = Lines::of(b"ab\ncd\n\ne");
        assert_eq!(lines.before(0), (0, None));
        assert_eq!(lines.before(2), (0, None));
        assert_eq!(lines.before(3), (1, Some(3)));
        assert_eq!(lines.before(5), (1, Some(3)));
        assert_eq!(lines.before(7), (3, Some(7)));
        assert_eq!(lines.before(4), (1, Some(3)), "backward");
        assert_eq!(lines.all(), 3);
    }
}
