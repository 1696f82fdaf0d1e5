//! Base64 (RFC 2045 section 6.8), line by line.
//!
//! Line breaks, missing padding and padding in the middle are accepted. Any other line is a mailing list footer or a note of a
//! gateway, added by a program that ignored MIME. It is kept as plain text. Only a long line with a few invalid characters, or with
//! white space between long runs of digits, is treated as damaged base64, and these characters are skipped, as the RFC requires.

use std::ops::Range;

use super::begin_line;
use crate::span::ending_run;
use crate::text::{Rewrite, Unit, lines, without_break};

/// The value of each digit; `NONE` for other bytes.
const VALUES: [u8; 256] = values();
const NONE: u8 = 0xff;

/// The minimum length of a line that is base64 although it follows plain text or contains invalid characters.
const LONG: usize = 40;

const fn values() -> [u8; 256] {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut values, mut i) = ([NONE; 256], 0);
    while i < alphabet.len() {
        values[alphabet[i] as usize] = i as u8;
        i += 1;
    }
    values
}

/// The bits of each digit at each of the four places of a unit; `INVALID` for other bytes.
static BITS: [[u32; 256]; 4] = {
    let mut bits = [[INVALID; 256]; 4];
    let mut i = 0;
    while i < 4 * 256 {
        let (place, byte) = (i / 256, i % 256);
        if VALUES[byte] != NONE {
            bits[place][byte] = (VALUES[byte] as u32) << (18 - 6 * place);
        }
        i += 1;
    }
    bits
};
const INVALID: u32 = 1 << 31;

/// The value of a base64 digit.
pub(super) fn value(byte: u8) -> Option<u8> {
    Some(VALUES[byte as usize]).filter(|&value| value != NONE)
}

/// A decoder for input in several pieces. Each piece should end at the end of a line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Base64 {
    /// The digits of an incomplete unit, with their positions.
    pending: Vec<(u8, usize)>,
    /// Whether the current lines are plain text.
    plain: bool,
    /// Whether a complete unit was decoded.
    any: bool,
    /// Whether the last unit was padded, so the data has probably ended.
    padded: bool,
    scratch: Vec<u8>,
}

impl Base64 {
    /// Decodes `range`.
    pub(crate) fn feed(&mut self, text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
        out.reserve(range.len() / 4 * 3);
        for line in lines(text, range) {
            let bytes = text[line.clone()].trim_ascii();
            let blanks = text[line.clone()].len() - text[line.clone()].trim_ascii_start().len();
            let digits = line.start + blanks..line.start + blanks + bytes.len();
            if !self.plain
                && !self.padded
                && self.pending.is_empty()
                && self.complete_units(text, &digits, out)
            {
                continue;
            }
            if bytes.is_empty() {
                if self.plain {
                    out.copy(text, line);
                }
            } else if self.is_base64(bytes) {
                self.plain = false;
                self.digits(text, digits, out);
            } else if let Some(len) = self.final_digits(bytes) {
                let rest = digits.start + len..line.end;
                self.digits_before_text(text, rest, digits.start, out);
            } else {
                self.plain_line(text, line, out);
            }
        }
    }

    /// Whether all lines so far are plain text.
    pub(crate) fn is_plain_text(&self) -> bool {
        self.plain && !self.any
    }

    /// Finishes the last unit, whose padding may be missing.
    pub(crate) fn finish(&mut self, out: &mut Rewrite<'_>) {
        let digits = std::mem::take(&mut self.pending);
        // A single digit does not encode a byte.
        if digits.len() > 1 {
            emit(&digits, out);
        }
    }

    fn is_base64(&self, line: &[u8]) -> bool {
        let digits = line.trim_ascii_end();
        let padding = ending_run(digits, b'=');
        let digits = &digits[..digits.len() - padding];
        // The first line of a footer: `Unsubscribe`.
        let is_word = match digits {
            [first, rest @ ..] if padding == 0 && digits.len() < LONG => {
                first.is_ascii_alphabetic() && rest.iter().all(u8::is_ascii_lowercase)
            }
            _ => false,
        };
        if self.padded && is_word {
            return false;
        }
        let strays = digits.iter().filter(|&&b| VALUES[b as usize] == NONE);
        match strays.clone().count() {
            0 => !self.plain || digits.len() >= LONG,
            n => {
                n * 16 < digits.len()
                    && digits.len() >= LONG
                    // A URL has one.
                    && memchr::memchr(b':', digits).is_none()
                    && !strays.into_iter().any(u8::is_ascii_whitespace)
                    || self.has_blanks_alone(digits)
            }
        }
    }

    /// Whether nothing but white space interrupts the digits. Words of a footer are shorter.
    fn has_blanks_alone(&self, digits: &[u8]) -> bool {
        let words = || digits.split(u8::is_ascii_whitespace);
        let longest = words().map(<[u8]>::len).max().unwrap_or(0);
        let is_after = self.plain || self.padded;
        let is_long = longest >= if is_after { LONG } else { LONG / 2 };
        is_long && words().flatten().all(|&b| VALUES[b as usize] != NONE)
    }

    /// The length of the digits at the beginning of `line`, if their padding marks the end of the data and text follows directly.
    /// Some footers are appended without a line break.
    fn final_digits(&self, line: &[u8]) -> Option<usize> {
        let digits = line.iter().take_while(|&&b| VALUES[b as usize] != NONE);
        let digits = digits.count();
        let padding = line[digits..].iter().take_while(|&&b| b == b'=').count();
        let len = digits + padding;
        let rule = line[len..].starts_with(b"____") || line[len..].starts_with(b"----");
        let ends = (1..=2).contains(&padding) || padding == 0 && digits > 0 && rule;
        let ends = ends && (self.pending.len() + len).is_multiple_of(4);
        // `url=http` is not base64.
        let after = line.get(len)?;
        let sure = digits >= LONG || !after.is_ascii_alphanumeric();
        (!self.plain && ends && sure).then_some(len)
    }

    /// Decodes a line whose digits begin at `from` and end, with padding, before the plain text `rest`.
    fn digits_before_text(
        &mut self,
        text: &[u8],
        rest: Range<usize>,
        from: usize,
        out: &mut Rewrite<'_>,
    ) {
        self.digits(text, from..rest.start, out);
        self.finish(out);
        // The last padding character becomes a line break between data and text; without one, the first character of the text does too.
        if text[rest.start - 1] == b'=' {
            out.put(b"\n", rest.start - 1..rest.start);
        } else {
            out.put(b"\n", rest.start..rest.start + 1);
        }
        self.plain_line(text, rest, out);
    }

    /// The fast path for lines that contain only complete units. Returns whether `line` is one.
    fn complete_units(&mut self, text: &[u8], line: &Range<usize>, out: &mut Rewrite<'_>) -> bool {
        if line.is_empty() || !line.len().is_multiple_of(4) {
            return false;
        }
        let len = line.len() / 4 * 3;
        // Two units at a time are written as eight bytes; what follows overwrites the last two.
        self.scratch.resize(len + 5, 0);
        let (mut all, mut at) = (0, 0);
        let bits = |unit: &[u8]| {
            let bits = |place: usize| BITS[place][usize::from(unit[place])];
            bits(0) | bits(1) | bits(2) | bits(3)
        };
        let mut pairs = text[line.clone()].chunks_exact(8);
        for pair in &mut pairs {
            let (first, second) = (bits(&pair[..4]), bits(&pair[4..]));
            all |= first | second;
            let octets = u64::from(first) << 40 | u64::from(second) << 16;
            self.scratch[at..at + 8].copy_from_slice(&octets.to_be_bytes());
            at += 6;
        }
        if let Some(unit) = pairs.remainder().first_chunk::<4>() {
            let last = bits(unit);
            all |= last;
            self.scratch[at..at + 4].copy_from_slice(&(last << 8).to_be_bytes());
        }
        if all & INVALID != 0 {
            return false;
        }
        (self.any, self.padded) = (true, false);
        self.scratch.truncate(len);
        out.put_units(&self.scratch, line.clone(), Unit::Base64);
        true
    }

    /// Decodes digit by digit. Invalid characters are skipped; padding ends a unit.
    fn digits(&mut self, text: &[u8], line: Range<usize>, out: &mut Rewrite<'_>) {
        for at in line {
            match VALUES[text[at] as usize] {
                NONE if text[at] == b'=' => {
                    self.any |= self.pending.len() > 1;
                    self.padded = true;
                    self.finish(out);
                }
                NONE => {}
                value => {
                    self.padded = false;
                    self.pending.push((value, at));
                }
            }
            if self.pending.len() == 4 {
                self.any = true;
                emit(&self.pending, out);
                self.pending.clear();
            }
        }
    }

    fn plain_line(&mut self, text: &[u8], line: Range<usize>, out: &mut Rewrite<'_>) {
        if !self.plain {
            self.finish(out);
            begin_line(text, line.start, out);
            self.plain = true;
        }
        debug_assert!(!without_break(&text[line.clone()]).is_empty());
        out.copy(text, line);
    }
}

/// Writes the one to three bytes that two to four digits encode.
fn emit(digits: &[(u8, usize)], out: &mut Rewrite<'_>) {
    let mut bits = 0u32;
    for i in 0..4 {
        bits = bits << 6 | digits.get(i).map_or(0, |&(value, _)| value as u32);
    }
    let bytes = &bits.to_be_bytes()[1..digits.len()];
    let range = digits[0].1..digits[digits.len() - 1].1 + 1;
    if range.len() == digits.len() {
        out.put_units(bytes, range, Unit::Base64)
    } else {
        // The unit contains a line break.
        for (byte, digits) in bytes.iter().zip(digits.windows(2)) {
            out.put(&[*byte], digits[0].1..digits[1].1 + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use proptest::prelude::*;

    use super::*;
    use crate::text::Map;

    fn decoded(text: &[u8]) -> (Vec<u8>, Map) {
        super::super::decoded(text, |text, out| {
            let mut base64 = Base64::default();
            base64.feed(text, 0..text.len(), out);
            base64.finish(out);
        })
    }

    fn text(encoded: &str) -> String {
        String::from_utf8_lossy(&decoded(encoded.as_bytes()).0).into_owned()
    }

    #[test]
    fn damaged_input() {
        assert_eq!(text("aHR0cDov\r\nL2EuYi8=\r\n"), "http://a.b/");
        assert_eq!(text("aHR0cDovL2EuYi8"), "http://a.b/");
        assert_eq!(text("aHR0cD\novL2EuY\n\ni8=\n"), "http://a.b/");
        assert_eq!(
            text("aHR0cDovL2EuYi8=\nIGFuZCBtb3Jl\n"),
            "http://a.b/ and more"
        );
        assert_eq!(
            text("aHR0cDovL2EuYi9hYWFhYWFhYWFhYWFhYWFhYWFh-YWFhYWFh"),
            "http://a.b/aaaaaaaaaaaaaaaaaaaaaaaaa"
        );
        assert_eq!(text(""), "");
        assert_eq!(text("A"), "");
    }

    /// RFC 2045 section 6.8: white space in it is ignored, also where it replaces the line breaks.
    #[test]
    fn blanks_in_a_line() {
        let want = "<p>Hello Ann, the page is <a href=\"http://www.example.org/found?a=1\">here</a> now</p>";
        let digits = STANDARD.encode(want);
        for blank in [" ", "\t", "\r", "  \t"] {
            for at in [21, 40, 77] {
                let (before, after) = digits.split_at(at);
                let broken = format!("{before}{blank}{after}\n");
                assert_eq!(text(&broken), want, "{blank:?} {at}");
            }
            let lines: Vec<_> = digits.as_bytes().chunks(76).collect();
            let line = lines.join(blank.as_bytes());
            assert_eq!(decoded(&line).0, want.as_bytes(), "{blank:?}");
        }
        // A note, then a footer of words, one of which is long.
        for prose in [
            "Gesendet mit Datenschutz und Anlagen\n",
            "Unsubscribe here\nDie Datenschutzgrundverordnung gilt\nhttp://c.org/\n",
        ] {
            assert_eq!(
                text(&format!("aHR0cDovL2EuYi8=\n{prose}")),
                format!("http://a.b/\n{prose}")
            );
            assert_eq!(text(prose), prose);
        }
    }

    #[test]
    fn a_footer_is_plain_text() {
        let footer = "_____________\nSee http://lists.b/\nThe List\n";
        assert_eq!(
            text(&format!("aHR0cDovL2EuYi8=\n{footer}")),
            format!("http://a.b/\n{footer}")
        );
        assert_eq!(
            text(&format!("aHR0cDovL2EuYi8\n\n{footer}")),
            format!("http://a.b/\n{footer}")
        );
        assert_eq!(
            text("aHR0cDovL2EuYi8=\nUnsubscribe\nhttp://c.org/\n"),
            "http://a.b/\nUnsubscribe\nhttp://c.org/\n"
        );
        // A word has as many letters as a unit has digits. A long URL has few other characters.
        let link = "http://www.example.com/unsubscribe/AbCdEf0123456789AbCdEf0123456789\n";
        for footer in [
            "Note\nhttps://c.org/\n",
            link,
            &format!("To leave:\n{link}"),
        ] {
            let all = format!("aHR0cDovL2EuYi8=\n{footer}");
            assert_eq!(text(&all), format!("http://a.b/\n{footer}"));
        }
        let unpadded = STANDARD.encode("See http://a.org/page \n\n");
        assert!(!unpadded.ends_with('='));
        assert_eq!(
            text(&format!("{unpadded}{footer}")),
            format!("See http://a.org/page \n\n\n{footer}")
        );
        // Without a line break in between.
        for (digits, body) in [
            ("aHR0cDovL2EuYi8=", "http://a.b/"),
            ("aHR0cDov\nL2EuYi9hYQ==", "http://a.b/aa"),
            ("aHR0cDovL2E\nuYi8=", "http://a.b/"),
        ] {
            assert_eq!(
                text(&format!("{digits}{footer}")),
                format!("{body}\n{footer}")
            );
            assert_eq!(
                text(&format!("{digits} {footer}")),
                format!("{body}\n {footer}")
            );
        }
        let alone =
            "Hello,\n\nhttps://example.org/account/verify/4f1c2b7a9d8e4f1c2b7a9d8e\n\nBye\n";
        for plain in [alone, "url=http://a.b/", "x=1 y==2\n", "see == http://a.b/"] {
            assert_eq!(text(plain), plain);
        }
        // A gateway's note before the data.
        let long = STANDARD.encode("http://a.b/ and some more text");
        assert_eq!(
            text(&format!("Note: scanned.\n\n{long}\n")),
            "Note: scanned.\n\nhttp://a.b/ and some more text"
        );
    }

    proptest! {
        #[test]
        fn same_as_the_reference(bytes in prop::collection::vec(any::<u8>(), 0..300), width in 1usize..80) {
            let encoded = STANDARD.encode(&bytes);
            let lines: Vec<&[u8]> = encoded.as_bytes().chunks(width).collect();
            prop_assert_eq!(&decoded(&lines.join(&b"\r\n"[..])).0, &bytes);
        }

        #[test]
        fn every_byte_maps_to_its_encoding(bytes in prop::collection::vec(any::<u8>(), 1..200), width in 1usize..80) {
            let encoded = STANDARD.encode(&bytes);
            let text = encoded.as_bytes().chunks(width).collect::<Vec<_>>().join(&b'\n');
            let (decoded, map) = decoded(&text);
            for (i, &byte) in decoded.iter().enumerate() {
                let source = map.source_of(i);
                let digits: Vec<u8> = text[source.start as usize..source.end as usize]
                    .iter().filter_map(|&b| value(b)).collect();
                prop_assert_eq!(digits.len(), 2);
                let bits = (digits[0] as u32) << 6 | digits[1] as u32;
                let again = bits >> [4, 2, 0][i % 3];
                prop_assert_eq!(again as u8, byte);
            }
        }
    }
}
