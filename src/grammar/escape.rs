//! The characters of a component (`uchar`, `xchar` and escapes, RFC 1738 sections 2.2 and 5), and percent-decoding.

use std::borrow::Cow;

use crate::character;
use crate::class::Class;
use crate::flaw::{Flaw, Report};
use crate::span::Span;

/// All reserved characters: with this set, [`check`] accepts `*xchar`.
pub(crate) const XCHAR: &[u8] = b";/?:@=&";

/// Checks that `at` matches `*[ uchar | one of reserved ]` and reports each byte or character that does not.
pub(crate) fn check(raw: &[u8], at: Span, reserved: &[u8], report: &mut dyn Report) {
    check_part(raw, at, reserved, is_control, report);
}

/// Like [`check`], for a part that may have several lines: encoded tabs and line breaks are no flaw there.
pub(crate) fn check_lines(raw: &[u8], at: Span, reserved: &[u8], report: &mut dyn Report) {
    let refused = |octet| is_control(octet) && !b"\t\r\n".contains(&octet);
    check_part(raw, at, reserved, refused, report);
}

fn is_control(octet: u8) -> bool {
    octet < 0x20 || octet == 0x7f
}

fn check_part(
    raw: &[u8],
    at: Span,
    reserved: &[u8],
    refused: fn(u8) -> bool,
    report: &mut dyn Report,
) {
    let mut i = at.start;
    while i < at.end {
        let mut end = i + 1;
        match raw[i] {
            byte if Class::UNRESERVED.has(byte) => {}
            byte if Class::RESERVED.has(byte) => {
                if !reserved.contains(&byte) {
                    report.flaw(Flaw::ReservedCharacter, i..end);
                }
            }
            b'%' => match octet(&raw[i..at.end]) {
                None => report.invalid(Flaw::InvalidEscape, i..end),
                Some(octet) => {
                    end = i + 3;
                    if refused(octet) {
                        report.flaw(Flaw::EncodedControl, i..end);
                    } else if Class::RESERVED.has(octet) && !reserved.contains(&octet) {
                        report.flaw(Flaw::EncodedDelimiter, i..end);
                    }
                }
            },
            // RFC 3986 made it unreserved.
            b'~' => report.flaw(Flaw::NationalCharacter, i..end),
            byte if Class::NATIONAL.has(byte) => report.invalid(Flaw::NationalCharacter, i..end),
            // RFC 3987 allows it in an IRI.
            byte if Class::HIGH.has(byte) => {
                end = i + character::decode(&raw[..at.end], i).1;
                report.flaw(Flaw::UnsafeCharacter, i..end);
            }
            _ => report.invalid(Flaw::UnsafeCharacter, i..end),
        }
        i = end;
    }
}

/// The octet encoded by the escape at the start of `bytes`.
pub(crate) fn octet(bytes: &[u8]) -> Option<u8> {
    let digit = |b: u8| (b as char).to_digit(16).map(|d| d as u8);
    match bytes {
        [b'%', high, low, ..] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    }
}

/// The escape of each octet.
pub(crate) static ENCODED: [[u8; 3]; 256] = {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let (mut table, mut i) = ([[b'%'; 3]; 256], 0);
    while i < 256 {
        table[i] = [b'%', HEX[i >> 4], HEX[i & 15]];
        i += 1;
    }
    table
};

/// Replaces each escape by its octet, once (RFC 1738 section 2.2). A `%` that begins no escape is kept. Split a URL into its
/// components first: a decoded `/` or `@` no longer separates them.
///
/// ```
/// assert_eq!(&*urlgrep::url::decode(b"%2Fetc%20a%252F%zz"), b"/etc a%2F%zz");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, [u8]> {
    decode_where(bytes, |_| true)
}

/// Replaces the escapes of such octets.
pub(crate) fn decode_where(bytes: &[u8], of: impl Fn(u8) -> bool) -> Cow<'_, [u8]> {
    let Some(first) = memchr::memchr(b'%', bytes) else {
        return Cow::Borrowed(bytes);
    };
    let mut out = bytes[..first].to_vec();
    let mut i = first;
    while i < bytes.len() {
        match octet(&bytes[i..]).filter(|&octet| of(octet)) {
            Some(octet) => {
                out.push(octet);
                i += 3;
            }
            None => {
                out.push(bytes[i]);
                i += 1;
            }
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_each_escape_once() {
        assert_eq!(&*decode(b"%2Fetc%20a%252F%zz%4"), b"/etc a%2F%zz%4");
        assert!(matches!(decode(b"plain"), Cow::Borrowed(_)));
    }
}
