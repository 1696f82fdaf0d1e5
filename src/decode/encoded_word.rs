//! Header field values: unfolds them (RFC 5322 section 2.2.3) and decodes encoded words (RFC 2047).
//!
//! Unfolding removes the line break. Between `<` and `>` it also removes the blanks, because a URL contains none (RFC 2369
//! section 2). White space between two encoded words is removed (RFC 2047 section 6.2). Encoded words are recognised anywhere,
//! even without the blank that the RFC requires before them. Programs that fold lines at any place break them too, although they
//! may not contain white space: it is skipped in base64, and unfolded otherwise.

use std::ops::Range;

use super::quoted_printable::escape;
use super::{Base64, Charset};
use crate::class::Class;
use crate::span::{self, ahead, range_in};
use crate::text::{Map, Rewrite, rewrite};

/// The maximum length of an encoded word; the RFC allows 75 bytes.
const MAX: usize = 4096;

/// Decodes the value `range`. `out` is a rewrite of the text with the map `parent`. Returns the name of the first unknown charset.
pub(crate) fn decode(
    text: &[u8],
    range: Range<usize>,
    parent: &Map,
    out: &mut Rewrite<'_>,
) -> Option<Range<usize>> {
    let text = &text[..range.end];
    let mut unknown = None;
    let (mut at, mut after_word, mut bracket, mut quoted) = (range.start, false, false, false);
    while at < text.len() {
        let white = span::run(&text[at..], |b| b.is_ascii_whitespace());
        let next = at + white;
        let word = EncodedWord::at(text, next);
        if white > 0 && !(after_word && word.is_some()) {
            unfold(text, at..next, bracket || quoted, out);
        }
        at = match word {
            Some(word) => {
                let charset = word.decode(text, parent, out);
                if charset == Charset::Unknown {
                    unknown.get_or_insert(word.charset);
                }
                after_word = true;
                word.end
            }
            None => {
                let end = next + run(&text[next..]);
                let angle = text[next..end].iter().rfind(|b| matches!(b, b'<' | b'>'));
                bracket = angle.map_or(bracket, |&b| b == b'<' && closes(&text[end..]));
                if let Some(quote) = memchr::memrchr(b'"', &text[next..end]) {
                    quoted = begins_quoted_url(&text[next + quote + 1..]);
                }
                out.copy(text, next..end);
                after_word = false;
                end
            }
        };
    }
    unknown
}

/// Whether a URL begins whose quotes close in a later line, and nothing but line breaks with their blanks parts it (RFC 2017 section 3.1).
fn begins_quoted_url(text: &[u8]) -> bool {
    let (_, slashes) = Class::SCHEME.split(span::beginning(text, 32));
    let near = span::beginning(text, MAX);
    let close = memchr::memchr(b'"', near).filter(|_| slashes.starts_with(b"://"));
    close.is_some_and(|close| {
        let lines = || near[..close].split(|&b| is_break(b));
        let has_white = |line: &[u8]| line.trim_ascii().iter().any(u8::is_ascii_whitespace);
        let begins_another = |line: &[u8]| span::contains(line, b"://");
        !lines().any(has_white) && !lines().skip(1).any(begins_another)
    })
}

/// Whether a bracket closes before another one opens.
fn closes(text: &[u8]) -> bool {
    memchr::memchr2(b'<', b'>', text).is_some_and(|at| text[at] == b'>')
}

/// The length of the text to copy, up to white space or a possible encoded word.
fn run(text: &[u8]) -> usize {
    let ends =
        |i: &usize| text[*i].is_ascii_whitespace() || *i > 0 && text[*i..].starts_with(b"=?");
    (0..text.len()).find(ends).unwrap_or(text.len())
}

/// Copies white space without its line breaks. In brackets, white space with a line break is dropped. Elsewhere a CR that belongs to no line
/// break is a blank.
fn unfold(text: &[u8], white: Range<usize>, bracket: bool, out: &mut Rewrite<'_>) {
    let is_break = |at: &usize| is_break(text[*at]);
    let folded = white.clone().any(|at| is_break(&at));
    if folded && bracket {
        return;
    }
    let is_fold = text[white.clone()].contains(&b'\n');
    for at in white {
        if !is_break(&at) {
            out.copy(text, at..at + 1);
        } else if !is_fold {
            out.put(b" ", at..at + 1);
        }
    }
}

fn is_break(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

/// `=?charset?encoding?text?=`
#[derive(Clone, Debug)]
struct EncodedWord {
    charset: Range<usize>,
    is_base64: bool,
    text: Range<usize>,
    end: usize,
}

impl EncodedWord {
    fn at(text: &[u8], at: usize) -> Option<EncodedWord> {
        let rest = ahead(text, at, MAX).strip_prefix(b"=?")?;
        let charset = memchr::memchr(b'?', rest).filter(|&len| len > 0)?;
        if rest[..charset].iter().copied().any(is_break) {
            return None;
        }
        let is_base64 = match rest.get(charset + 1..charset + 3)? {
            [b'b' | b'B', b'?'] => true,
            [b'q' | b'Q', b'?'] => false,
            _ => return None,
        };
        let start = 2 + charset + 3;
        let encoded = &rest[start - 2..];
        let len = memchr::memmem::find(encoded, b"?=")?;
        // Where another one or a URL begins on a later line, this one has no end.
        let later = &encoded[span::first_line(&encoded[..len]).len()..len];
        if span::contains(later, b"=?") || span::contains(later, b"://") {
            return None;
        }
        // RFC 2231 allows a language after the charset.
        let name = memchr::memchr(b'*', &rest[..charset]).unwrap_or(charset);
        Some(EncodedWord {
            charset: at + 2..at + 2 + name,
            is_base64,
            text: at + start..at + start + len,
            end: at + start + len + 2,
        })
    }

    /// Returns the charset.
    fn decode(&self, text: &[u8], parent: &Map, out: &mut Rewrite<'_>) -> Charset {
        let (octets, map) = rewrite(parent, |octets| {
            if self.is_base64 {
                let mut base64 = Base64::default();
                for word in text[self.text.clone()].split(u8::is_ascii_whitespace) {
                    base64.feed(text, range_in(text, word), octets);
                }
                base64.finish(octets);
            } else {
                quoted(text, self.text.clone(), octets)
            }
        });
        let charset = Charset::from_name(&text[self.charset.clone()]).detect(&octets);
        let (bytes, map) = rewrite(&map, |out| charset.decode(&octets, out));
        out.append(&bytes, &map);
        charset
    }
}

/// The `Q` encoding (RFC 2047 section 4.2).
fn quoted(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let text = &text[..range.end];
    let mut at = range.start;
    while at < text.len() {
        at += if let Some(octet) = escape(&text[at..]) {
            out.put(&[octet], at..at + 3);
            3
        } else if text[at] == b'_' {
            out.put(b" ", at..at + 1);
            1
        } else if is_break(text[at]) {
            // With the blanks of the fold: one of the text is a `_`.
            Class::WHITE.run(&text[at..])
        } else {
            out.copy(text, at..at + 1);
            1
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &[u8]) -> (Vec<u8>, Map) {
        let map = Map::shift(0);
        rewrite(&map, |out| {
            decode(text, 0..text.len(), &map, out);
        })
    }

    #[test]
    fn rfc_examples() {
        for (text, want) in [
            // The examples of RFC 2047 section 8.
            ("(=?ISO-8859-1?Q?a?=)", "(a)"),
            ("(=?ISO-8859-1?Q?a?= b)", "(a b)"),
            ("(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)", "(ab)"),
            ("(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)", "(ab)"),
            ("(=?ISO-8859-1?Q?a?=\r\n    =?ISO-8859-1?Q?b?=)", "(ab)"),
            ("(=?ISO-8859-1?Q?a_b?=)", "(a b)"),
            ("(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)", "(a b)"),
            ("=?us-ascii*en?q?http=3A//a.org/?=", "http://a.org/"),
            ("=?utf-8?B?aHR0cDovL2EuYi8=?= x", "http://a.b/ x"),
            ("=?iso-2022-jp?B?GyRCJDMkcxsoQg==?=", "こん"),
            ("=?utf-8?q?h=C3=A9?=", "hé"),
            // GBK that is valid UTF-8 too; and UTF-8 in its place.
            ("=?gb2312?B?wr3Ctw==?=", "陆路"),
            ("=?gb2312?B?6ZmG6Lev?=", "陆路"),
            // Folds.
            ("a\n b\r\n\tc\n", "a b\tc"),
            (
                "http://a.org/x\ry <z\rz> a\r\r\n b",
                "http://a.org/x y <zz> a b",
            ),
            (
                "<http://a.org/\r\n  x>,\n <http://b.org/ y>",
                "<http://a.org/x>, <http://b.org/ y>",
            ),
            // RFC 2017 section 3.1; prose and lists have blanks of their own.
            (
                "access-type=URL;\r\n URL=\"http://a.org/a-\r\n   b.html\"; x\r\n y",
                "access-type=URL; URL=\"http://a.org/a-b.html\"; x y",
            ),
            ("\"http://a.org/\n b c\"\n d", "\"http://a.org/ b c\" d"),
            (
                "\"http://a.org/\n http://b.org/\"",
                "\"http://a.org/ http://b.org/\"",
            ),
            ("\"see\n http://a.org/\n b\"", "\"see http://a.org/ b\""),
            // A fold in an encoded word, and blanks.
            ("=?utf-8?B?aHR0cDov\r\n L2EuYi8=?= x", "http://a.b/ x"),
            ("=?utf-8?B?aHR0cDovL2 EuYi8=?=", "http://a.b/"),
            (
                "=?utf-8?Q?See_this:_\n https=3A//a.org/x=3D1?=",
                "See this: https://a.org/x=1",
            ),
            ("=?utf-8?Q?http=3A//a.org/ab\r\n cd?=", "http://a.org/abcd"),
            // The word before it is not closed.
            (
                "http://a.org/=?utf-8?q?x\n http://b.org/y?=z",
                "http://a.org/=?utf-8?q?x http://b.org/y?=z",
            ),
            ("=?utf-8?q?a\n =?utf-8?q?b?=", "=?utf-8?q?a b"),
            // Not encoded words.
            ("=?x?=", "=?x?="),
            ("=?x?q?y", "=?x?q?y"),
            ("a=?b", "a=?b"),
            ("=?", "=?"),
            ("", ""),
        ] {
            assert_eq!(
                String::from_utf8_lossy(&decoded(text.as_bytes()).0),
                want,
                "{text:?}"
            );
        }
    }

    /// Only within brackets a line break is no blank (RFC 5322 section 2.2.3).
    #[test]
    fn a_bracket_that_does_not_close() {
        for (text, want) in [
            (
                "I <3 http://a.org/page\n for you",
                "I <3 http://a.org/page for you",
            ),
            ("<- http://a.org/page\n x <b>", "<- http://a.org/page x <b>"),
            ("<http://a.org/\n page>", "<http://a.org/page>"),
        ] {
            assert_eq!(decoded(text.as_bytes()).0, want.as_bytes(), "{text:?}");
        }
    }

    #[test]
    fn each_byte_maps_to_its_encoding() {
        let text = b"x =?utf-8?B?aHR0cDovL2EuYi8=?=\n =?utf-8?q?=3Fq_r?= s";
        let (bytes, map) = decoded(text);
        assert_eq!(bytes, b"x http://a.b/?q r s");
        assert_eq!(map.segments(2..13), [12..27]);
        assert_eq!(map.source_of(3), 13..15);
        assert_eq!(map.source_of(13), 42..45);
        assert_eq!(map.source_of(15), 46..47);
        assert!(!map.is_verbatim(15..16) && map.is_verbatim(16..17) && map.is_verbatim(18..19));
        let (bytes, map) = decoded(b"=?utf-8?B?aHR0cDov\n L2EuYi8=?=");
        assert_eq!(bytes, b"http://a.b/");
        assert_eq!(map.segments(0..6), [10..18]);
        assert_eq!(map.segments(6..11), [20..27]);
    }
}
