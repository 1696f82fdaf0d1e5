//! The files that configure a run: configurations and baselines.
//!
//! The command prints what is wrong with them. A language server lives longer than they stay as they are: it asks whether they have
//! changed, and shows what is wrong in the editor.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

use crate::lock::lock;
use crate::stderr;

/// Changes when a file does.
pub(super) type Stamp = (u64, Option<SystemTime>);

/// The files so far. The command does not remember them.
pub(super) struct Inputs(Option<Mutex<Seen>>);

#[derive(Default)]
struct Seen {
    /// `None` for a file that was not there.
    stamps: HashMap<PathBuf, Option<Stamp>>,
    problems: Vec<String>,
}

impl Inputs {
    pub(super) fn new(is_server: bool) -> Inputs {
        Inputs(is_server.then(Mutex::default))
    }

    /// Remembers the state of a file that will be read, if it exists.
    pub(super) fn add(&self, path: &Path) {
        if let Some(seen) = &self.0 {
            let mut seen = lock(seen);
            let stamp = stamp_of(path);
            seen.stamps.entry(path.to_path_buf()).or_insert(stamp);
        }
    }

    /// Reports what is wrong with a file.
    pub(super) fn say(&self, path: &Path, why: impl Display) {
        let path = path.display();
        match &self.0 {
            Some(seen) => lock(seen).problems.push(format!("{path}: {why}")),
            None => stderr::say(path, why),
        }
    }

    /// What is wrong, and was not taken yet.
    pub(super) fn take_problems(&self) -> Vec<String> {
        let seen = self.0.as_ref();
        seen.map_or_else(Vec::new, |seen| std::mem::take(&mut lock(seen).problems))
    }

    /// Whether a file is not as it was when it was read.
    pub(super) fn have_changed(&self) -> bool {
        self.0.as_ref().is_some_and(|seen| {
            let seen = lock(seen);
            let mut stamps = seen.stamps.iter();
            stamps.any(|(path, stamp)| stamp_of(path) != *stamp)
        })
    }

    /// The names of the files.
    pub(super) fn names(&self) -> HashSet<String> {
        self.0.as_ref().map_or_else(HashSet::new, |seen| {
            let seen = lock(seen);
            let names = seen.stamps.keys().filter_map(|path| path.file_name());
            names
                .map(|name| name.to_string_lossy().into_owned())
                .collect()
        })
    }
}

fn stamp_of(path: &Path) -> Option<Stamp> {
    path.metadata().as_ref().map(stamp).ok()
}

pub(super) fn stamp(metadata: &Metadata) -> Stamp {
    (metadata.len(), metadata.modified().ok())
}
