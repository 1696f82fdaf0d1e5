//! Content that is known up to some place only, because the rest is damaged, cannot be read, or is too much. The word that ends there is
//! probably cut: it may look like a URL that never existed, so it is not searched.

use std::fmt::Display;
use std::io::{self, ErrorKind};

/// A longer word is searched.
const MAX_WORD: usize = 64 << 10;

/// The error for content whose rest is missing.
pub(super) fn incomplete(problem: impl Display) -> io::Error {
    io::Error::new(ErrorKind::UnexpectedEof, problem.to_string())
}

/// The error for content that is not read to its end, since it is too large.
pub(super) fn too_large(problem: impl Display) -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, problem.to_string())
}

/// The length of `bytes` without a word that the error cut.
pub(super) fn without_cut_word(bytes: &[u8], error: &io::Error) -> usize {
    let is_end = matches!(
        error.kind(),
        ErrorKind::UnexpectedEof | ErrorKind::FileTooLarge
    );
    let is_cut = is_end || error.raw_os_error().is_some();
    let start = bytes.len().saturating_sub(MAX_WORD);
    let ends_word = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'"' | b'<' | b'>');
    match bytes[start..].iter().rposition(ends_word) {
        Some(end) if is_cut => start + end + 1,
        None if is_cut && start == 0 => 0,
        _ => bytes.len(),
    }
}
