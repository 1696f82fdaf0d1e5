//! A file gets a new content: all of it or nothing, and only if it is what was read.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::Builder;

use crate::stderr;

/// Replaces the file at `path`, which held `old` when it was read, or says why not.
pub(super) fn replace(path: &Path, old: &[u8], new: &[u8]) -> Result<(), String> {
    let target = target(path)?;
    let reason = |error: std::io::Error| stderr::reason(&error);
    let metadata = fs::metadata(&target).map_err(reason)?;
    if metadata.permissions().readonly() {
        return Err("it is read-only, so it was not changed".to_string());
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
    let now = fs::read(&target).map_err(reason)?;
    if now != old {
        return Err("it was changed by others meanwhile, so it was left as it is".to_string());
    }
    temporary
        .persist(&target)
        .map_err(|error| stderr::reason(&error.error))?;
    // The name is durable when its folder is; where folders cannot be opened there is nothing to be done.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Where the content lies: behind links, if they stay in the tree.
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
    let beside = fs::canonicalize(folder.unwrap_or(Path::new(".")));
    let inside = [here, beside]
        .into_iter()
        .flatten()
        .any(|tree| target.starts_with(tree));
    match inside {
        true => Ok(target),
        false => Err("it is a link out of the tree, so it was not changed".to_string()),
    }
}

/// As far as this user may.
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
    fn only_what_was_read_is_replaced() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("x");
        fs::write(&path, "changed").expect("it can be written");
        let why = replace(&path, b"old", b"new").expect_err("it was changed");
        assert!(why.contains("changed by others"), "{why}");
        assert_eq!(fs::read(&path).expect("it is there"), b"changed");
        replace(&path, b"changed", b"new").expect("it is what was read");
        assert_eq!(fs::read(&path).expect("it is there"), b"new");
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
        fs::remove_file(&path).expect("it is there");
        assert!(replace(&path, b"new", b"newer").is_err());
    }
}
