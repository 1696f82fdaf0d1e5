//! What a file is, by its name and its first bytes: its container, and whether it is binary.

use std::path::Path;

use crate::container::{self as mail, Container};

use super::store::STORES;
use super::walk::SourceKind;

/// A file is binary if it has a NUL in this many first bytes.
pub(super) const BINARY: usize = 8 << 10;

/// The container for a file that begins with `head`. `forced` is the type to use instead of detecting it.
pub(super) fn container(
    kind: &SourceKind,
    path: &Path,
    forced: Option<&str>,
    head: &[u8],
) -> &'static Container {
    let is_store = forced.is_some_and(|name| STORES.contains(&name));
    let container = match forced {
        None if *kind == SourceKind::Stdin => mail::detect(head),
        None => mail::detect_file(path, head),
        // With a store type, only a file that the user names is certainly a message.
        Some(_) if is_store && kind.is_from_directory() => mail::detect(head),
        Some(_) if is_store => container_named("message", head),
        Some(name) => container_named(name, head),
    };
    // A file in a store is a single message, even if it begins with a `From ` line.
    let is_message = *kind == SourceKind::Stored || is_store;
    match is_message && ["mbox", "pipermail"].contains(&container.name()) {
        true => container_named("message", head),
        false => container,
    }
}

/// The container with this name. Types of documents, which are not containers, are plain text.
fn container_named(name: &str, head: &[u8]) -> &'static Container {
    mail::by_name(name, head).unwrap_or_else(|| mail::detect(b""))
}

/// Whether its lines end in CR alone, as those of old Macs.
pub(super) fn ends_lines_in_cr(head: &[u8]) -> bool {
    const MAX: usize = 64 << 10;
    let head = &head[..head.len().min(MAX)];
    let has = |byte| memchr::memchr(byte, head).is_some();
    !has(b'\n') && has(b'\r') && !has(0)
}

/// Whether it is binary: it contains NUL, and its content is of no type but plain text.
pub(super) fn is_binary(head: &[u8]) -> bool {
    memchr::memchr(0, &head[..head.len().min(BINARY)]).is_some()
        && std::ptr::eq(mail::detect(head), mail::detect(b""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_whose_lines_end_in_cr() {
        assert!(ends_lines_in_cr(b"one\rtwo"));
        // Another line end, no line end, a character of UTF-16.
        for other in [&b"one\rtwo\n"[..], b"one", b"", b"\xff\xfeo\0\0\x0dn\0"] {
            assert!(!ends_lines_in_cr(other), "{other:?}");
        }
    }
}
