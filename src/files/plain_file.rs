//! A plain file: the bytes that are read of it are counted, and it must not become shorter meanwhile.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};

use super::cut::incomplete;

/// A file that streams and windows read.
#[derive(Debug)]
pub(super) struct PlainFile {
    file: File,
    /// Its length when it was asked for first.
    len: OnceLock<u64>,
    /// Counts the bytes that are read.
    count: Arc<AtomicU64>,
}

impl PlainFile {
    pub(super) fn new(file: File, count: Arc<AtomicU64>) -> PlainFile {
        PlainFile {
            file,
            len: OnceLock::new(),
            count,
        }
    }

    pub(super) fn len(&self) -> u64 {
        *self.len.get_or_init(|| self.len_now())
    }

    fn len_now(&self) -> u64 {
        self.file.metadata().map_or(0, |metadata| metadata.len())
    }

    pub(super) fn count(&self, bytes: usize) {
        self.count.fetch_add(bytes as u64, Relaxed);
    }

    /// Whether the file ends at `at`, where its stream is. The length of a small file is not known; to ask for it takes twice as long as
    /// to seek its end.
    fn ends_at(&self, at: u64) -> io::Result<bool> {
        if let Some(&len) = self.len.get() {
            return Ok(at == len);
        }
        let mut file = &self.file;
        match file.seek(SeekFrom::End(0)) {
            Ok(end) if end == at => Ok(true),
            // It grew, or a program makes it, as in `/proc`: its length is unknown.
            Ok(_) => file.seek(SeekFrom::Start(at)).map(|_| false),
            Err(_) => Ok(false),
        }
    }

    /// Fills `into` with the bytes at `at`. If that fails, so many of them were read before.
    pub(super) fn read_at(&self, into: &mut [u8], at: u64) -> (usize, io::Result<()>) {
        let mut read = 0;
        while read < into.len() {
            match self.some_at(&mut into[read..], at + read as u64) {
                Ok(0) => return (read, Err(became_shorter())),
                Ok(len) => read += len,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return (read, Err(error)),
            }
        }
        (read, Ok(()))
    }

    #[cfg(unix)]
    fn some_at(&self, into: &mut [u8], at: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&self.file, into, at)
    }

    /// Elsewhere reading at a place moves the place where others read.
    #[cfg(not(unix))]
    fn some_at(&self, _: &mut [u8], _: u64) -> io::Result<usize> {
        Err(ErrorKind::Unsupported.into())
    }
}

fn became_shorter() -> io::Error {
    incomplete("the file became shorter while it was read")
}

/// A plain file as a stream.
pub(super) struct PlainStream {
    file: Arc<PlainFile>,
    /// Where it is in the file.
    at: u64,
    is_at_end: bool,
}

impl PlainStream {
    pub(super) fn new(file: Arc<PlainFile>) -> PlainStream {
        PlainStream {
            file,
            at: 0,
            is_at_end: false,
        }
    }

    /// The stream from `at` on.
    pub(super) fn from(file: Arc<PlainFile>, at: u64) -> io::Result<PlainStream> {
        (&file.file).seek(SeekFrom::Start(at))?;
        Ok(PlainStream {
            at,
            ..PlainStream::new(file)
        })
    }
}

impl Read for PlainStream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.is_at_end || into.is_empty() {
            return Ok(0);
        }
        let read = (&self.file.file).read(into)?;
        self.file.count(read);
        self.at += read as u64;
        match read {
            0 if self.at < self.file.len() && self.file.len_now() < self.file.len() => {
                return Err(became_shorter());
            }
            0 => {}
            // More will follow: its length is needed.
            _ if read == into.len() => _ = self.file.len(),
            _ => self.is_at_end = self.file.ends_at(self.at)?,
        }
        Ok(read)
    }
}
