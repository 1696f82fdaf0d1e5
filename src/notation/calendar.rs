//! iCalendar (RFC 5545) and vCard (RFC 6350).
//!
//! Lines are unfolded: a line break and one blank are dropped. So are the backslashes of the escapes `\,` and `\;`; `\n` is a line
//! break.

use std::ops::Range;

use super::{AS_TEXT, Notation};
use crate::text::Rewrite;

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
        let head = head
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(head)
            .trim_ascii_start();
        let begins = |with: &[u8]| {
            head.get(..with.len())
                .is_some_and(|h| h.eq_ignore_ascii_case(with))
        };
        begins(b"BEGIN:VCALENDAR") || begins(b"BEGIN:VCARD")
    },
    cut: |text| memchr::memmem::rfind(text, b"\nBEGIN:").map(|i| i + 1),
    is_readable: |text| {
        let folds = |i: usize| matches!(text.get(i + 1), Some(b' ' | b'\t'));
        memchr::memchr(b'\\', text).is_none() && !memchr::memchr_iter(b'\n', text).any(folds)
    },
    read,
    ..AS_TEXT
};

fn read(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let text = &text[..range.end];
    let mut from = range.start;
    for at in memchr::memchr2_iter(b'\n', b'\\', &text[range.clone()]).map(|i| range.start + i) {
        if at < from {
            continue;
        }
        match &text[at..] {
            [b'\n', b' ' | b'\t', ..] => {
                let end = if text[from..at].ends_with(b"\r") {
                    at - 1
                } else {
                    at
                };
                out.copy(text, from..end);
                from = at + 2;
            }
            [b'\\', b'n' | b'N', ..] => {
                out.copy(text, from..at);
                out.put(b"\n", at..at + 2);
                from = at + 2;
            }
            // The escaped character is copied without its backslash.
            [b'\\', b',' | b';' | b'\\', ..] => {
                out.copy(text, from..at);
                out.copy(text, at + 1..at + 2);
                from = at + 2;
            }
            _ => {}
        }
    }
    out.copy(text, from..text.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfolded() {
        for (text, want) in [
            (
                "URL:http://a.org/\r\n x\r\nDTSTART:1",
                "URL:http://a.org/x\r\nDTSTART:1",
            ),
            ("a\n\tb\n c", "abc"),
            (r"a\, b\; c\\nd\ne\x", "a, b; c\\nd\ne\\x"),
            ("a\\", "a\\"),
        ] {
            let (bytes, _) = crate::decode::decoded(text.as_bytes(), read);
            assert_eq!(String::from_utf8_lossy(&bytes), want);
            assert!(!(CALENDAR.is_readable)(text.as_bytes()));
        }
        assert!((CALENDAR.is_readable)(b"a\r\nb"));
    }
}
