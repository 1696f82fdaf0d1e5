//! The files below a directory. The usual rules for hidden and ignored files apply, except to the messages of mail stores, which
//! are all searched.
//!
//! A walk returns a directory before its content. If the directory is a store, that walk skips its content, and the store gets
//! its own walk at this position. So the order is the same as without stores. For other files in a store, a second walk of this
//! directory applies the rules; most stores do not need it.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use ignore::types::Types;
use ignore::{DirEntry, Error};
use same_file::is_same_file;

use super::ignore_files::{not_searched, special_above, special_in};
use super::lock::lock;
use super::source::SourceKind;
use super::store::{self, Crossposts, Disposition, Store};
use super::walk_options::WalkOptions;

/// A file and where it was found, or an error.
pub(super) type TreeItem = Result<(PathBuf, SourceKind), Error>;

pub(super) struct Tree {
    options: WalkOptions,
    /// Whether directories are treated as stores.
    assume_store: bool,
    /// The open directories, innermost last.
    levels: Vec<Level>,
    crossposts: Crossposts,
    /// Whether the types that are searched include messages of stores.
    has_messages: bool,
    /// What was said about lines of ignore files. A file may be read for several walks.
    warnings: HashSet<String>,
    /// Errors about directories that are not searched because of their ignore files.
    errors: Arc<Mutex<Vec<Error>>>,
}

/// A directory that is being walked.
struct Level {
    walk: ignore::Walk,
    /// How many levels it is below the first directory.
    depth: usize,
    store: Option<Store>,
    /// The device of a store's directory.
    device: u64,
    /// The names of other files and directories in a store that the rules allow; computed when needed.
    allowed: Option<HashSet<OsString>>,
    /// A store in it that has its own walk.
    inner_store: Arc<Mutex<PathBuf>>,
}

impl Tree {
    pub(super) fn new(options: WalkOptions, assume_store: bool) -> Tree {
        Tree {
            has_messages: options.types.has_messages(),
            options,
            assume_store,
            levels: Vec::new(),
            crossposts: Crossposts::default(),
            warnings: HashSet::new(),
            errors: Arc::default(),
        }
    }

    /// Begins with `directory`. The previous one must be finished.
    pub(super) fn begin(&mut self, directory: &Path) {
        self.enter(directory, Store::at(directory, self.assume_store), 0);
    }

    /// Opens a directory this number of levels below the first one.
    fn enter(&mut self, directory: &Path, store: Option<Store>, depth: usize) {
        if store.is_none() && self.is_refused(directory) {
            return;
        }
        let mut walk = self.options.walk(directory);
        let below = self.options.max_depth.map(|max| max.saturating_sub(depth));
        walk.max_depth(below);
        let inner_store = Arc::new(Mutex::new(PathBuf::new()));
        if store.is_some() {
            let one = below.map_or(1, |below| below.min(1));
            walk.standard_filters(false).max_depth(Some(one));
            walk.types(Types::empty());
        } else {
            let (inner_store, errors) = (Arc::clone(&inner_store), Arc::clone(&self.errors));
            let no_ignore = self.options.no_ignore;
            walk.filter_entry(move |entry| {
                let is_dir = || entry.file_type().is_some_and(|kind| kind.is_dir());
                if is_in(entry, &lock(&inner_store)) {
                    return false;
                }
                if !no_ignore
                    && is_dir()
                    && let Some(file) = special_in(entry.path())
                {
                    lock(&errors).push(not_searched(entry.path().to_path_buf(), &file));
                    return false;
                }
                true
            });
        }
        self.levels.push(Level {
            walk: walk.build(),
            depth,
            store,
            device: store.map_or(0, |_| store::device(directory)),
            allowed: None,
            inner_store,
        });
    }

    /// Whether an ignore file prevents a walk from this directory on. Then it is reported.
    fn is_refused(&self, directory: &Path) -> bool {
        let file = (!self.options.no_ignore)
            .then(|| special_above(directory))
            .flatten();
        let error = file.map(|file| not_searched(directory.to_path_buf(), &file));
        let is_refused = error.is_some();
        lock(&self.errors).extend(error);
        is_refused
    }

    /// The next file.
    pub(super) fn next(&mut self) -> Option<TreeItem> {
        loop {
            if let Some(error) = lock(&self.errors).pop() {
                return Some(Err(error));
            }
            let level = self.levels.last_mut()?;
            let (store, device) = (level.store, level.device);
            let entry = match level.walk.next() {
                Some(Ok(entry)) => entry,
                Some(Err(error)) if self.warn(&error) => continue,
                Some(Err(error)) => return Some(Err(error)),
                None => {
                    self.levels.pop();
                    continue;
                }
            };
            if let Some(error) = entry.error() {
                self.warn(error);
            }
            if entry.depth() == 0 {
                continue;
            }
            let item = match store {
                None => self.directory_entry(entry),
                Some(store) => self.store_entry(entry, store, device),
            };
            if item.is_some() {
                return item;
            }
        }
    }

    /// Reports invalid lines of ignore files, whose other lines have an effect. Returns whether the error is about lines.
    fn warn(&mut self, error: &Error) -> bool {
        match error {
            Error::Partial(errors) => {
                for error in errors {
                    self.warn(error);
                }
                true
            }
            Error::WithPath { path, err } if matches!(**err, Error::WithLineNumber { .. }) => {
                if let Some(warn) = self.options.warn
                    && self.warnings.insert(error.to_string())
                {
                    warn(path, &format!("{err}; this line has no effect"));
                }
                true
            }
            _ => false,
        }
    }

    /// Processes an entry of an ordinary directory. Only regular files are returned.
    fn directory_entry(&mut self, entry: DirEntry) -> Option<TreeItem> {
        let kind = entry.file_type()?;
        // With a limit of size, the walk does not ask its filter about files.
        if is_in(&entry, &lock(&self.levels.last()?.inner_store)) {
            return None;
        }
        if kind.is_dir()
            && let Some(store) = Store::at(entry.path(), self.assume_store)
        {
            let mut depth = entry.depth();
            if let Some(level) = self.levels.last() {
                let mut inner_store = lock(&level.inner_store);
                *inner_store = entry.path().to_path_buf();
                depth += level.depth;
            }
            self.enter(entry.path(), Some(store), depth);
        }
        kind.is_file()
            .then(|| Ok((entry.into_path(), SourceKind::Walked)))
    }

    fn store_entry(&mut self, entry: DirEntry, store: Store, device: u64) -> Option<TreeItem> {
        let numbered = store == Store::Numbered;
        let depth = 1 + self.levels.last().map_or(0, |level| level.depth);
        match store.disposition(&entry, self.assume_store) {
            Disposition::Message if !self.has_messages => None,
            Disposition::Message if numbered && self.crossposts.is_known(&entry, device) => None,
            Disposition::Message => Some(Ok((entry.into_path(), SourceKind::Stored))),
            Disposition::Skip => None,
            // A loop of links would never end. The walk detects only loops within a level.
            Disposition::Store(_) | Disposition::Other
                if entry.path_is_symlink() && is_loop(entry.path()) =>
            {
                None
            }
            Disposition::Store(store) => {
                self.enter(entry.path(), Some(store), depth);
                None
            }
            Disposition::Other if !self.is_allowed(&entry, store) => None,
            Disposition::Other => {
                let kind = entry.file_type()?;
                if kind.is_dir() {
                    self.enter(entry.path(), None, depth);
                }
                kind.is_file()
                    .then(|| Ok((entry.into_path(), SourceKind::Walked)))
            }
        }
    }

    /// Whether the rules allow this entry of the innermost directory, which is a store.
    fn is_allowed(&mut self, entry: &DirEntry, store: Store) -> bool {
        let Some(directory) = entry.path().parent() else {
            return false;
        };
        let has_none = |level: &Level| level.allowed.is_none();
        let is_refused = self.levels.last().is_some_and(has_none) && self.is_refused(directory);
        let (options, assume_store) = (&self.options, self.assume_store);
        let Some(level) = self.levels.last_mut() else {
            return false;
        };
        if is_refused {
            level.allowed = Some(HashSet::new());
        }
        let allowed = level.allowed.get_or_insert_with(|| {
            let mut walk = options.walk(directory);
            let entries = walk.max_depth(Some(1)).build().flatten();
            let others = entries.filter(|entry| {
                let is_dir = entry.file_type().is_some_and(|kind| kind.is_dir());
                entry.depth() > 0
                    && (is_dir || store.disposition(entry, assume_store) == Disposition::Other)
            });
            others.map(|entry| entry.file_name().to_owned()).collect()
        });
        allowed.contains(entry.file_name())
    }
}

/// Whether the store has this entry. An empty path is no store.
fn is_in(entry: &DirEntry, store: &Path) -> bool {
    !store.as_os_str().is_empty() && entry.path().parent() == Some(store)
}

/// Whether the link leads to a directory that contains it.
fn is_loop(link: &Path) -> bool {
    let mut above = link
        .ancestors()
        .skip(1)
        .filter(|path| !path.as_os_str().is_empty());
    above.any(|path| is_same_file(path, link).unwrap_or(true))
}
