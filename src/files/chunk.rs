//! Chunks: pieces of a file that can be searched independently.

use std::io;
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::buffer::Buffer;
use super::detect::Detected;
use super::plain_file::PlainFile;
use super::source::Source;
use crate::container::{self as mail, Container, Declared, Selection, Texts};
use crate::unread::Unread;

/// A piece of a file that can be searched independently. Its bytes are in the buffer.
///
/// ```
/// use urlgrep::files::{Buffer, Input, ReadFrom, ReadOptions, WalkOptions};
/// let input = Input::new(vec!["README.md".into()], &WalkOptions::default(), ReadOptions::default());
/// let chunk = input.next(ReadFrom::AnyFile, &mut Buffer::default()).unwrap();
/// assert_eq!((chunk.container.name(), chunk.last), ("markdown", true));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Chunk {
    /// The file.
    pub source: Arc<Source>,
    /// Its index among the chunks of the file, from 0; in an archive, of all members.
    pub number: usize,
    /// The offset in the file of its first byte; of a compressed file, in its content.
    pub start: u64,
    /// The offset after its last byte.
    pub end: u64,
    /// The offset in the file of the line that contains its first byte.
    pub line_start: u64,
    /// The type of the file.
    pub container: &'static Container,
    /// The declarations of the first chunk, if this is a later one.
    pub declared: Option<Arc<Declared>>,
    /// Whether it is the last chunk of the file.
    pub last: bool,
    /// Whether it is the last chunk of the file that the walk found: of an archive, after all members.
    pub ends_source: bool,
    /// Whether nothing in the file is searched: it is binary, not read, or an archive whose members were the files.
    pub skipped: bool,
    /// The kind of the file, if such files are not read.
    pub unread: Option<&'static Unread>,
    /// Whether it ends where the container does not allow a cut.
    pub forced: bool,
    /// If some of its matches were found before: where the others start, in the file.
    pub new: Option<Range<u64>>,
    /// Whether the next chunk has the same bytes, and more.
    pub repeats: bool,
    /// Whether the input paused after it, so that its results are printed at once.
    pub paused: bool,
    /// The reason if reading failed after these bytes. If it is not the last chunk, other threads may have read later ones, which have to
    /// be ignored; the others have no bytes.
    pub error: Option<io::Error>,
    /// Whether it is a file whose type is still to be detected.
    pub(super) is_undetected: bool,
    /// The file, if it is closed when this is dropped.
    pub(super) file: Option<Arc<PlainFile>>,
}

impl Chunk {
    /// The texts of the chunk. `bytes` are those that were read with it.
    ///
    /// ```
    /// use urlgrep::files::{Buffer, Input, ReadFrom, ReadOptions, WalkOptions};
    /// let input = Input::new(vec!["README.md".into()], &WalkOptions::default(), ReadOptions::default());
    /// let mut buffer = Buffer::default();
    /// let chunk = input.next(ReadFrom::AnyFile, &mut buffer).unwrap();
    /// assert_eq!(chunk.texts(&buffer).count(), 1);
    /// ```
    pub fn texts<'b>(&self, bytes: &'b [u8]) -> Texts<'b> {
        self.texts_selected(bytes, Selection::DEFAULT)
    }

    /// The selected texts of the chunk. A later chunk of a file has the charset and the base that the first one declared.
    ///
    /// ```
    /// use urlgrep::files::{Buffer, Input, ReadFrom, ReadOptions};
    /// use urlgrep::mail::Selection;
    /// let mut selection = Selection::default();
    /// selection.headers = true;
    /// let input = Input::from_reader(&b"From: joe@a.org\nDate: now\n\nhello\n"[..], ReadOptions::default());
    /// let mut buffer = Buffer::default();
    /// let chunk = input.next(ReadFrom::AnyFile, &mut buffer).unwrap();
    /// assert_eq!(chunk.texts_selected(&buffer, &selection).count(), 3);
    /// ```
    pub fn texts_selected<'b>(&self, bytes: &'b [u8], selection: &'b Selection) -> Texts<'b> {
        let (container, start) = (self.container, self.start);
        match &self.declared {
            Some(declared) => container.texts_continued(bytes, start, selection, declared),
            None => container.texts_selected(bytes, start, selection),
        }
    }

    /// A chunk without bytes, at the beginning of a file.
    pub(super) fn new(source: Arc<Source>, container: &'static Container) -> Chunk {
        Chunk {
            source,
            number: 0,
            start: 0,
            end: 0,
            line_start: 0,
            container,
            declared: None,
            last: false,
            ends_source: false,
            skipped: false,
            unread: None,
            forced: false,
            new: None,
            repeats: false,
            paused: false,
            error: None,
            is_undetected: false,
            file: None,
        }
    }

    /// A chunk without bytes: the last one of a file that is not searched.
    pub(super) fn report(source: Arc<Source>, error: Option<io::Error>) -> Chunk {
        Chunk {
            last: true,
            skipped: true,
            error,
            ..Chunk::new(source, &mail::TEXT)
        }
    }

    /// Reads what is left of its bytes. The file ends where that fails.
    pub(super) fn read_rest(&mut self, buffer: &mut Buffer) {
        if let Err(error) = buffer.read_rest() {
            self.end = self.start + buffer.len() as u64;
            self.error = Some(error);
            self.source.enough.store(true, Relaxed);
        }
    }

    /// Detects the type of a file that was read as a whole. The reader leaves this to those who search: often one thread reads for all.
    pub(super) fn detect(&mut self, bytes: &mut [u8]) {
        if !mem::take(&mut self.is_undetected) {
            return;
        }
        match self.source.detect(&self.source.path, None, bytes, true) {
            Ok(Detected::Text { container, .. }) => self.container = container,
            Ok(Detected::Skipped(unread)) => {
                (self.end, self.skipped, self.unread) = (self.start, true, unread);
            }
            Err(error) => (self.end, self.error) = (self.start, Some(error)),
        }
    }

    /// [`detect`](Chunk::detect) for the chunk of a whole buffer. Its file is closed.
    pub(super) fn detect_in(&mut self, buffer: &mut Buffer) {
        self.file = None;
        self.detect(buffer);
        buffer.len = (self.end - self.start) as usize;
    }
}
