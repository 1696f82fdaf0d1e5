//! The value of a header field as people read it: unfolded, with encoded words decoded (RFC 2047). Old programs wrote other characters
//! than those of US-ASCII without encoding them.

use std::borrow::Cow;

use super::content::Content;
use super::header::{Head, fields};
use super::parameter;
use crate::character;
use crate::decode::Charset;
use crate::span::contains;
use crate::text::{Map, rewrite};

/// The first field with this name, in any case, in a header block. Line breaks and control characters become blanks. A value that is
/// not UTF-8 is read in the charset of Content-Type, or else as windows-1252; escape sequences of ISO-2022 are known without it.
///
/// ```
/// use urlgrep::mail::field;
/// let head = b"From: Joe <joe@x.org>\nSubject: =?utf-8?Q?Caf=C3=A9?=\n at nine\n";
/// assert_eq!(field(head, "subject").as_deref(), Some("Caf\u{e9} at nine"));
/// assert_eq!(field(head, "To"), None);
/// ```
pub fn field(head: &[u8], name: &str) -> Option<String> {
    let (_, value) = fields(head).find(|(known, _)| known.eq_ignore_ascii_case(name.as_bytes()))?;
    // Within `<` and `>` a line break is dropped, as in a URL. Elsewhere a blank stands for it.
    let text = parameter::text(&utf8(head, &head[value]));
    let words = text.split(|c: char| c.is_control() || c == ' ');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    Some(words.join(" "))
}

fn utf8<'h>(head: &[u8], value: &'h [u8]) -> Cow<'h, [u8]> {
    // ISO-2022 looks like US-ASCII but for its escape sequences, which no other charset has.
    let charset = if !value.is_ascii() {
        let declared = Content::from_header(head, &Head::parse(head), Content::PLAIN.kind).charset;
        Some(declared.detect(value)).filter(|charset| matches!(charset, Charset::Legacy(_)))
    } else if contains(value, b"\x1b$") {
        Some(Charset::Iso2022)
    } else {
        None
    };
    if charset.is_none() && str::from_utf8(value).is_ok() {
        return value.into();
    }
    let map = Map::shift(0);
    let (bytes, _) = rewrite(&map, |out| match charset {
        Some(charset) => charset.decode(value, out),
        None => {
            let mut at = 0;
            while at < value.len() {
                let (c, len) = character::decode(value, at);
                out.put_char(c, at..at + len);
                at += len;
            }
        }
    });
    bytes.into()
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn values_that_are_not_encoded() {
        let subject = |value: &[u8], other: &str| {
            let head = [b"From joe\nSubject: ", value, b"\n", other.as_bytes()].concat();
            field(&head, "Subject").unwrap()
        };
        let declared = |charset| format!("Content-Type: text/plain; charset={charset}\n");
        assert_eq!(subject(b"caf\xe9 \x80 5", ""), "café € 5");
        assert_eq!(subject("café".as_bytes(), ""), "café");
        // A line of UTF-8 that was cut.
        assert_eq!(subject(b"caf\xc3\xa9 \xc3", ""), "café Ã");
        assert_eq!(
            subject(b"T\xdcRK\xddYE", &declared("iso-8859-9")),
            "TÜRKİYE"
        );
        assert_eq!(
            subject(b"\xf0\xd2\xc9\xd7\xc5\xd4", &declared("koi8-r")),
            "Привет"
        );
        assert_eq!(subject(b"caf\xe9", &declared("us-ascii")), "café");
        assert_eq!(subject("café".as_bytes(), &declared("koi8-r")), "café");
        assert_eq!(subject(b"\xd0\xbb\xd0\xbb", &declared("gb2312")), "谢谢");
        assert_eq!(subject("谢谢".as_bytes(), &declared("gb2312")), "谢谢");
        let mixed = subject(b"\xfcber =?utf-8?Q?Caf=C3=A9?=", &declared("iso-8859-1"));
        assert_eq!(mixed, "über Café");
        // ISO-2022-JP, with and without Content-Type; each line begins in US-ASCII.
        for other in ["", &declared("iso-2022-jp"), &declared("shift_jis")] {
            assert_eq!(subject(b"\x1b$B$K$c!<$s\x1b(B", other), "にゃーん");
            let folded = b"Re: \x1b$B$3$s\x1b(B\n \x1b$B$G\x1b(B =?utf-8?Q?Caf=C3=A9?=";
            assert_eq!(subject(folded, other), "Re: こん で Café");
        }
        // Not both: bytes of another charset, and UTF-8.
        assert_eq!(
            subject(b"caf\xe9 \x1b$B$3", &declared("iso-2022-jp")),
            "café $B$3"
        );
        assert_eq!(subject("café \x1b$B$3".as_bytes(), ""), "café $B$3");
        assert_eq!(subject(b"caf\xe9", &declared("iso-2022-jp")), "café");
    }
}
