//! Files that must be text as a whole: configurations, lists.

use std::fs;
use std::io;
use std::path::Path;

/// The text of a file, without a byte order mark. An error names the line that is not UTF-8.
pub(crate) fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    let mut bytes = fs::read(path)?;
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&b| b == b'\n').count();
        io::Error::other(format!("line {line}: not UTF-8; save the file as UTF-8"))
    })
}
