//! Splits a file into chunks. Each chunk is read into a worker's buffer and cut where the container allows; the rest is carried over
//! to the next chunk.
//!
//! No message, wrapper, fold or URL spans a cut, so chunks can be searched independently. If a container has no such position
//! within its maximum chunk size, the chunk is cut at a line end, else at white space, else anywhere. The cuts depend only on
//! the bytes of the file.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use crate::container::{self as mail, Container};
use crate::unread::Unread;

use super::archive::{Budget, Format, Members, Opened};
use super::buffer::{Buffer, Filled};
use super::chunk::Chunk;
use super::content::{FileContent, SIZE};
use super::cut::without_cut_word;
use super::detect::Detected;
use super::lines::last_line;
use super::pauses::{Pause, Pauses};
use super::plain_file::PlainFile;
use super::read_options::ReadOptions;
use super::source::Source;
use super::windows::Windows;

/// Reads a file chunk by chunk.
pub(super) struct Feed {
    content: FileContent,
    /// The bytes after the last cut.
    carried: Vec<u8>,
    /// The position of the next chunk.
    start: u64,
    line_start: u64,
    done: bool,
}

/// Where a chunk ends. Positions are bytes of the buffer.
enum ChunkEnd {
    EndOfFile,
    /// All of the file was read, and its type is not detected yet.
    Undetected,
    /// The file is skipped: it is binary, or of a kind that is not read.
    Skipped(Option<&'static Unread>),
    Cut(usize),
    Forced(usize),
    /// A cut; the input pauses there.
    Pause(usize),
    /// The input pauses. Matches that start in this range of the file are new.
    Search(Range<u64>),
    /// The file is an archive. Its first bytes are in the buffer.
    Archive(&'static Format),
}

/// The next part of a file.
pub(super) enum Next {
    Chunk(Chunk),
    Archive(Members),
}

impl Feed {
    pub(super) fn new(source: Arc<Source>, options: ReadOptions, budget: Arc<Budget>) -> Feed {
        Feed {
            content: FileContent::new(source, options, budget),
            carried: Vec::new(),
            start: 0,
            line_start: 0,
            done: false,
        }
    }

    /// A file whose content the reader gives. It may be an archive unless archives are nested too deeply.
    pub(super) fn with_reader(self, reader: Box<dyn Read + Send>, opens_archives: bool) -> Feed {
        let content = self.content.with_reader(reader, opens_archives);
        Feed { content, ..self }
    }

    /// The file, if it is a plain one.
    pub(super) fn into_file(self) -> Option<Arc<PlainFile>> {
        self.content.windows.map(Windows::into_file)
    }

    pub(super) fn source(&self) -> &Arc<Source> {
        &self.content.source
    }

    /// The next chunk; `None` after the last one. There is always at least one, so that an unreadable file is reported.
    pub(super) fn next(&mut self, buffer: &mut Buffer) -> Option<Next> {
        if self.done {
            return None;
        }
        let window = self.content.window(self.start, &mut self.carried, buffer);
        if let Ok(Some(len)) = window {
            let chunk = self.chunk(buffer, ChunkEnd::Cut(len), None);
            (self.start, self.line_start) = (chunk.end, chunk.end);
            return Some(Next::Chunk(chunk));
        }
        buffer.restart(&self.carried);
        let filled = match window.and_then(|_| self.fill(buffer)) {
            Ok(ChunkEnd::Archive(format)) => match self.content.open_archive(format, buffer) {
                Ok(Opened::Archive(members)) => return Some(Next::Archive(members)),
                Ok(Opened::Other(bytes, problem)) => self.other(bytes, problem, buffer),
                Err(error) => {
                    buffer.len = 0;
                    Err(error)
                }
            },
            filled => filled,
        };
        let (end, error) = match filled {
            Ok(end) => (end, None),
            // The bytes that were read before the error are searched.
            Err(error) => {
                buffer.len = without_cut_word(buffer, &error);
                (ChunkEnd::EndOfFile, Some(error))
            }
        };
        let len = match end {
            ChunkEnd::Cut(len) | ChunkEnd::Forced(len) | ChunkEnd::Pause(len) => len,
            _ => buffer.len,
        };
        let kept = match end {
            ChunkEnd::Search(_) => 0,
            _ => len,
        };
        self.carried.clear();
        self.carried.extend_from_slice(&buffer[kept..]);
        buffer.len = len;
        let chunk = self.chunk(buffer, end, error);
        if chunk.repeats {
            return Some(Next::Chunk(chunk));
        }
        self.start = chunk.end;
        if let Some(line) = last_line(buffer, chunk.start) {
            self.line_start = line;
        }
        self.done = chunk.last;
        if !self.done && self.content.declared.is_none() {
            self.content.note_first(buffer);
        }
        Some(Next::Chunk(chunk))
    }

    /// The chunk that the buffer holds.
    fn chunk(&mut self, bytes: &[u8], end: ChunkEnd, error: Option<io::Error>) -> Chunk {
        let container = match end {
            ChunkEnd::Undetected => &mail::TEXT,
            _ => self.content.container(bytes),
        };
        let pauses = self.content.pauses.as_ref();
        let mut chunk = Chunk {
            start: self.start,
            end: self.start + bytes.len() as u64,
            line_start: self.line_start,
            declared: self.content.declared.clone(),
            new: pauses.and_then(|pauses| pauses.new_from(self.start)),
            error,
            ..Chunk::new(Arc::clone(&self.content.source), container)
        };
        match end {
            ChunkEnd::EndOfFile => chunk.last = true,
            ChunkEnd::Undetected => (chunk.last, chunk.is_undetected) = (true, true),
            ChunkEnd::Skipped(unread) => {
                (chunk.last, chunk.skipped, chunk.unread) = (true, true, unread);
            }
            ChunkEnd::Forced(_) => chunk.forced = true,
            ChunkEnd::Pause(_) => chunk.paused = true,
            ChunkEnd::Search(new) => {
                (chunk.repeats, chunk.paused, chunk.new) = (true, true, Some(new));
            }
            ChunkEnd::Cut(_) | ChunkEnd::Archive(_) => {}
        }
        chunk
    }

    /// The answer to a file that only looked like an archive. With `-a` and `--as` its bytes are searched.
    fn other(
        &mut self,
        bytes: Box<dyn Read + Send>,
        problem: Option<io::Error>,
        buffer: &mut Buffer,
    ) -> io::Result<ChunkEnd> {
        let unread = self.content.source.unread(buffer);
        buffer.len = 0;
        if self.content.take_bytes(bytes) {
            return self.fill(buffer);
        }
        match (problem, unread) {
            (Some(problem), _) => Err(problem),
            (None, Some(unread)) => unread.map(|unread| ChunkEnd::Skipped(Some(unread))),
            (None, None) => Ok(ChunkEnd::Skipped(None)),
        }
    }

    /// Reads until the chunk can be cut or must be cut.
    fn fill(&mut self, buffer: &mut Buffer) -> io::Result<ChunkEnd> {
        if self.content.source.has_enough() {
            buffer.len = 0;
            return Ok(ChunkEnd::EndOfFile);
        }
        if let Some(start) = self.content.open()? {
            (self.start, self.line_start) = (start, start);
        }
        let bound = self.content.container.map_or(usize::MAX, Container::max);
        // More is read only if the chunk cannot be cut.
        let mut size = bound.min(buffer.len + SIZE);
        loop {
            let filled = self.content.read(buffer, size)?;
            let archive = self.content.archive(buffer);
            if let Some(format) = archive.inspect_err(|_| buffer.len = 0)? {
                return Ok(ChunkEnd::Archive(format));
            }
            if filled == Filled::AtPause {
                match self.pause(buffer)? {
                    Some(end) => return Ok(end),
                    None => continue,
                }
            }
            let at_end = filled == Filled::AtEnd;
            if at_end && self.content.may_be_detected_later() {
                return Ok(ChunkEnd::Undetected);
            }
            if let Some(end) = self.begin(buffer, at_end)? {
                return Ok(end);
            }
            let container = self.content.container(buffer);
            if at_end {
                return Ok(ChunkEnd::EndOfFile);
            }
            if let Some(cut) = container.cut(buffer) {
                return Ok(ChunkEnd::Cut(cut));
            }
            if size >= container.max() {
                return Ok(ChunkEnd::Forced(container.forced_cut(buffer)));
            }
            size = (2 * size).min(container.max());
        }
    }

    /// At the beginning of a file, which may also be its end, detects its type. Some files are skipped.
    fn begin(&mut self, buffer: &mut Buffer, at_end: bool) -> io::Result<Option<ChunkEnd>> {
        if self.content.container.is_some() {
            return Ok(None);
        }
        let detected = self.content.detect(buffer, at_end);
        match detected.inspect_err(|_| buffer.len = 0)? {
            Detected::Text { .. } => Ok(None),
            Detected::Skipped(unread) => {
                buffer.len = 0;
                Ok(Some(ChunkEnd::Skipped(unread)))
            }
        }
    }

    /// What to do if the input pauses. `None` means to wait for more.
    fn pause(&mut self, buffer: &mut Buffer) -> io::Result<Option<ChunkEnd>> {
        if self.content.source.has_enough() {
            buffer.len = 0;
            return Ok(Some(ChunkEnd::EndOfFile));
        }
        let is_clear = |pauses: &Pauses| pauses.is_clear(buffer);
        if self.content.pauses.as_ref().is_some_and(is_clear)
            && let Some(end) = self.begin(buffer, false)?
        {
            return Ok(Some(end));
        }
        let container = self.content.container_of(buffer);
        let may_change = self.content.container.is_none();
        let Some(pauses) = &mut self.content.pauses else {
            return Ok(None);
        };
        let next = pauses.next(container, may_change, buffer, self.start);
        Ok(match next {
            Pause::Wait => None,
            Pause::Cut(len) => Some(ChunkEnd::Pause(len)),
            Pause::Search(new) => Some(ChunkEnd::Search(new)),
        })
    }
}
