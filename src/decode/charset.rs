//! Charsets, and whether text in them must be decoded before URLs can be found.
//!
//! UTF-8 is searched without decoding, and so is text in US-ASCII, which most charsets contain. Where a text is declared as
//! another charset but is valid UTF-8, it is UTF-8.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_8859_15, KOI8_R, KOI8_U, MACINTOSH,
    REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_874, X_MAC_CYRILLIC, X_USER_DEFINED,
};

use super::wide::{self, ByteOrder};
use super::{iso_2022, legacy, utf_7};
use crate::span::{contains, starts_with_any};
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

/// What names of charsets begin with, as [`spelling`] writes them: other names than those of the web, from Java, Python, Windows and the
/// locales of Unix. Mail has them all.
#[rustfmt::skip]
const LEGACY: [(&[u8], &Encoding); 25] = [
    (b"big5", BIG5), (b"cp866", IBM866), (b"cp874", WINDOWS_874), (b"cp932", SHIFT_JIS), (b"cp936", GBK),
    (b"cp949", EUC_KR), (b"cp950", BIG5), (b"euccn", GBK), (b"eucgb2312", GBK), (b"eucj", EUC_JP),
    (b"euckr", EUC_KR), (b"gb18030", GB18030), (b"gb2312", GBK), (b"gbk", GBK), (b"koi8u", KOI8_U),
    (b"koi8r", KOI8_R), (b"ksc5601", EUC_KR), (b"latin9", ISO_8859_15), (b"maccyrillic", X_MAC_CYRILLIC), (b"macroman", MACINTOSH),
    (b"shiftjis", SHIFT_JIS), (b"sjis", SHIFT_JIS), (b"tis620", WINDOWS_874), (b"uhc", EUC_KR), (b"ujis", EUC_JP),
];

/// The same, of charsets that contain US-ASCII and are not decoded, and of what is declared where nobody knows.
#[rustfmt::skip]
const ASCII: [&[u8]; 11] = [
    b"ansi", b"ascii", b"cp437", b"cp8", b"ibm437", b"ibm8", b"iso8859", b"koi8", b"unknown", b"usascii", b"utf8",
];

impl Charset {
    /// The charset with this name in a header, in any case.
    pub(crate) fn from_name(name: &[u8]) -> Charset {
        let name = name.trim_ascii();
        if is_one_of(name, &["", "us-ascii", "utf-8"]) {
            return Charset::Ascii;
        }
        let spelling = spelling(name);
        match &spelling[..] {
            b"utf7" | b"unicode11utf7" | b"unicode20utf7" => return Charset::Utf7,
            b"ascii" | b"ansix341968" => return Charset::Ascii,
            b"hz" | b"hzgb" | b"hzgb2312" => return Charset::Hz,
            b"utf16" | b"ucs2" => return Charset::Wide(2, ByteOrder::Detect),
            b"utf16be" => return Charset::Wide(2, ByteOrder::Big),
            b"utf16le" => return Charset::Wide(2, ByteOrder::Little),
            b"utf32" | b"ucs4" | b"iso10646ucs4" => return Charset::Wide(4, ByteOrder::Detect),
            b"utf32be" => return Charset::Wide(4, ByteOrder::Big),
            b"utf32le" => return Charset::Wide(4, ByteOrder::Little),
            // Outlook Express has sent its own name for it: `_iso-2022-jp$ESC`.
            name if starts_with_any(name, &[b"iso2022", b"csiso2022"]) => return Charset::Iso2022,
            _ => {}
        }
        let labels = [name, &spelling, &[b"iso", &spelling[..]].concat()];
        let known = labels.into_iter().find_map(Encoding::for_label);
        match known.filter(|&encoding| encoding != REPLACEMENT) {
            Some(encoding) if [UTF_16BE, UTF_16LE].contains(&encoding) => {
                Charset::Wide(2, ByteOrder::Detect)
            }
            Some(encoding) if [UTF_8, X_USER_DEFINED].contains(&encoding) => Charset::Ascii,
            Some(encoding) => Charset::Legacy(encoding),
            None => Charset::from_prefix(&spelling),
        }
    }

    /// The charset whose name is not one of the web.
    fn from_prefix(spelling: &[u8]) -> Charset {
        let mut legacy = LEGACY.iter();
        match legacy.find(|(prefix, _)| spelling.starts_with(prefix)) {
            Some((_, encoding)) => Charset::Legacy(encoding),
            None if starts_with_any(spelling, &ASCII) => Charset::Ascii,
            None => Charset::Unknown,
        }
    }

    /// The actual charset of `text`, which is declared as `self`. A byte order mark decides; wide text must contain NULs.
    pub(crate) fn detect(self, text: &[u8]) -> Charset {
        let declared_size = match self {
            Charset::Wide(size, _) => Some(size),
            Charset::Legacy(encoding) if is_utf8(text) && !is_short(text, encoding) => {
                return Charset::Ascii;
            }
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

/// The letters and digits of a name, in lower case, without a leading `x`: `EUC_JP`, `eucJP` and `x-euc-jp` are one name, and so are
/// `win-1251`, `Windows1251` and `cp1251`.
fn spelling(name: &[u8]) -> Vec<u8> {
    let of_name = name.iter().filter(|b| b.is_ascii_alphanumeric());
    let name: Vec<u8> = of_name.map(u8::to_ascii_lowercase).collect();
    let name = name.strip_prefix(b"x").unwrap_or(&name);
    let number = ["windows", "win", "ms"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix.as_bytes()))
        .filter(|number| number.first().is_some_and(u8::is_ascii_digit));
    number.map_or(name.to_vec(), |number| [b"cp", number].concat())
}

/// Whether the text is UTF-8 and has more than US-ASCII. Its last character may be cut.
pub(crate) fn is_utf8(text: &[u8]) -> bool {
    let rest = &text[Encoding::ascii_valid_up_to(text)..];
    match str::from_utf8(rest) {
        Ok(rest) => !rest.is_empty(),
        Err(error) => error.error_len().is_none() && error.valid_up_to() > 0,
    }
}

/// Whether the text may be in this charset although it is UTF-8. A few words of Chinese or Korean often are UTF-8 with two bytes a
/// character: 谢谢 in GBK is лл. Where UTF-8 is declared as such a charset, it has more characters, longer ones or no-break spaces.
fn is_short(text: &[u8], encoding: &'static Encoding) -> bool {
    // One of six characters in GBK is UTF-8.
    const MAX: usize = 12;
    let is_long = |&byte: &u8| byte >= 0xe0;
    let begins_character = |byte: &&u8| **byte >= 0xc0;
    !encoding.is_single_byte()
        && !text.iter().any(is_long)
        && text.iter().filter(begins_character).nth(MAX).is_none()
        && !contains(text, "\u{a0}".as_bytes())
}

#[cfg(test)]
pub(super) use tests::round_trip;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::decoded;

    #[test]
    fn charsets_that_are_decoded_by_name() {
        let names = "iso-8859-1 Windows-1252 koi8-r euc-jp Shift_JIS gbk GB18030 big5 x-mac-roman TIS-620 iso-ir-100 cp932 CP949 BIG-5 \
            big5-eten x-big5 EUC_CN eucgb2312_cn eucJP EUC-JISX0213 ujis EUC_KR GB-18030 gb2312-80 koi8r Cp1251 cp-1251 win-1251 \
            windows1251 x-windows-950 ms949 8859_1 ISO8859_5 Latin-9 mac-cyrillic TIS620";
        for name in names.split(' ') {
            let charset = Charset::from_name(name.as_bytes());
            assert!(matches!(charset, Charset::Legacy(_)), "{name}");
        }
        let linux = Charset::from_name(b"x-euc-jp-linux");
        assert_eq!(linux, Charset::Legacy(EUC_JP));
    }

    #[test]
    fn charsets_by_name() {
        let wide = |order| Charset::Wide(2, order);
        for (names, want) in [
            (
                "UTF-8 us-ascii ANSI_X3.4-1968 ISO-8859-12 cp850 CP-850 unknown-8bit KOI8-CS x-unknown x-user-defined utf_8 utf8mb4 \
                 \u{201c}utf-8 utf-8;format=flowed",
                Charset::Ascii,
            ),
            (
                "ISO-2022-JP iso-2022-jp-2 iso-2022-kr csISO2022JP csISO2022KR ISO2022JP _iso-2022-jp$ESC",
                Charset::Iso2022,
            ),
            ("DEFAULT_CHARSET euc-tw johab x-mac-ce -", Charset::Unknown),
            (
                "utf-16 UTF_16 ucs-2 csUnicode unicodefffe",
                wide(ByteOrder::Detect),
            ),
            ("utf-16le", wide(ByteOrder::Little)),
            ("utf-7", Charset::Utf7),
            ("HZ-GB-2312", Charset::Hz),
        ] {
            for name in names.split(' ') {
                assert_eq!(Charset::from_name(name.as_bytes()), want, "{name}");
            }
        }
        assert_eq!(Charset::from_name(b""), Charset::Ascii);
    }

    #[test]
    fn text_that_is_not_in_the_charset_of_its_name() {
        let latin = Charset::from_name(b"iso-8859-1");
        assert_eq!(latin.detect("café".as_bytes()), Charset::Ascii);
        assert_eq!(latin.detect(b"\xc3\xa9\xc3"), Charset::Ascii);
        assert_eq!(latin.detect(b"caf\xe9 x"), latin);
        assert_eq!(latin.detect(b"caf\xe9"), latin);
        assert_eq!(latin.detect(b"cafe"), latin);
        let chinese = Charset::from_name(b"gb2312");
        for (text, want) in [
            (&b"\xd0\xbb\xd0\xbb"[..], chinese),
            ("谢谢".as_bytes(), Charset::Ascii),
            ("caf\u{e9}:\u{a0}x".as_bytes(), Charset::Ascii),
            ("на этой странице".as_bytes(), Charset::Ascii),
        ] {
            assert_eq!(chinese.detect(text), want, "{text:x?}");
        }
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
