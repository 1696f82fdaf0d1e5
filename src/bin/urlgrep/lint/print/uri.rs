//! Paths as URLs.

use std::path::Path;

use crate::visible::percent_encoded;

/// Converts a path to a relative reference (RFC 3986 section 4.2), or to a `file:` URL (RFC 8089) if it is absolute.
pub(super) fn from_path(path: &Path) -> String {
    let bytes = without_dot(path).as_os_str().as_encoded_bytes();
    let slashes = |b: &u8| match b {
        b'\\' if cfg!(windows) => b'/',
        _ => *b,
    };
    let uri: Vec<u8> = bytes.iter().map(slashes).collect();
    let is_absolute = path.is_absolute();
    // In a relative reference a colon in the first segment must be escaped, or the text before it would be a scheme.
    let is_plain = |b: u8| {
        b.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&b) || b == b':' && is_absolute
    };
    let encoded = percent_encoded(&uri, is_plain);
    match is_absolute {
        false => encoded,
        true if uri.starts_with(b"/") => format!("file://{encoded}"),
        // `C:/x`
        true => format!("file:///{encoded}"),
    }
}

/// The path without a `./` before it: servers compare it with the paths of the repository.
pub(super) fn without_dot(path: &Path) -> &Path {
    path.strip_prefix(".").unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_references_or_urls() {
        let uri = |path: &str| from_path(Path::new(path));
        assert_eq!(uri("./a b/c:d.md"), "a%20b/c%3Ad.md");
        #[cfg(unix)]
        assert_eq!(uri("/x/a:b\\c.md"), "file:///x/a:b%5Cc.md");
        #[cfg(windows)]
        assert_eq!(uri("a\\b.md"), "a/b.md");
        #[cfg(windows)]
        assert_eq!(uri("C:\\x\\a b.md"), "file:///C:/x/a%20b.md");
    }
}
