//! What is searched: paths become files, files become chunks, and any worker may take the next one.
//!
//! One lock hands out files, in the order of their names; each file has a lock of its own under which its next chunk is
//! read. So one big file keeps all threads busy, and so do many small ones.

mod feed;
mod walk;

pub(crate) use feed::{Buffer, Chunk};
pub(crate) use walk::{STDIN, stdin_has_text};

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use feed::Feed;
use walk::Walk;

/// A file that is searched, or what cannot be.
pub(crate) struct File {
    /// Its place among all files, from 0.
    pub(crate) number: usize,
    /// As it is printed.
    pub(crate) path: PathBuf,
    feed: Mutex<Feed>,
}

/// All input, shared by the workers.
pub(crate) struct Input {
    state: Mutex<State>,
}

struct State {
    walk: Walk,
    /// The container that every file is said to be.
    said: Option<&'static str>,
    handed_out: usize,
    /// The files that have been begun and may have more chunks, the earliest first.
    open: VecDeque<Arc<File>>,
}

impl Input {
    /// The files at `paths`, directories walked; `-` is standard input.
    pub(crate) fn of(paths: Vec<PathBuf>, said: Option<&'static str>) -> Input {
        let state = State {
            walk: Walk::of(paths),
            said,
            handed_out: 0,
            open: VecDeque::new(),
        };
        Input {
            state: Mutex::new(state),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("a panic ends the process")
    }

    /// Reads the next chunk into `buffer`: of the earliest file; `ahead` of it, if others are reading that one.
    pub(crate) fn next(&self, ahead: bool, buffer: &mut Buffer) -> Option<(Arc<File>, Chunk)> {
        loop {
            let file = self.lock().choose(ahead)?;
            let chunk = {
                let mut feed = file.feed.lock().expect("a panic ends the process");
                feed.next(buffer)
            };
            if chunk.as_ref().is_none_or(|chunk| chunk.last) {
                self.lock().open.retain(|open| !Arc::ptr_eq(open, &file));
            }
            if let Some(chunk) = chunk {
                return Some((file, chunk));
            }
        }
    }
}

impl State {
    /// The file to read from. It is opened by who reads it first, outside this lock.
    fn choose(&mut self, ahead: bool) -> Option<Arc<File>> {
        let free = |file: &&Arc<File>| file.feed.try_lock().is_ok();
        let earliest = self.open.front();
        let chosen = match ahead {
            true => self.open.iter().find(free),
            false => earliest,
        };
        if let Some(file) = chosen {
            return Some(Arc::clone(file));
        }
        let Some(source) = self.walk.next() else {
            // Another worker reads from it now; wait for what it leaves.
            return earliest.cloned();
        };
        let file = Arc::new(File {
            number: self.handed_out,
            path: source.path.clone(),
            feed: Mutex::new(Feed::of(source, self.said)),
        });
        self.handed_out += 1;
        self.open.push_back(Arc::clone(&file));
        Some(file)
    }
}
