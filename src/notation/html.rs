//! HTML as the scanner needs it: tags are kept, character references are decoded, and white space is removed from URLs in
//! attributes.
//!
//! White space in a URL attribute comes from line wrapping. Browsers remove the line breaks (WHATWG URL, 4.4), and a URL contains
//! no blanks (RFC 1738 section 2.2). This applies only to attributes that take a single URL: in a `srcset` or a `title` a blank is
//! significant.

use std::ops::Range;

use super::Notation;
use crate::decode::reference;
use crate::text::{Map, Markup, Rewrite};

pub(crate) static HTML: Notation = Notation {
    name: "html",
    markup: Markup::Html,
    media_types: &[
        "text/html",
        "text/x-amp-html",
        "text/xml",
        "application/xml",
        "*+xml",
    ],
    matches_name: |extension, _| ["htm", "html", "shtml", "xhtml"].contains(&extension),
    matches_head,
    cut,
    is_readable: is_decoded,
    read: decode,
};

/// Whether the first tag is `<!DOCTYPE html` or `<html`. Comments and an XML declaration may precede it.
fn matches_head(head: &[u8]) -> bool {
    let mut rest = head
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(head)
        .trim_ascii_start();
    loop {
        let end = match rest {
            [b'<', b'!', b'-', b'-', inner @ ..] => {
                memchr::memmem::find(inner, b"-->").map(|i| i + 7)
            }
            [b'<', b'?', inner @ ..] => memchr::memchr(b'>', inner).map(|i| i + 3),
            _ => None,
        };
        match end {
            Some(end) => rest = rest[end..].trim_ascii_start(),
            None => break,
        }
    }
    let begins = |with: &str| {
        let start = rest.get(..with.len());
        let edge = rest
            .get(with.len())
            .is_some_and(|b| b.is_ascii_whitespace() || *b == b'>');
        edge && start.is_some_and(|start| start.eq_ignore_ascii_case(with.as_bytes()))
    };
    begins("<!DOCTYPE html") || begins("<html")
}

/// Cuts before the last line that begins with a tag. `<` ends every URL, and the markup that determines the context of a URL is
/// after the cut or in the same line as the URL.
fn cut(chunk: &[u8]) -> Option<usize> {
    memchr::memmem::rfind(chunk, b"\n<").map(|i| i + 1)
}

/// Attributes whose value is a single URL (HTML 5, index of attributes, and some older ones).
const URL_ATTRIBUTES: [&[u8]; 17] = [
    b"action",
    b"background",
    b"cite",
    b"classid",
    b"codebase",
    b"data",
    b"dynsrc",
    b"formaction",
    b"href",
    b"icon",
    b"longdesc",
    b"lowsrc",
    b"manifest",
    b"poster",
    b"profile",
    b"src",
    b"usemap",
];

/// The maximum length of a value, and the maximum distance from a scheme back to its attribute.
const MAX_VALUE: usize = 4096;
const MAX_BACK: usize = 128;

/// Decodes `range`.
pub(super) fn decode(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    out.reserve(range.len());
    let mut at = range.start;
    for value in broken_values(text, range.clone()) {
        references(text, at..value.start, out);
        at = value.end;
        for word in words(text, value) {
            references(text, word, out);
        }
    }
    references(text, at..range.end, out);
}

/// Whether `text` needs no decoding.
pub(super) fn is_decoded(text: &[u8]) -> bool {
    memchr::memchr(b'&', text).is_none() && broken_values(text, 0..text.len()).next().is_none()
}

/// Copies `range` and decodes its character references.
fn references(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let (mut from, text) = (range.start, &text[..range.end]);
    for ampersand in memchr::memchr_iter(b'&', &text[range.clone()]) {
        let at = range.start + ampersand;
        if let Some((c, len)) = reference(&text[at..]) {
            out.copy(text, from..at);
            let reference = at..at + len;
            match c {
                '<' => out.put_escaped_markup(b"<", reference),
                '>' => out.put_escaped_markup(b">", reference),
                _ => out.put(c.encode_utf8(&mut [0; 4]).as_bytes(), reference),
            }
            from = at + len;
        }
    }
    out.copy(text, from..text.len());
}

/// The attribute values, in order, that are a URL with white space in it.
fn broken_values(text: &[u8], range: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let text = &text[..range.end];
    let mut end = range.start;
    // Finds the end of a scheme, or a character reference in it.
    memchr::memchr2_iter(b':', b'&', &text[range.clone()]).filter_map(move |i| {
        let at = range.start + i;
        let scheme = match &text[at..] {
            [b':', b'/', b'/', ..] => at,
            // The reference may be the colon, or a slash after it.
            [b'&', ..] => {
                let before = text[..at].iter().rev().take(2);
                at - before.take_while(|b| b":/".contains(b)).count()
            }
            _ => return None,
        };
        let value = (scheme >= end).then(|| value(text, end, scheme))??;
        let white = text[value.clone()].iter().any(u8::is_ascii_whitespace);
        let mut words = words(text, value.clone()).map(|word| is_url(&text[word]));
        (white && words.next() == Some(true) && words.all(|is_url| !is_url)).then(|| {
            end = value.end;
            value
        })
    })
}

fn is_url(word: &[u8]) -> bool {
    let map = Map::shift(0);
    let mut decoded = Rewrite::new(&map);
    references(word, 0..word.len(), &mut decoded);
    memchr::memmem::find(decoded.bytes(), b"://").is_some()
}

/// The words of `range`, separated by white space.
fn words(text: &[u8], range: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = range.start;
    std::iter::from_fn(move || {
        let white = text[at..range.end]
            .iter()
            .take_while(|b| b.is_ascii_whitespace())
            .count();
        let start = at + white;
        let len = text[start..range.end]
            .iter()
            .take_while(|b| !b.is_ascii_whitespace())
            .count();
        at = start + len;
        (len > 0).then_some(start..at)
    })
}

/// The quoted value that begins with the scheme, or the part of it, before `anchor`, if its attribute takes a URL.
fn value(text: &[u8], from: usize, anchor: usize) -> Option<Range<usize>> {
    let back = &text[from.max(anchor.saturating_sub(MAX_BACK))..anchor];
    let scheme = back
        .iter()
        .rev()
        .take_while(|b| b.is_ascii_alphanumeric())
        .count();
    let before = back[..back.len() - scheme].trim_ascii_end();
    let (quote, before) = before
        .split_last()
        .filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
    let name = before.trim_ascii_end().strip_suffix(b"=")?.trim_ascii_end();
    let matches = |known: &&[u8]| {
        let start = name.len().checked_sub(known.len());
        start.is_some_and(|start| {
            let edge = start
                .checked_sub(1)
                .is_none_or(|i| !name[i].is_ascii_alphanumeric());
            edge && name[start..].eq_ignore_ascii_case(known)
        })
    };
    URL_ATTRIBUTES.iter().find(|known| matches(known))?;
    let start = anchor - back.len() + (back.len() - scheme)
        - (back[..back.len() - scheme].len() - before.len() - 1);
    let window = &text[start..text.len().min(start + MAX_VALUE)];
    let len = memchr::memchr2(*quote, b'<', window).filter(|&i| window[i] == *quote)?;
    Some(start..start + len)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decoded(text: &str) -> (String, Map) {
        let (bytes, map) = crate::decode::decoded(text.as_bytes(), decode);
        (String::from_utf8_lossy(&bytes).into_owned(), map)
    }

    #[test]
    fn references_and_values() {
        for (text, want) in [
            (
                "<a href=\"http://a.org/?a=1&amp;b=2\">&lt;x&gt;</a>",
                "<a href=\"http://a.org/?a=1&b=2\"><x></a>",
            ),
            ("&#104;ttp&colon;&#x2f;/a.org&period;", "http://a.org."),
            (
                "<a href=\"http://a.org/\n  long&amp;\r\n\tname\">x y</a>",
                "<a href=\"http://a.org/long&name\">x y</a>",
            ),
            (
                "<a href='ht&#116;p://a.org/ x'><a href='http&colon;//b.org/\ny'><a href='http:&#47;/c.org/ z'>",
                "<a href='http://a.org/x'><a href='http://b.org/y'><a href='http://c.org/z'>",
            ),
            (
                "<a href='http://a.org/?u=http://b.org/ x&amp;y'>",
                "<a href='http://a.org/?u=http://b.org/x&y'>",
            ),
            (
                "<img SRC = ' http://a.org/ x '>",
                "<img SRC = 'http://a.org/x'>",
            ),
            (
                "<a xlink:href='http://a.org/ x'>",
                "<a xlink:href='http://a.org/x'>",
            ),
            // Not a single URL.
            (
                "<img srcset=\"http://a.org/ 1x, http://b.org/ 2x\">",
                "<img srcset=\"http://a.org/ 1x, http://b.org/ 2x\">",
            ),
            (
                "<p title=\"http://a.org/ is it\">",
                "<p title=\"http://a.org/ is it\">",
            ),
            (
                "<a href=\"http://a.org/ http://b.org/\">",
                "<a href=\"http://a.org/ http://b.org/\">",
            ),
            (
                "<a href=\"see http://a.org/ x\">",
                "<a href=\"see http://a.org/ x\">",
            ),
            (
                "<a href=\"http://a.org/ <b>\">",
                "<a href=\"http://a.org/ <b>\">",
            ),
            ("<a href=\"http://a.org/ x", "<a href=\"http://a.org/ x"),
            ("a & b &c; &amp", "a & b &c; &"),
        ] {
            assert_eq!(decoded(text).0, want);
            assert_eq!(is_decoded(text.as_bytes()), text == want, "{text}");
        }
    }

    #[test]
    fn detected_by_first_tag() {
        assert!(matches_head(b"<!doctype HTML>\n"));
        assert!(matches_head(
            b"\xef\xbb\xbf\n<?xml version='1.0'?>\n<!-- <p> -->\n<HTML lang=x>"
        ));
        assert!(
            !matches_head(b"<htmlx>")
                && !matches_head(b"<p><html>")
                && !matches_head(b"")
                && !matches_head(b"<html")
        );
        assert!(!matches_head(b"<!-- <html>") && !matches_head(b"see <html>"));
    }

    #[test]
    fn cuts_before_a_tag() {
        assert_eq!(cut(b"<a>\n<b>\nx<c>"), Some(4));
        assert_eq!(cut(b"<a>x"), None);
    }

    proptest! {
        #[test]
        fn every_byte_maps_to_its_encoding(text in "([a-z\" \n]|href=\"http://|://|&amp;|&#58;|&ge;|&){0,40}") {
            let (out, map) = decoded(&text);
            for (at, c) in out.char_indices() {
                for i in at..at + c.len_utf8() {
                    let source = map.source_of(i);
                    let source = &text[source.start as usize..source.end as usize];
                    let again = reference(source.as_bytes()).map_or_else(|| source.chars().next(), |(c, _)| Some(c));
                    prop_assert_eq!(again, Some(c));
                }
            }
        }
    }
}
