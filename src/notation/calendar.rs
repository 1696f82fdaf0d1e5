//! iCalendar (RFC 5545) and vCard (RFC 6350); and LDIF (RFC 2849) and the manifests of JAR files, which fold their lines in the same way.
//!
//! Lines are unfolded: a line break and one blank are dropped. So are the backslashes of the escapes `\,` and `\;`, and of `\:`, which
//! macOS writes; `\n` is a line break. Any other line break ends a property and delimits. A text may be HTML (`FMTTYPE=text/html`, and in
//! practice any), so `&amp;` is `&`.
//!
//! The value of a property whose type is URI is a URL as a whole: it may end with a full stop.
//!
//! In vCard 2.1 and vCalendar 1.0, which telephones write, a value may be quoted-printable: its escapes and soft line breaks are undone.

use std::ops::Range;

use super::{AS_TEXT, Notation, paragraph, targets};
use crate::decode::escaped_octet;
use crate::span::{beginning, contains, split_before, split_run};
use crate::text::{DELIMITER, Edits, Rewrite, is_one_of, strip_prefix_ignore_case, without_mark};

pub(super) static CALENDAR: Notation = Notation {
    name: "calendar",
    media_types: &[
        "application/vcard",
        "text/calendar",
        "text/directory",
        "text/ldif",
        "text/vcard",
        "text/x-ldif",
        "text/x-vcalendar",
        "text/x-vcard",
    ],
    extensions: &["ical", "ics", "ifb", "ldif", "vcard", "vcf", "vcs"],
    matches_head: |head| {
        let head = without_mark(head).trim_ascii_start();
        let begins = |with: &[u8]| strip_prefix_ignore_case(head, with).is_some();
        BEGINNINGS.iter().any(|with| begins(with))
    },
    cut: |text| {
        let component = memchr::memmem::rfind(text, b"\nBEGIN:").map(|i| i + 1);
        component.or_else(|| paragraph(text))
    },
    is_readable: |text| memchr::memchr3(b'\\', b'\n', b'&', text).is_none(),
    read,
    ..AS_TEXT
};

/// What files begin with. `Signature-Version` is of the `.SF` files beside a manifest.
const BEGINNINGS: [&[u8]; 4] = [
    b"BEGIN:VCALENDAR",
    b"BEGIN:VCARD",
    b"Manifest-Version:",
    b"Signature-Version:",
];

/// The images of an event as calendars of WordPress write them: `thumbnail\;http://a.org/x.png\;150\;150\,medium\;…`
const LIST: &[u8] = b"X-WP-IMAGES-URL";

/// Properties whose value is a URI, if it begins like one (RFC 5545, 6350, 6715 and 7986).
#[rustfmt::skip]
const TARGETS: [&str; 16] = [
    "ATTACH", "CALADRURI", "CALURI", "CONFERENCE", "FBURL", "IMAGE", "IMPP", "KEY", "LOGO", "MEMBER", "ORG-DIRECTORY",
    "PHOTO", "SOUND", "SOURCE", "TZURL", "URL",
];

/// In upper or lower case.
const ENCODING: &[u8] = b"QUOTED-PRINTABLE";

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    let mut edits = Edits::new(text, 0, out);
    // Whether what has a backslash separates here.
    let mut is_list = false;
    let has_any = has_encodings(text);
    let mut is_encoded = has_any && has_encoding(text);
    // Where the property is written, if its value is a target.
    let mut target = None;
    let mut from = 0;
    let marks = memchr::memchr3_iter(b'\n', b'\\', b'&', text);
    for at in marks.chain([text.len()]) {
        if is_encoded {
            decode(text, from..at, &mut edits);
        }
        from = at;
        if edits.has_passed(at) {
            continue;
        }
        match &text[at..] {
            [b'\n', ..] => {
                let start = at - usize::from(text[..at].ends_with(b"\r"));
                match fold(&text[start..]) {
                    0 => {
                        is_list = text[at + 1..].starts_with(LIST);
                        is_encoded = has_any && has_encoding(&text[at + 1..]);
                        note_target(&mut edits, target.take(), at);
                        edits.delimit(at);
                        if takes_target(&text[at + 1..]) {
                            target = Some(edits.out_at(at + 1).bytes().len());
                        }
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
                    Some(b',' | b';' | b':' | b'\\') => edits.unescape(at..next),
                    _ => {}
                }
            }
            [] => note_target(&mut edits, target.take(), at),
        }
    }
    edits.finish();
}

/// Notes the value of the property that ends at `end` of the text and that was written from `start` on.
fn note_target(edits: &mut Edits<'_, '_, '_>, start: Option<usize>, end: usize) {
    let Some(start) = start else {
        return;
    };
    let written = &edits.out_at(end).bytes()[start..];
    let mut is_quoted = false;
    let colon = written.iter().position(|&b| {
        is_quoted ^= b == b'"';
        b == b':' && !is_quoted
    });
    if let Some(colon) = colon {
        targets::note_edited(edits, start + colon + 1, end);
    }
}

/// Whether the value of the property that begins here is a URI: by its name, which may follow that of a group, or by a parameter.
fn takes_target(property: &[u8]) -> bool {
    const MAX: usize = 256;
    let (front, _) = split_before(beginning(property, MAX), |b| b":\n".contains(&b));
    let (name, parameters) = split_before(front, |b| b == b';');
    let name = name.rsplit(|&b| b == b'.').next().unwrap_or_default();
    let mut parameters = parameters.split(|&b| b == b';');
    is_one_of(name, &TARGETS) || parameters.any(|it| it.eq_ignore_ascii_case(b"VALUE=URI"))
}

/// Undoes the escapes and the soft line breaks of quoted-printable that begin in `range`.
fn decode(text: &[u8], range: Range<usize>, edits: &mut Edits<'_, '_, '_>) {
    for at in memchr::memchr_iter(b'=', &text[range.clone()]).map(|i| range.start + i) {
        if edits.has_passed(at) {
            continue;
        }
        match (escaped_octet(&text[at..]), soft_break(&text[at + 1..])) {
            (Some(octet), _) => edits.put(&[octet], at..at + 3),
            (_, len) if len > 0 => edits.leave_out(at..at + 1 + len),
            _ => {}
        }
    }
}

/// Whether any value may be quoted-printable. In most texts none is.
fn has_encodings(text: &[u8]) -> bool {
    let has = |name| contains(text, name);
    has(ENCODING) || has(&ENCODING.to_ascii_lowercase())
}

/// Whether the value of the property that begins here is quoted-printable.
fn has_encoding(property: &[u8]) -> bool {
    const MAX: usize = 256;
    let (parameters, _) = split_before(beginning(property, MAX), |b| b":\n".contains(&b));
    let mut parameters = parameters.split(|b| b";=".contains(b));
    parameters.any(|parameter| parameter.eq_ignore_ascii_case(ENCODING))
}

/// The length of the line break that an `=` before it hides. Some writers fold there as well. Others end the last line of a value with an
/// `=` too: the next property is none of it.
fn soft_break(rest: &[u8]) -> usize {
    let len = match (fold(rest), rest) {
        (0, [b'\r', b'\n', ..]) => 2,
        (0, [b'\n', ..]) => 1,
        (len, _) => return len,
    };
    let (name, after) = split_run(&rest[len..], |b| b.is_ascii_uppercase() || b == b'-');
    let is_property = name.len() > 1 && after.first().is_some_and(|b| b";:".contains(b));
    if is_property { 0 } else { len }
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
