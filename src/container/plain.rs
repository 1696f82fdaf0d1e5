//! Plain text: all of it is one text, and may be cut at a blank line.

use super::{Container, Texts};
use crate::text::Text;

pub(super) const TEXT: Container = Container {
    name: "text",
    looks: |_| true,
    cut,
    texts: |chunk, start| -> Texts<'_> { Box::new(std::iter::once(Text::plain(chunk, start))) },
    max: 16 << 20,
};

/// Behind the last blank line that no wrapper can cross, as it may in double-spaced text.
fn cut(chunk: &[u8]) -> Option<usize> {
    memchr::memrchr_iter(b'\n', chunk).find_map(|end| match chunk[..end] {
        [.., b'\n'] | [.., b'\n', b'\r'] if !in_brackets(&chunk[..end]) => Some(end + 1),
        _ => None,
    })
}

/// Whether a `<` in the last 4 KiB of `chunk`, as far as a wrapper reaches, has no `>` behind it.
fn in_brackets(chunk: &[u8]) -> bool {
    let window = &chunk[chunk.len().saturating_sub(4096)..];
    matches!(memchr::memrchr2(b'<', b'>', window), Some(i) if window[i] == b'<')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_behind_the_last_blank_line() {
        assert_eq!(cut(b"a\n\nb\n\nc\n"), Some(6));
        assert_eq!(cut(b"a\r\n\r\nb"), Some(5));
        assert_eq!(cut(b"a\nb\n"), None);
        assert_eq!(cut(b"a\n \nb"), None);
        assert_eq!(cut(b"a\n\n<URL:b\n\nc"), Some(3));
    }
}
