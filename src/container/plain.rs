//! Plain text: a single text, which may be cut at a blank line.

use super::{Container, Texts};
use crate::text::Text;

pub(super) const TEXT: Container = Container {
    name: "text",
    matches_head: |_| true,
    cut,
    texts: |chunk, start, _| -> Texts<'_> { Box::new(std::iter::once(Text::plain(chunk, start))) },
    max: 16 << 20,
};

/// Cuts after the last blank line that follows two non-blank lines. In double-spaced text a wrapper may span a blank line.
pub(super) fn cut(chunk: &[u8]) -> Option<usize> {
    memchr::memrchr_iter(b'\n', chunk).find_map(|end| {
        let above = match &chunk[..end] {
            [above @ .., b'\n'] | [above @ .., b'\n', b'\r'] => above,
            _ => return None,
        };
        let mut lines = above.rsplit(|&b| b == b'\n');
        let mut is_blank = || lines.next().map(|line| line.is_empty() || line == b"\r");
        let paragraph = is_blank() == Some(false) && is_blank() == Some(false);
        paragraph.then_some(end + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_after_the_last_blank_line() {
        assert_eq!(cut(b"a\na\n\nb\nb\n\nc\n"), Some(10));
        assert_eq!(cut(b"a\r\na\r\n\r\nb"), Some(8));
        assert_eq!(cut(b"a\nb\n"), None);
        assert_eq!(cut(b"a\na\n \nb"), None);
        assert_eq!(cut(b"\n\na\n\nb\n\nc"), None);
    }
}
