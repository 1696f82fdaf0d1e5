//! UTF-16 and UTF-32, in either byte order.

use crate::text::Rewrite;

/// The order of the bytes in a code unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ByteOrder {
    Big,
    Little,
    /// Given by the byte order mark; without one, by the position of the NULs.
    Detect,
}

impl ByteOrder {
    /// The unit size and byte order given by the beginning of `text`: by its byte order mark or its first characters.
    #[inline]
    pub(crate) fn detect(text: &[u8]) -> Option<(usize, ByteOrder)> {
        match text {
            [0 | 0xfe | 0xff, ..] | [_, 0, ..] => ByteOrder::from_beginning(text),
            _ => None,
        }
    }

    #[cold]
    fn from_beginning(text: &[u8]) -> Option<(usize, ByteOrder)> {
        match text {
            [0xff, 0xfe, 0, 0, ..] => Some((4, ByteOrder::Little)),
            [0, 0, 0xfe, 0xff, ..] => Some((4, ByteOrder::Big)),
            // UTF-16 without NULs has no character of US-ASCII, not even a line break. So it has no URL, but the bytes may have one.
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] if memchr::memchr(0, text).is_none() => None,
            [0xff, 0xfe, ..] => Some((2, ByteOrder::Little)),
            [0xfe, 0xff, ..] => Some((2, ByteOrder::Big)),
            [0, ..] | [_, 0, ..] => ByteOrder::without_mark(text),
            _ => None,
        }
    }

    /// Detects it in a text without a mark: the first characters are all of ISO-8859-1, so that their other bytes are NUL.
    fn without_mark(text: &[u8]) -> Option<(usize, ByteOrder)> {
        const FEWEST: usize = 8;
        const MOST: usize = 16;
        let known = [ByteOrder::Little, ByteOrder::Big].map(|order| [(4, order), (2, order)]);
        known.into_iter().flatten().find(|&(size, order)| {
            let low = match order {
                ByteOrder::Little => 0,
                _ => size - 1,
            };
            let is_printed = |byte| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~' | 0xa0..);
            let mut characters = text.chunks_exact(size).take(MOST);
            characters.len() >= FEWEST
                && characters.all(|character| {
                    let nuls = character.iter().filter(|byte| **byte == 0).count();
                    is_printed(character[low]) && nuls == size - 1
                })
        })
    }

    /// Whether the most significant byte comes first.
    fn is_big(self, text: &[u8], size: usize) -> bool {
        match self {
            ByteOrder::Big => true,
            ByteOrder::Little => false,
            ByteOrder::Detect => match ByteOrder::detect(text) {
                Some((marked, order)) if marked == size => order == ByteOrder::Big,
                // RFC 2781 says big-endian. But the most significant byte of US-ASCII characters is NUL, so NULs decide.
                _ => {
                    let units = text.chunks_exact(size).take(256);
                    let nuls = |i: usize| units.clone().filter(|unit| unit[i] == 0).count();
                    nuls(0) >= nuls(size - 1)
                }
            },
        }
    }
}

/// Decodes the text and removes the byte order mark.
pub(super) fn decode(text: &[u8], size: usize, order: ByteOrder, out: &mut Rewrite<'_>) {
    let big = order.is_big(text, size);
    let unit = |at: usize| -> Option<u32> {
        let bytes = text.get(at..at + size)?.iter();
        let add = |sum: u32, byte: &u8| sum << 8 | *byte as u32;
        Some(if big {
            bytes.fold(0, add)
        } else {
            bytes.rev().fold(0, add)
        })
    };
    let mut at = 0;
    while let Some(first) = unit(at) {
        let pair = || {
            let second = unit(at + size).filter(|second| (0xdc00..0xe000).contains(second))?;
            Some(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00))
        };
        let (code, len) = match first {
            0xd800..0xdc00 if size == 2 => pair().map_or((first, size), |code| (code, 2 * size)),
            _ => (first, size),
        };
        if first != 0xfeff || at > 0 {
            out.put_char(
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
                at..at + len,
            );
        }
        at += len;
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{UTF_16BE, UTF_16LE};
    use proptest::prelude::*;

    use super::super::Charset;
    use super::super::charset::round_trip;
    use super::super::decoded;
    use super::*;

    fn encode(text: &str, size: usize, order: ByteOrder) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut unit = |code: u32| match order {
            ByteOrder::Little => bytes.extend(&code.to_le_bytes()[..size]),
            _ => bytes.extend(&code.to_be_bytes()[4 - size..]),
        };
        for c in text.chars() {
            match size {
                2 => c
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .for_each(|&half| unit(half as u32)),
                _ => unit(c as u32),
            }
        }
        bytes
    }

    #[test]
    fn byte_order_marks_are_used_and_removed() {
        for mark in ["", "\u{feff}"] {
            for (size, order) in [
                (2, ByteOrder::Little),
                (2, ByteOrder::Big),
                (4, ByteOrder::Little),
                (4, ByteOrder::Big),
            ] {
                let bytes = encode(&format!("{mark}http://a.org/"), size, order);
                round_trip(
                    Charset::Wide(size, ByteOrder::Detect),
                    &bytes,
                    "http://a.org/",
                );
            }
        }
    }

    #[test]
    fn a_text_of_another_script_without_a_mark() {
        let text = "\u{4f60}\u{597d} http://a.org/";
        for (size, order) in [
            (2, ByteOrder::Little),
            (4, ByteOrder::Little),
            (2, ByteOrder::Big),
        ] {
            let bytes = encode(text, size, order);
            round_trip(Charset::Wide(size, ByteOrder::Detect), &bytes, text);
        }
    }

    #[test]
    fn a_text_without_a_mark() {
        for order in [ByteOrder::Little, ByteOrder::Big] {
            for size in [2, 4] {
                let of = |text: &str| ByteOrder::detect(&encode(text, size, order));
                let known = Some((size, order));
                assert_eq!(of("http://a"), known);
                assert_eq!(of("Gr\u{fc}\u{df}e\r\n\tund mehr \u{416}"), known);
                // Too few characters, a control, another script.
                for other in ["http://", "http:\u{1}//a.org/", "\u{416}: http://a.org/"] {
                    assert_eq!(of(other), None, "{other:?}");
                }
            }
        }
        for other in [
            &b"GIF89a\0\0\0\0\0\0"[..],
            &[0; 64],
            b"\0a\0b\0c\0d e f g h",
            b"",
        ] {
            assert_eq!(ByteOrder::detect(other), None);
        }
    }

    #[test]
    fn units_of_equal_size_form_one_piece() {
        let bytes = encode("http://a.org/", 2, ByteOrder::Big);
        let (_, map) = decoded(&bytes, |text, out| {
            decode(text, 2, ByteOrder::Big, out);
        });
        assert_eq!(map.segments(0..13), [0..26]);
    }

    proptest! {
        #[test]
        fn round_trips(text in "([a-z]|\\PC){0,30}") {
            for (size, order) in [(2, ByteOrder::Little), (2, ByteOrder::Big), (4, ByteOrder::Little), (4, ByteOrder::Big)] {
                if !text.starts_with('\u{feff}') {
                    round_trip(Charset::Wide(size, order), &encode(&text, size, order), &text);
                }
            }
        }

        #[test]
        fn same_as_the_reference(bytes in prop::collection::vec(prop_oneof![Just(0u8), Just(0xd8), Just(0xdc), any::<u8>()], 0..40)) {
            for (order, oracle) in [(ByteOrder::Little, UTF_16LE), (ByteOrder::Big, UTF_16BE)] {
                let even = &bytes[..bytes.len() / 2 * 2];
                let (bytes, _) = decoded(even, |text, out| decode(text, 2, order, out));
                let (want, _) = oracle.decode_with_bom_removal(even);
                prop_assert_eq!(bytes, want.as_bytes());
            }
        }
    }
}
