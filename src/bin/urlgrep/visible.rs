//! Bytes of files and paths as text that is safe to print: not all are UTF-8, and some are control characters of a terminal.

use std::borrow::Cow;
use std::path::Path;

/// UTF-8, with a replacement character for each invalid sequence: URLs and paths need not be UTF-8.
pub(crate) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// A path as text.
pub(crate) fn path_text(path: &Path) -> Cow<'_, str> {
    lossy(path.as_os_str().as_encoded_bytes())
}

/// The text in one line, with control characters escaped as in JSON: on a terminal some do more than show text.
pub(crate) fn visible(text: &[u8]) -> String {
    let mut shown = String::new();
    for c in lossy(text).chars() {
        if is_unsafe(c) {
            shown += &format!("\\u{:04x}", u32::from(c))
        } else {
            shown.push(c)
        }
    }
    shown
}

/// The same for text of several lines.
pub(crate) fn lines(text: &str) -> String {
    let lines: Vec<_> = text
        .split('\n')
        .map(|line| visible(line.as_bytes()))
        .collect();
    lines.join("\n")
}

/// The first characters of a text, at most `max`, and `…` if there are more.
pub(crate) fn first(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}

/// The same at the end of a text.
pub(crate) fn last(text: &str, max: usize) -> String {
    match text.char_indices().rev().nth(max - 1) {
        Some((at, _)) if at > 0 => format!("…{}", &text[at..]),
        _ => text.to_string(),
    }
}

/// Percent-encodes every byte that is not plain. Only bytes of US-ASCII can be plain.
pub(crate) fn percent_encoded(bytes: &[u8], is_plain: impl Fn(u8) -> bool) -> String {
    let mut out = String::new();
    for &b in bytes {
        if is_plain(b) {
            out.push(b.into())
        } else {
            out += &format!("%{b:02X}")
        }
    }
    out
}

/// The bytes of a path in a line of output: line breaks are escaped, so that it stays one line.
pub(crate) fn one_line(path: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr2(b'\n', b'\r', path).is_none() {
        return Cow::Borrowed(path);
    }
    let mut shown = Vec::new();
    for &b in path {
        match b {
            b'\n' => shown.extend_from_slice(b"\\u000a"),
            b'\r' => shown.extend_from_slice(b"\\u000d"),
            b => shown.push(b),
        }
    }
    Cow::Owned(shown)
}

/// Whether a terminal or an editor does more with the character than show it: controls, other line breaks, and marks that change
/// the direction of text, and so can make a name look like another one.
pub(crate) fn is_unsafe(c: char) -> bool {
    c.is_control() && c != '\t'
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
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
        assert_eq!(
            visible("a\u{202e}txt.exe\u{2028}".as_bytes()),
            "a\\u202etxt.exe\\u2028"
        );
        // Persian and Hindi need these in words.
        assert_eq!(visible("\u{200c}\u{200d}".as_bytes()), "\u{200c}\u{200d}");
        assert_eq!(lines("a\n\u{1b}b\n"), "a\n\\u001bb\n");
        assert_eq!(&*one_line(b"a\nb\rc"), b"a\\u000ab\\u000dc");
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!((first("aü", 2), last("aü", 2)), ("aü".into(), "aü".into()));
        assert_eq!(first("aüüb", 2), "aü…");
        assert_eq!(last("aüüb", 2), "…üb");
    }
}
