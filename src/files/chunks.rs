//! Chunks that are read together, so that many small files cost little more than a large one.

use std::mem;

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
    /// Each with the number of its bytes.
    chunks: Vec<(Chunk, usize)>,
}

impl Chunks {
    /// Removes the chunks, each with its bytes.
    ///
    /// ```
    /// assert_eq!(urlgrep::files::Chunks::default().drain().count(), 0);
    /// ```
    pub fn drain(&mut self) -> impl Iterator<Item = (Chunk, &[u8])> {
        let mut rest = self.buffer.kept();
        let chunks = self.chunks.drain(..);
        chunks.map(move |(mut chunk, len)| {
            let (bytes, after) = mem::take(&mut rest).split_at_mut(len);
            rest = after;
            chunk.detect(bytes);
            let len = (chunk.end - chunk.start) as usize;
            (chunk, &bytes[..len])
        })
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
        let mut next = self.next_undetected(ahead, &mut chunks.buffer);
        while let Some(chunk) = next.take() {
            let is_small_file = chunk.number == 0 && chunk.ends_source;
            let len = chunks.buffer.keep();
            chunks.chunks.push((chunk, len));
            let has_room = chunks.buffer.kept().len() < SIZE && chunks.chunks.len() < COUNT;
            if is_small_file && has_room && ahead {
                next = self.next_in_directory(&mut chunks.buffer);
            }
        }
        !chunks.chunks.is_empty()
    }
}
