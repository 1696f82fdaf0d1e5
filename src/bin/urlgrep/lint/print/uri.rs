//! Paths as URLs.

use std::path::Path;

use crate::visible::percent_encoded;

/// Converts a path to a relative reference (RFC 3986 section 4.2), or to a `file:` URL if it is absolute.
pub(super) fn from_path(path: &Path) -> String {
    let bytes = without_dot(path).as_os_str().as_encoded_bytes();
    let slashes = |b: &u8| if *b == b'\\' { b'/' } else { *b };
    let path: Vec<u8> = bytes.iter().map(slashes).collect();
    // A colon in the first segment must be escaped, or the text before it would be a scheme.
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&b);
    let uri = percent_encoded(&path, is_plain);
    if path.starts_with(b"/") {
        format!("file://{uri}")
    } else {
        uri
    }
}

/// The path without a `./` before it: servers compare it with the paths of the repository.
pub(super) fn without_dot(path: &Path) -> &Path {
    path.strip_prefix(".").unwrap_or(path)
}
