//! Characters that strings of JSON and JavaScript have as a number (RFC 8259 section 7, ECMA-262 section 12.9.4): `\u0026`, `\x26`. They
//! stand where such a string is within another string, or within a script.

use super::markup;
use crate::class::Class;
use crate::span::beginning;

/// The characters that a URL may have as a number. A quote or a bracket would end it.
const CODED: &[u8] = b"&=/?#%:+~;,-._!$";

/// Whether a character of a URL stands as a number, or as a reference of HTML, where only its text is a URL.
#[cfg(feature = "mail")]
pub(crate) fn may_be_coded(byte: u8) -> bool {
    CODED.contains(&byte)
}

/// A character that stands as a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Coded {
    pub(crate) meant: &'static [u8],
    /// The length of the number.
    pub(crate) len: usize,
}

/// One of these characters whose number `bytes` begin with. The `&` of `&amp;` is read as `&`; that of `&quot;` begins no part of a URL.
pub(crate) fn coded(bytes: &[u8]) -> Option<Coded> {
    let (digits, front) = match bytes {
        [b'\\', b'u', b'0', b'0', digits @ ..] => (digits, 4),
        [b'\\', b'x', digits @ ..] => (digits, 2),
        _ => return None,
    };
    let digits = digits.first_chunk::<2>()?;
    let digit = |at: usize| char::from(digits[at]).to_digit(16);
    let code = (digit(0)? * 16 + digit(1)?) as u8;
    let row = CODED.iter().position(|&b| b == code)?;
    let len = front + digits.len();
    // The name of a reference begins after the `&`, which is not looked at.
    let reference = &bytes[len - 1..];
    let more = match code {
        b'&' if reference[1..].starts_with(b"amp;") => b"amp;".len(),
        b'&' if markup::is_entity(reference) || is_name(&reference[1..]) => return None,
        _ => 0,
    };
    Some(Coded {
        meant: &CODED[row..=row],
        len: len + more,
    })
}

/// Whether the name of a reference stands there: `mdash;`.
fn is_name(bytes: &[u8]) -> bool {
    const MAX: usize = 8;
    let len = Class::ALPHA.run(beginning(bytes, MAX));
    len > 1 && bytes.get(len) == Some(&b';')
}

/// The length of the slash at the beginning of `bytes` that has a backslash before it: `\/`, `\u002F`, `\x2f`.
pub(crate) fn slash(bytes: &[u8]) -> Option<usize> {
    if bytes.starts_with(b"\\/") {
        return Some(2);
    }
    let slash = coded(bytes).filter(|coded| coded.meant == b"/");
    slash.map(|slash| slash.len)
}

/// Whether two such slashes stand at the beginning of `bytes`: `\/\/`.
#[inline]
pub(crate) fn begins_authority(bytes: &[u8]) -> bool {
    // It is asked after each colon.
    bytes.first() == Some(&b'\\') && begins_with_slashes(bytes)
}

#[cold]
fn begins_with_slashes(bytes: &[u8]) -> bool {
    slash(bytes).is_some_and(|len| slash(&bytes[len..]).is_some())
}

/// The character of `\u00e9`, or of a pair of surrogates, at the beginning of `bytes`, and its length. Half of a pair is U+FFFD.
pub(crate) fn unicode(bytes: &[u8]) -> Option<(char, usize)> {
    let unit = |bytes: &[u8]| {
        let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
        let digits = digits.iter().all(u8::is_ascii_hexdigit).then_some(digits)?;
        u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
    };
    let first = unit(bytes)?;
    let second = bytes.get(6..).and_then(unit);
    let mut characters = char::decode_utf16([first].into_iter().chain(second));
    match characters.next()? {
        Ok(c) => Some((c, 6 * c.len_utf16())),
        Err(_) => Some((char::REPLACEMENT_CHARACTER, 6)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_characters() {
        for (text, want) in [
            ("\\u0026b", Some((&b"&"[..], 6))),
            ("\\x3D", Some((b"=", 4))),
            ("\\u0026amp;b", Some((b"&", 10))),
            ("\\u0026quot;", None),
            ("\\u0026#39;", None),
            ("\\u0026rsquo;s", None),
            ("\\u0026copy=1;", Some((b"&", 6))),
            ("\\u0022", None),
            ("\\u003c", None),
            ("\\u0041", None),
            ("\\u2026", None),
            ("\\u00+6", None),
            ("\\u002", None),
            ("\\x", None),
            ("u0026", None),
        ] {
            let found = coded(text.as_bytes()).map(|coded| (coded.meant, coded.len));
            assert_eq!(found, want, "{text}");
        }
        for (text, want) in [
            ("\\u00e9x", Some(('é', 6))),
            ("\\ud83d\\ude00", Some(('😀', 12))),
            ("\\ud83dx", Some(('\u{fffd}', 6))),
            ("\\u+123", None),
        ] {
            assert_eq!(unicode(text.as_bytes()), want, "{text}");
        }
        assert!(begins_authority(b"\\/\\/a") && begins_authority(b"\\u002F\\x2fa"));
        assert!(!begins_authority(b"\\/\\\\/") && !begins_authority(b"\\/"));
    }
}
