//! Chunks that are read together, so that many small files cost little more than a large one.

use std::ops::Range;

use super::Input;
use super::buffer::Buffer;
use super::chunk::Chunk;

/// Small files are read together up to this size and number.
const SIZE: usize = 1 << 20;
const COUNT: usize = 128;

/// One chunk of a large file, or all chunks of some small files, in one buffer.
///
/// ```
/// use urlgrep::files::{Chunks, Input, ReadOptions, WalkOptions};
/// let input = Input::new(vec!["corpora/mail".into()], &WalkOptions::default(), ReadOptions::default());
/// let mut chunks = Chunks::default();
/// while input.read(true, &mut chunks) {
///     for (chunk, bytes) in chunks.drain() {
///         assert_eq!(bytes.len() as u64, chunk.end - chunk.start);
///     }
/// }
/// ```
#[derive(Default, Debug)]
pub struct Chunks {
    buffer: Buffer,
    chunks: Vec<(Chunk, Range<usize>)>,
}

impl Chunks {
    /// Removes the chunks, each with its bytes.
    ///
    /// ```
    /// assert_eq!(urlgrep::files::Chunks::default().drain().count(), 0);
    /// ```
    pub fn drain(&mut self) -> impl Iterator<Item = (Chunk, &[u8])> {
        let bytes = &self.buffer;
        let chunks = self.chunks.drain(..);
        chunks.map(move |(chunk, range)| (chunk, bytes.part(range)))
    }
}

impl Input {
    /// Reads the next chunk. If it is a small file of a directory, the small files after it are read too. Whether there was any.
    ///
    /// With `ahead`, a later file is used if other workers are reading the first open one.
    ///
    /// ```
    /// use urlgrep::files::{Chunks, Input, ReadOptions, WalkOptions};
    /// let input = Input::new(vec!["README.md".into()], &WalkOptions::default(), ReadOptions::default());
    /// let mut chunks = Chunks::default();
    /// assert!(input.read(true, &mut chunks) && !input.read(true, &mut chunks));
    /// ```
    pub fn read(&self, ahead: bool, chunks: &mut Chunks) -> bool {
        chunks.chunks.clear();
        chunks.buffer.reuse();
        let mut next = self.next(ahead, &mut chunks.buffer);
        while let Some(chunk) = next.take() {
            let is_small_file = chunk.number == 0 && chunk.ends_source;
            let range = chunks.buffer.keep();
            let has_room = range.end < SIZE && chunks.chunks.len() < COUNT - 1;
            chunks.chunks.push((chunk, range));
            if is_small_file && has_room && ahead {
                next = self.next_in_directory(&mut chunks.buffer);
            }
        }
        !chunks.chunks.is_empty()
    }
}
