//! Labels: what host names are made of, found in running text.

use crate::character;
use crate::class::Class;
use crate::domain::is_encoded_label;
use crate::grammar::markup;
use crate::span::{ahead, behind, ending_run, run, starts_with_any, without_ending};
use crate::text::colour;

/// Longer than any host's name (RFC 1035 section 2.3.4).
pub(super) const MAX: usize = 255;

/// The length of the character of a label that stands at `at`.
fn character_at(text: &[u8], at: usize) -> Option<usize> {
    match *text.get(at)? {
        b if Class::LABEL.has(b) || b == b'_' => Some(1),
        b if Class::HIGH.has(b) => {
            let (c, len) = character::decode(text, at);
            character::is_of_word(c).then_some(len)
        }
        _ => None,
    }
}

/// The length of the character of a label that ends at `end`.
fn character_before(text: &[u8], end: usize) -> Option<usize> {
    match *text[..end].last()? {
        b if Class::LABEL.has(b) || b == b'_' => Some(1),
        b if Class::HIGH.has(b) => {
            let (c, len) = character::decode_before(text, end)?;
            character::is_of_word(c).then_some(len)
        }
        _ => None,
    }
}

/// Where the label that ends at `end` begins, not before `from`; at `end` if it is empty.
pub(super) fn start(text: &[u8], from: usize, end: usize) -> usize {
    let from = from.max(end.saturating_sub(MAX));
    let mut at = end;
    while let Some(len) = character_before(text, at).filter(|&len| at >= from + len) {
        at -= len;
    }
    at
}

/// Where the labels that begin at `start`, dots between, end; at `start` if the first is empty.
pub(super) fn end(text: &[u8], start: usize) -> usize {
    let (mut at, mut end) = (start, start);
    loop {
        at = end_of_first(text, at);
        if at == end {
            return end.saturating_sub(1).max(start);
        }
        if text.get(at) != Some(&b'.') {
            return at;
        }
        at += 1;
        end = at;
    }
}

/// Where the label that begins at `start` ends.
pub(super) fn end_of_first(text: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(len) = character_at(text, at) {
        at += len;
    }
    at
}

/// The first label `start..end` without what can't be its beginning: marks of emphasis and lists; the two digits of an
/// encoded character; words of a script that puts no blank before a foreign one.
pub(super) fn trim_start(text: &[u8], start: usize, end: usize) -> usize {
    let start = skip_code(text, start).min(end);
    let label = &text[start..end];
    if let Some(i) = label.iter().rposition(|&b| Class::HIGH.has(b)) {
        let rest = start + i + 1;
        let (before, _) = character::decode_before(text, rest).unwrap_or_default();
        // `ב-example.org`; digits may stand in a label of Hebrew.
        let hyphen = usize::from(text[rest..end].starts_with(b"-"));
        return match text[rest + hyphen..end].first() {
            Some(first) if character::is_right_to_left(before) && Class::ALPHA.has(*first) => {
                rest + hyphen
            }
            _ if character::is_unspaced(before) && rest < end => rest,
            _ => start,
        };
    }
    if start > 0 && text[start - 1] == b'=' && is_encoded_punctuation(label) {
        return start + 2;
    }
    start + run(label, |b| matches!(b, b'-' | b'_'))
}

/// Where the name at `start` begins after what a program put before it: the colour of a terminal, or the code of a reply of SMTP that
/// goes on (RFC 5321 section 4.1.1.1). The keyword of an extension follows in the next line: `250-a.org⏎250-SIZE`.
pub(super) fn skip_code(text: &[u8], start: usize) -> usize {
    const CODE: &[u8] = b"250-";
    if !text[start..].starts_with(CODE) {
        return colour::skip(text, start);
    }
    let goes_on = || {
        // What stands before the code is short, and also before the next one.
        let near = behind(text, start, 16);
        let line = memchr::memrchr(b'\n', near).map(|i| i + 1);
        let before = &near[line.or((near.len() == start).then_some(0))?..];
        let rest = ahead(text, start, MAX);
        let next = &rest[memchr::memchr(b'\n', rest)? + 1..];
        let keyword = next.strip_prefix(before)?.strip_prefix(b"250")?;
        let keyword = keyword.strip_prefix(b"-").or(keyword.strip_prefix(b" "))?;
        let upper = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
        (run(keyword, upper) > 3).then_some(start + CODE.len())
    };
    goes_on().unwrap_or(start)
}

/// Whether the `_` before the name at `start` belongs to it: `_dmarc.a.org` is no host (RFC 8552), nor is `__init__.py`. A record has a name
/// below a domain and no path. One that emphasises the name stands after it too, or farther (`_a.org is the home_`).
pub(super) fn is_of_service(text: &[u8], start: usize) -> bool {
    if !text[..start].ends_with(b"_") {
        return false;
    }
    let near = ahead(text, start, MAX);
    let word = &near[..Class::STOP.before(near)];
    let name = without_ending(word, b".,:;!?)]}'*");
    let dots = name.iter().filter(|&&b| b == b'.').count();
    let is_record = dots > 1 || text[..start].ends_with(b"__");
    is_record && !name.contains(&b'/') && !name.ends_with(b"_")
}

/// Where the labels `start..end` end without what can't be the last one's end: marks of emphasis, what a hyphen ties to it
/// (`x.org-style`), and letters of another script than the Latin one.
pub(super) fn trim_end(text: &[u8], start: usize, end: usize) -> usize {
    let end = markup::without_pod(text, end);
    let last = memchr::memrchr(b'.', &text[start..end]).map_or(start, |i| start + i + 1);
    let label = &text[last..end];
    let ascii = Class::HIGH.before(label);
    if ascii > 0
        && ascii < label.len()
        && !character::is_latin(character::decode(text, last + ascii).0)
    {
        return last + ascii;
    }
    // No top-level domain has a hyphen but those that begin with `xn--`; what is tied to an address is part of it.
    let tied = memchr::memchr(b'-', label).filter(|&i| i > 0);
    match tied.filter(|_| !is_encoded_label(label) && text.get(end) != Some(&b'@')) {
        Some(tied) => last + tied,
        None => end - ending_run(label, b'_'),
    }
}

/// Whether `label` begins with what quoted-printable makes of `=`, a blank, or a mark that can stand before a name.
fn is_encoded_punctuation(label: &[u8]) -> bool {
    const CODES: [&[u8]; 8] = [b"3D", b"20", b"09", b"0A", b"22", b"27", b"28", b"3C"];
    // A number is a label: `relay=202.53.73.138.example.net`.
    let is_number = label.iter().all(u8::is_ascii_digit);
    label.len() > 2 && !is_number && starts_with_any(label, &CODES)
}
