//! Chunks that are read together, so that many small files cost little more than a large one.

use std::mem;

use super::buffer::Buffer;
use super::chunk::Chunk;
use super::{Input, ReadFrom};

/// Small files are read together up to this size and number.
const SIZE: usize = 1 << 20;
const COUNT: usize = 64;

/// One chunk of a large file, or all chunks of some small files, in one buffer.
///
/// ```
/// use urlgrep::files::{Chunks, Input, ReadFrom, ReadOptions, WalkOptions};
/// let input = Input::new(vec!["corpora/mail".into()], &WalkOptions::default(), ReadOptions::default());
/// let mut chunks = Chunks::default();
/// while input.read(ReadFrom::AnyFile, &mut chunks) {
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
    /// Whether files stay open until their chunks are dropped.
    keeps_files: bool,
}

impl Chunks {
    /// Chunks for a thread that only reads. Who searches them closes the files too, which takes time: up to 64 stay open until then.
    ///
    /// ```
    /// use urlgrep::files::{Chunks, Input, ReadFrom, ReadOptions, WalkOptions};
    /// let input = Input::new(vec!["corpora/mail".into()], &WalkOptions::default(), ReadOptions::default());
    /// let (send, receive) = std::sync::mpsc::channel();
    /// std::thread::spawn(move || {
    ///     let mut chunks = Chunks::to_pass_on();
    ///     while input.read(ReadFrom::AnyFile, &mut chunks) {
    ///         send.send(std::mem::replace(&mut chunks, Chunks::to_pass_on())).unwrap();
    ///     }
    /// });
    /// assert!(receive.into_iter().any(|mut chunks| chunks.drain().count() > 0));
    /// ```
    pub fn to_pass_on() -> Chunks {
        Chunks {
            keeps_files: true,
            ..Chunks::default()
        }
    }

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
    /// Reads the next chunk. If it is a small file of a directory, the small files after it are read too, unless only the first file is
    /// asked for. Whether there was any chunk.
    ///
    /// ```
    /// use urlgrep::files::{Chunks, Input, ReadFrom, ReadOptions, WalkOptions};
    /// let input = Input::new(vec!["README.md".into()], &WalkOptions::default(), ReadOptions::default());
    /// let mut chunks = Chunks::default();
    /// assert!(input.read(ReadFrom::AnyFile, &mut chunks) && !input.read(ReadFrom::AnyFile, &mut chunks));
    /// ```
    pub fn read(&self, from: ReadFrom, chunks: &mut Chunks) -> bool {
        chunks.chunks.clear();
        chunks.buffer.reuse();
        let mut next = self.next_undetected(from, &mut chunks.buffer);
        while let Some(mut chunk) = next.take() {
            chunk.file = chunk.file.filter(|_| chunks.keeps_files);
            let is_small_file = chunk.number == 0 && chunk.ends_source;
            let len = chunks.buffer.keep();
            chunks.chunks.push((chunk, len));
            let has_room = chunks.buffer.kept().len() < SIZE && chunks.chunks.len() < COUNT;
            if is_small_file && has_room && from == ReadFrom::AnyFile {
                next = self.next_in_directory(&mut chunks.buffer);
            }
        }
        !chunks.chunks.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{ReadOptions, WalkOptions};

    #[test]
    fn files_stay_open_only_for_those_who_search() {
        let folder = tempfile::tempdir().unwrap();
        for i in 0..200 {
            std::fs::write(folder.path().join(i.to_string()), "http://a.org/\n").unwrap();
        }
        for (mut chunks, are_open) in [(Chunks::default(), false), (Chunks::to_pass_on(), true)] {
            let path = vec![folder.path().into()];
            let input = Input::new(path, &WalkOptions::default(), ReadOptions::default());
            let mut count = 0;
            while input.read(ReadFrom::AnyFile, &mut chunks) {
                assert!(chunks.chunks.len() <= COUNT);
                for (chunk, bytes) in chunks.drain() {
                    assert_eq!((bytes.len(), chunk.file.is_some()), (14, are_open));
                    count += 1;
                }
            }
            assert_eq!(count, 200);
        }
    }
}
