//! Replaces the content of a file: completely or not at all, and only if the file has not changed since it was read.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::Builder;

use crate::stderr;

/// Replaces the file at `path`, which contained `old` when it was read. Returns the reason if that fails.
pub(super) fn replace(path: &Path, old: &[u8], new: &[u8]) -> Result<(), String> {
    let target = target(path)?;
    let reason = |error: std::io::Error| stderr::reason(&error);
    let metadata = fs::metadata(&target).map_err(reason)?;
    if metadata.permissions().readonly() {
        return Err("not changed, because it is read-only".to_string());
    }
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut temporary = Builder::new()
        .prefix(".urlgrep-")
        .tempfile_in(folder)
        .map_err(reason)?;
    temporary.write_all(new).map_err(reason)?;
    let file = temporary.as_file();
    file.set_permissions(metadata.permissions())
        .map_err(reason)?;
    keep_owner(file, &metadata);
    file.sync_all().map_err(reason)?;
    let current = fs::read(&target).map_err(reason)?;
    if current != old {
        return Err("not changed, because another program has changed it".to_string());
    }
    temporary
        .persist(&target)
        .map_err(|error| stderr::reason(&error.error))?;
    // Makes the new name durable. This is not possible on systems where a directory cannot be opened.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// The file to replace. A symbolic link is followed if it leads to a file in the current directory or in the link's directory.
fn target(path: &Path) -> Result<PathBuf, String> {
    let reason = |error: std::io::Error| stderr::reason(&error);
    let is_link = fs::symlink_metadata(path).map_err(reason)?.is_symlink();
    if !is_link {
        return Ok(path.to_path_buf());
    }
    let target = fs::canonicalize(path).map_err(reason)?;
    let here = std::env::current_dir().and_then(fs::canonicalize);
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let link_folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
    let inside = [here, link_folder]
        .into_iter()
        .flatten()
        .any(|tree| target.starts_with(tree));
    match inside {
        true => Ok(target),
        false => Err("not changed, because it is a link out of the tree".to_string()),
    }
}

/// Keeps the owner if this user is permitted to.
#[cfg(unix)]
fn keep_owner(file: &File, metadata: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file, Some(metadata.uid()), Some(metadata.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_only_the_content_that_was_read() {
        let folder = tempfile::tempdir().expect("creates a directory");
        let path = folder.path().join("x");
        fs::write(&path, "changed").expect("writes");
        let why = replace(&path, b"old", b"new").expect_err("refuses");
        assert!(why.contains("another program"), "{why}");
        assert_eq!(fs::read(&path).expect("reads"), b"changed");
        replace(&path, b"changed", b"new").expect("replaces");
        assert_eq!(fs::read(&path).expect("reads"), b"new");
        assert_eq!(fs::read_dir(folder.path()).expect("reads").count(), 1);
        fs::remove_file(&path).expect("removes");
        assert!(replace(&path, b"new", b"newer").is_err());
    }
}
