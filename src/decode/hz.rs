//! HZ (RFC 1843): Chinese in seven-bit text, between `~{` and `~}`.

use encoding_rs::GBK;

use super::charset::character;
use crate::text::Rewrite;

pub(super) fn decode(text: &[u8], out: &mut Rewrite<'_>) {
    let (mut at, mut chinese) = (0, false);
    while at < text.len() {
        let len = match &text[at..] {
            [b'~', b'{', ..] if !chinese => {
                chinese = true;
                2
            }
            [b'~', b'}', ..] if chinese => {
                chinese = false;
                2
            }
            [b'~', b'~', ..] if !chinese => {
                out.put_char('~', at..at + 2);
                2
            }
            // A line continuation.
            [b'~', b'\n', ..] => 2,
            [a @ 0x21..0x7f, b @ 0x21..0x7f, ..] if chinese => {
                out.put_char(character(GBK, &[a | 0x80, b | 0x80]), at..at + 2);
                2
            }
            [byte, ..] => {
                // The end of the line also ends the Chinese text.
                chinese &= *byte != b'\n';
                out.copy(text, at..at + 1);
                1
            }
            [] => 1,
        };
        at += len;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Charset;
    use super::super::charset::round_trip;

    #[test]
    fn rfc_examples() {
        for (encoded, text) in [
            ("~{<:Ky2;S{#,NpJ)l6HK!#~}", "己所不欲，勿施於人。"),
            ("a ~~ b~\nc", "a ~ bc"),
            ("http://a.org/~~joe ~{<:", "http://a.org/~joe 己"),
            ("~{<:\nhttp://a.org/~joe", "己\nhttp://a.org/~joe"),
            ("~", "~"),
        ] {
            round_trip(Charset::Hz, encoded.as_bytes(), text);
        }
    }
}
