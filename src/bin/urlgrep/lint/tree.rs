//! The files that relative targets of a document may name: those below the root of the project.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use urlgrep::document::{Kind, anchors};
use urlgrep::lint::Files;

use super::anchor_cache::AnchorCache;
use crate::folder::{absolute, normal};
use crate::text_file::read_regular;

/// The folder of a document, and the root that targets must not leave.
#[derive(Debug)]
pub(super) struct Tree {
    folder: PathBuf,
    root: PathBuf,
    cache: Arc<AnchorCache>,
}

impl Tree {
    /// `document` is its path. The root is the nearest folder with a `.git`, otherwise the current directory. All trees of a run share
    /// the cache.
    pub(super) fn new(document: &Path, cache: Arc<AnchorCache>) -> Tree {
        let document = absolute(document);
        let folder = document.parent().unwrap_or(&document);
        let mut above = folder.ancestors();
        let here = std::env::current_dir().unwrap_or_default();
        let root = match above.find(|folder| folder.join(".git").exists()) {
            Some(root) => root,
            None if folder.starts_with(&here) => &here,
            None => folder,
        };
        Tree {
            folder: folder.to_path_buf(),
            root: root.to_path_buf(),
            cache,
        }
    }

    /// The path of a file below the root.
    fn path(&self, relative: &str) -> Option<PathBuf> {
        let path = normal(&self.folder.join(relative));
        path.starts_with(&self.root).then_some(path)
    }
}

impl Files for Tree {
    fn exists(&self, path: &str) -> Option<bool> {
        let path = self.path(path)?;
        // Site generators make pages from sources with another extension, or serve them without one.
        let sources = ["md", "mdx", "rst", "adoc", "html", "html.in", "xml"];
        let is_page = path.extension().is_none_or(|extension| extension == "html");
        let with = |suffix| {
            let mut name = path.clone().into_os_string();
            name.push(suffix);
            PathBuf::from(name)
        };
        // `configure` and scripts make `x.md` from `x.md.in`, and Sphinx writes it as `x.md.txt`, which is no plain text.
        let is_made = || with(".in").exists();
        let copy = with(".txt");
        let is_copied = || Kind::detect(&copy, b"") != Kind::Text && copy.exists();
        let has_source = || sources.iter().any(|e| path.with_extension(e).exists());
        Some(path.exists() || is_made() || is_copied() || is_page && has_source())
    }

    fn read(&self, path: &str) -> Option<(Kind, Vec<u8>)> {
        /// A larger document is not searched for anchors.
        const MAX: u64 = 16 << 20;
        let path = self.path(path)?;
        // A symbolic link must not lead out of the tree.
        let inside = fs::canonicalize(&path)
            .ok()?
            .starts_with(fs::canonicalize(&self.root).ok()?);
        let document = inside.then(|| read_regular(&path, MAX).ok()).flatten()?;
        Some((Kind::detect(&path, &document), document))
    }

    fn anchors(&self, path: &str) -> Option<Arc<HashSet<String>>> {
        let target = self.path(path)?;
        let metadata = fs::metadata(&target).ok()?;
        self.cache.get(&target, &metadata, || {
            let (kind, document) = self.read(path)?;
            anchors(kind, &document).map(Arc::new)
        })
    }
}
