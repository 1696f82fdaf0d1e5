//! Folders of files.

use std::path::Path;

/// The folder of a file. Of a name alone it is `.`, not the empty path, which cannot be opened.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let parent = path.parent();
    let named = parent.filter(|folder| !folder.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}
