//! The content of a file: opened, decompressed, and its type.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::container::{self as mail, Container, Declared, end_lines, ends_lines_in_cr};

use super::archive::{Budget, Contents, Counted, Format, MAX_DEPTH, Opened};
use super::buffer::{Buffer, Filled};
use super::decompressed::Decompressed;
use super::detect::{Detected, container};
use super::pauses::Pauses;
use super::read_options::ReadOptions;
use super::source::Source;
use super::windows::Windows;

/// How much of a file is read at once.
pub(super) const SIZE: usize = mail::HEAD;

/// The content of a file. It is opened when its first bytes are asked for, and its type is what they say.
pub(super) struct FileContent {
    pub(super) source: Arc<Source>,
    options: ReadOptions,
    budget: Arc<Budget>,
    opens_archives: bool,
    /// Its type, once that is detected.
    pub(super) container: Option<&'static Container>,
    /// What its header declares.
    pub(super) declared: Option<Arc<Declared>>,
    reader: Option<Box<dyn Read + Send>>,
    /// If the reader may pause.
    pub(super) pauses: Option<Pauses>,
    /// Of a plain file, whose cuts need only the lines around them.
    pub(super) windows: Option<Windows>,
    /// Whether the reader decompresses.
    decompresses: bool,
    /// Whether lines end in CR alone. They are read as if they ended in LF.
    ends_lines_in_cr: bool,
    /// Whether it is no archive, although it begins like one.
    only_looks_like_archive: bool,
}

impl FileContent {
    pub(super) fn new(
        source: Arc<Source>,
        options: ReadOptions,
        budget: Arc<Budget>,
    ) -> FileContent {
        FileContent {
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
        }
    }

    /// The content that the reader gives. It may be an archive unless archives are nested too deeply.
    pub(super) fn with_reader(
        self,
        reader: Box<dyn Read + Send>,
        opens_archives: bool,
    ) -> FileContent {
        FileContent {
            reader: Some(reader),
            opens_archives,
            ..self
        }
    }

    /// Opens the file, unless it is open. Returns where the range begins, if only a range of it is read.
    pub(super) fn open(&mut self) -> io::Result<Option<u64>> {
        if self.reader.is_some() {
            return Ok(None);
        }
        let range = self.options.range.clone();
        let reader = match range.clone() {
            Some(range) => self.open_range(range)?,
            None => {
                let opened = self.source.open(&self.options)?;
                (self.pauses, self.windows) = (opened.pauses, opened.windows);
                opened.reader
            }
        };
        let budget = Arc::clone(&self.budget);
        self.reader = Some(Box::new(Counted { reader, budget }));
        Ok(range.map(|range| range.start))
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
            self.declare(&head);
            file.seek(SeekFrom::Start(range.start))?;
        }
        Ok(Box::new(file.take(range.end.saturating_sub(range.start))))
    }

    /// Notes what the header declares, which `head` begins with.
    fn declare(&mut self, head: &[u8]) {
        let container = self.container(head);
        self.declared = Some(Arc::new(container.declared(head)));
    }

    /// Reads until the buffer has `size` bytes, or the input ends or pauses. A compressed file is decompressed.
    pub(super) fn read(&mut self, buffer: &mut Buffer, size: usize) -> io::Result<Filled> {
        loop {
            let known = buffer.len;
            let filled = match &mut self.reader {
                Some(reader) => buffer.read(reader, size)?,
                None => Filled::AtEnd,
            };
            if self.ends_lines_in_cr {
                let new = known.saturating_sub(1);
                end_lines(&mut buffer[new..], filled == Filled::AtEnd);
            }
            let may_be_compressed = self.container.is_none() && !self.decompresses;
            if !may_be_compressed || !self.decompress(buffer) {
                return Ok(filled);
            }
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

    /// The format, if this is the beginning of an archive. It is an error if that may not be opened.
    pub(super) fn archive(&self, head: &[u8]) -> io::Result<Option<&'static Format>> {
        let begins = self.container.is_none() && !self.only_looks_like_archive;
        if !begins {
            return Ok(None);
        }
        let format = if Format::begins_program(head) && self.is_plain_file() {
            Format::of_file(head, head.len() < SIZE, &self.source.path)
        } else {
            Format::by_magic(head)
        };
        if format.is_some() && !self.opens_archives {
            let problem = format!("not read: it is in more than {MAX_DEPTH} archives");
            return Err(io::Error::other(problem));
        }
        Ok(format)
    }

    /// Whether a file has these bytes as they are.
    fn is_plain_file(&self) -> bool {
        !self.decompresses && self.source.is_regular_file()
    }

    pub(super) fn open_archive(&mut self, format: &Format, head: &[u8]) -> io::Result<Opened> {
        let rest: Box<dyn Read + Send> = match self.reader.take() {
            Some(reader) => reader,
            None => Box::new(io::empty()),
        };
        self.end_pauses();
        let is_plain_file = self.is_plain_file();
        (format.open)(Contents {
            head: head.to_vec(),
            rest,
            path: is_plain_file.then(|| self.source.path.clone()),
            budget: Arc::clone(&self.budget),
        })
    }

    /// Goes on with the bytes of a file that only looked like an archive, with `-a` or `--as`. Returns false without these.
    pub(super) fn take_bytes(&mut self, bytes: Box<dyn Read + Send>) -> bool {
        let takes = self.options.container.is_some() || self.source.raw;
        if takes {
            (self.reader, self.windows, self.only_looks_like_archive) = (Some(bytes), None, true);
        }
        takes
    }

    /// The container; if it is not known yet, that of a file that begins with `head`.
    pub(super) fn container(&mut self, head: &[u8]) -> &'static Container {
        let container = self.container_of(head);
        self.container.insert(container)
    }

    /// [`container`](FileContent::container), which may still change.
    pub(super) fn container_of(&self, head: &[u8]) -> &'static Container {
        let forced = self.options.container;
        let detect = || container(&self.source.kind, &self.path(), forced, head);
        self.container.unwrap_or_else(detect)
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

    /// Whether its name and its bytes alone decide about its type, and it was read as it is.
    pub(super) fn may_be_detected_later(&self) -> bool {
        let is_forced = self.options.container.is_some();
        let is_begun = self.container.is_some() || self.pauses.is_some();
        !(is_forced || is_begun || self.decompresses || self.only_looks_like_archive)
    }

    /// Detects the type of a file that begins with `head`, which may be all of it.
    pub(super) fn detect(&mut self, head: &mut Buffer, at_end: bool) -> io::Result<Detected> {
        let forced = self.options.container;
        let detected = self.source.detect(&self.path(), forced, head, at_end)?;
        if let Detected::Text {
            container,
            ends_lines_in_cr,
        } = detected
        {
            self.container = Some(container);
            self.ends_lines_in_cr = ends_lines_in_cr;
            self.windows = self.windows.take().filter(|_| !ends_lines_in_cr);
        }
        Ok(detected)
    }

    /// Notes what the first chunk says: what its header declares, and whether windows can be cut.
    pub(super) fn note_first(&mut self, chunk: &[u8]) {
        self.declare(chunk);
        let container = self.container(chunk);
        let is_plain = !self.decompresses && container.is_cut_locally;
        self.windows = self.windows.take().filter(|_| is_plain);
    }

    /// The next chunk of a plain file that several threads read, if it can be cut near the end of a window. Else the reader goes on
    /// where it would be without windows. The chunk begins at `start`.
    pub(super) fn window(
        &mut self,
        start: u64,
        carried: &mut Vec<u8>,
        buffer: &mut Buffer,
    ) -> io::Result<Option<usize>> {
        let (Some(windows), Some(container)) = (&mut self.windows, self.container) else {
            return Ok(None);
        };
        let is_first = self.declared.is_none();
        if is_first || !windows.is_shared() || self.source.has_enough() {
            return Ok(None);
        }
        let read = start + carried.len() as u64;
        let cut = windows.cut(start, read, SIZE, container, buffer);
        match cut {
            Some(_) => carried.clear(),
            None => {
                if let Some(reader) = windows.leave(start, carried)? {
                    self.reader = Some(reader);
                }
            }
        }
        Ok(cut)
    }
}
