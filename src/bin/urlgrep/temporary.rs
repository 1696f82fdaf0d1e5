//! Temporary files, which take the place of another file when they are complete. They stand beside it.

use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use crate::folder::folder_of;

/// The name of a temporary file. Only a process that was killed leaves one; it is hidden, and common ignore files exclude it.
const PREFIX: &str = ".urlgrep-";
const SUFFIX: &str = ".tmp";

/// Whether a file with this name is a temporary one that was left.
pub(crate) fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    name.starts_with(PREFIX.as_bytes()) && name.ends_with(SUFFIX.as_bytes())
}

/// A temporary file beside `target` that only this user can read.
pub(crate) fn private_file(target: &Path) -> io::Result<NamedTempFile> {
    create(target, &mut Builder::new())
}

/// The same, with the mode of a new file.
pub(crate) fn new_file(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    create(target, &mut builder)
}

fn create(target: &Path, builder: &mut Builder<'_, '_>) -> io::Result<NamedTempFile> {
    let named = builder.prefix(PREFIX).suffix(SUFFIX);
    named.tempfile_in(folder_of(target))
}
