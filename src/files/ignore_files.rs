//! Ignore files that are no regular files. Opening a pipe that nobody writes to never returns, and reading a device may never end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ignore::Error;

/// The ignore files of a directory.
const NAMES: [&str; 3] = [".ignore", ".gitignore", ".git/info/exclude"];

/// The first of a directory's ignore files that must not be read.
pub(super) fn special_in(directory: &Path) -> Option<PathBuf> {
    // Folders of Windows have no such files, and asking is slow there.
    if cfg!(windows) {
        return None;
    }
    let mut paths = NAMES.iter().map(|name| directory.join(name));
    paths.find(|path| {
        fs::metadata(path).is_ok_and(|file| !file.is_file() && !file.is_dir() && !is_null(&file))
    })
}

/// Whether it is the null device, which is an empty file.
fn is_null(file: &fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{FileTypeExt, MetadataExt};
        let null = || fs::metadata("/dev/null").map(|null| null.rdev());
        file.file_type().is_char_device() && null().is_ok_and(|null| null == file.rdev())
    }
    #[cfg(not(unix))]
    false
}

/// The same of the directory that a walk begins with, and of those above.
pub(super) fn special_above(directory: &Path) -> Option<PathBuf> {
    let absolute = fs::canonicalize(directory).ok()?;
    special_in(directory).or_else(|| absolute.ancestors().skip(1).find_map(special_in))
}

/// Says that a directory is not searched because of this ignore file.
pub(super) fn not_searched(directory: PathBuf, ignore_file: &Path) -> Error {
    let name = ignore_file.display();
    let reason = format!("not searched, because {name} is not a regular file (see --no-ignore)");
    Error::WithPath {
        path: directory,
        err: Box::new(Error::Io(io::Error::other(reason))),
    }
}
