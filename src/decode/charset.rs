//! Charsets, and whether text in them must be decoded before URLs can be found.
//!
//! UTF-8 is searched without decoding, and so is text in US-ASCII, which most charsets contain. Where a text is declared as
//! another charset but is valid UTF-8, it is UTF-8.

use encoding_rs::{Encoding, REPLACEMENT, UTF_8};

use super::wide::{self, ByteOrder};
use super::{iso_2022, legacy, utf_7};
use crate::span::starts_with_any;
use crate::text::{Rewrite, is_one_of};

/// How text in a charset is decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Charset {
    /// UTF-8, US-ASCII, or a superset of US-ASCII that is not known otherwise: no decoding.
    #[default]
    Ascii,
    /// Another superset of US-ASCII.
    Legacy(&'static Encoding),
    /// An unknown charset: no decoding.
    Unknown,
    /// UTF-16 or UTF-32, with the number of bytes per code unit.
    Wide(usize, wide::ByteOrder),
    Utf7,
    /// ISO-2022-JP, -KR, -CN and similar charsets.
    Iso2022,
    Hz,
}

/// Name prefixes of families of charsets that are supersets of US-ASCII but are not used on the web, or that are declared for what
/// nobody knows.
#[rustfmt::skip]
const ASCII: [&[u8]; 18] = [
    b"ansi", b"ascii", b"big5", b"cp437", b"cp8", b"cp12", b"euc", b"gb", b"ibm437", b"ibm8", b"iso-8859",
    b"iso8859", b"koi", b"mac", b"tis", b"unknown", b"x-unknown", b"us-ascii",
];

impl Charset {
    /// The charset with this name in a header, in any case.
    pub(crate) fn from_name(name: &[u8]) -> Charset {
        let name = name.trim_ascii();
        if is_one_of(name, &["", "us-ascii", "utf-8"]) {
            return Charset::Ascii;
        }
        let name = name.to_ascii_lowercase();
        match &name[..] {
            b"utf-7" | b"utf7" | b"unicode-1-1-utf-7" | b"x-unicode-2-0-utf-7" => {
                return Charset::Utf7;
            }
            b"ascii" | b"ansi_x3.4-1968" => return Charset::Ascii,
            b"hz" | b"hz-gb-2312" => return Charset::Hz,
            b"utf-16" | b"utf16" | b"unicode" | b"ucs-2" | b"iso-10646-ucs-2" => {
                return Charset::Wide(2, wide::ByteOrder::Detect);
            }
            b"utf-16be" | b"utf16be" => return Charset::Wide(2, wide::ByteOrder::Big),
            b"utf-16le" | b"utf16le" => return Charset::Wide(2, wide::ByteOrder::Little),
            b"utf-32" | b"utf32" | b"ucs-4" | b"iso-10646-ucs-4" => {
                return Charset::Wide(4, wide::ByteOrder::Detect);
            }
            b"utf-32be" | b"utf32be" => return Charset::Wide(4, wide::ByteOrder::Big),
            b"utf-32le" | b"utf32le" => return Charset::Wide(4, wide::ByteOrder::Little),
            // Outlook Express has sent its own name for it: `_iso-2022-jp$ESC`.
            name if name.starts_with(b"iso-2022-")
                || name.starts_with(b"_iso-2022-")
                || name == b"csiso2022jp" =>
            {
                return Charset::Iso2022;
            }
            _ => {}
        }
        // Code pages of Windows that encoding_rs knows by other names.
        let name: &[u8] = match &name[..] {
            b"cp874" => b"windows-874",
            b"cp932" => b"shift_jis",
            b"cp936" => b"gbk",
            b"cp949" => b"euc-kr",
            b"cp950" => b"big5",
            name => name,
        };
        match Encoding::for_label(name).filter(|&encoding| encoding != REPLACEMENT) {
            Some(encoding) if encoding == UTF_8 => Charset::Ascii,
            Some(encoding) => Charset::Legacy(encoding),
            None if starts_with_any(name, &ASCII) => Charset::Ascii,
            None => Charset::Unknown,
        }
    }

    /// The actual charset of `text`, which is declared as `self`. A byte order mark decides; wide text must contain NULs.
    pub(crate) fn detect(self, text: &[u8]) -> Charset {
        let declared_size = match self {
            Charset::Wide(size, _) => Some(size),
            Charset::Legacy(_) if is_utf8(text) => return Charset::Ascii,
            Charset::Ascii | Charset::Legacy(_) | Charset::Unknown => None,
            _ => return self,
        };
        match (ByteOrder::detect(text), declared_size) {
            (Some((size, order)), _) => Charset::Wide(size, order),
            (None, Some(_)) if !text.is_empty() && memchr::memchr(0, text).is_none() => {
                Charset::Ascii
            }
            _ => self,
        }
    }

    /// Whether `text`, which is declared as `self`, can be searched without decoding.
    #[inline]
    pub(crate) fn is_verbatim(self, text: &[u8]) -> bool {
        match self {
            Charset::Ascii | Charset::Unknown => ByteOrder::detect(text).is_none(),
            _ => self.detect(text).is_readable(text),
        }
    }

    /// Whether `text` can be searched without decoding.
    pub(crate) fn is_readable(self, text: &[u8]) -> bool {
        match self {
            Charset::Ascii | Charset::Unknown => true,
            Charset::Legacy(_) => text.is_ascii(),
            _ => false,
        }
    }

    /// The number of bytes per code unit.
    pub(crate) fn width(self) -> usize {
        match self {
            Charset::Wide(size, _) => size,
            _ => 1,
        }
    }

    /// Decodes the text to UTF-8. It should begin at the start of a line.
    pub(crate) fn decode(self, text: &[u8], out: &mut Rewrite<'_>) {
        match self {
            Charset::Ascii | Charset::Unknown => out.copy(text, 0..text.len()),
            Charset::Legacy(encoding) => legacy::decode(text, encoding, out),
            Charset::Wide(size, order) => wide::decode(text, size, order, out),
            Charset::Utf7 => utf_7::decode(text, out),
            Charset::Iso2022 => iso_2022::decode(text, iso_2022::ESCAPE, out),
            Charset::Hz => iso_2022::decode(text, b'~', out),
        }
    }
}

/// Whether the text is UTF-8 and has more than US-ASCII. Its last character may be cut.
fn is_utf8(text: &[u8]) -> bool {
    let rest = &text[Encoding::ascii_valid_up_to(text)..];
    match str::from_utf8(rest) {
        Ok(rest) => !rest.is_empty(),
        Err(error) => error.error_len().is_none() && error.valid_up_to() > 0,
    }
}

/// The character that `bytes` encode in `encoding`.
pub(super) fn character(encoding: &'static Encoding, bytes: &[u8]) -> char {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
pub(super) use tests::round_trip;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::decoded;

    #[test]
    fn charsets_by_name() {
        for name in [
            "iso-8859-1",
            "Windows-1252",
            "koi8-r",
            "euc-jp",
            "Shift_JIS",
            "gbk",
            "GB18030",
            "big5",
            "x-mac-roman",
            "TIS-620",
            "iso-ir-100",
            "cp932",
            "CP949",
        ] {
            let charset = Charset::from_name(name.as_bytes());
            assert!(matches!(charset, Charset::Legacy(_)), "{name}");
        }
        for name in [
            "UTF-8",
            "us-ascii",
            "ANSI_X3.4-1968",
            "",
            "ISO-8859-12",
            "cp850",
            "unknown-8bit",
        ] {
            assert_eq!(
                Charset::from_name(name.as_bytes()),
                Charset::Ascii,
                "{name}"
            );
        }
        for name in [
            "ISO-2022-JP",
            "iso-2022-jp-2",
            "iso-2022-kr",
            "csISO2022JP",
            "_iso-2022-jp$ESC",
        ] {
            assert_eq!(
                Charset::from_name(name.as_bytes()),
                Charset::Iso2022,
                "{name}"
            );
        }
        assert_eq!(Charset::from_name(b"DEFAULT_CHARSET"), Charset::Unknown);
        assert_eq!(Charset::from_name(b"utf-7"), Charset::Utf7);
        assert_eq!(Charset::from_name(b"HZ-GB-2312"), Charset::Hz);
        assert_eq!(
            Charset::from_name(b"utf-16le"),
            Charset::Wide(2, wide::ByteOrder::Little)
        );
    }

    #[test]
    fn text_that_is_not_in_the_charset_of_its_name() {
        let latin = Charset::from_name(b"iso-8859-1");
        assert_eq!(latin.detect("café".as_bytes()), Charset::Ascii);
        assert_eq!(latin.detect(b"\xc3\xa9\xc3"), Charset::Ascii);
        assert_eq!(latin.detect(b"caf\xe9 x"), latin);
        assert_eq!(latin.detect(b"caf\xe9"), latin);
        assert_eq!(latin.detect(b"cafe"), latin);
        assert!(latin.is_readable(b"cafe") && !latin.is_readable(b"caf\xe9"));
        assert_eq!(
            Charset::from_name(b"utf-16").detect(b"plain"),
            Charset::Ascii
        );
        assert_eq!(
            Charset::from_name(b"utf-8").detect(b"\xff\xfea\0"),
            Charset::Wide(2, wide::ByteOrder::Little)
        );
        assert_eq!(
            Charset::from_name(b"utf-16").detect(b"\0a\0b"),
            Charset::Wide(2, wide::ByteOrder::Detect)
        );
        assert_eq!(Charset::from_name(b"x").detect(b"a"), Charset::Unknown);
    }

    /// Checks that `encoded` is decoded to `text`, and that characters map to increasing positions.
    pub(in crate::decode) fn round_trip(charset: Charset, encoded: &[u8], text: &str) {
        let (bytes, map) = decoded(encoded, |encoded, out| charset.decode(encoded, out));
        assert_eq!(String::from_utf8_lossy(&bytes), text);
        let mut end = 0;
        for (at, c) in text.char_indices() {
            let source = map.segments(at..at + c.len_utf8());
            assert_eq!(source.len(), 1, "{c}");
            assert!(source[0].start >= end, "{c}");
            end = source[0].start;
        }
    }
}
