//! A file's chunks: read into the worker's own buffer, cut where the container allows, the rest carried over.
//!
//! Where a container lets itself be cut nothing crosses the place, so chunks are searched apart from each other. Its bound
//! says how far such a place is looked for; then the chunk is cut at a line end, else at white space, else anywhere. Where
//! chunks end depends on the file's bytes alone.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use urlgrep::mail::{self, Container};

use super::decompressed::Decompressed;
use super::store::STORES;
use super::walk::{Source, SourceKind};
use crate::stderr;

/// How much is read for a chunk; more only where it cannot be cut.
const SIZE: usize = mail::HEAD;

/// A NUL among so many first bytes says that a file is no text.
const BINARY: usize = 8 << 10;

/// A piece of a file that can be searched by itself. Its bytes are in the buffer.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) source: Arc<Source>,
    /// Its place among the file's chunks, from 0.
    pub(crate) number: usize,
    /// Where it begins and ends in the file, in bytes.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// Where the line of its first byte begins in the file.
    pub(crate) line_start: u64,
    pub(crate) container: &'static Container,
    /// Whether no other chunk follows.
    pub(crate) last: bool,
    /// Whether the file is not searched.
    pub(crate) passed_over: bool,
    /// Whether it ends where its container does not allow it.
    pub(crate) forced: bool,
    /// Why no more could be read.
    pub(crate) error: Option<String>,
}

/// A worker's space for one chunk after the other.
#[derive(Default, Debug)]
pub(crate) struct Buffer {
    /// The chunk's are the first `len`.
    bytes: Vec<u8>,
    len: usize,
}

/// How files are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadOptions {
    /// The one of [`TYPES`](super::TYPES) that all are said to be.
    pub(crate) said: Option<&'static str>,
    /// How many times its size a compressed file may grow to; 0 is any number.
    pub(crate) max_growth: u64,
}

/// Reads a file chunk by chunk.
pub(super) struct Feed {
    source: Arc<Source>,
    options: ReadOptions,
    container: Option<&'static Container>,
    reader: Option<Box<dyn Read + Send>>,
    /// Whether the reader decompresses.
    decompresses: bool,
    /// What the last chunk was cut off from.
    carried: Vec<u8>,
    /// Of the next chunk.
    number: usize,
    start: u64,
    line_start: u64,
    done: bool,
}

/// Where a chunk ends: bytes of the buffer.
enum End {
    OfFile,
    /// It is not searched.
    PassedOver,
    Cut(usize),
    Forced(usize),
}

impl Feed {
    pub(super) fn of(source: Source, options: ReadOptions) -> Feed {
        Feed {
            source: Arc::new(source),
            options,
            container: None,
            reader: None,
            decompresses: false,
            carried: Vec::new(),
            number: 0,
            start: 0,
            line_start: 0,
            done: false,
        }
    }

    /// The next chunk; none after the last one. There is always one, if only to say that the file cannot be read.
    pub(super) fn next(&mut self, buffer: &mut Buffer) -> Option<Chunk> {
        if self.done {
            return None;
        }
        buffer.restart(&self.carried);
        let (end, error) = match self.fill(buffer) {
            Ok(end) => (end, None),
            // What was read before is not lost.
            Err(error) => (End::OfFile, Some(stderr::reason(&error))),
        };
        let len = match end {
            End::OfFile | End::PassedOver => buffer.len,
            End::Cut(len) | End::Forced(len) => len,
        };
        self.carried.clear();
        self.carried.extend_from_slice(&buffer[len..]);
        buffer.len = len;
        let chunk = Chunk {
            source: Arc::clone(&self.source),
            number: self.number,
            start: self.start,
            end: self.start + len as u64,
            line_start: self.line_start,
            container: self.container(buffer),
            last: matches!(end, End::OfFile | End::PassedOver),
            passed_over: matches!(end, End::PassedOver),
            forced: matches!(end, End::Forced(_)),
            error,
        };
        self.number += 1;
        self.start = chunk.end;
        if let Some(newline) = memchr::memrchr(b'\n', buffer) {
            self.line_start = chunk.start + newline as u64 + 1;
        }
        self.done = chunk.last;
        Some(chunk)
    }

    fn container(&mut self, head: &[u8]) -> &'static Container {
        self.container
            .get_or_insert_with(|| container(&self.source.kind, self.options.said, head))
    }

    /// Turns to what a compressed file holds, if it is one of which the first bytes are in the buffer.
    fn decompress(&mut self, buffer: &mut Buffer) -> bool {
        let max_growth = self.options.max_growth;
        let Some(content) = Decompressed::of(buffer, &mut self.reader, max_growth) else {
            return false;
        };
        self.reader = Some(Box::new(content));
        self.decompresses = true;
        buffer.len = 0;
        true
    }

    /// Reads until the chunk can be cut, or must.
    fn fill(&mut self, buffer: &mut Buffer) -> io::Result<End> {
        if self.source.enough.load(Relaxed) {
            buffer.len = 0;
            return Ok(End::OfFile);
        }
        let bound = self.container.map_or(usize::MAX, Container::max);
        let mut size = bound.min(buffer.len + SIZE);
        loop {
            let reader = match &mut self.reader {
                Some(reader) => reader,
                None => self.reader.insert(self.source.open()?),
            };
            let more = buffer.read(reader, size)?;
            if self.container.is_none() && !self.decompresses && self.decompress(buffer) {
                continue;
            }
            let is_first = self.container.is_none();
            let container = self.container(buffer);
            if is_first && !self.source.text && is_binary(buffer, container) {
                buffer.len = 0;
                return Ok(End::PassedOver);
            }
            if !more {
                return Ok(End::OfFile);
            }
            if let Some(cut) = container.cut(buffer) {
                return Ok(End::Cut(cut));
            }
            if size >= container.max() {
                return Ok(End::Forced(break_off(buffer)));
            }
            size = (2 * size).min(container.max());
        }
    }
}

impl Source {
    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(match &self.kind {
            SourceKind::Stdin => Box::new(io::stdin()),
            SourceKind::Named | SourceKind::Walked | SourceKind::Stored => {
                Box::new(File::open(&self.path)?)
            }
            SourceKind::Unreadable(reason) => return Err(io::Error::other(reason.clone())),
        })
    }
}

/// What a file is that begins with `head`.
fn container(kind: &SourceKind, said: Option<&str>, head: &[u8]) -> &'static Container {
    let is_store = said.is_some_and(|name| STORES.contains(&name));
    let found = match said {
        None => mail::detect(head),
        // Only a file that the user names is surely a message.
        Some(_) if is_store && kind.is_met() => mail::detect(head),
        Some(_) if is_store => named("message", head),
        Some(name) => named(name, head),
    };
    // In a store a file is one message, also with a `From ` line before it.
    let one =
        (*kind == SourceKind::Stored || is_store) && ["mbox", "pipermail"].contains(&found.name());
    if one { named("message", head) } else { found }
}

/// The container that is said; text, if it is a document.
fn named(name: &str, head: &[u8]) -> &'static Container {
    mail::by_name(name, head).unwrap_or_else(|| mail::detect(b""))
}

impl SourceKind {
    /// Whether the user did not name the file itself.
    pub(super) fn is_met(&self) -> bool {
        matches!(self, SourceKind::Walked | SourceKind::Stored)
    }
}

/// Whether it is no text, nor anything else that is known.
pub(super) fn is_binary(head: &[u8], container: &Container) -> bool {
    let plain = mail::detect(b"");
    std::ptr::eq(container, plain) && memchr::memchr(0, &head[..head.len().min(BINARY)]).is_some()
}

/// Where to cut what cannot be cut.
fn break_off(bytes: &[u8]) -> usize {
    let line_end = memchr::memrchr(b'\n', bytes);
    let blank = || bytes.iter().rposition(u8::is_ascii_whitespace);
    line_end.or_else(blank).map_or(bytes.len(), |i| i + 1)
}

impl Buffer {
    fn restart(&mut self, with: &[u8]) {
        self.grow(with.len());
        self.bytes[..with.len()].copy_from_slice(with);
        self.len = with.len();
    }

    fn grow(&mut self, size: usize) {
        if self.bytes.len() < size {
            self.bytes.resize(size, 0);
        }
    }

    /// Reads until it holds `size` bytes; false if the file ends before.
    fn read(&mut self, reader: &mut impl Read, size: usize) -> io::Result<bool> {
        self.grow(size);
        while self.len < size {
            match reader.read(&mut self.bytes[self.len..size]) {
                Ok(0) => return Ok(false),
                Ok(len) => self.len += len,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}
