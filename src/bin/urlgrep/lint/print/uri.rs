//! Paths as URLs.

/// Converts a path to a relative reference (RFC 3986 section 4.2), or to a `file:` URL if it is absolute.
pub(super) fn from_path(path: &str) -> String {
    let path = without_dot(path).replace('\\', "/");
    let mut uri = match path.starts_with('/') {
        true => "file://".to_string(),
        false => String::new(),
    };
    // A colon in the first segment must be escaped, or the text before it would be a scheme.
    for byte in path.bytes() {
        match byte {
            b if b.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&b) => {
                uri.push(b as char);
            }
            b => uri += &format!("%{b:02X}"),
        }
    }
    uri
}

/// The path as servers know it, which compare it with those of the repository.
pub(super) fn without_dot(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}
