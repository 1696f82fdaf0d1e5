//! Differences between files (POSIX, diff): the first column says whether a line was removed or added, and is no part of the text.
//!
//! A URL does not go on from a removed line to an added one.

use super::{AS_TEXT, Notation};
use crate::text::{DELIMITER, Rewrite, line_len};

pub(super) static DIFF: Notation = Notation {
    name: "diff",
    media_types: &["text/x-diff", "text/x-patch"],
    extensions: &["diff", "patch"],
    cut: |text| {
        let last = |mark: &[u8]| memchr::memmem::rfind(text, mark).map(|i| i + 1);
        last(b"\n@@ ").max(last(b"\ndiff "))
    },
    is_readable: |text| memchr::memchr(b':', text).is_none(),
    read,
    ..AS_TEXT
};

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    let (mut line, mut column) = (0, b'@');
    while line < text.len() {
        let end = line + line_len(&text[line..]);
        let before = std::mem::replace(&mut column, text[line]);
        let is_new = matches!((before, column), (b'-', b'+') | (b'+', b'-'));
        let from = match column {
            b'+' | b'-' if !is_new => {
                out.replace(b' ', text, line);
                line + 1
            }
            b'+' | b'-' | b'@' => {
                out.replace(DELIMITER, text, line);
                line + 1
            }
            _ => line,
        };
        out.copy(text, from..end);
        line = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_column_is_no_text() {
        let text = "@@ -1\n a\n-b\n-c\n+d\n\n+e\ndiff";
        assert_eq!(
            crate::notation::text_of(text, read),
            "¦@ -1\n a\n b\n c\n¦d\n\n e\ndiff"
        );
        assert_eq!((DIFF.cut)(b"@@\n+a\n@@ b\n+c"), Some(6));
    }
}
