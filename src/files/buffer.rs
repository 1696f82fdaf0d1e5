//! The bytes of a chunk.

use std::io::{self, ErrorKind, Read};
use std::mem;
use std::ops::{Deref, Range};

use super::windows::Rest;

/// A reusable buffer for one chunk.
///
/// ```
/// assert!(urlgrep::files::Buffer::default().is_empty());
/// ```
#[derive(Default, Debug)]
pub struct Buffer {
    bytes: Vec<u8>,
    /// Where the chunk begins. Bytes before it are those of other chunks.
    start: usize,
    /// The length of the chunk.
    pub(super) len: usize,
    /// What of the chunk is still to be read.
    pub(super) rest: Option<Rest>,
}

/// How a read ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Filled {
    Enough,
    AtEnd,
    AtPause,
}

impl Buffer {
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Removes the bytes of all chunks.
    pub(super) fn reuse(&mut self) {
        (self.start, self.len) = (0, 0);
    }

    /// Keeps the bytes of the chunk, and returns where they are. The next chunk is read behind them.
    pub(super) fn keep(&mut self) -> Range<usize> {
        let start = self.start;
        self.start += mem::take(&mut self.len);
        start..self.start
    }

    /// The bytes of a chunk that was kept.
    pub(super) fn part(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }

    pub(super) fn restart(&mut self, with: &[u8]) {
        self.grow(with.len());
        self.bytes[self.start..][..with.len()].copy_from_slice(with);
        self.len = with.len();
    }

    /// A part of the chunk, to be read into.
    pub(super) fn room(&mut self, part: Range<usize>) -> &mut [u8] {
        self.grow(part.end);
        &mut self.bytes[self.start..][part]
    }

    fn grow(&mut self, size: usize) {
        let size = self.start + size;
        if self.bytes.len() < size {
            self.bytes.resize(size, 0);
        }
    }

    /// Ends the lines of the chunk in LF that end in CR, from `from` on. A CR at its end stays, unless the file ends there: an LF may
    /// follow.
    pub(super) fn end_lines(&mut self, from: usize, at_end: bool) {
        let chunk = &mut self.bytes[self.start..][..self.len];
        let crs = |chunk: &[u8], from: usize| Some(from + memchr::memchr(b'\r', &chunk[from..])?);
        let mut next = crs(chunk, from);
        while let Some(cr) = next {
            match chunk.get(cr + 1) {
                Some(b'\n') => {}
                None if !at_end => {}
                _ => chunk[cr] = b'\n',
            }
            next = crs(chunk, cr + 1);
        }
    }

    /// Reads until the buffer has `size` bytes, or the input ends or pauses.
    pub(super) fn read(&mut self, reader: &mut impl Read, size: usize) -> io::Result<Filled> {
        self.grow(size);
        while self.len < size {
            match reader.read(&mut self.bytes[self.start..][self.len..size]) {
                Ok(0) => return Ok(Filled::AtEnd),
                Ok(len) => self.len += len,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(Filled::AtPause),
                Err(error) => return Err(error),
            }
        }
        Ok(Filled::Enough)
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[self.start..][..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_end_in_cr() {
        let mut buffer = Buffer::default();
        buffer.restart(b"another\r");
        buffer.keep();
        buffer.restart(b"a\rb\r\n\r\rc\r");
        buffer.end_lines(2, false);
        assert_eq!(&*buffer, b"a\rb\r\n\n\nc\r");
        buffer.end_lines(0, true);
        assert_eq!(&*buffer, b"a\nb\r\n\n\nc\n");
        assert_eq!(buffer.part(0..8), b"another\r");
    }
}
