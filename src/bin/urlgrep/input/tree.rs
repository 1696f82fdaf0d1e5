//! The files below a directory: by the walk's rules, but the messages of mail stores whole, whatever is hidden or ignored of them.
//!
//! The walk gives a directory before what is in it. If it is a store, the walk is told to leave out what is in it, and the
//! store is walked by itself, in its place; so the order is the same as if nothing were a store. What lies beside its messages
//! is asked of a second walk, by the rules, of that one directory; most stores need none.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use ignore::{DirEntry, Error};
use same_file::is_same_file;

use super::store::{self, Crossposts, Disposition, Store};
use super::walk::WalkOptions;
use crate::lock::lock;

/// A file, or why there is none.
pub(super) type Found = Result<(PathBuf, Place), Error>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Directory,
    /// It is one message.
    Store,
}

pub(super) struct Tree {
    rules: WalkOptions,
    /// Whether the user says that there are stores.
    said: bool,
    /// The innermost last.
    levels: Vec<Level>,
    crossposts: Crossposts,
}

/// A directory that is being walked.
struct Level {
    walk: ignore::Walk,
    store: Option<Store>,
    /// What a store's directory lies on.
    device: u64,
    /// What of a store's directory the rules would walk, but for messages; once it was asked.
    walkable: Option<HashSet<OsString>>,
    /// The store in it that is being walked by itself.
    taken: Arc<Mutex<PathBuf>>,
}

impl Tree {
    pub(super) fn by(rules: WalkOptions, said: bool) -> Tree {
        Tree {
            rules,
            said,
            levels: Vec::new(),
            crossposts: Crossposts::default(),
        }
    }

    /// Begins with `directory`, when the one before is done.
    pub(super) fn begin(&mut self, directory: &Path) {
        self.enter(directory, Store::at(directory, self.said));
    }

    fn enter(&mut self, directory: &Path, store: Option<Store>) {
        let mut walk = self.rules.walk(directory);
        let taken = Arc::new(Mutex::new(PathBuf::new()));
        if store.is_some() {
            walk.standard_filters(false).max_depth(Some(1));
        } else {
            let taken = Arc::clone(&taken);
            walk.filter_entry(move |entry| {
                let taken = lock(&taken);
                taken.as_os_str().is_empty() || entry.path().parent() != Some(&*taken)
            });
        }
        self.levels.push(Level {
            walk: walk.build(),
            store,
            device: store.map_or(0, |_| store::device(directory)),
            walkable: None,
            taken,
        });
    }

    /// The next file.
    pub(super) fn next(&mut self) -> Option<Found> {
        loop {
            let level = self.levels.last_mut()?;
            let entry = match level.walk.next() {
                Some(Ok(entry)) => entry,
                // Ignore files in which a line is wrong.
                Some(Err(error)) if error.is_partial() => continue,
                Some(Err(error)) => return Some(Err(error)),
                None => {
                    self.levels.pop();
                    continue;
                }
            };
            if entry.depth() == 0 {
                continue;
            }
            let found = match level.store {
                None => self.walked(entry),
                Some(store) => {
                    let device = level.device;
                    self.stored(entry, store, device)
                }
            };
            if found.is_some() {
                return found;
            }
        }
    }

    /// What an entry of a common directory gives: directories, links and pipes nothing.
    fn walked(&mut self, entry: DirEntry) -> Option<Found> {
        let kind = entry.file_type()?;
        if kind.is_dir()
            && let Some(store) = Store::at(entry.path(), self.said)
        {
            if let Some(level) = self.levels.last() {
                let mut taken = lock(&level.taken);
                *taken = entry.path().to_path_buf();
            }
            self.enter(entry.path(), Some(store));
        }
        kind.is_file()
            .then(|| Ok((entry.into_path(), Place::Directory)))
    }

    fn stored(&mut self, entry: DirEntry, store: Store, device: u64) -> Option<Found> {
        let numbered = store == Store::Numbered;
        match store.disposition(&entry, self.said) {
            Disposition::Message if numbered && self.crossposts.is_known(&entry, device) => None,
            Disposition::Message => Some(Ok((entry.into_path(), Place::Store))),
            Disposition::LeaveOut => None,
            // A loop of links would never end; the walk sees only those within one level.
            Disposition::Within(_) | Disposition::Beside
                if entry.path_is_symlink() && is_loop(entry.path()) =>
            {
                None
            }
            Disposition::Within(store) => {
                self.enter(entry.path(), Some(store));
                None
            }
            Disposition::Beside if !self.is_walkable(&entry, store) => None,
            Disposition::Beside => {
                let kind = entry.file_type()?;
                if kind.is_dir() {
                    self.enter(entry.path(), None);
                }
                kind.is_file()
                    .then(|| Ok((entry.into_path(), Place::Directory)))
            }
        }
    }

    /// Whether the rules would walk this entry of the innermost directory, a store.
    fn is_walkable(&mut self, entry: &DirEntry, store: Store) -> bool {
        let (rules, said) = (&self.rules, self.said);
        let (Some(level), Some(directory)) = (self.levels.last_mut(), entry.path().parent()) else {
            return false;
        };
        let walkable = level.walkable.get_or_insert_with(|| {
            let mut walk = rules.walk(directory);
            let entries = walk.max_depth(Some(1)).build().flatten();
            let beside = entries.filter(|entry| {
                let is_dir = entry.file_type().is_some_and(|kind| kind.is_dir());
                entry.depth() > 0
                    && (is_dir || store.disposition(entry, said) == Disposition::Beside)
            });
            beside.map(|entry| entry.file_name().to_owned()).collect()
        });
        walkable.contains(entry.file_name())
    }
}

/// Whether the link leads to a directory that it stands in.
fn is_loop(link: &Path) -> bool {
    let mut above = link
        .ancestors()
        .skip(1)
        .filter(|path| !path.as_os_str().is_empty());
    above.any(|path| is_same_file(path, link).unwrap_or(true))
}
