//! Windows of a plain file that several threads read.
//!
//! Where a chunk ends is found under the file's lock. For most containers that depends only on the lines around the cut, so the last part
//! of a window is enough to find it; the worker reads the rest of the window without the lock. The cuts are those of a chunk that is read
//! as a whole.

use std::io::{self, Read};
use std::sync::Arc;
use std::thread::{self, ThreadId};

use super::buffer::{Buffer, Rest};
use super::plain_file::{PlainFile, PlainStream};
use crate::container::Container;

/// How much is read to find the cut. It must be in the second half, so that its context was read.
const LAST: usize = 64 << 10;

/// A plain file, and who reads it.
pub(super) struct Windows {
    file: Arc<PlainFile>,
    reader: Option<ThreadId>,
    is_shared: bool,
    /// Up to where the windows so far reach.
    read: Option<u64>,
}

impl Windows {
    pub(super) fn new(file: Arc<PlainFile>) -> Windows {
        Windows {
            file,
            reader: None,
            is_shared: false,
            read: None,
        }
    }

    pub(super) fn into_file(self) -> Arc<PlainFile> {
        self.file
    }

    /// Whether several threads read the file; this one reads it now. One thread alone would only ask the system twice.
    pub(super) fn is_shared(&mut self) -> bool {
        let this = thread::current().id();
        let before = self.reader.replace(this);
        self.is_shared |= before.is_some_and(|before| before != this);
        self.is_shared
    }

    /// Reads the last part of the next window, and cuts it: the chunk begins at `start`, and was `read` up to there. The rest is left to
    /// [`Buffer::read_rest`]. None if the window has no cut near its end, or the file ends there.
    pub(super) fn cut(
        &mut self,
        start: u64,
        read: u64,
        size: usize,
        container: &Container,
        buffer: &mut Buffer,
    ) -> Option<usize> {
        let end = self.read.unwrap_or(read) + size as u64;
        let len = usize::try_from(end - start).ok()?;
        let rest = len.checked_sub(LAST).filter(|_| end < self.file.len())?;
        let last = buffer.room(rest..len);
        self.file.read_at(last, end - LAST as u64).1.ok()?;
        let cut = container.cut(last).filter(|&cut| cut >= LAST / 2)?;
        debug_assert_eq!(
            last[cut - 1],
            b'\n',
            "these containers are cut where a line begins"
        );
        self.read = Some(end);
        self.file.count(cut);
        buffer.len = rest + cut;
        buffer.rest = Some(Rest {
            file: Arc::clone(&self.file),
            at: start,
            len: rest,
        });
        Some(rest + cut)
    }

    /// The file as a stream after the windows, if there were any; the bytes between their last cut and there are carried.
    pub(super) fn leave(
        &mut self,
        start: u64,
        carried: &mut Vec<u8>,
    ) -> io::Result<Option<Box<dyn Read + Send>>> {
        let Some(read) = self.read.take() else {
            return Ok(None);
        };
        carried.resize(read.saturating_sub(start) as usize, 0);
        let (_, known) = self.file.read_at(carried, start);
        known.inspect_err(|_| carried.clear())?;
        self.file.count(carried.len());
        let stream = PlainStream::from(Arc::clone(&self.file), read)?;
        Ok(Some(Box::new(stream)))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Write;
    use std::sync::Barrier;
    use std::sync::Mutex;

    use super::*;
    use crate::files::lock::lock;
    use crate::files::{Input, ReadFrom, ReadOptions, WalkOptions};

    /// Paragraphs, and in the middle 300 KiB without a cut.
    fn text() -> Vec<u8> {
        let paragraph = |i: usize| format!("see http://a.org/{i} and\nmore of it\n\n");
        let many: String = (0..100_000).map(paragraph).collect();
        let uncut = "one line after another\n".repeat(14_000);
        [many.as_bytes(), uncut.as_bytes(), b"\n", many.as_bytes()].concat()
    }

    /// Where the chunks of a file begin, each with its bytes.
    fn chunks(path: &std::path::Path, threads: usize) -> Vec<(u64, Vec<u8>)> {
        let input = Input::new(
            vec![path.into()],
            &WalkOptions::default(),
            ReadOptions::default(),
        );
        let (found, begin) = (Mutex::new(Vec::new()), Barrier::new(threads));
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut buffer = Buffer::default();
                    begin.wait();
                    while let Some(chunk) = input.next(ReadFrom::AnyFile, &mut buffer) {
                        assert!(chunk.error.is_none() && chunk.line_start == chunk.start);
                        assert_eq!(buffer.len() as u64, chunk.end - chunk.start);
                        found.lock().unwrap().push((chunk.start, buffer.to_vec()));
                        thread::yield_now();
                    }
                });
            }
        });
        let mut found = found.into_inner().unwrap();
        found.sort();
        found
    }

    #[test]
    fn chunks_do_not_depend_on_who_reads() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let text = text();
        file.write_all(&text).unwrap();
        let alone = chunks(file.path(), 1);
        assert!(alone.len() > 5);
        let joined: Vec<u8> = alone.iter().flat_map(|(_, bytes)| bytes).copied().collect();
        assert!(joined == text);
        for threads in [2, 5] {
            assert!(chunks(file.path(), threads) == alone, "{threads} threads");
        }
    }

    #[test]
    fn a_file_that_becomes_shorter_is_an_error_after_its_bytes() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&text()).unwrap();
        let opened = PlainFile::new(file.reopen().unwrap(), Arc::default());
        let mut windows = Windows::new(Arc::new(opened));
        let (mut buffer, size) = (Buffer::default(), 1 << 20);
        let container = crate::container::detect(b"");
        let cut = windows.cut(0, 0, size, container, &mut buffer).unwrap();
        assert!(cut > size - LAST && buffer.len() == cut);
        file.as_file().set_len(1000).unwrap();
        let error = buffer.read_rest().unwrap_err();
        assert!(error.to_string().contains("became shorter"));
        // Without the word that was cut.
        let known = &text()[..1000];
        assert!(known.starts_with(&buffer) && (990..1000).contains(&buffer.len()));
        assert_eq!(
            windows.cut(cut as u64, 0, size, container, &mut buffer),
            None
        );
    }

    /// Reading is slow, so others may have read later chunks meanwhile. Those that are read after it are empty.
    #[test]
    fn a_file_ends_where_a_rest_cannot_be_read() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&text()).unwrap();
        let paths = vec![file.path().into()];
        let input = Input::new(paths, &WalkOptions::default(), ReadOptions::default());
        let mut buffer = Buffer::default();
        let next = |buffer: &mut Buffer| input.next(ReadFrom::FirstFile, buffer).unwrap();
        next(&mut buffer);
        let second = thread::scope(|scope| scope.spawn(|| next(&mut Buffer::default())).join());
        let start = second.unwrap().end;
        let reader = input.files().choose(ReadFrom::FirstFile).unwrap();
        let mut chunk = lock(&reader).next(&mut buffer).unwrap();
        assert!(buffer.rest.is_some() && !chunk.last);
        file.as_file().set_len(start + 1000).unwrap();
        chunk.read_rest(&mut buffer);
        assert!(chunk.error.is_some() && chunk.end == start + buffer.len() as u64);
        assert!((990..=1000).contains(&buffer.len()));
        let last = next(&mut buffer);
        assert!(buffer.is_empty() && last.last && last.ends_source && last.error.is_none());
        assert!(input.next(ReadFrom::FirstFile, &mut buffer).is_none());
    }
}
