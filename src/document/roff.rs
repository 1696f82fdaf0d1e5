//! Roff's escapes as a reader of a man page sees them: `\-` is a hyphen, `\:` and `\&` are nothing (groff(7)).
//!
//! What a program or a terminal would have to say (`\*(xy`, `\n(xy`, `\h'…'`) stays as it is written, and so do comments.

use std::ops::Range;

use crate::text::{Map, Rewrite, Text};

/// The text of a man page, with a map to where it lies in `document`.
pub(crate) fn read(document: &[u8]) -> Text<'_> {
    let mut text = Text::plain(document, 0);
    if memchr::memchr(b'\\', document).is_none() {
        return text;
    }
    let lies = Map::shift(0);
    let mut read = Rewrite::new(&lies);
    let mut at = 0;
    while let Some(open) = memchr::memchr(b'\\', &document[at..]).map(|i| at + i) {
        read.copy(document, at..open);
        let escape = Escape::at(document, open);
        let span = open..open + escape.len;
        match escape.is {
            Is::Itself => read.copy(document, span.clone()),
            Is::Nothing => {}
            Is::Shown(text) => read.put(text, span.clone()),
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
    /// With the backslash.
    len: usize,
    is: Is,
}

enum Is {
    /// Not seen through.
    Itself,
    Nothing,
    Shown(&'static [u8]),
}

/// Characters that have names, as far as they stand in URLs or beside them.
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
    fn at(document: &[u8], open: usize) -> Escape {
        let rest = &document[open + 1..];
        let two = |is| Escape { len: 2, is };
        let Some(first) = rest.first() else {
            return Escape {
                len: 1,
                is: Is::Itself,
            };
        };
        match first {
            b'&' | b':' | b'%' | b'/' | b',' | b')' | b'|' | b'^' | b'c' | b'{' | b'}' | b'\n' => {
                two(Is::Nothing)
            }
            b'\r' if rest.get(1) == Some(&b'\n') => Escape {
                len: 3,
                is: Is::Nothing,
            },
            b'-' => two(Is::Shown(b"-")),
            b'~' | b' ' | b'0' => two(Is::Shown(b" ")),
            b'.' => two(Is::Shown(b".")),
            b'_' => two(Is::Shown(b"_")),
            b'\'' => two(Is::Shown(b"'")),
            b'`' => two(Is::Shown(b"`")),
            b'e' | b'E' | b'\\' => two(Is::Shown(b"\\")),
            // A comment.
            b'"' | b'#' => {
                let line = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                Escape {
                    len: 1 + line,
                    is: Is::Itself,
                }
            }
            b'(' | b'[' => named(rest).map_or(two(Is::Itself), |(name, len)| Escape {
                len: 1 + len,
                is: shown(&rest[name]),
            }),
            // A font.
            b'f' => match rest.get(1) {
                Some(b'(' | b'[') => named(&rest[1..]).map_or(two(Is::Itself), |(_, len)| Escape {
                    len: 2 + len,
                    is: Is::Nothing,
                }),
                Some(b) if b.is_ascii_alphanumeric() => Escape {
                    len: 3,
                    is: Is::Nothing,
                },
                _ => two(Is::Itself),
            },
            b's' => size(&rest[1..]).map_or(two(Is::Itself), |len| Escape {
                len: 2 + len,
                is: Is::Nothing,
            }),
            _ => two(Is::Itself),
        }
    }
}

/// The name at the beginning of `(xy` or `[…]`, and the length of it all.
fn named(rest: &[u8]) -> Option<(Range<usize>, usize)> {
    /// Longer than any name.
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

fn shown(name: &[u8]) -> Is {
    match NAMES.iter().find(|row| row.0 == name) {
        Some((_, text)) => Is::Shown(text.as_bytes()),
        None => Is::Itself,
    }
}

/// The length of what follows `\s`: `N`, `+N`, `-N`, `(NN`, `[N]`, `'N'`.
fn size(rest: &[u8]) -> Option<usize> {
    let sign = rest.iter().take_while(|b| b"+-".contains(b)).count().min(1);
    let rest = &rest[sign..];
    let len = match rest.first()? {
        b'(' | b'[' => named(rest)?.1,
        b'\'' => memchr::memchr(b'\'', rest.get(1..rest.len().min(16))?)? + 2,
        b if b.is_ascii_digit() => 1,
        _ => return None,
    };
    Some(sign + len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(document: &str) -> String {
        String::from_utf8_lossy(&read(document.as_bytes()).bytes).into_owned()
    }

    #[test]
    fn as_a_reader_sees_it() {
        assert_eq!(
            seen(r"http://a\-b.org/\:x\&.\%y\(tiz\[ti]\fBb\f(CWc\f[R]\s-1d\s0"),
            "http://a-b.org/x.y~z~bcd"
        );
        assert_eq!(seen("a\\\nb\\\r\nc"), "abc");
        assert_eq!(seen("x\\~y\\ez"), "x y\\z");
    }

    #[test]
    fn what_is_not_seen_through_stays() {
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
            assert_eq!(seen(text), text);
        }
    }

    #[test]
    fn every_byte_leads_to_its_source() {
        let document = br"http://a\-b.org/\:x";
        let text = read(document);
        assert_eq!(text.map.source_of(8), 8..10);
        assert_eq!(text.map.source_of(9), 10..11);
        assert_eq!(text.map.source_of(15), 18..19);
        assert!(!text.map.is_verbatim(0..16) && text.map.is_verbatim(0..8));
    }
}
