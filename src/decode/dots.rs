//! Dot-stuffing: the wire format doubles a dot at the beginning of a line (RFC 977 section 2.4.1, RFC 5321 section 4.5.2).

use crate::text::{Edits, Rewrite};

/// Removes the stuffed dots.
pub(crate) fn decode(text: &[u8], out: &mut Rewrite<'_>) {
    let stuffed = usize::from(text.starts_with(b".."));
    let mut edits = Edits::new(text, stuffed, out);
    for line_break in memchr::memmem::find_iter(text, b"\n..") {
        edits.leave_out(line_break + 1..line_break + 2);
    }
    edits.finish();
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
