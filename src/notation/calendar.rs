//! iCalendar (RFC 5545) and vCard (RFC 6350).
//!
//! Lines are unfolded: a line break and one blank are dropped. So are the backslashes of the escapes `\,` and `\;`, and of `\:`, which
//! macOS writes; `\n` is a line break. Any other line break ends a property and delimits. A text may be HTML (`FMTTYPE=text/html`, and in
//! practice any), so `&amp;` is `&`.

use super::{AS_TEXT, Notation};
use crate::text::{DELIMITER, Rewrite, strip_prefix_ignore_case, without_mark};

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
    is_readable: |text| memchr::memchr3(b'\\', b'\n', b'&', text).is_none(),
    read,
    ..AS_TEXT
};

/// The images of an event as calendars of WordPress write them: `thumbnail\;http://a.org/x.png\;150\;150\,medium\;…`
const LIST: &[u8] = b"X-WP-IMAGES-URL";

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    // The text before `from` has been written, that before `end` has been read.
    let (mut from, mut end) = (0, 0);
    // What delimits between `from` and here.
    let mut delimiters = Vec::new();
    // Whether what has a backslash separates here.
    let mut is_list = false;
    for at in memchr::memchr3_iter(b'\n', b'\\', b'&', text) {
        if at < end {
            continue;
        }
        // The end of the copied text, the start of the rest, and the replacement of the bytes between.
        let (until, next, character): (usize, usize, &[u8]) = match &text[at..] {
            [b'\n', ..] => {
                let start = at - usize::from(text[from..at].ends_with(b"\r"));
                match fold(&text[start..]) {
                    0 => {
                        is_list = text[at + 1..].starts_with(LIST);
                        delimiters.push(at);
                        continue;
                    }
                    len => (start, start + len, b""),
                }
            }
            [b'&', rest @ ..] => match ampersand(rest) {
                Some(len) => (at, at + 1 + len, b"&"),
                None => continue,
            },
            [_, rest @ ..] => {
                let next = at + 1 + fold(rest);
                match text.get(next) {
                    Some(b'n' | b'N') => (at, next + 1, b"\n"),
                    Some(b',' | b';') if is_list => (at, next + 1, &[DELIMITER]),
                    // The escaped character is copied without its backslash.
                    Some(b',' | b';' | b':' | b'\\') => (at, next, b""),
                    _ => continue,
                }
            }
            [] => continue,
        };
        out.copy_delimited(text, from..until, &delimiters);
        delimiters.clear();
        out.put(character, at..next);
        let is_copied = text[at] == b'\\' && character.is_empty();
        (from, end) = (next, next + usize::from(is_copied));
    }
    out.copy_delimited(text, from..text.len(), &delimiters);
}

/// The length of the rest of `&amp;`, if `rest` begins with it; the semicolon may be escaped, and any part may be folded.
fn ampersand(rest: &[u8]) -> Option<usize> {
    let mut at = 0;
    for wanted in b"amp;" {
        at += fold(&rest[at..]);
        if *wanted == b';' && rest[at..].starts_with(b"\\") {
            at += 1;
            at += fold(&rest[at..]);
        }
        if rest.get(at) != Some(wanted) {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// The length of the fold that `rest` begins with.
fn fold(rest: &[u8]) -> usize {
    match rest {
        [b'\r', b'\n', b' ' | b'\t', ..] => 3,
        [b'\n', b' ' | b'\t', ..] => 2,
        _ => 0,
    }
}
