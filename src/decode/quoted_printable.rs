//! Quoted-printable (RFC 2045 section 6.7).
//!
//! Text between two `=` is copied as a run, so decoding is as fast as searching for `=`. Blanks before a line break were added in
//! transport and are removed (rule 3). Hexadecimal digits may be lower-case. An `=` that begins no escape is kept.

use std::ops::Range;

use crate::class::Class;
use crate::simd::{Available, Places};
use crate::text::line::line_break;
use crate::text::{Rewrite, Unit, without_break};

/// Decodes `range`, which must not end within an escape.
pub(crate) fn decode(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let text = &text[..range.end];
    out.reserve(range.len());
    // Where the text begins that is not copied yet.
    let mut from = range.start;
    for at in Places::new(Available::best(), text, range.start, [b'=', b'\n']) {
        // Within what has been decoded.
        if at < from {
            continue;
        }
        if text[at] == b'\n' {
            let end = from + without_break(&text[from..=at]).len();
            let padding = Class::BLANK.run_back(&text[from..end]);
            if padding > 0 {
                out.copy(text, from..end - padding);
                from = end;
            }
            continue;
        }
        // Characters that are not in US-ASCII are several escapes.
        let mut octets = [0; 32];
        let mut len = 0;
        while len < octets.len()
            && let Some(octet) = escape(&text[at + 3 * len..])
        {
            octets[len] = octet;
            len += 1;
        }
        let end = match len {
            0 => at + soft_break(&text[at..]).unwrap_or(0),
            _ => at + 3 * len,
        };
        if end > at {
            out.copy(text, from..at);
            out.put_units(&octets[..len], at..end, Unit::Atomic(1, 3));
            from = end;
        }
    }
    out.copy(text, from..text.len());
}

/// The value of each hexadecimal digit; `NONE` for other bytes.
static DIGITS: [u8; 256] = {
    let (mut values, mut value) = ([NONE; 256], 0);
    while value < 16 {
        let digit = b"0123456789abcdef"[value as usize];
        values[digit as usize] = value;
        values[digit.to_ascii_uppercase() as usize] = value;
        value += 1;
    }
    values
};
const NONE: u8 = 0xff;

/// The octet of the escape at the beginning of `bytes`.
pub(crate) fn escape(bytes: &[u8]) -> Option<u8> {
    let digit = |byte: u8| Some(DIGITS[usize::from(byte)]).filter(|&value| value != NONE);
    match bytes {
        [b'=', high, low, ..] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    }
}

/// The length of the soft line break at the beginning of `rest`. Its line break is missing if it belongs to a boundary line.
fn soft_break(rest: &[u8]) -> Option<usize> {
    let blanks = Class::BLANK.run(&rest[1..]);
    match &rest[1 + blanks..] {
        [] => Some(1 + blanks),
        after => Some(1 + blanks + line_break(after)?),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::Map;

    fn decoded(text: &[u8]) -> (Vec<u8>, Map) {
        super::super::decoded(text, |text, out| decode(text, 0..text.len(), out))
    }

    #[test]
    fn rfc_examples() {
        for (text, want) in [
            ("a=3Db", "a=b"),
            ("a=3db=\r\nc=\nd", "a=bcd"),
            (
                "Now's the time =\nfor all folk to come=\n to the aid",
                "Now's the time for all folk to come to the aid",
            ),
            ("a= \t\r\nb", "ab"),
            (
                "padded \t\nby transport  \r\nx ",
                "padded\nby transport\r\nx ",
            ),
            ("=20 \n=20\n", " \n \n"),
            ("bad =XY = =3 ==41 =", "bad =XY = =3 =A "),
            ("cut=", "cut"),
            ("cut= \t", "cut"),
            ("http://a.org/=3Fq=\n=3D1", "http://a.org/?q=1"),
        ] {
            assert_eq!(
                String::from_utf8_lossy(&decoded(text.as_bytes()).0),
                want,
                "{text:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn same_as_the_reference(text in prop::collection::vec(any::<u8>(), 0..300)) {
            let encoded = quoted_printable::encode(&text);
            prop_assert_eq!(decoded(&encoded).0, text);
        }

        #[test]
        fn every_byte_maps_to_its_encoding(text in "([a-z \n]|\r\n|=[0-9A-Fa-f]{2}|= *\n|=\r\n|=){0,60}") {
            let (bytes, map) = decoded(text.as_bytes());
            for (i, &byte) in bytes.iter().enumerate() {
                let source = map.source_of(i);
                let source = &text[source.start as usize..source.end as usize];
                let again = match source.len() {
                    1 => source.as_bytes()[0],
                    _ => u8::from_str_radix(&source[1..], 16).expect("an escape"),
                };
                prop_assert_eq!(again, byte);
            }
        }
    }
}
