//! What is searched: paths become files, files become chunks, and any worker takes the next one.
//!
//! One lock hands out files in their order; each has a lock of its own under which its next chunk is read. So one big file
//! keeps all threads busy, and so do many small ones.

mod codec;
mod compressed;
mod decompressed;
mod feed;
#[cfg(feature = "gzip")]
mod lzw;
mod store;
mod tree;
mod walk;
mod whole;

pub(crate) use feed::{Buffer, Chunk, ReadOptions};
pub(crate) use walk::{STDIN, Source, WalkOptions, stdin_has_text};
pub(crate) use whole::sources;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use feed::Feed;
use store::STORES;
use walk::Walk;

use crate::lock::{lock, lock_soon};

/// What all input can be said to be: containers, stores, and documents, which are searched as text.
pub(crate) const TYPES: [&str; 16] = [
    "text",
    "message",
    "mbox",
    "mmdf",
    "babyl",
    STORES[0],
    STORES[1],
    STORES[2],
    "rnews",
    "pipermail",
    "html",
    "markdown",
    "rst",
    "asciidoc",
    "man",
    "source",
];

/// All input, shared by the workers.
pub(crate) struct Input {
    files: Mutex<Files>,
}

struct Files {
    walk: Walk,
    read: ReadOptions,
    /// Those that have been begun and may have more chunks, the earliest first.
    open: VecDeque<Arc<Mutex<Feed>>>,
}

impl Input {
    /// The files at `paths`, directories walked; `-` is standard input, no path the current directory.
    pub(crate) fn of(paths: Vec<PathBuf>, walk: &WalkOptions, read: ReadOptions) -> Input {
        let is_store = read.said.is_some_and(|name| STORES.contains(&name));
        let files = Files {
            walk: Walk::of(paths, walk, is_store),
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

    /// Reads the next chunk into `buffer`: of the earliest file, or `ahead` of it if others are reading that one.
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
    /// The file to read from. Who reads it first opens it, outside this lock.
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
            // Others read from all there are; wait for what they leave.
            return earliest.cloned();
        };
        let feed = Arc::new(Mutex::new(Feed::of(source, self.read)));
        self.open.push_back(Arc::clone(&feed));
        Some(feed)
    }
}
