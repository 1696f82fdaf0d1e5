//! The kind of a file, by its name and its first bytes: its container, and whether it is binary.

use std::io;
use std::path::Path;

use crate::container::{self as mail, Container, end_lines, ends_lines_in_cr};
use crate::span::beginning;
use crate::unread::{BINARY, Unread};

use super::source::{Source, SourceKind};
use super::store::STORES;

/// The type of a file.
pub(super) enum Detected {
    Text {
        container: &'static Container,
        /// They are read as if they ended in LF.
        ends_lines_in_cr: bool,
    },
    /// It is skipped: it is binary, or of a kind that is not read.
    Skipped(Option<&'static Unread>),
}

impl Source {
    /// Detects the type of the file that begins with `head`, and ends its lines in LF. `is_all` says that there is no more of it; `path` tells
    /// the type of the content, `forced` is the type to use instead.
    pub(super) fn detect(
        &self,
        path: &Path,
        forced: Option<&str>,
        head: &mut [u8],
        is_all: bool,
    ) -> io::Result<Detected> {
        if forced.is_none()
            && let Some(unread) = self.unread(head)
        {
            return unread.map(|unread| Detected::Skipped(Some(unread)));
        }
        let ends_lines_in_cr = ends_lines_in_cr(head);
        if ends_lines_in_cr {
            end_lines(head, is_all);
        }
        let container = container(&self.kind, path, forced, head);
        Ok(if !self.text && is_binary(head) {
            Detected::Skipped(None)
        } else {
            Detected::Text {
                container,
                ends_lines_in_cr,
            }
        })
    }

    /// The kind of a file that is not read, if it begins with `head`; an error if the user named it.
    pub(super) fn unread(&self, head: &[u8]) -> Option<io::Result<&'static Unread>> {
        let unread = Unread::by_magic(head).filter(|_| !self.raw)?;
        Some(if self.kind.is_from_directory() {
            Ok(unread)
        } else {
            Err(io::Error::other(unread))
        })
    }
}

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
    if is_message && ["mbox", "pipermail"].contains(&container.name()) {
        container_named("message", head)
    } else {
        container
    }
}

/// The container with this name. Types of documents, which are not containers, are plain text.
fn container_named(name: &str, head: &[u8]) -> &'static Container {
    mail::by_name(name, head).unwrap_or(&mail::TEXT)
}

/// Whether it is binary: it contains NUL, and its content is of no type but plain text.
pub(super) fn is_binary(head: &[u8]) -> bool {
    memchr::memchr(0, beginning(head, BINARY)).is_some()
        && std::ptr::eq(mail::detect(head), &mail::TEXT)
}
