//! Folders of files.

use std::path::{Component, Path, PathBuf};

/// The folder of a file. Of a name alone it is `.`, not the empty path, which cannot be opened.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let parent = path.parent();
    let named = parent.filter(|folder| !folder.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}

/// The absolute path without `.` and `..`. A folder before a `..` may be a link.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    let has_parent = path.components().any(|part| part == Component::ParentDir);
    if has_parent
        && let Some(name) = path.file_name()
        && let Ok(folder) = std::fs::canonicalize(folder_of(path))
    {
        return folder.join(name);
    }
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    normal(&path)
}

/// Resolves `.` and `..` without following links.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            component => out.push(component),
        }
    }
    out
}
