//! Replaces the content of a file, or creates it: completely or not at all, and only if the file has not changed since it was read.
//!
//! The new content is written to a temporary file beside it, which takes its place. Mode, owner, extended attributes and access control lists
//! of an old file are kept. If that is not possible, the file is not changed.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::folder::folder_of;
use crate::interrupt;
use crate::stderr::reason;
use crate::temporary;

/// Refuses a file that cannot be replaced, before it is read: reading a FIFO may wait for ever.
pub(super) fn refuse_unread(path: &Path) -> Result<(), String> {
    match fs::metadata(path) {
        Ok(metadata) => refuse_special(&metadata),
        // Reading it will tell.
        Err(_) => Ok(()),
    }
}

/// Replaces the file at `path`, which contained `old` when it was read. Returns the reason if that fails.
pub(super) fn replace(path: &Path, old: &[u8], new: &[u8]) -> Result<(), String> {
    let target = target(path)?;
    let metadata = fs::metadata(&target).map_err(reason)?;
    refuse_special(&metadata)?;
    refuse_unwritable(&target, &metadata)?;
    // A signal waits until the temporary file is gone.
    let _uninterrupted = interrupt::hold();
    // Until it has its final mode, only this user can read it.
    let temporary = filled(temporary::private_file(&target), new)?;
    keep_metadata(&target, &metadata, &temporary)?;
    temporary.as_file().sync_all().map_err(reason)?;
    let current = fs::read(&target).map_err(reason)?;
    if current != old {
        return Err("not changed, because another program has changed it".to_string());
    }
    temporary
        .persist(&target)
        .map_err(|error| reason(error.error))?;
    sync_name(&target);
    Ok(())
}

/// Creates the file at `path`, which was not there when it was looked for. Returns the reason if that fails.
pub(super) fn create(path: &Path, new: &[u8]) -> Result<(), String> {
    if path.is_symlink() {
        return Err("not written, because it is a link to a file that does not exist".to_string());
    }
    let _uninterrupted = interrupt::hold();
    let temporary = filled(temporary::new_file(path), new)?;
    temporary.as_file().sync_all().map_err(reason)?;
    temporary
        .persist_noclobber(path)
        .map_err(|error| reason(error.error))?;
    sync_name(path);
    Ok(())
}

/// The temporary file, with this content.
fn filled(created: io::Result<NamedTempFile>, content: &[u8]) -> Result<NamedTempFile, String> {
    let failed = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => "its folder does not exist".to_string(),
        ErrorKind::PermissionDenied => "not written, because its folder is read-only".to_string(),
        _ => format!(
            "not written: no file can be created beside it: {}",
            reason(error)
        ),
    };
    let mut file = created.map_err(failed)?;
    file.write_all(content).map_err(reason)?;
    Ok(file)
}

/// Makes the new name durable. This is not possible on systems where a directory cannot be opened.
fn sync_name(path: &Path) {
    let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
}

/// The file to replace. A symbolic link to a file or a folder is followed if it leads to a file in the current directory or in the link's
/// directory.
fn target(path: &Path) -> Result<PathBuf, String> {
    fs::symlink_metadata(path).map_err(reason)?;
    let Some(link) = first_link(path) else {
        return Ok(path.to_path_buf());
    };
    let target = fs::canonicalize(path).map_err(reason)?;
    let here = std::env::current_dir().and_then(fs::canonicalize);
    let link_folder = fs::canonicalize(folder_of(&link));
    let inside = [here, link_folder]
        .into_iter()
        .flatten()
        .any(|tree| target.starts_with(tree));
    if inside {
        Ok(target)
    } else {
        Err("not changed, because it is a link out of the tree".to_string())
    }
}

/// The first part of the path that is a symbolic link.
fn first_link(path: &Path) -> Option<PathBuf> {
    let is_link = |part: &&Path| fs::symlink_metadata(part).is_ok_and(|of| of.is_symlink());
    path.ancestors()
        .filter(is_link)
        .last()
        .map(Path::to_path_buf)
}

fn refuse_special(metadata: &Metadata) -> Result<(), String> {
    if metadata.is_file() {
        Ok(())
    } else {
        Err("not changed, because it is not a regular file".to_string())
    }
}

/// Refuses a file that this user may not write, and one with other names, which would keep the old content.
fn refuse_unwritable(target: &Path, metadata: &Metadata) -> Result<(), String> {
    if metadata.permissions().readonly() {
        return Err("not changed, because it is read-only".to_string());
    }
    if links(target, metadata) > 1 {
        return Err("not changed, because it has several hard links".to_string());
    }
    let opened = File::options().write(true).open(target);
    opened.map_err(|error| format!("not changed: {}", reason(error)))?;
    Ok(())
}

#[cfg(unix)]
fn links(_: &Path, metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(windows)]
fn links(target: &Path, _: &Metadata) -> u64 {
    let file = winapi_util::Handle::from_path_any(target);
    let file = file.and_then(winapi_util::file::information);
    file.map_or(1, |file| file.number_of_links())
}

#[cfg(not(any(unix, windows)))]
fn links(_: &Path, _: &Metadata) -> u64 {
    1
}

/// Gives the temporary file the owner, the extended attributes and the mode of the file.
#[cfg(unix)]
fn keep_metadata(target: &Path, old: &Metadata, temporary: &NamedTempFile) -> Result<(), String> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let file = temporary.as_file();
    let new = file.metadata().map_err(reason)?;
    if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
        let owned = fchown(file, Some(old.uid()), Some(old.gid()));
        owned.map_err(|_| "not changed, because its owner cannot be kept".to_string())?;
    }
    keep_attributes(target, file)
        .map_err(|_| "not changed, because its attributes cannot be kept".to_string())?;
    // After the owner, because a change of the owner clears the bits of setuid and setgid.
    file.set_permissions(old.permissions()).map_err(reason)
}

#[cfg(not(unix))]
fn keep_metadata(_: &Path, old: &Metadata, temporary: &NamedTempFile) -> Result<(), String> {
    let file = temporary.as_file();
    file.set_permissions(old.permissions()).map_err(reason)
}

/// Copies the extended attributes, which include access control lists. Those of the system's security modules are set by the system.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
fn keep_attributes(target: &Path, to: &File) -> io::Result<()> {
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};
    use rustix::io::Errno;
    /// The limit of Linux for all names, and for one value.
    const MAX: usize = 64 << 10;
    let from = File::open(target)?;
    let mut names = vec![0u8; MAX];
    let len = match flistxattr(&from, &mut names[..]) {
        Ok(len) => len,
        // A file system without attributes.
        Err(Errno::NOTSUP) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let mut value = vec![0u8; MAX];
    for name in names[..len]
        .split(|b| *b == 0)
        .filter(|name| !name.is_empty())
    {
        let security = name.starts_with(b"security.");
        let len = fgetxattr(&from, name, &mut value[..])?;
        match fsetxattr(to, name, &value[..len], XattrFlags::empty()) {
            Err(error) if !security => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(all(
    unix,
    not(any(target_os = "linux", target_os = "android", target_os = "macos"))
))]
fn keep_attributes(_: &Path, _: &File) -> io::Result<()> {
    Ok(())
}

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
