//! The bytes of a chunk.

use std::io::{self, ErrorKind, Read};
use std::mem;
use std::ops::{Deref, DerefMut, Range};
use std::sync::Arc;

use super::cut::without_cut_word;
use super::plain_file::PlainFile;

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

/// The part of a window that is still to be read: it begins at `at` in the file, and at the beginning of the chunk.
#[derive(Debug)]
pub(super) struct Rest {
    pub(super) file: Arc<PlainFile>,
    pub(super) at: u64,
    pub(super) len: usize,
}

/// How a read ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Filled {
    Enough,
    AtEnd,
    AtPause,
}

impl Buffer {
    /// Removes the bytes of all chunks.
    pub(super) fn reuse(&mut self) {
        (self.start, self.len) = (0, 0);
    }

    /// Keeps the bytes of the chunk. The next chunk follows them. Returns their number.
    pub(super) fn keep(&mut self) -> usize {
        self.start += self.len;
        mem::take(&mut self.len)
    }

    /// The bytes of the chunks that were kept, one after the other.
    pub(super) fn kept(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.start]
    }

    /// Reads the rest of a window. If that fails, the chunk has only the bytes before.
    pub(super) fn read_rest(&mut self) -> io::Result<()> {
        let Some(rest) = self.rest.take() else {
            return Ok(());
        };
        let room = self.room(0..rest.len);
        let (read, result) = rest.file.read_at(room, rest.at);
        rest.file.count(read);
        if let Err(error) = &result {
            self.len = read;
            self.len = without_cut_word(self, error);
        }
        result
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
        if self.bytes.is_empty() {
            // The system has zeros at hand.
            self.bytes = vec![0; size];
        } else if self.bytes.len() < size {
            self.bytes.resize(size, 0);
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

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..][..self.len]
    }
}
