//! The files that relative targets of a document may name: those below the root of the project.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use urlgrep::document::{Kind, anchors};
use urlgrep::lint::Files;

use super::anchor_cache::AnchorCache;
use crate::folder::{folder_of, normal};
use crate::text_file::read_regular;

/// The folder of a document, and the root that targets must not leave.
#[derive(Debug)]
pub(super) struct Tree {
    folder: PathBuf,
    /// Found when it is first asked for: most documents have no relative target.
    root: OnceLock<PathBuf>,
    cache: Arc<AnchorCache>,
}

impl Tree {
    /// `document` is its absolute path. All trees of a run share the cache.
    pub(super) fn new(document: &Path, cache: Arc<AnchorCache>) -> Tree {
        Tree {
            folder: folder_of(document).to_path_buf(),
            root: OnceLock::new(),
            cache,
        }
    }

    /// The nearest folder with a `.git`, otherwise the current directory; the document's own folder if it is not below that.
    fn root(&self) -> &Path {
        self.root.get_or_init(|| {
            let mut above = self.folder.ancestors();
            if let Some(root) = above.find(|folder| folder.join(".git").exists()) {
                return root.to_path_buf();
            }
            let here = std::env::current_dir().unwrap_or_default();
            let is_below = self.folder.starts_with(&here);
            if is_below { here } else { self.folder.clone() }
        })
    }

    /// The path of a file below the root.
    fn path(&self, relative: &str) -> Option<PathBuf> {
        let path = normal(&self.folder.join(relative));
        path.starts_with(self.root()).then_some(path)
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
            .starts_with(fs::canonicalize(self.root()).ok()?);
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
