//! Paths as URLs.

use crate::visible::percent_encoded;

/// Converts a path to a relative reference (RFC 3986 section 4.2), or to a `file:` URL if it is absolute.
pub(super) fn from_path(path: &str) -> String {
    let path = without_dot(path).replace('\\', "/");
    // A colon in the first segment must be escaped, or the text before it would be a scheme.
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&b);
    let uri = percent_encoded(path.as_bytes(), is_plain);
    match path.starts_with('/') {
        true => format!("file://{uri}"),
        false => uri,
    }
}

/// The path as servers know it, which compare it with those of the repository.
pub(super) fn without_dot(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}
