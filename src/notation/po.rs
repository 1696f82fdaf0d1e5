//! PO, the translations of GNU gettext.
//!
//! A message is several strings, one a line: they are one text. In them `\"` is a quote, `\\` a backslash and `\n` a line break, which
//! ends a URL that begins a string, as in JSON.

use super::{AS_TEXT, Notation, html, json};
use crate::span::{beginning, first_line, run};
use crate::text::{DELIMITER, Edits, Rewrite};

pub(super) static PO: Notation = Notation {
    name: "po",
    media_types: &["text/x-gettext-translation", "text/x-po"],
    extensions: &["po", "pot"],
    is_readable: |text| memchr::memchr2(b'"', b'\\', text).is_none(),
    read,
    declared_charset,
    ..AS_TEXT
};

/// That of `"Content-Type: text/plain; charset=x\n"` in the first message. A template has `CHARSET` there.
fn declared_charset(document: &[u8]) -> &[u8] {
    let head = beginning(document, 4096);
    let field = memchr::memmem::find(head, b"\"Content-Type:").unwrap_or(head.len());
    match html::charset_after(b"charset", first_line(&head[field..])) {
        b"CHARSET" => b"",
        name => name,
    }
}

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    let places = memchr::memchr2_iter(b'"', b'\\', text);
    Edits::new(text, 0, out).each(places, |edits, at| {
        let (with, len): (&[u8], _) = match &text[at..] {
            [b'"', rest @ ..] => match next_string(rest) {
                Some(len) => (b"", 1 + len),
                None => return,
            },
            [b'\\', b'n', ..] if json::ends_first_word(&text[..at]) => (&[DELIMITER], 2),
            [b'\\', b'n', ..] => (b"\n", 2),
            [b'\\', b't', ..] => (b"\t", 2),
            [b'\\', b'"', ..] => (b"\"", 2),
            [b'\\', b'\\', ..] => (b"\\", 2),
            _ => return,
        };
        edits.put(with, at..at + len);
    });
}

/// The length of a line break, of the mark of an obsolete or former message (`#~ `, `#| `, `#~| `), and of the quote that opens the
/// next string.
fn next_string(rest: &[u8]) -> Option<usize> {
    let line = rest
        .strip_prefix(b"\r")
        .unwrap_or(rest)
        .strip_prefix(b"\n")?;
    let mark = run(beginning(line, 4), |b| b"#~| ".contains(&b));
    let string = line[mark..].strip_prefix(b"\"")?;
    Some(rest.len() - string.len())
}
