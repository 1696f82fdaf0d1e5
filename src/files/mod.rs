//! Files: the paths of a search become files, and files become chunks that can be searched one by one. Compressed files are
//! decompressed while they are read. Feature `files`; each codec has a feature of its own.
//!
//! [`extract_paths`] and [`extract_reader`] are the short way:
//!
//! ```
//! use urlgrep::{Extractor, files};
//!
//! for found in files::extract_paths(["corpora/mail/1994.mbox"], &Extractor::default()) {
//!     match found {
//!         Ok(found) => println!("{}:{}: {}", found.path.display(), found.line, found.matched),
//!         Err(error) => eprintln!("{error}"),
//!     }
//! }
//! ```
//!
//! [`Input`] hands out chunks to one thread or many: one lock hands out
//! the files in order, and each file has its own lock, under which its next chunk is read. So a single big file keeps all threads
//! busy, and so do many small ones.
//!
//! ```
//! use urlgrep::files::{Buffer, Input, ReadFrom, ReadOptions, WalkOptions};
//! use urlgrep::Extractor;
//!
//! let (extractor, mut urls) = (Extractor::default(), Vec::new());
//! let input = Input::new(vec!["corpora/mail/1994.mbox".into()], &WalkOptions::default(), ReadOptions::default());
//! let mut buffer = Buffer::default();
//! while let Some(chunk) = input.next(ReadFrom::AnyFile, &mut buffer) {
//!     if let Some(error) = &chunk.error {
//!         eprintln!("{}: {error}", chunk.source.path.display());
//!     }
//!     for text in chunk.texts(&buffer) {
//!         urls.extend(extractor.extract_text(&text).map(|m| m.to_string()));
//!     }
//! }
//! assert_eq!(urls[0], "http://www.keepers.example.edu/coldness/index.html");
//! ```

// Each format of archives uses a part of it.
#[cfg_attr(
    not(all(feature = "tar", feature = "zip", feature = "outlook")),
    allow(dead_code, unused_imports)
)]
mod archive;
#[cfg(any(feature = "bzip2", feature = "xz"))]
mod blocks;
mod buffer;
mod chunk;
mod chunks;
mod codec;
mod compressed;
mod content;
mod cut;
mod decompressed;
mod detect;
mod extract;
mod feed;
mod file_types;
mod globs;
mod ignore_files;
mod lines;
mod lock;
#[cfg(feature = "gzip")]
mod lzw;
mod open;
mod pauses;
mod plain_file;
mod ranges;
mod read;
mod read_options;
mod reader;
mod settled;
mod source;
mod store;
mod stream;
mod tree;
mod walk;
mod walk_options;
mod windows;
#[cfg(feature = "zstd")]
mod zstd;

pub use crate::unread::Unread;
pub use archive::is_archive;
pub use buffer::Buffer;
pub use chunk::Chunk;
pub use chunks::Chunks;
pub use extract::{FileMatch, FileMatches, extract_paths, extract_reader};
pub use file_types::FileTypes;
pub use globs::{GlobError, Globs};
pub use lines::Lines;
pub use pauses::StreamOptions;
pub use ranges::ranges;
pub use read::sources;
pub use read_options::ReadOptions;
pub use settled::Settled;
pub use source::{STDIN, Source, SourceKind};
pub use walk::stdin_has_text;
pub use walk_options::{WalkOptions, WalkOrder};

use std::collections::VecDeque;
use std::error::Error;
use std::fmt;
use std::io;
use std::iter::Peekable;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::container as mail;

use lock::{lock, lock_soon};
use reader::{FileReader, MemberFilter};
use store::STORES;
use walk::FileWalk;

/// The system's message, without the error number and without the messages of outer errors.
///
/// ```
/// let error = std::fs::File::open("no such file").unwrap_err();
/// assert!(!urlgrep::files::reason(&error).contains("os error"));
/// ```
pub fn reason(error: &io::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    let words = cause.to_string();
    match words.rfind(" (os error ") {
        Some(end) => words[..end].to_string(),
        None => words,
    }
}

/// The names of all types of files: containers, stores of one message a file, and notations.
///
/// ```
/// let types: Vec<_> = urlgrep::files::types().collect();
/// assert!(["mbox", "maildir", "html"].iter().all(|name| types.contains(name)));
/// ```
pub fn types() -> impl Iterator<Item = &'static str> {
    mail::names().chain(STORES)
}

/// The size of all files in bytes, if each path is a file.
///
/// ```
/// assert!(urlgrep::files::size(&["README.md".into()]).is_some_and(|size| size > 1000));
/// assert_eq!(urlgrep::files::size(&["src".into()]), None);
/// ```
pub fn size(paths: &[PathBuf]) -> Option<u64> {
    let size = |path: &PathBuf| {
        let metadata = path.metadata().ok()?;
        metadata.is_file().then_some(metadata.len())
    };
    (!paths.is_empty()).then(|| paths.iter().map(size).sum())?
}

/// Which open file a worker reads from.
///
/// ```
/// use urlgrep::files::{Buffer, Input, ReadFrom, ReadOptions, WalkOptions};
/// let input = Input::new(vec!["README.md".into()], &WalkOptions::default(), ReadOptions::default());
/// assert!(input.next(ReadFrom::FirstFile, &mut Buffer::default()).is_some());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadFrom {
    /// The first one that no other worker is reading, or else the next file, which is opened.
    AnyFile,
    /// The first one, also if the worker has to wait for it. For workers whose results already wait for those of this file.
    FirstFile,
}

/// The whole input. Several threads can share it.
///
/// ```
/// use urlgrep::files::{Input, ReadOptions, WalkOptions};
/// fn is_shared<T: Sync>(_: &T) {}
/// is_shared(&Input::new(vec!["corpora".into()], &WalkOptions::default(), ReadOptions::default()));
/// ```
pub struct Input {
    files: Mutex<Files>,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").finish_non_exhaustive()
    }
}

struct Files {
    sources: Peekable<Box<dyn Iterator<Item = Source> + Send>>,
    read: ReadOptions,
    members: Arc<MemberFilter>,
    /// The files that were begun and may have more chunks, in order.
    open: VecDeque<Arc<Mutex<FileReader>>>,
}

impl Input {
    /// The files at `paths`; directories are walked. `-` is standard input; without paths, the current directory is walked.
    ///
    /// ```
    /// use urlgrep::files::{Buffer, Input, ReadFrom, ReadOptions, WalkOptions};
    /// let input = Input::new(vec!["no such file".into()], &WalkOptions::default(), ReadOptions::default());
    /// let chunk = input.next(ReadFrom::AnyFile, &mut Buffer::default()).unwrap();
    /// assert!(chunk.error.is_some());
    /// ```
    pub fn new(paths: Vec<PathBuf>, walk: &WalkOptions, read: ReadOptions) -> Input {
        let is_store = read.container.is_some_and(|name| STORES.contains(&name));
        let sources = FileWalk::new(paths, walk, is_store);
        Input::with(sources, read, MemberFilter::new(walk))
    }

    /// Files that were found before, for example by [`sources`] in another process.
    ///
    /// ```
    /// use urlgrep::files::{Buffer, Input, ReadFrom, ReadOptions, Source, SourceKind};
    /// let source = Source::new(0, "README.md".into(), SourceKind::Walked);
    /// let input = Input::from_sources([source], ReadOptions::default());
    /// let chunk = input.next(ReadFrom::AnyFile, &mut Buffer::default()).unwrap();
    /// assert_eq!(chunk.container.name(), "markdown");
    /// ```
    pub fn from_sources<I>(sources: I, read: ReadOptions) -> Input
    where
        I: IntoIterator<Item = Source, IntoIter: Send + 'static>,
    {
        Input::with(sources.into_iter(), read, MemberFilter::default())
    }

    /// The content of one file, which has no path.
    ///
    /// ```
    /// use urlgrep::files::{Buffer, Input, ReadFrom, ReadOptions};
    /// let input = Input::from_reader(&b"From: joe@a.org\nDate: now\n\nhello\n"[..], ReadOptions::default());
    /// let chunk = input.next(ReadFrom::AnyFile, &mut Buffer::default()).unwrap();
    /// assert_eq!(chunk.container.name(), "message");
    /// ```
    pub fn from_reader(reader: impl io::Read + Send + 'static, read: ReadOptions) -> Input {
        let file = FileReader::from_reader(Box::new(reader), read.clone());
        let input = Input::from_sources([], read);
        input.files().open.push_back(Arc::new(Mutex::new(file)));
        input
    }

    fn with<I>(sources: I, read: ReadOptions, members: MemberFilter) -> Input
    where
        I: Iterator<Item = Source> + Send + 'static,
    {
        let sources: Box<dyn Iterator<Item = Source> + Send> = Box::new(sources);
        let files = Files {
            sources: sources.peekable(),
            read,
            members: Arc::new(members),
            open: VecDeque::new(),
        };
        Input {
            files: Mutex::new(files),
        }
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        lock(&self.files)
    }

    /// Reads the next chunk into `buffer`. `None` at the end. Each file has at least one chunk, and chunks of a file are numbered in
    /// order.
    ///
    /// ```
    /// use urlgrep::files::{Buffer, Input, ReadFrom, ReadOptions, WalkOptions};
    /// let path = vec!["corpora/mail/1994.mbox".into()];
    /// let input = Input::new(path, &WalkOptions::default(), ReadOptions::default());
    /// let mut buffer = Buffer::default();
    /// let chunk = input.next(ReadFrom::AnyFile, &mut buffer).unwrap();
    /// assert_eq!((chunk.number, chunk.start, chunk.end), (0, 0, buffer.len() as u64));
    /// ```
    pub fn next(&self, from: ReadFrom, buffer: &mut Buffer) -> Option<Chunk> {
        let mut chunk = self.next_undetected(from, buffer)?;
        chunk.detect_in(buffer);
        Some(chunk)
    }

    /// [`next`](Input::next), but the type of a small file may still have to be detected.
    fn next_undetected(&self, from: ReadFrom, buffer: &mut Buffer) -> Option<Chunk> {
        loop {
            let file = self.files().choose(from)?;
            let chunk = self.next_of(&file, buffer);
            if chunk.is_some() {
                return chunk;
            }
        }
    }

    /// Reads the first chunk of the next file, if it is one of a directory. Reading such a file never waits.
    fn next_in_directory(&self, buffer: &mut Buffer) -> Option<Chunk> {
        let file = self
            .files()
            .open_next(|source| source.kind.is_from_directory())?;
        self.next_of(&file, buffer)
    }

    /// Reads the next chunk of a file.
    fn next_of(&self, file: &Arc<Mutex<FileReader>>, buffer: &mut Buffer) -> Option<Chunk> {
        let mut chunk = lock_soon(file).next(buffer);
        if let Some(chunk) = &mut chunk {
            chunk.read_rest(buffer);
        }
        if chunk.as_ref().is_none_or(|chunk| chunk.ends_source) {
            self.files().open.retain(|open| !Arc::ptr_eq(open, file));
        }
        chunk
    }
}

impl Files {
    /// The file to read from. It is opened by its first reader, outside this lock.
    fn choose(&mut self, from: ReadFrom) -> Option<Arc<Mutex<FileReader>>> {
        let earliest = self.open.front();
        let chosen = match from {
            ReadFrom::AnyFile => self.open.iter().find(|file| file.try_lock().is_ok()),
            ReadFrom::FirstFile => earliest,
        };
        if let Some(file) = chosen {
            return Some(Arc::clone(file));
        }
        let earliest = earliest.cloned();
        // If all files are open, wait for the next chunk of the earliest one.
        self.open_next(|_| true).or(earliest)
    }

    /// Opens the next file, if it is accepted.
    fn open_next(&mut self, accept: fn(&Source) -> bool) -> Option<Arc<Mutex<FileReader>>> {
        let source = self.sources.next_if(accept)?;
        let members = Arc::clone(&self.members);
        let file = Arc::new(Mutex::new(FileReader::new(
            source,
            self.read.clone(),
            members,
        )));
        self.open.push_back(Arc::clone(&file));
        Some(file)
    }
}
