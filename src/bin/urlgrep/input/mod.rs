//! The input: paths become files, files become chunks, and any worker takes the next chunk.
//!
//! One lock hands out the files in order. Each file has its own lock, under which its next chunk is read. So a single big file
//! keeps all threads busy, and so do many small ones.

mod codec;
mod compressed;
mod decompressed;
mod feed;
mod hint;
#[cfg(feature = "gzip")]
mod lzw;
mod pauses;
mod read;
mod settled;
mod store;
mod stream;
mod tree;
mod types;
mod unread;
mod walk;

pub(crate) use feed::{Buffer, Chunk, ReadOptions};
pub(crate) use pauses::StreamOptions;
pub(crate) use read::sources;
pub(crate) use settled::Settled;
pub(crate) use types::{file_type_names, file_types, list_file_types};
pub(crate) use unread::Unread;
pub(crate) use walk::{STDIN, Source, WalkOptions, WalkOrder, stdin_has_text};

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use urlgrep::mail;

use feed::Feed;
use store::STORES;
use walk::FileWalk;

use crate::lock::{lock, lock_soon};

/// The types of `--as`: containers, stores and notations.
pub(crate) fn types() -> impl Iterator<Item = &'static str> {
    mail::names().chain(STORES)
}

/// The size of all files in bytes, if each path is a file.
pub(crate) fn size(paths: &[PathBuf]) -> Option<u64> {
    let size = |path: &PathBuf| {
        let of = path.metadata().ok()?;
        of.is_file().then_some(of.len())
    };
    (!paths.is_empty()).then(|| paths.iter().map(size).sum())?
}

/// The whole input, shared by the workers.
pub(crate) struct Input {
    files: Mutex<Files>,
}

struct Files {
    walk: FileWalk,
    read: ReadOptions,
    /// The files that were begun and may have more chunks, in order.
    open: VecDeque<Arc<Mutex<Feed>>>,
}

impl Input {
    /// The files at `paths`; directories are walked. `-` is standard input; without paths, the current directory is walked.
    pub(crate) fn new(paths: Vec<PathBuf>, walk: &WalkOptions, read: ReadOptions) -> Input {
        let is_store = read.said.is_some_and(|name| STORES.contains(&name));
        let files = Files {
            walk: FileWalk::new(paths, walk, is_store),
            read,
            open: VecDeque::new(),
        };
        Input {
            files: Mutex::new(files),
        }
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        lock(&self.files)
    }

    /// Reads the next chunk into `buffer`. With `ahead`, a later file is used if other workers are reading the first open one.
    pub(crate) fn next(&self, ahead: bool, buffer: &mut Buffer) -> Option<Chunk> {
        loop {
            let feed = self.files().choose(ahead)?;
            let chunk = lock_soon(&feed).next(buffer);
            if chunk.as_ref().is_none_or(|chunk| chunk.last) {
                self.files().open.retain(|open| !Arc::ptr_eq(open, &feed));
            }
            if chunk.is_some() {
                return chunk;
            }
        }
    }
}

impl Files {
    /// The file to read from. It is opened by its first reader, outside this lock.
    fn choose(&mut self, ahead: bool) -> Option<Arc<Mutex<Feed>>> {
        let earliest = self.open.front();
        let chosen = match ahead {
            true => self.open.iter().find(|feed| feed.try_lock().is_ok()),
            false => earliest,
        };
        if let Some(feed) = chosen {
            return Some(Arc::clone(feed));
        }
        let Some(source) = self.walk.next() else {
            // All files are open; wait for the next chunk of the earliest one.
            return earliest.cloned();
        };
        let feed = Arc::new(Mutex::new(Feed::new(source, self.read.clone())));
        self.open.push_back(Arc::clone(&feed));
        Some(feed)
    }
}
