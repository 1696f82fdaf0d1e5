//! The fragments of the documents that links lead to, so that each is read once and not for every link.

use std::collections::{HashMap, HashSet};
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::inputs::{Stamp, stamp};
use crate::lock::lock;

/// The fragments of a document; `None` if they are not known.
pub(super) type Anchors = Option<Arc<HashSet<String>>>;

/// Fragments by document, for all threads.
#[derive(Debug, Default)]
pub(super) struct AnchorCache(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// An editor's server lives long, so they have the state of the document.
    documents: HashMap<PathBuf, (Stamp, Anchors)>,
    /// About how many bytes they take.
    size: usize,
}

impl AnchorCache {
    /// The fragments of the document at `path`; `read` finds them if they are not known yet.
    pub(super) fn get(
        &self,
        path: &Path,
        metadata: &Metadata,
        read: impl FnOnce() -> Anchors,
    ) -> Anchors {
        let stamp = stamp(metadata);
        if let Some((known, anchors)) = lock(&self.0).documents.get(path)
            && *known == stamp
        {
            return anchors.clone();
        }
        let anchors = read();
        lock(&self.0).insert(path, stamp, &anchors);
        anchors
    }
}

impl Known {
    fn insert(&mut self, path: &Path, stamp: Stamp, anchors: &Anchors) {
        /// With more, it begins anew.
        const MAX: usize = 128 << 20;
        /// The bytes that an entry of the tables takes besides its text.
        const ENTRY: usize = 64;
        let names = anchors.iter().flat_map(|all| all.iter());
        let size: usize = names.map(|name| name.len() + ENTRY).sum();
        self.size += size + path.as_os_str().len() + 2 * ENTRY;
        if self.size > MAX {
            *self = Known::default();
        }
        self.documents
            .insert(path.to_path_buf(), (stamp, anchors.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anchors(names: impl Iterator<Item = usize>) -> Anchors {
        Some(Arc::new(names.map(|name| format!("{name:0100}")).collect()))
    }

    #[test]
    fn a_document_is_read_once_unless_it_changes() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let cache = AnchorCache::default();
        let get = |names| {
            let metadata = file.path().metadata().expect("metadata");
            let found = cache.get(file.path(), &metadata, || anchors(0..names));
            found.expect("known").len()
        };
        assert_eq!((get(1), get(2)), (1, 1));
        std::fs::write(file.path(), "x").expect("written");
        assert_eq!(get(3), 3);
    }

    #[test]
    fn its_size_is_limited() {
        let mut known = Known::default();
        for document in 0..100 {
            let path = PathBuf::from(document.to_string());
            known.insert(&path, (0, None), &anchors(0..20_000));
        }
        assert!((1..50).contains(&known.documents.len()));
    }
}
