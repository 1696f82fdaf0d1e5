//! Files that are read as a whole: configurations, lists.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The content of a regular file of at most `max` bytes. A folder may have any files: a pipe that nobody writes to, a device without an
/// end.
pub(crate) fn read_regular(path: &Path, max: u64) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    // The error of a directory is that of the system. A link to the null device masks a configuration.
    let is_null = || fs::canonicalize(path).is_ok_and(|path| path == Path::new("/dev/null"));
    if !metadata.is_file() && !metadata.is_dir() && !is_null() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        let max = max >> 20;
        return Err(io::Error::other(format!("larger than {max} MiB")));
    }
    Ok(bytes)
}

/// The text of a file that the user names, which may be a pipe.
pub(crate) fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    text(fs::read(path)?)
}

/// These bytes as text, without a byte order mark. An error names the line that is not UTF-8.
pub(crate) fn text(mut bytes: Vec<u8>) -> io::Result<String> {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&b| b == b'\n').count();
        io::Error::other(format!("line {line}: not UTF-8; save the file as UTF-8"))
    })
}
