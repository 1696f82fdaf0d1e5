//! Opens files, streams and standard input.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::feed::ReadOptions;
use super::pauses::Pauses;
use super::stream::{Stream, may_pause, stdin_may_pause};
use super::walk::{Source, SourceKind};
use super::windows::{Windows, became_shorter};

impl Source {
    pub(super) fn open(&self, options: &ReadOptions) -> io::Result<OpenedFile> {
        let count = Arc::clone(&options.count);
        let live = |from: Box<dyn Read + Send>| -> OpenedFile {
            let Some(streams) = &options.streams else {
                return OpenedFile::from(from);
            };
            let (stream, patience) = Stream::new(from, streams.first());
            let pauses = Some(Pauses::new(streams.clone(), patience));
            OpenedFile {
                pauses,
                ..OpenedFile::from(Box::new(stream))
            }
        };
        Ok(match &self.kind {
            SourceKind::Stdin if stdin_may_pause() => live(Box::new(io::stdin())),
            SourceKind::Stdin => OpenedFile::from(Box::new(io::stdin())),
            SourceKind::Argument | SourceKind::Walked | SourceKind::Stored => {
                let file = File::open(&self.path)?;
                match self.kind == SourceKind::Argument && may_pause(&file) {
                    true => live(Box::new(file)),
                    false => OpenedFile::plain(file, count),
                }
            }
            // Its reader was given.
            SourceKind::Member => OpenedFile::from(Box::new(io::empty())),
            SourceKind::Unreadable(reason) => return Err(io::Error::other(reason.clone())),
        })
    }

    pub(super) fn is_regular_file(&self) -> bool {
        let is_on_disk = matches!(
            self.kind,
            SourceKind::Argument | SourceKind::Walked | SourceKind::Stored
        );
        is_on_disk && self.path.is_file()
    }
}

/// A reader, its pauses if it may pause, and the windows of a plain file.
pub(super) struct OpenedFile {
    pub(super) reader: Box<dyn Read + Send>,
    pub(super) pauses: Option<Pauses>,
    pub(super) windows: Option<Windows>,
}

impl OpenedFile {
    fn from(reader: Box<dyn Read + Send>) -> OpenedFile {
        OpenedFile {
            reader,
            pauses: None,
            windows: None,
        }
    }

    fn plain(file: File, count: Arc<AtomicU64>) -> OpenedFile {
        let (len, file) = (len(&file), Arc::new(file));
        let windows = Windows::new(Arc::clone(&file), len, Arc::clone(&count));
        OpenedFile {
            windows: Some(windows),
            ..OpenedFile::from(Box::new(Metered::new(file, len, count)))
        }
    }
}

/// A file whose bytes are counted, and which must not become shorter meanwhile.
struct Metered {
    file: Arc<File>,
    count: Arc<AtomicU64>,
    /// Its length when it was opened.
    len: u64,
    /// How much was read so far.
    read: u64,
    /// Whether the last read gave less than was asked for, up to this length: there is no more.
    is_at_end: bool,
}

impl Metered {
    fn new(file: Arc<File>, len: u64, count: Arc<AtomicU64>) -> Metered {
        Metered {
            file,
            count,
            len,
            read: 0,
            is_at_end: false,
        }
    }
}

impl Windows {
    /// The file as a stream from `at` on.
    pub(super) fn reader_at(&self, at: u64) -> io::Result<Box<dyn Read + Send>> {
        (&*self.file).seek(SeekFrom::Start(at))?;
        let mut reader = Metered::new(Arc::clone(&self.file), self.len, Arc::clone(&self.count));
        reader.read = at;
        Ok(Box::new(reader))
    }
}

fn len(file: &File) -> u64 {
    file.metadata().map_or(0, |of| of.len())
}

impl Read for Metered {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.is_at_end {
            return Ok(0);
        }
        let read = (&*self.file).read(into)?;
        self.count.fetch_add(read as u64, Relaxed);
        self.read += read as u64;
        // Files that a program makes, as in `/proc`, may give less before their end; their length is unknown.
        self.is_at_end = 0 < read && read < into.len() && self.read == self.len;
        let is_early = read == 0 && !into.is_empty() && self.read < self.len;
        if is_early && len(&self.file) < self.len {
            return Err(became_shorter());
        }
        Ok(read)
    }
}

impl SourceKind {
    /// Whether the file was found in a directory or an archive, not named by the user.
    pub(super) fn is_from_directory(&self) -> bool {
        use SourceKind::{Member, Stored, Walked};
        matches!(self, Walked | Stored | Member)
    }
}
