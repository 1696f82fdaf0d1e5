//! Bytes from outside as text.

use std::borrow::Cow;

/// UTF-8, with a replacement character for each invalid sequence: URLs and paths need not be UTF-8.
pub(crate) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// The text in one line, with control characters escaped as in JSON: on a terminal some do more than show text.
pub(crate) fn visible(text: &[u8]) -> String {
    let mut shown = String::new();
    for c in lossy(text).chars() {
        match c.is_control() && c != '\t' {
            true => shown += &format!("\\u{:04x}", u32::from(c)),
            false => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        let text = "a\u{1b}[1m\tb\n\u{7f}\u{9b}ü";
        let shown = "a\\u001b[1m\tb\\u000a\\u007f\\u009bü";
        assert_eq!(visible(text.as_bytes()), shown);
        assert_eq!(visible(b"x\x9by"), "x\u{fffd}y");
    }
}
