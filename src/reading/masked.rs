//! `[mailto:joe@e...]`: an address of which an archive shows only the beginning (tests/spec/masked.md). It is nobody's.

/// Whether the address that begins at `body` and ends at `end` has a domain without a dot, and dots behind it.
pub(super) fn is_address(text: &[u8], body: usize, end: usize) -> bool {
    let at = || memchr::memrchr(b'@', text.get(body..end)?);
    text[end..].starts_with(b"..") && at().is_some_and(|at| !text[body + at..end].contains(&b'.'))
}
