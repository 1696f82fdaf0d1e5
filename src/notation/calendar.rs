//! iCalendar (RFC 5545) and vCard (RFC 6350).
//!
//! Lines are unfolded: a line break and one blank are dropped. So are the backslashes of the escapes `\,` and `\;`, and of `\:`, which
//! macOS writes; `\n` is a line break. Any other line break ends a property and delimits. A text may be HTML (`FMTTYPE=text/html`, and in
//! practice any), so `&amp;` is `&`.

use super::{AS_TEXT, Notation};
use crate::text::{DELIMITER, Edits, Rewrite, strip_prefix_ignore_case, without_mark};

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
    let mut edits = Edits::new(text, 0, out);
    // Whether what has a backslash separates here.
    let mut is_list = false;
    for at in memchr::memchr3_iter(b'\n', b'\\', b'&', text) {
        if edits.has_passed(at) {
            continue;
        }
        match &text[at..] {
            [b'\n', ..] => {
                let start = at - usize::from(text[..at].ends_with(b"\r"));
                match fold(&text[start..]) {
                    0 => {
                        is_list = text[at + 1..].starts_with(LIST);
                        edits.delimit(at);
                    }
                    len => edits.leave_out(start..start + len),
                }
            }
            [b'&', rest @ ..] => {
                if let Some(len) = ampersand(rest) {
                    edits.put(b"&", at..at + 1 + len);
                }
            }
            [_, rest @ ..] => {
                let next = at + 1 + fold(rest);
                match text.get(next) {
                    Some(b'n' | b'N') => edits.put(b"\n", at..next + 1),
                    Some(b',' | b';') if is_list => edits.put(&[DELIMITER], at..next + 1),
                    Some(b',' | b';' | b':' | b'\\') => {
                        edits.leave_out(at..next);
                        edits.copy_up_to(next + 1);
                    }
                    _ => {}
                }
            }
            [] => {}
        }
    }
    edits.finish();
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
