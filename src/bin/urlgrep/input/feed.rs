//! A file's chunks: read into the worker's own buffer, cut where the container allows, the rest carried over.
//!
//! Wherever a container lets itself be cut, nothing crosses the place, so chunks can be searched apart from each other. A
//! container's bound says how far such a place is looked for; then the chunk is cut at a line end, else at white space, else
//! anywhere. Where chunks end depends on the file's bytes alone.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::mem;
use std::ops::Deref;

use urlgrep::mail::{self, Container};

use super::walk::{Kind, Source};

/// How much is read for a chunk; more only if it cannot be cut.
const SIZE: usize = mail::HEAD;

/// Within how many bytes of a file that a walk met a NUL says that it is no text.
const BINARY: usize = 8 << 10;

/// A piece of a file that can be searched by itself; its bytes are in the buffer.
#[derive(Debug)]
pub(crate) struct Chunk {
    /// Its place among the file's chunks, from 0.
    pub(crate) number: usize,
    /// Where it begins in the file, in bytes.
    pub(crate) start: u64,
    /// Where the line of its first byte begins in the file.
    pub(crate) line_start: u64,
    pub(crate) container: &'static Container,
    /// Whether no other chunk follows.
    pub(crate) last: bool,
    /// Whether it ends where the container does not allow it.
    pub(crate) forced: bool,
    /// What ended it before its end.
    pub(crate) error: Option<String>,
}

/// Reads a file chunk by chunk.
#[derive(Debug)]
pub(super) struct Feed {
    source: Kind,
    path: std::path::PathBuf,
    file: Option<File>,
    container: Option<&'static Container>,
    carried: Vec<u8>,
    number: usize,
    start: u64,
    line_start: u64,
    done: bool,
}

/// A worker's space for one chunk after the other.
#[derive(Default, Debug)]
pub(crate) struct Buffer {
    /// Only the first `len` are the chunk's.
    bytes: Vec<u8>,
    len: usize,
}
