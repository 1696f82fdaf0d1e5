//! Files whose lines end in CR alone, as those of old Macs. They are read as if they ended in LF, so that no later stage knows of it.

use std::borrow::Cow;

use crate::span::beginning;

/// The bytes of a file, with LF for each CR if its lines end in CR alone. Offsets stay the same.
///
/// ```
/// use urlgrep::mail;
/// let file = mail::with_line_feeds(b"From: joe@x.org\rDate: now\r\rhttp://a.org/\r");
/// assert_eq!(mail::detect(&file).name(), "message");
/// assert_eq!(&*mail::with_line_feeds(b"one\r\ntwo"), b"one\r\ntwo");
/// ```
pub fn with_line_feeds(file: &[u8]) -> Cow<'_, [u8]> {
    if !ends_lines_in_cr(file) {
        return Cow::Borrowed(file);
    }
    let mut file = file.to_vec();
    end_lines(&mut file, true);
    Cow::Owned(file)
}

/// Whether the lines of a file that begins with `head` end in CR alone.
pub(crate) fn ends_lines_in_cr(head: &[u8]) -> bool {
    const MAX: usize = 64 << 10;
    let head = beginning(head, MAX);
    let has = |byte| memchr::memchr(byte, head).is_some();
    !has(b'\n') && has(b'\r') && !has(0)
}

/// Ends the lines in LF that end in CR. A CR at the end of `bytes` stays, unless it is the last one: an LF may follow.
pub(crate) fn end_lines(bytes: &mut [u8], is_last: bool) {
    let crs = |bytes: &[u8], from: usize| Some(from + memchr::memchr(b'\r', &bytes[from..])?);
    let mut next = crs(bytes, 0);
    while let Some(cr) = next {
        match bytes.get(cr + 1) {
            Some(b'\n') => {}
            None if !is_last => {}
            _ => bytes[cr] = b'\n',
        }
        next = crs(bytes, cr + 1);
    }
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

    #[test]
    fn lines_that_end_in_cr() {
        let mut bytes = *b"a\rb\r\n\r\rc\r";
        end_lines(&mut bytes[2..], false);
        assert_eq!(&bytes, b"a\rb\r\n\n\nc\r");
        end_lines(&mut bytes, true);
        assert_eq!(&bytes, b"a\nb\r\n\n\nc\n");
    }
}
