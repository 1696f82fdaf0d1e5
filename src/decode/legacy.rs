//! Charsets from before Unicode whose first 128 bytes are US-ASCII: ISO-8859, windows-125x, KOI8, EUC, Shift_JIS, GBK, Big5.
//!
//! Bytes that are no character of the charset are copied.

use encoding_rs::{DecoderResult, Encoding};

use crate::text::Rewrite;

/// Decodes the text to UTF-8.
pub(super) fn decode(text: &[u8], encoding: &'static Encoding, out: &mut Rewrite<'_>) {
    let upper_half = encoding.is_single_byte().then(|| upper_half(encoding));
    let mut at = 0;
    while at < text.len() {
        let ascii = Encoding::ascii_valid_up_to(&text[at..]);
        out.copy(text, at..at + ascii);
        at += ascii;
        at = match &upper_half {
            Some(upper_half) => single_bytes(text, at, upper_half, out),
            None => characters(text, at, encoding, out),
        };
    }
}

/// The characters of the bytes from 0x80 on; each byte is one character.
fn upper_half(encoding: &'static Encoding) -> Vec<char> {
    let bytes: Vec<u8> = (0x80..=0xff).collect();
    let (characters, _) = encoding.decode_without_bom_handling(&bytes);
    characters.chars().collect()
}

/// Decodes the bytes from `start` on that are not US-ASCII. Returns where they end.
fn single_bytes(text: &[u8], start: usize, upper_half: &[char], out: &mut Rewrite<'_>) -> usize {
    let character = |byte: u8| upper_half.get(usize::from(byte.checked_sub(0x80)?));
    let mut at = start;
    while let Some(&c) = text.get(at).and_then(|&byte| character(byte)) {
        match c {
            char::REPLACEMENT_CHARACTER => out.copy(text, at..at + 1),
            _ => out.put_char(c, at..at + 1),
        }
        at += 1;
    }
    at
}

/// Decodes the characters from `start` on, byte by byte, up to one of US-ASCII. Returns where they end.
fn characters(
    text: &[u8],
    start: usize,
    encoding: &'static Encoding,
    out: &mut Rewrite<'_>,
) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    // The character begins at `first`.
    let (mut first, mut at) = (start, start);
    while at < text.len() && (first < at || !text[at].is_ascii()) {
        let mut utf8 = [0; 16];
        let byte = &text[at..at + 1];
        let (result, _, len) = decoder.decode_to_utf8_without_replacement(byte, &mut utf8, false);
        at += 1;
        match result {
            DecoderResult::InputEmpty if len == 0 => {}
            DecoderResult::InputEmpty => {
                out.put(&utf8[..len], first..at);
                first = at;
            }
            DecoderResult::Malformed(..) | DecoderResult::OutputFull => {
                // The last byte may begin another character.
                at = at.max(first + 2) - 1;
                out.copy(text, first..at);
                return at;
            }
        }
    }
    out.copy(text, first..at);
    at
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_JP, GB18030, KOI8_R, SHIFT_JIS, WINDOWS_1252};

    use super::super::Charset;
    use super::super::charset::round_trip;
    use super::*;

    #[test]
    fn characters_lead_to_their_bytes() {
        for (encoding, text) in [
            (WINDOWS_1252, "http://a.org/café/€ x"),
            (KOI8_R, "Привет, http://пример.рф/путь"),
            (EUC_JP, "日本語 http://a.jp/日本 x"),
            (SHIFT_JIS, "ソース http://a.jp/表示 ｱx"),
            (GB18030, "中文 http://a.cn/中文\u{20ac}x"),
            (BIG5, "功能 http://a.tw/功 x"),
        ] {
            let (bytes, _, _) = encoding.encode(text);
            round_trip(Charset::Legacy(encoding), &bytes, text);
        }
    }

    #[test]
    fn wrong_bytes_are_kept() {
        for (encoding, bytes) in [
            (SHIFT_JIS, &b"a\xfd\xfe b\x81"[..]),
            (EUC_JP, b"\xa4 \xff\xa4\n\x8f\xa1"),
            (WINDOWS_1252, b"a\x81"),
        ] {
            let (decoded, _) = super::super::decoded(bytes, |text, out| {
                decode(text, encoding, out);
            });
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('\u{81}', "\u{fffd}");
            assert_eq!(text(&decoded), text(bytes));
        }
    }
}
