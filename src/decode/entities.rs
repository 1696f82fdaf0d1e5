//! Character references of HTML and XML: `&amp;`, `&#38;`, `&#x26;` (HTML 4 section 5.3).
//!
//! Browsers accept some without the semicolon: all numeric ones, and names of Latin-1 characters unless a letter, digit or `=`
//! follows. That is their rule for attributes. In text they also accept `&copy=1`, which is never intended in a URL.

use super::entity_names::{LATER, NAMES};
use crate::grammar::coded::may_be_coded;
use crate::span::{ahead, beginning, run};

/// No name is longer; longer numbers are not parsed.
const MAX: usize = 32;

/// How much of a reference is read after an `&` that was a reference itself, in bytes: `amp;amp;#x2F;`.
const MAX_NESTED: usize = 16;

/// Parses the reference at the beginning of `bytes`. Returns its character and its length.
pub(crate) fn reference(bytes: &[u8]) -> Option<(char, usize)> {
    match bytes {
        // By far the most frequent ones.
        [b'&', b'a', b'm', b'p', b';', ..] => Some(('&', 5)),
        [b'&', b'n', b'b', b's', b'p', b';', ..] => Some(('\u{a0}', 6)),
        [b'&', b'l', b't', b';', ..] => Some(('<', 4)),
        [b'&', b'g', b't', b';', ..] => Some(('>', 4)),
        [b'&', b'q', b'u', b'o', b't', b';', ..] => Some(('"', 6)),
        [b'&', b'#', b'x' | b'X', rest @ ..] => number(rest, 16).map(|(c, len)| (c, len + 3)),
        [b'&', b'#', rest @ ..] => number(rest, 10).map(|(c, len)| (c, len + 2)),
        [b'&', rest @ ..] => name(rest).map(|(c, len)| (c, len + 1)),
        _ => None,
    }
}

/// [`reference()`] where the semicolon is required, as in Markdown, MediaWiki and the text of XML: `?a=1&reg_id=2` has none.
pub(crate) fn closed_reference(bytes: &[u8]) -> Option<(char, usize)> {
    // In source code an `&` is nearly always something else.
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'#';
    let word = run(ahead(bytes, 1, MAX + 2), is_word);
    let closes = bytes.get(1 + word) == Some(&b';');
    let found = closes.then(|| reference(bytes)).flatten();
    found.filter(|&(_, len)| bytes[len - 1] == b';')
}

/// [`closed_reference`] in a text that may hold a text of HTML. There what was escaped is escaped again: `&amp;amp;` is `&`, and
/// `&amp;#x2F;` is `/`.
pub(crate) fn nested_reference(bytes: &[u8]) -> Option<(char, usize)> {
    closed_reference(bytes).map(|(c, len)| nested(c, len, bytes))
}

/// The character `c` of the escape of `len` bytes that `bytes` begin with, and the length; if it is the `&` of a reference to a character
/// of a URL, that one's.
pub(crate) fn nested(c: char, len: usize, bytes: &[u8]) -> (char, usize) {
    let inner = (c == '&').then(|| reference_after(&bytes[len..]));
    let (c, more) = inner.flatten().unwrap_or((c, 0));
    (c, len + more)
}

/// The character of a URL whose reference is `&` and then the beginning of `rest`, and the length of that: `amp;`, `#x2F;`.
fn reference_after(rest: &[u8]) -> Option<(char, usize)> {
    let mut reference = [0; 1 + MAX_NESTED];
    let near = beginning(rest, MAX_NESTED);
    reference[0] = b'&';
    reference[1..=near.len()].copy_from_slice(near);
    url_reference(&reference[..=near.len()]).map(|(c, len)| (c, len - 1))
}

/// [`nested_reference`] if its character may be part of a URL: `&amp;`, `&#x2F;`, but not `&lt;`, which ends one.
pub(crate) fn url_reference(bytes: &[u8]) -> Option<(char, usize)> {
    nested_reference(bytes).filter(|&(c, _)| u8::try_from(c).is_ok_and(may_be_coded))
}

/// Whether `text` has a reference to a character of a URL.
pub(crate) fn has_url_reference(text: &[u8]) -> bool {
    memchr::memchr_iter(b'&', text).any(|at| url_reference(&text[at..]).is_some())
}

fn number(bytes: &[u8], radix: u32) -> Option<(char, usize)> {
    let digits = bytes
        .iter()
        .take(MAX)
        .map_while(|&b| (b as char).to_digit(radix));
    let (mut code, mut len) = (0u32, 0);
    for digit in digits {
        code = code.saturating_mul(radix).saturating_add(digit);
        len += 1;
    }
    let semicolon = usize::from(bytes.get(len) == Some(&b';'));
    (len > 0).then(|| (code_point(code), len + semicolon))
}

/// The character that browsers show for a number: 128 to 159 are interpreted as windows-1252.
fn code_point(code: u32) -> char {
    let encoding = encoding_rs::WINDOWS_1252;
    match code {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..0xa0 => super::character(encoding, &[code as u8]),
        _ => char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

fn name(bytes: &[u8]) -> Option<(char, usize)> {
    let len = run(beginning(bytes, MAX), |b| b.is_ascii_alphanumeric());
    let end = bytes.get(len).copied();
    // The parameters of each query look like names: `&id=`.
    if end == Some(b'=') {
        return None;
    }
    let (name, code) = find(&bytes[..len])?;
    let semicolon_optional = matches!(code, 0xa0..=0xff) && !LATER.contains(&name)
        || matches!(
            name,
            "amp" | "lt" | "gt" | "quot" | "AMP" | "LT" | "GT" | "QUOT"
        );
    match end {
        Some(b';') => Some((char::from_u32(code)?, len + 1)),
        _ if semicolon_optional => Some((char::from_u32(code)?, len)),
        _ => None,
    }
}

/// The row of a name.
fn find(name: &[u8]) -> Option<(&'static str, u32)> {
    let row = NAMES.binary_search_by(|row| row.0.as_bytes().cmp(name));
    row.ok().map(|row| NAMES[row])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(NAMES.is_sorted_by(|a, b| a.0 < b.0));
        assert!(NAMES.iter().all(|row| find(row.0.as_bytes()) == Some(*row)));
        assert!(
            NAMES
                .iter()
                .all(|row| row.0.len() < MAX && char::from_u32(row.1).is_some())
        );
    }

    #[test]
    fn same_as_browsers() {
        for (text, want) in [
            ("&amp;x", Some(('&', 5))),
            ("&AMP;", Some(('&', 5))),
            ("&#38;", Some(('&', 5))),
            ("&#x26;", Some(('&', 6))),
            ("&#X26", Some(('&', 5))),
            ("&#58//", Some((':', 4))),
            ("&colon;", Some((':', 7))),
            ("&ge;", Some(('≥', 4))),
            ("&#150;", Some(('–', 6))),
            ("&#xd800;", Some(('\u{fffd}', 8))),
            ("&#99999999999;", Some(('\u{fffd}', 14))),
            ("&amp b", Some(('&', 4))),
            ("&copy\"", Some(('©', 5))),
            ("&copy=1", None),
            ("&copyx=1", None),
            ("&ge=1", None),
            ("&ge\"", None),
            // HTML 5 has these names with a semicolon only.
            ("&half;", Some(('½', 6))),
            ("&half", None),
            ("&acy;", Some(('а', 5))),
            ("&CounterClockwiseContourIntegral;", Some(('∳', 33))),
            ("&id=1", None),
            ("&#;", None),
            ("&#x;", None),
            ("&", None),
            ("& ", None),
            ("&;", None),
        ] {
            assert_eq!(reference(text.as_bytes()), want, "{text}");
            let is_closed = |len: usize| text[..len].ends_with(';');
            let closed = want.filter(|&(_, len)| is_closed(len));
            assert_eq!(closed_reference(text.as_bytes()), closed, "{text}");
        }
    }
}
