//! Dot-stuffing: the wire format doubles a dot at the beginning of a line (RFC 977 section 2.4.1, RFC 5321 section 4.5.2).

use std::ops::Range;

use crate::text::Rewrite;

/// Removes the stuffed dots from `range`, which begins at the start of a line.
pub(crate) fn decode(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let mut from = range.start;
    if text[range.clone()].starts_with(b"..") {
        from += 1;
    }
    for i in memchr::memmem::find_iter(&text[range.clone()], b"\n..") {
        let dot = range.start + i + 1;
        out.copy(text, from..dot);
        from = dot + 1;
    }
    out.copy(text, from..range.end);
}

#[cfg(test)]
mod tests {
    use super::super::decoded;
    use super::*;

    #[test]
    fn removes_one_dot() {
        let (bytes, map) = decoded(b"..a\r\n..\r\n.b\r\n...c", decode);
        assert_eq!(bytes, b".a\r\n.\r\n.b\r\n..c");
        assert_eq!(map.segments(0..bytes.len()), [1..5, 6..13, 14..17]);
    }
}
