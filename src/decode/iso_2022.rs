//! ISO-2022-JP, -KR and -CN (RFC 1468, 1554, 1557, 1922), and HZ (RFC 1843): seven-bit text that switches between character sets.
//!
//! An escape sequence selects the set of the following bytes. Shift-out switches to the set that was designated for it, shift-in
//! switches back. The RFCs require US-ASCII at the end of a line, so each line can be decoded alone. ISO-2022-KR designates its
//! set only once, at the beginning of the text, so it is the default for shift-out. In HZ a `~` is the escape.

use encoding_rs::{EUC_JP, EUC_KR, Encoding, GBK};

use super::character;
use crate::text::Rewrite;

pub(super) const ESCAPE: u8 = 0x1b;
const SHIFT_OUT: u8 = 0x0e;
const SHIFT_IN: u8 = 0x0f;

/// A character set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    Ascii,
    /// JIS X 0201: half-width katakana.
    Katakana,
    /// JIS X 0208.
    Japanese,
    /// JIS X 0212.
    MoreJapanese,
    /// GB 2312.
    Chinese,
    /// KS C 5601.
    Korean,
    /// A two-byte set that is not decoded.
    Unknown,
}

/// Escape sequences: the bytes after the escape, the set, and whether it is designated for shift-out.
const SEQUENCES: &[(&[u8], Set, bool)] = &[
    (b"(B", Set::Ascii, false),
    (b"(J", Set::Ascii, false),
    (b"(I", Set::Katakana, false),
    (b"$@", Set::Japanese, false),
    (b"$B", Set::Japanese, false),
    (b"$(@", Set::Japanese, false),
    (b"$(B", Set::Japanese, false),
    (b"$(O", Set::Japanese, false),
    (b"$(Q", Set::Japanese, false),
    (b"$(P", Set::Unknown, false),
    (b"$(D", Set::MoreJapanese, false),
    (b"$A", Set::Chinese, false),
    (b"$(A", Set::Chinese, false),
    (b"$(C", Set::Korean, false),
    (b"$)C", Set::Korean, true),
    (b"$)A", Set::Chinese, true),
    (b"$)G", Set::Unknown, true),
    (b"$)E", Set::Unknown, true),
    // The third set is used by single shifts; its characters are not decoded.
    (b"$*H", Set::Unknown, true),
    (b".A", Set::Ascii, false),
];

const HZ: &[(&[u8], Set, bool)] = &[(b"{", Set::Chinese, false), (b"}", Set::Ascii, false)];

/// Decodes the text, whose escape sequences begin with `escape`.
pub(super) fn decode(text: &[u8], escape: u8, out: &mut Rewrite<'_>) {
    let sequences = if escape == b'~' { HZ } else { SEQUENCES };
    let (mut set, mut shift_out_set, mut shifted) = (Set::Ascii, Set::Korean, false);
    let mut at = 0;
    while at < text.len() {
        let current = if shifted { shift_out_set } else { set };
        let run = match current {
            Set::Ascii => text[at..]
                .iter()
                .position(|b| *b == escape || matches!(*b, SHIFT_OUT | SHIFT_IN)),
            _ => Some(0),
        };
        let run = at..run.map_or(text.len(), |i| at + i);
        at = run.end;
        out.copy(text, run);
        match &text[at..] {
            [] => {}
            [b'~', b'~', ..] if escape == b'~' => {
                out.put_char('~', at..at + 2);
                at += 2;
            }
            // A line continuation.
            [b'~', b'\n', ..] if escape == b'~' => at += 2,
            [b'~', b'\r', b'\n', ..] if escape == b'~' => at += 3,
            [first, rest @ ..] if *first == escape => {
                let found = sequences.iter().find(|(bytes, ..)| rest.starts_with(bytes));
                match found {
                    Some((_, designated, true)) => shift_out_set = *designated,
                    Some((_, selected, false)) => set = *selected,
                    None => out.copy(text, at..at + 1),
                }
                at += 1 + found.map_or(0, |(bytes, ..)| bytes.len());
            }
            [shift @ (SHIFT_OUT | SHIFT_IN), ..] => {
                shifted = *shift == SHIFT_OUT;
                at += 1;
            }
            [b'\n' | b'\r', ..] => {
                (set, shifted) = (Set::Ascii, false);
                out.copy(text, at..at + 1);
                at += 1;
            }
            rest => match character_of(current, rest) {
                Some((c, len)) => {
                    out.put_char(c, at..at + len);
                    at += len;
                }
                // Blanks and control characters between the characters.
                None => {
                    out.copy(text, at..at + 1);
                    at += 1;
                }
            },
        }
    }
}

/// The character of a set at the beginning of `rest`, and its length.
fn character_of(set: Set, rest: &[u8]) -> Option<(char, usize)> {
    let (encoding, lead, len): (&'static Encoding, &[u8], _) = match set {
        Set::Ascii => return None,
        Set::Japanese | Set::Unknown => (EUC_JP, b"", 2),
        Set::MoreJapanese => (EUC_JP, b"\x8f", 2),
        Set::Katakana => (EUC_JP, b"\x8e", 1),
        Set::Korean => (EUC_KR, b"", 2),
        Set::Chinese => (GBK, b"", 2),
    };
    let bytes = rest.get(..len)?;
    if !bytes.iter().all(|b| (0x21..0x7f).contains(b)) {
        return None;
    }
    let high: Vec<u8> = bytes.iter().map(|b| b | 0x80).collect();
    let c = match set {
        Set::Unknown => char::REPLACEMENT_CHARACTER,
        _ => character(encoding, &[lead, &high].concat()),
    };
    Some((c, len))
}

#[cfg(test)]
mod tests {
    use encoding_rs::ISO_2022_JP;
    use proptest::prelude::*;

    use super::super::Charset;
    use super::super::charset::round_trip;

    #[test]
    fn hz() {
        // The examples of the RFC, then others.
        for (encoded, text) in [
            ("~{<:Ky2;S{#,NpJ)l6HK!#~}", "己所不欲，勿施於人。"),
            ("a ~~ b~\nc", "a ~ bc"),
            ("http://a.org/x~\r\ny", "http://a.org/xy"),
            ("http://a.org/~~joe ~{<:", "http://a.org/~joe 己"),
            ("~{<:\nhttp://a.org/~joe", "己\nhttp://a.org/~joe"),
            ("~", "~"),
            ("~(I http://a.org/~$B", "~(I http://a.org/~$B"),
        ] {
            round_trip(Charset::Hz, encoded.as_bytes(), text);
        }
    }

    #[test]
    fn japanese_korean_chinese() {
        for (encoded, text) in [
            (
                &b"\x1b$B$3$s\x1b(B http://a.org/\x1b$B$G\x1b(B"[..],
                "こん http://a.org/で",
            ),
            (b"\x1b(I1\x1b(Ba", "ｱa"),
            (
                b"\x1b$)C\x0e0!\x0fa\n\x0e3;\x0fhttp://a.org/",
                "가a\n내http://a.org/",
            ),
            (b"\x1b$)A\x0e=;;;\x0f http://a.org/", "交换 http://a.org/"),
            (b"\x1b$(D0!\x1b(B", "丂"),
            // The end of a line resets everything.
            (b"\x1b$B$3\nhttp://a.org/\n", "こ\nhttp://a.org/\n"),
            (b"\x1bZ \x1b$B$", "\x1bZ $"),
        ] {
            round_trip(Charset::Iso2022, encoded, text);
        }
    }

    proptest! {
        #[test]
        fn same_as_the_reference(text in "([a-z<>/:]|[ぁ-んァ-ヶ亜-熙]|\n){0,40}") {
            let encoder = |text: &str| {
                let (bytes, _, unmappable) = ISO_2022_JP.encode(text);
                (!unmappable).then(|| bytes.into_owned())
            };
            // The encoder writes numeric references for characters that it cannot encode.
            let lines: Option<Vec<Vec<u8>>> = text.split('\n').map(encoder).collect();
            if let Some(lines) = lines {
                round_trip(Charset::Iso2022, &lines.join(&b'\n'), &text);
            }
        }
    }
}
