//! UTF-7 (RFC 2152): `+AGE-` is UTF-16 in base64, between `+` and `-`.
//!
//! A text that wrongly declares UTF-7 may contain many other `+`; they are kept.

use super::base64::value;
use crate::text::Rewrite;

pub(super) fn decode(text: &[u8], out: &mut Rewrite<'_>) {
    let mut at = 0;
    while at < text.len() {
        let plus = memchr::memchr(b'+', &text[at..]).map_or(text.len(), |i| at + i);
        out.copy(text, at..plus);
        if plus == text.len() {
            return;
        }
        let digits = text[plus + 1..]
            .iter()
            .map_while(|&b| value(b))
            .collect::<Vec<u8>>();
        let end = plus + 1 + digits.len();
        let closed = usize::from(text.get(end) == Some(&b'-'));
        at = end + closed;
        match units(&digits) {
            Some(units) => write_units(&units, plus + 1, out),
            None if digits.is_empty() && closed == 1 => out.put_char('+', plus..at),
            None => out.copy(text, plus..at),
        }
    }
}

/// The UTF-16 units that base64 digits encode. After the last unit, only fewer than six zero bits may remain.
fn units(digits: &[u8]) -> Option<Vec<u16>> {
    let (mut units, mut bits, mut len) = (Vec::new(), 0u32, 0);
    for &digit in digits {
        bits = bits << 6 | digit as u32;
        len += 6;
        if len >= 16 {
            len -= 16;
            units.push((bits >> len) as u16);
            bits &= (1 << len) - 1;
        }
    }
    (!units.is_empty() && len < 6 && bits == 0).then_some(units)
}

/// Writes UTF-16 units whose digits begin at `start`. A character is mapped to every digit that contains some of its bits.
fn write_units(units: &[u16], start: usize, out: &mut Rewrite<'_>) {
    let mut i = 0;
    for c in char::decode_utf16(units.iter().copied()) {
        let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
        let end = i + c.len_utf16();
        out.put_char(c, start + i * 16 / 6..start + (end * 16).div_ceil(6));
        i = end;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Charset;
    use super::super::charset::round_trip;

    #[test]
    fn rfc_examples() {
        for (encoded, text) in [
            ("A+ImIDkQ.", "A≢Α."),
            ("Hi Mom -+Jjo--!", "Hi Mom -☺-!"),
            ("+ZeVnLIqe-", "日本語"),
            ("Item 3 is +AKM-1.", "Item 3 is £1."),
            ("1 +- 1", "1 + 1"),
            ("http+ADo-//a.org/+AD8-q", "http://a.org/?q"),
            ("+2D3cqQ-", "💩"),
            // Not UTF-7.
            (
                "http://a.org/?q=a+b&c=dog+cat",
                "http://a.org/?q=a+b&c=dog+cat",
            ),
            ("+", "+"),
        ] {
            round_trip(Charset::Utf7, encoded.as_bytes(), text);
        }
    }
}
