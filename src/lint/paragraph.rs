//! Where a paragraph ends: at a blank line, whether lines end in LF or in CRLF.

/// The text up to its first blank line.
pub(super) fn first(text: &[u8]) -> &[u8] {
    let end = memchr::memchr_iter(b'\n', text).find(|&at| is_before_blank(text, at));
    &text[..end.unwrap_or(text.len())]
}

/// The text after its last blank line, and perhaps that line.
pub(super) fn last(text: &[u8]) -> &[u8] {
    let end = memchr::memrchr_iter(b'\n', text).find(|&at| is_before_blank(text, at));
    &text[end.map_or(0, |at| at + 1)..]
}

fn is_before_blank(text: &[u8], line_feed: usize) -> bool {
    matches!(text[line_feed + 1..], [b'\n', ..] | [b'\r', b'\n', ..])
}
