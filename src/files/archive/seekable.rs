//! Archives that are not read from front to back.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use tempfile::SpooledTempFile;

use super::super::lock::lock;
use super::super::reason;
use super::Contents;

/// A copy up to this size is in memory, a larger one in a temporary file.
const IN_MEMORY: usize = 4 << 20;

trait ReadSeek: Read + Seek + Send {}

impl<T: Read + Seek + Send> ReadSeek for T {}

/// A file that several readers share.
#[derive(Clone)]
pub(super) struct Seekable {
    file: Arc<Mutex<dyn ReadSeek>>,
    pub(super) len: u64,
}

impl Contents {
    /// The file itself, or a copy of what cannot seek.
    pub(super) fn seekable(self) -> io::Result<Seekable> {
        if let Some(path) = &self.path
            && let Ok(file) = Seekable::open(path)
        {
            self.budget.has_len(file.len);
            return Ok(file);
        }
        let mut copy = Copy::new();
        let len = io::copy(&mut self.stream(), &mut copy)?;
        let file = Arc::new(Mutex::new(copy.0));
        Ok(Seekable { file, len })
    }
}

/// A temporary copy of an input. Its errors say that they are not those of the input.
pub(super) struct Copy(pub(super) SpooledTempFile);

impl Copy {
    pub(super) fn new() -> Copy {
        Copy(SpooledTempFile::new(IN_MEMORY))
    }
}

impl Write for Copy {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(not_written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(not_written)
    }
}

fn not_written(error: io::Error) -> io::Error {
    if error.kind() == ErrorKind::Interrupted {
        return error;
    }
    let folder = std::env::temp_dir();
    io::Error::other(format!(
        "no temporary copy can be written in {}: {}; set TMPDIR to another directory",
        folder.display(),
        reason(&error)
    ))
}

impl Seekable {
    pub(super) fn open(path: &Path) -> io::Result<Seekable> {
        let mut file = File::open(path)?;
        let len = file.seek(SeekFrom::End(0))?;
        let file = Arc::new(Mutex::new(file));
        Ok(Seekable { file, len })
    }

    /// A reader of the bytes from `start` to `end`.
    pub(super) fn range(&self, start: u64, end: u64) -> RangeReader {
        RangeReader {
            file: Arc::clone(&self.file),
            start,
            at: start,
            end: end.min(self.len),
        }
    }

    /// Whether these bytes are at an offset.
    #[cfg(feature = "zip")]
    pub(super) fn has(&self, at: u64, magic: &[u8]) -> io::Result<bool> {
        let mut bytes = Vec::new();
        let end = at.saturating_add(magic.len() as u64);
        self.range(at, end).read_to_end(&mut bytes)?;
        Ok(bytes == magic)
    }

    /// The `N` bytes at an offset.
    pub(super) fn bytes<const N: usize>(&self, at: u64) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.range(at, self.len).read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

pub(super) struct RangeReader {
    file: Arc<Mutex<dyn ReadSeek>>,
    start: u64,
    at: u64,
    end: u64,
}

impl Read for RangeReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_sub(self.at);
        let len = into.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        if len == 0 {
            return Ok(0);
        }
        let mut file = lock(&self.file);
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.read(&mut into[..len])?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for RangeReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => self.start.checked_add(at),
            SeekFrom::End(distance) => self.end.checked_add_signed(distance),
            SeekFrom::Current(distance) => self.at.checked_add_signed(distance),
        };
        let at = at.filter(|at| *at >= self.start);
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at - self.start)
    }
}
