//! JSON (RFC 8259), JSON lines, notebooks and everything else that is written in it.
//!
//! Undone: the escapes of strings (`\/`, `\u0026`, `\n`). A backslash stands only in a string, so nothing needs to know where
//! strings begin. Their quotes delimit. A string is often HTML, so references to characters of a URL are undone too (`&amp;`,
//! `&#x2F;`), and one whose `&` is an escape (`\u0026amp;`). In exports of Slack a label follows a URL in `<>`.

use std::ops::Range;

use super::{AS_TEXT, Notation};
use crate::class::Class;
use crate::decode::{has_url_reference, nested, url_reference};
use crate::grammar::coded;
use crate::span::{ahead, beginning, behind, contains, ending, run_back};
use crate::text::{DELIMITER, Edits, Rewrite, without_mark};

pub(super) static JSON: Notation = Notation {
    name: "json",
    media_types: &[
        "application/json",
        "application/jsonl",
        "application/x-ndjson",
        "text/json",
        "*+json",
    ],
    extensions: &EXTENSIONS,
    matches_head,
    cut: |text| memchr::memrchr(b'\n', text).map(|i| i + 1),
    is_readable,
    read: |text, out| read_range(text, 0..text.len(), out),
    ..AS_TEXT
};

/// Source maps, whose strings are programs: only `www.` says that a name is a host's.
pub(super) static MAP: Notation = Notation {
    name: JSON.name,
    extensions: &["map"],
    cut: JSON.cut,
    is_readable,
    notes_code: true,
    read: |text, out| {
        let start = out.bytes().len();
        read_range(text, 0..text.len(), out);
        if out.notes_code {
            let code = start..out.bytes().len();
            out.notes().code.push(code);
        }
    },
    ..AS_TEXT
};

#[rustfmt::skip]
const EXTENSIONS: [&str; 11] = [
    "avsc", "geojson", "har", "ipynb", "json", "json5", "jsonc", "jsonl", "jsonld", "ndjson",
    "webmanifest",
];

fn is_readable(text: &[u8]) -> bool {
    memchr::memchr(b'\\', text).is_none()
        && !has_url_reference(text)
        && !memchr::memchr_iter(b'|', text).any(|at| begins_label(text, at))
}

/// Whether the `|` at `at` ends a link of Slack before its label: `<http://a.org/?q=1|label>`. One of the URL is written as `%7C`.
fn begins_label(text: &[u8], at: usize) -> bool {
    const MAX: usize = 4096;
    const OPENS: &[u8] = b"\\u003c";
    let ends = |b: u8| b.is_ascii_whitespace() || b"<>\"|".contains(&b);
    let near = behind(text, at, MAX);
    let begin = near.len() - run_back(near, |b| !ends(b));
    let word = &near[begin..];
    let url = match memchr::memmem::rfind(word, OPENS) {
        Some(open) => &word[open + OPENS.len()..],
        None if near[..begin].ends_with(b"<") => word,
        None => return false,
    };
    let scheme = Class::SCHEME.run(url);
    let after = ahead(text, at + 1, MAX);
    let label = &after[..memchr::memchr3(b'>', b'"', b'<', after).unwrap_or(0)];
    let closes = after.get(label.len()) == Some(&b'>') || contains(label, b"\\u003e");
    scheme > 0 && url[scheme..].starts_with(b":") && closes
}

/// Whether an object begins, with its first name, or an array of such objects.
fn matches_head(head: &[u8]) -> bool {
    let head = without_mark(head);
    let mut rest = beginning(head, 4096).trim_ascii_start();
    if let Some(array) = rest.strip_prefix(b"[") {
        rest = array.trim_ascii_start();
    }
    let Some(object) = rest.strip_prefix(b"{") else {
        return false;
    };
    let Some(name) = object.trim_ascii_start().strip_prefix(b"\"") else {
        return false;
    };
    let quote = memchr::memchr2(b'"', b'\n', name).filter(|&i| name[i] == b'"');
    quote.is_some_and(|i| name[i + 1..].trim_ascii_start().starts_with(b":"))
}

pub(super) fn read_range(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let text = &text[..range.end];
    let start = range.start;
    let places = memchr::memchr3_iter(b'\\', b'&', b'|', &text[start..]).map(|i| start + i);
    Edits::new(text, start, out).each(places, |edits, at| {
        if text[at] == b'|' {
            if begins_label(text, at) {
                edits.put(b">", at..at + 1);
            }
            return;
        }
        if let Some((c, len)) = escape(&text[at..]).or_else(|| url_reference(&text[at..])) {
            let line = c == '\n' && ends_first_word(&text[start..at]);
            let c = if line { char::from(DELIMITER) } else { c };
            edits.put_char(c, at..at + len);
        }
    });
}

/// The character of the escape at the beginning of `bytes`, and its length.
fn escape(bytes: &[u8]) -> Option<(char, usize)> {
    let c = match bytes.strip_prefix(b"\\")?.first()? {
        &c @ (b'"' | b'\\' | b'/') => char::from(c),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let (c, len) = coded::unicode(bytes)?;
            return Some(nested(c, len, bytes));
        }
        _ => return None,
    };
    Some((c, 2))
}

/// Whether the last word before a line break of a string is a URL that begins the string. Its quote would carry it over the line break.
pub(super) fn ends_first_word(text: &[u8]) -> bool {
    let mut near = ending(text, 4096);
    while let [rest @ .., b'\\', b'r' | b't'] | [rest @ .., b' '] = near {
        near = rest;
    }
    // `\/` and `\u0026` are part of a word.
    let ends = |&at: &usize| match near[at] {
        b'\\' => !matches!(near.get(at + 1), Some(b'/' | b'u')),
        b => b.is_ascii_whitespace() || b == b'"',
    };
    let Some(start) = (0..near.len()).rev().find(ends) else {
        return false;
    };
    let is_string = near[start] == b'"' && !near[..start].ends_with(b"\\");
    let word = &near[start + 1..];
    let has_scheme = |colon: &[u8]| contains(word, colon);
    is_string
        && word.first().is_some_and(u8::is_ascii_alphabetic)
        && (has_scheme(b"://") || has_scheme(b":\\/\\/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn told_by_its_first_name() {
        for text in ["{\"a\": 1}", "\u{feff}\n[\n {\"a\"\n:1}]", "{ \"\":"] {
            assert!(matches_head(text.as_bytes()), "{text}");
        }
        for text in [
            "{}",
            "[1]",
            "{a: 1}",
            "{\"a",
            "{\"a\" b",
            "[\"x\"]",
            "x {\"a\": 1}",
            "",
        ] {
            assert!(!matches_head(text.as_bytes()), "{text}");
        }
    }
}
