//! Finds where lines begin and end. Newlines are counted once, at the first question, so that many questions about one long line are
//! cheap.

use std::cell::OnceCell;

/// The newlines before each block of this many bytes are known; within a block they are counted.
const BLOCK: usize = 1 << 10;

#[derive(Debug)]
pub(crate) struct Newlines<'b> {
    pub(crate) bytes: &'b [u8],
    /// The number of newlines before each block.
    before: OnceCell<Vec<usize>>,
}

impl<'b> Newlines<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Newlines<'b> {
        Newlines {
            bytes,
            before: OnceCell::new(),
        }
    }

    /// The number of newlines before `at`.
    pub(crate) fn before(&self, at: usize) -> usize {
        let block = at / BLOCK;
        self.blocks()[block] + count(&self.bytes[block * BLOCK..at])
    }

    /// The beginning of the line with `at`.
    pub(crate) fn line_start(&self, at: usize) -> usize {
        match self.before(at) {
            0 => 0,
            newlines => self.newline(newlines).map_or(0, |at| at + 1),
        }
    }

    /// The end of the line with `at`, before its newline.
    pub(crate) fn line_end(&self, at: usize) -> usize {
        let next = self.newline(self.before(at) + 1);
        next.unwrap_or(self.bytes.len())
    }

    /// Where a newline is, counted from 1.
    fn newline(&self, number: usize) -> Option<usize> {
        let blocks = self.blocks();
        let block = blocks.partition_point(|&before| before < number) - 1;
        let rest = &self.bytes[block * BLOCK..];
        let mut newlines = memchr::memchr_iter(b'\n', &rest[..rest.len().min(BLOCK)]);
        let at = newlines.nth(number - blocks[block] - 1)?;
        Some(block * BLOCK + at)
    }

    fn blocks(&self) -> &[usize] {
        self.before.get_or_init(|| {
            let mut newlines = 0;
            let counts = self.bytes.chunks_exact(BLOCK).map(count);
            let sums = counts.map(|count| {
                newlines += count;
                newlines
            });
            std::iter::once(0).chain(sums).collect()
        })
    }
}

fn count(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_counted_one_by_one() {
        let blocks = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK];
        let texts = blocks.map(|long| {
            let x = "x".repeat(long);
            format!("{x}\n\n{x}ab\nc{x}\n{x}")
        });
        for text in texts.iter().chain([&String::new()]) {
            let (bytes, newlines) = (text.as_bytes(), Newlines::new(text.as_bytes()));
            for at in 0..=bytes.len() {
                let before = memchr::memrchr(b'\n', &bytes[..at]);
                let after = memchr::memchr(b'\n', &bytes[at..]);
                assert_eq!(newlines.before(at), count(&bytes[..at]));
                assert_eq!(newlines.line_start(at), before.map_or(0, |i| i + 1));
                assert_eq!(newlines.line_end(at), after.map_or(bytes.len(), |i| at + i));
            }
        }
    }
}
