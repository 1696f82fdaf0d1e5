//! Decodes roff escapes to the text that a man page displays: `\-` is a hyphen, `\:` and `\&` are empty (groff(7)).
//!
//! Escapes that depend on the formatter or the terminal (`\*(xy`, `\n(xy`, `\h'…'`) are kept unchanged, and so are comments.

use std::ops::Range;

use crate::text::{Map, Rewrite, Text};

/// The displayed text of a man page, with a map to positions in `document`.
pub(crate) fn read(document: &[u8]) -> Text<'_> {
    let mut text = Text::plain(document, 0);
    if memchr::memchr(b'\\', document).is_none() {
        return text;
    }
    let identity = Map::shift(0);
    let mut read = Rewrite::new(&identity);
    let mut at = 0;
    while let Some(open) = memchr::memchr(b'\\', &document[at..]).map(|i| at + i) {
        read.copy(document, at..open);
        let escape = Escape::at(document, open);
        let span = open..open + escape.len;
        match escape.meaning {
            Meaning::Unknown => read.copy(document, span.clone()),
            Meaning::Empty => {}
            Meaning::Text(text) => read.put(text, span.clone()),
        }
        at = span.end;
    }
    read.copy(document, at..document.len());
    let (bytes, map) = read.finish();
    text.bytes = bytes.into();
    text.map = map;
    text
}

struct Escape {
    /// The length, including the backslash.
    len: usize,
    meaning: Meaning,
}

enum Meaning {
    /// Unknown, or not fixed: the escape is kept.
    Unknown,
    Empty,
    Text(&'static [u8]),
}

/// Named characters that occur in URLs or next to them.
const NAMES: &[(&[u8], &str)] = &[
    (b"-", "-"),
    (b"Do", "$"),
    (b"aq", "'"),
    (b"at", "@"),
    (b"ba", "|"),
    (b"bu", "•"),
    (b"cq", "’"),
    (b"dq", "\""),
    (b"em", "—"),
    (b"en", "–"),
    (b"eq", "="),
    (b"ga", "`"),
    (b"ha", "^"),
    (b"hy", "-"),
    (b"lB", "["),
    (b"lC", "{"),
    (b"la", "<"),
    (b"lq", "“"),
    (b"mi", "-"),
    (b"oq", "‘"),
    (b"pl", "+"),
    (b"rB", "]"),
    (b"rC", "}"),
    (b"ra", ">"),
    (b"rq", "”"),
    (b"rs", "\\"),
    (b"sh", "#"),
    (b"sl", "/"),
    (b"ti", "~"),
    (b"ul", "_"),
];

impl Escape {
    fn new(len: usize, meaning: Meaning) -> Escape {
        Escape { len, meaning }
    }

    /// The escape whose backslash is at `open`.
    fn at(document: &[u8], open: usize) -> Escape {
        let rest = &document[open + 1..];
        let two = |meaning| Escape::new(2, meaning);
        let Some(first) = rest.first() else {
            return Escape::new(1, Meaning::Unknown);
        };
        match first {
            b'&' | b':' | b'%' | b'/' | b',' | b')' | b'|' | b'^' | b'c' | b'{' | b'}' | b'\n' => {
                two(Meaning::Empty)
            }
            b'\r' if rest.get(1) == Some(&b'\n') => Escape::new(3, Meaning::Empty),
            b'-' => two(Meaning::Text(b"-")),
            b'~' | b' ' | b'0' => two(Meaning::Text(b" ")),
            b'.' => two(Meaning::Text(b".")),
            b'_' => two(Meaning::Text(b"_")),
            b'\'' => two(Meaning::Text(b"'")),
            b'`' => two(Meaning::Text(b"`")),
            b'e' | b'E' | b'\\' => two(Meaning::Text(b"\\")),
            // A comment.
            b'"' | b'#' => {
                let line = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                Escape::new(1 + line, Meaning::Unknown)
            }
            b'(' | b'[' => name(rest).map_or(two(Meaning::Unknown), |(name, len)| {
                Escape::new(1 + len, named_character(&rest[name]))
            }),
            // A font.
            b'f' => match rest.get(1) {
                Some(b'(' | b'[') => name(&rest[1..]).map_or(two(Meaning::Unknown), |(_, len)| {
                    Escape::new(2 + len, Meaning::Empty)
                }),
                Some(b) if b.is_ascii_alphanumeric() => Escape::new(3, Meaning::Empty),
                _ => two(Meaning::Unknown),
            },
            b's' => size(&rest[1..]).map_or(two(Meaning::Unknown), |len| {
                Escape::new(2 + len, Meaning::Empty)
            }),
            _ => two(Meaning::Unknown),
        }
    }
}

/// Parses `(xy` or `[…]`. Returns the range of the name, and the length of everything.
fn name(rest: &[u8]) -> Option<(Range<usize>, usize)> {
    /// No name is longer.
    const MAX: usize = 32;
    match rest.first()? {
        b'(' => rest
            .get(1..3)
            .is_some_and(|name| name.iter().all(u8::is_ascii_graphic))
            .then_some((1..3, 3)),
        _ => {
            let rest = &rest[..rest.len().min(MAX)];
            let close = memchr::memchr(b']', rest)?;
            let word = rest[1..close].iter().all(u8::is_ascii_graphic);
            word.then_some((1..close, close + 1))
        }
    }
}

fn named_character(name: &[u8]) -> Meaning {
    match NAMES.iter().find(|row| row.0 == name) {
        Some((_, text)) => Meaning::Text(text.as_bytes()),
        None => Meaning::Unknown,
    }
}

/// The length of the argument of `\s`: `N`, `+N`, `-N`, `(NN`, `[N]`, `'N'`.
fn size(rest: &[u8]) -> Option<usize> {
    let sign = rest.iter().take_while(|b| b"+-".contains(b)).count().min(1);
    let rest = &rest[sign..];
    let len = match rest.first()? {
        b'(' | b'[' => name(rest)?.1,
        b'\'' => memchr::memchr(b'\'', rest.get(1..rest.len().min(16))?)? + 2,
        b if b.is_ascii_digit() => 1,
        _ => return None,
    };
    Some(sign + len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn displayed(document: &str) -> String {
        String::from_utf8_lossy(&read(document.as_bytes()).bytes).into_owned()
    }

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(
            displayed(r"http://a\-b.org/\:x\&.\%y\(tiz\[ti]\fBb\f(CWc\f[R]\s-1d\s0"),
            "http://a-b.org/x.y~z~bcd"
        );
        assert_eq!(displayed("a\\\nb\\\r\nc"), "abc");
        assert_eq!(displayed("x\\~y\\ez"), "x y\\z");
    }

    #[test]
    fn unknown_escapes_are_kept() {
        for text in [
            "\\",
            "x\\(",
            "x\\[ab",
            "\\f",
            "\\s",
            "\\s-",
            "\\*(xy",
            "\\n[x]",
            "\\(co",
            ".\\\" http://a\\-b.org/\nx",
            "\\s'1",
        ] {
            assert_eq!(displayed(text), text);
        }
    }

    #[test]
    fn every_byte_maps_to_its_source() {
        let document = br"http://a\-b.org/\:x";
        let text = read(document);
        assert_eq!(text.map.source_of(8), 8..10);
        assert_eq!(text.map.source_of(9), 10..11);
        assert_eq!(text.map.source_of(15), 18..19);
        assert!(!text.map.is_verbatim(0..16) && text.map.is_verbatim(0..8));
    }
}
