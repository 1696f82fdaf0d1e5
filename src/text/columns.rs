//! Columns of a line, as a reader sees them.

use crate::character;

/// The number of columns: characters, not bytes. Those of China, Japan and Korea have two. A tab goes to the next multiple of eight.
pub(crate) fn columns(bytes: &[u8]) -> usize {
    let characters = |part: &[u8]| {
        if part.is_ascii() {
            part.len()
        } else {
            // Of text that is not UTF-8, as `é` in windows-1252, each byte is one character.
            let (mut columns, mut at) = (0, 0);
            while at < part.len() {
                let (c, len) = character::decode(part, at);
                let is_wide = matches!(c, '\u{3000}'..='\u{d7ff}' | '\u{ff01}'..='\u{ff60}');
                columns += 1 + usize::from(is_wide);
                at += len;
            }
            columns
        }
    };
    let (mut column, mut from) = (0, 0);
    for tab in memchr::memchr_iter(b'\t', bytes) {
        column = ((column + characters(&bytes[from..tab])) / 8 + 1) * 8;
        from = tab + 1;
    }
    column + characters(&bytes[from..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_of_characters() {
        for (bytes, want) in [
            ("é日本語한".as_bytes(), 9),
            ("（日、，ｱ".as_bytes(), 9),
            (b"\xe9l\xe8ve", 5),
            (b"\xe6\xe7\xe8 \xc3\xa9", 5),
            (b"a\tb", 9),
        ] {
            assert_eq!(columns(bytes), want, "{bytes:x?}");
        }
    }
}
