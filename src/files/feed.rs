//! Splits a file into chunks. Each chunk is read into a worker's buffer and cut where the container allows; the rest is carried over
//! to the next chunk.
//!
//! No message, wrapper, fold or URL spans a cut, so chunks can be searched independently. If a container has no such position
//! within its maximum chunk size, the chunk is cut at a line end, else at white space, else anywhere. The cuts depend only on
//! the bytes of the file.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use crate::container::{self as mail, Container, Declared, Unread};

use super::archive::{Budget, Contents, Counted, Format, MAX_DEPTH, Members, Opened};
use super::buffer::{Buffer, Filled};
use super::chunk::Chunk;
use super::cut::without_cut_word;
use super::decompressed::Decompressed;
use super::detect::{Detected, container, end_lines, ends_lines_in_cr};
use super::pauses::{Pause, Pauses};
use super::plain_file::PlainFile;
use super::ranges::is_cut_locally;
use super::read_options::ReadOptions;
use super::walk::Source;
use super::windows::Windows;

/// How much is read for a chunk. More is read only if the chunk cannot be cut.
const SIZE: usize = mail::HEAD;

/// Reads a file chunk by chunk.
pub(super) struct Feed {
    source: Arc<Source>,
    options: ReadOptions,
    budget: Arc<Budget>,
    opens_archives: bool,
    container: Option<&'static Container>,
    declared: Option<Arc<Declared>>,
    reader: Option<Box<dyn Read + Send>>,
    /// If the reader may pause.
    pauses: Option<Pauses>,
    /// Of a plain file, whose cuts need only the lines around them.
    windows: Option<Windows>,
    /// Whether the reader decompresses.
    decompresses: bool,
    /// Whether lines end in CR alone. They are read as if they ended in LF.
    ends_lines_in_cr: bool,
    /// Whether it is no archive, although it begins like one.
    only_looks_like_archive: bool,
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
            source,
            options,
            budget,
            opens_archives: true,
            container: None,
            declared: None,
            reader: None,
            pauses: None,
            windows: None,
            decompresses: false,
            ends_lines_in_cr: false,
            only_looks_like_archive: false,
            carried: Vec::new(),
            start: 0,
            line_start: 0,
            done: false,
        }
    }

    /// A file whose content the reader gives.
    pub(super) fn with_reader(self, reader: Box<dyn Read + Send>) -> Feed {
        let reader = Some(reader);
        Feed { reader, ..self }
    }

    /// Whether an archive may be opened, or is nested too deeply.
    pub(super) fn with_archives(self, opens_archives: bool) -> Feed {
        Feed {
            opens_archives,
            ..self
        }
    }

    /// The file, if it is a plain one.
    pub(super) fn into_file(self) -> Option<Arc<PlainFile>> {
        self.windows.map(Windows::into_file)
    }

    pub(super) fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The next chunk; `None` after the last one. There is always at least one, so that an unreadable file is reported.
    pub(super) fn next(&mut self, buffer: &mut Buffer) -> Option<Next> {
        if self.done {
            return None;
        }
        let window = self.window(buffer);
        if let Ok(Some(len)) = window {
            let chunk = self.chunk(buffer, ChunkEnd::Cut(len), None);
            (self.start, self.line_start) = (chunk.end, chunk.end);
            return Some(Next::Chunk(chunk));
        }
        buffer.restart(&self.carried);
        let filled = match window.and_then(|_| self.fill(buffer)) {
            Ok(ChunkEnd::Archive(format)) => match self.open_archive(format, buffer) {
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
        if let Some(newline) = memchr::memrchr(b'\n', buffer) {
            self.line_start = chunk.start + newline as u64 + 1;
        }
        self.done = chunk.last;
        if !self.done && self.declared.is_none() {
            self.declared = Some(Arc::new(chunk.container.declared(buffer)));
            let is_plain = !self.decompresses && is_cut_locally(chunk.container, buffer);
            self.windows = self.windows.take().filter(|_| is_plain);
        }
        Some(Next::Chunk(chunk))
    }

    /// The next chunk of a plain file that several threads read, if it can be cut near the end of a window. Else the reader goes on
    /// where it would be without windows.
    fn window(&mut self, buffer: &mut Buffer) -> io::Result<Option<usize>> {
        let (Some(windows), Some(container)) = (&mut self.windows, self.container) else {
            return Ok(None);
        };
        let is_first = self.declared.is_none();
        if is_first || !windows.is_shared() || self.source.enough.load(Relaxed) {
            return Ok(None);
        }
        let read = self.start + self.carried.len() as u64;
        let cut = windows.cut(self.start, read, SIZE, container, buffer);
        match cut {
            Some(_) => self.carried.clear(),
            None => {
                if let Some(reader) = windows.leave(self.start, &mut self.carried)? {
                    self.reader = Some(reader);
                }
            }
        }
        Ok(cut)
    }

    /// The chunk that the buffer holds.
    fn chunk(&mut self, bytes: &[u8], end: ChunkEnd, error: Option<io::Error>) -> Chunk {
        let container = match end {
            ChunkEnd::Undetected => &mail::TEXT,
            _ => self.container(bytes),
        };
        let pauses = self.pauses.as_ref();
        let mut chunk = Chunk {
            start: self.start,
            end: self.start + bytes.len() as u64,
            line_start: self.line_start,
            declared: self.declared.clone(),
            new: pauses.and_then(|pauses| pauses.new_from(self.start)),
            error,
            ..Chunk::new(Arc::clone(&self.source), container)
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

    /// Opens a range of the file, whose beginning says what type it is.
    fn open_range(&mut self, range: Range<u64>) -> io::Result<Box<dyn Read + Send>> {
        let mut file = File::open(&self.source.path)?;
        if range.start > 0 {
            let mut head = Buffer::default();
            head.read(&mut file, SIZE)?;
            self.ends_lines_in_cr = ends_lines_in_cr(&head);
            if self.ends_lines_in_cr {
                end_lines(&mut head, false);
            }
            let container = self.container(&head);
            self.declared = Some(Arc::new(container.declared(&head)));
            file.seek(SeekFrom::Start(range.start))?;
            (self.start, self.line_start) = (range.start, range.start);
        }
        Ok(Box::new(file.take(range.end.saturating_sub(range.start))))
    }

    /// Opens the file, or its range.
    fn open(&mut self) -> io::Result<Box<dyn Read + Send>> {
        let reader = match self.options.range.clone() {
            Some(range) => self.open_range(range)?,
            None => {
                let opened = self.source.open(&self.options)?;
                (self.pauses, self.windows) = (opened.pauses, opened.windows);
                opened.reader
            }
        };
        let budget = Arc::clone(&self.budget);
        Ok(Box::new(Counted { reader, budget }))
    }

    fn open_archive(&mut self, format: &Format, head: &[u8]) -> io::Result<Opened> {
        let rest: Box<dyn Read + Send> = match self.reader.take() {
            Some(reader) => reader,
            None => Box::new(io::empty()),
        };
        self.end_pauses();
        let is_plain_file = !self.decompresses && self.source.is_regular_file();
        (format.open)(Contents {
            head: head.to_vec(),
            rest,
            path: is_plain_file.then(|| self.source.path.clone()),
            budget: Arc::clone(&self.budget),
        })
    }

    /// The answer to a file that only looked like an archive. With `-a` and `--as` its bytes are searched.
    fn other(
        &mut self,
        bytes: Box<dyn Read + Send>,
        problem: Option<io::Error>,
        buffer: &mut Buffer,
    ) -> io::Result<ChunkEnd> {
        let unread = self.source.unread(buffer);
        buffer.len = 0;
        if self.options.container.is_some() || self.source.raw {
            (self.reader, self.windows, self.only_looks_like_archive) = (Some(bytes), None, true);
            return self.fill(buffer);
        }
        match (problem, unread) {
            (Some(problem), _) => Err(problem),
            (None, Some(unread)) => unread.map(ChunkEnd::Skipped),
            (None, None) => Ok(ChunkEnd::Skipped(None)),
        }
    }

    fn container(&mut self, head: &[u8]) -> &'static Container {
        match self.container {
            Some(container) => container,
            None => self.container.insert(self.detect(head)),
        }
    }

    /// The container, if the file begins with `head`.
    fn detect(&self, head: &[u8]) -> &'static Container {
        let forced = self.options.container;
        container(&self.source.kind, &self.path(), forced, head)
    }

    /// The path whose extension is that of the content.
    fn path(&self) -> Cow<'_, Path> {
        let path = &self.source.path;
        if self.decompresses {
            // `x.json.gz`
            Cow::Owned(path.with_extension(""))
        } else {
            Cow::Borrowed(path)
        }
    }

    /// Switches to the content of a compressed file. Its first bytes are in the buffer. Returns false if the file is not compressed.
    fn decompress(&mut self, buffer: &mut Buffer) -> bool {
        let max_growth = self.options.max_growth;
        let Some(content) = Decompressed::detect(buffer, &mut self.reader, max_growth) else {
            return false;
        };
        self.reader = Some(Box::new(content));
        self.end_pauses();
        self.decompresses = true;
        buffer.len = 0;
        true
    }

    /// From here on the reader waits for bytes: only the text of a stream is searched at pauses.
    fn end_pauses(&mut self) {
        if let Some(pauses) = self.pauses.take() {
            pauses.end();
        }
    }

    /// Whether its name and its bytes alone decide about its type, and it was read as it is.
    fn may_be_detected_later(&self) -> bool {
        let is_forced = self.options.container.is_some();
        let is_begun = self.container.is_some() || self.pauses.is_some();
        !(is_forced || is_begun || self.decompresses || self.only_looks_like_archive)
    }

    /// The format, if this is the beginning of an archive.
    fn archive(&self, head: &[u8]) -> Option<&'static Format> {
        let begins = self.container.is_none() && !self.only_looks_like_archive;
        Format::by_magic(head).filter(|_| begins)
    }

    /// Reads until the chunk can be cut or must be cut.
    fn fill(&mut self, buffer: &mut Buffer) -> io::Result<ChunkEnd> {
        if self.source.enough.load(Relaxed) {
            buffer.len = 0;
            return Ok(ChunkEnd::EndOfFile);
        }
        let bound = self.container.map_or(usize::MAX, Container::max);
        let mut size = bound.min(buffer.len + SIZE);
        loop {
            let reader = match &mut self.reader {
                Some(reader) => reader,
                None => {
                    let reader = self.open()?;
                    self.reader.insert(reader)
                }
            };
            let known = buffer.len;
            let filled = buffer.read(reader, size)?;
            if self.ends_lines_in_cr {
                let new = known.saturating_sub(1);
                end_lines(&mut buffer[new..], filled == Filled::AtEnd);
            }
            if self.container.is_none() && !self.decompresses && self.decompress(buffer) {
                continue;
            }
            if let Some(format) = self.archive(buffer) {
                if !self.opens_archives {
                    buffer.len = 0;
                    let problem = format!("not read: it is in more than {MAX_DEPTH} archives");
                    return Err(io::Error::other(problem));
                }
                return Ok(ChunkEnd::Archive(format));
            }
            if filled == Filled::AtPause {
                match self.pause(buffer)? {
                    Some(end) => return Ok(end),
                    None => continue,
                }
            }
            let at_end = filled == Filled::AtEnd;
            if at_end && self.may_be_detected_later() {
                return Ok(ChunkEnd::Undetected);
            }
            if let Some(end) = self.begin(buffer, at_end)? {
                return Ok(end);
            }
            let container = self.container(buffer);
            if at_end {
                return Ok(ChunkEnd::EndOfFile);
            }
            if let Some(cut) = container.cut(buffer) {
                return Ok(ChunkEnd::Cut(cut));
            }
            if size >= container.max() {
                return Ok(ChunkEnd::Forced(mail::forced_cut(buffer)));
            }
            size = (2 * size).min(container.max());
        }
    }

    /// At the beginning of a file, which may also be its end, detects its kind. Some files are skipped.
    fn begin(&mut self, buffer: &mut Buffer, at_end: bool) -> io::Result<Option<ChunkEnd>> {
        if self.container.is_some() {
            return Ok(None);
        }
        let forced = self.options.container;
        let detected = self.source.detect(&self.path(), forced, buffer, at_end);
        match detected.inspect_err(|_| buffer.len = 0)? {
            Detected::Text {
                container,
                ends_lines_in_cr,
            } => {
                self.container = Some(container);
                self.ends_lines_in_cr = ends_lines_in_cr;
                self.windows = self.windows.take().filter(|_| !ends_lines_in_cr);
                Ok(None)
            }
            Detected::Skipped(unread) => {
                buffer.len = 0;
                Ok(Some(ChunkEnd::Skipped(unread)))
            }
        }
    }

    /// What to do if the input pauses. `None` means to wait for more.
    fn pause(&mut self, buffer: &mut Buffer) -> io::Result<Option<ChunkEnd>> {
        if self.source.enough.load(Relaxed) {
            buffer.len = 0;
            return Ok(Some(ChunkEnd::EndOfFile));
        }
        let is_clear = |pauses: &Pauses| pauses.is_clear(buffer);
        if self.pauses.as_ref().is_some_and(is_clear)
            && let Some(end) = self.begin(buffer, false)?
        {
            return Ok(Some(end));
        }
        let container = self.container.unwrap_or_else(|| self.detect(buffer));
        let (start, may_change) = (self.start, self.container.is_none());
        let Some(pauses) = &mut self.pauses else {
            return Ok(None);
        };
        Ok(match pauses.next(container, may_change, buffer, start) {
            Pause::Wait => None,
            Pause::Cut(len) => Some(ChunkEnd::Pause(len)),
            Pause::Search(new) => Some(ChunkEnd::Search(new)),
        })
    }
}
