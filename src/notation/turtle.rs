//! Turtle and its relatives N-Triples, N-Quads, TriG and N3 (RDF 1.1 Turtle; RDF 1.1 N-Triples).
//!
//! The escapes of strings and of IRIs are undone: `<http://a.org/\u00C9cole>`. A blank or a control character that stands as an escape
//! delimits, since no IRI has one.

use super::{AS_TEXT, Notation};
use crate::grammar::coded;
use crate::text::{DELIMITER, Edits, Rewrite};

pub(super) static TURTLE: Notation = Notation {
    name: "turtle",
    media_types: &[
        "application/n-quads",
        "application/n-triples",
        "application/trig",
        "application/x-turtle",
        "text/n3",
        "text/rdf+n3",
        "text/turtle",
    ],
    extensions: &["n3", "nq", "nt", "trig", "ttl"],
    is_readable: |text| memchr::memchr(b'\\', text).is_none(),
    read,
    ..AS_TEXT
};

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    let places = memchr::memchr_iter(b'\\', text);
    Edits::new(text, 0, out).each(places, |edits, at| {
        if let Some((c, len)) = escape(&text[at..]) {
            let delimits = c <= ' ' || c.is_control();
            let c = if delimits { char::from(DELIMITER) } else { c };
            edits.put_char(c, at..at + len);
        }
    });
}

/// The character of the escape at the beginning of `bytes`, and its length: `ECHAR` and `UCHAR` of the grammar.
fn escape(bytes: &[u8]) -> Option<(char, usize)> {
    let c = match *bytes.get(1)? {
        c @ (b'"' | b'\'' | b'\\') => char::from(c),
        b'b' | b'f' | b'n' | b'r' | b't' => char::from(DELIMITER),
        b'u' => return coded::unicode(bytes),
        b'U' => {
            let digits = str::from_utf8(bytes.get(2..10)?).ok()?;
            let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
            let code = is_hex.then(|| u32::from_str_radix(digits, 16).ok())??;
            return Some((char::from_u32(code)?, 10));
        }
        _ => return None,
    };
    Some((c, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        for (text, want) in [
            (r"<http://a.org/\u00C9\U0001F600b>", "<http://a.org/É😀b>"),
            (r"<http://a.org/\u0020b\U0000000Ac>", "<http://a.org/¦b¦c>"),
            (
                r"<http://a.org/\u00ZZ \U00ZZ1111 \U00110000 \u1>",
                r"<http://a.org/\u00ZZ \U00ZZ1111 \U00110000 \u1>",
            ),
            (
                r#""a\"b\\u0041\nc\t'" dbr:a\,b"#,
                r#""a"b\u0041¦c¦'" dbr:a\,b"#,
            ),
            ("\\", "\\"),
        ] {
            assert_eq!(crate::notation::text_of(text, read), want, "{text}");
        }
    }
}
