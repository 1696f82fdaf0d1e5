//! iCalendar (RFC 5545) and vCard (RFC 6350).
//!
//! Lines are unfolded: a line break and one blank are dropped. So are the backslashes of the escapes `\,` and `\;`; `\n` is a line
//! break. Any other line break ends a property and delimits.

use std::ops::Range;

use super::{AS_TEXT, Notation};
use crate::text::{Rewrite, strip_prefix_ignore_case, without_mark};

pub(super) static CALENDAR: Notation = Notation {
    name: "calendar",
    media_types: &[
        "text/calendar",
        "text/directory",
        "text/vcard",
        "text/x-vcalendar",
        "text/x-vcard",
    ],
    extensions: &["ical", "ics", "ifb", "vcard", "vcf"],
    matches_head: |head| {
        let head = without_mark(head).trim_ascii_start();
        let begins = |with: &[u8]| strip_prefix_ignore_case(head, with).is_some();
        begins(b"BEGIN:VCALENDAR") || begins(b"BEGIN:VCARD")
    },
    cut: |text| memchr::memmem::rfind(text, b"\nBEGIN:").map(|i| i + 1),
    is_readable: |text| memchr::memchr2(b'\\', b'\n', text).is_none(),
    read,
    ..AS_TEXT
};

fn read(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let text = &text[..range.end];
    // The text before `from` has been written, that before `end` has been read.
    let (mut from, mut end) = (range.start, range.start);
    // What delimits between `from` and here.
    let mut delimiters = Vec::new();
    for at in memchr::memchr2_iter(b'\n', b'\\', &text[range.clone()]).map(|i| range.start + i) {
        if at < end {
            continue;
        }
        // The end of the copied text, the start of the rest, and the replacement of the bytes between.
        let (until, next, character): (usize, usize, &[u8]) = match &text[at..] {
            [b'\n', b' ' | b'\t', ..] => {
                let has_return = text[from..at].ends_with(b"\r");
                (at - usize::from(has_return), at + 2, b"")
            }
            [b'\n', ..] => {
                delimiters.push(at);
                continue;
            }
            [b'\\', b'n' | b'N', ..] => (at, at + 2, b"\n"),
            // The escaped character is copied without its backslash.
            [b'\\', b',' | b';' | b'\\', ..] => (at, at + 1, b""),
            _ => continue,
        };
        out.copy_delimited(text, from..until, &delimiters);
        delimiters.clear();
        out.put(character, at..next);
        (from, end) = (next, at + 2);
    }
    out.copy_delimited(text, from..text.len(), &delimiters);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfolded() {
        for (text, want) in [
            (
                "URL:http://a.org/\r\n x\r\nDTSTART:1",
                "URL:http://a.org/x\r¦DTSTART:1",
            ),
            ("a\n\tb\n c", "abc"),
            (r"a\, b\; c\\nd\ne\x", "a, b; c\\nd\ne\\x"),
            ("a\\", "a\\"),
        ] {
            let (bytes, _) = crate::decode::decoded(text.as_bytes(), self::read);
            let read = String::from_utf8_lossy(&bytes);
            assert_eq!(read.replace('\x1f', "¦"), want);
            assert!(!(CALENDAR.is_readable)(text.as_bytes()));
        }
        assert!((CALENDAR.is_readable)(b"a"));
    }
}
