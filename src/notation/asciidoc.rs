//! AsciiDoc. The `[` of a link's text or of an image's attributes ends the URL before it, which is a URL as a whole: it may end with a
//! full stop.

#[cfg(feature = "lint")]
mod mask;

use std::ops::Range;

use super::{AS_TEXT, Notation, targets};
use crate::class::Class;
use crate::span::beginning;
use crate::text::{Edits, Rewrite};

pub(super) static ASCIIDOC: Notation = Notation {
    name: "asciidoc",
    media_types: &["text/asciidoc", "text/x-asciidoc"],
    extensions: &["adoc", "asciidoc"],
    is_readable: |text| memchr::memchr(b'[', text).is_none(),
    read,
    #[cfg(feature = "lint")]
    roles: mask::ROLES,
    ..AS_TEXT
};

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    let (mut edits, mut word) = (Edits::new(text, 0, out), 0);
    // Nothing between the word's beginning and here ends it.
    let mut seen = 0;
    for open in memchr::memchr_iter(b'[', text) {
        let ends = |b: &u8| b.is_ascii_whitespace() || b"<>\"".contains(b);
        let near = word.max(open.saturating_sub(4096));
        let from = near.max(seen);
        let start = text[from..open]
            .iter()
            .rposition(ends)
            .map_or(near, |i| from + i + 1);
        let start = start + after_parentheses(&text[start..open]);
        seen = open;
        let before = &text[start..open];
        // The host may be an address literal, which is the word's first bracket.
        word = if before.ends_with(b"//") && !before.contains(&b'[') {
            start
        } else {
            open + 1
        };
        let in_angles = text[..start].ends_with(b"<");
        if !takes_text(before) || in_angles && !is_label(&text[open + 1..]) {
            continue;
        }
        if in_angles {
            // They are around the link and not around the URL alone.
            edits.delimit(start - 1);
        }
        if !edits.has_passed(start)
            && let Some(target) = target(text, start..open)
        {
            let from = edits.out_at(target.start).bytes().len();
            targets::note_edited(&mut edits, from, target.end);
        }
        edits.delimit(open);
    }
    edits.finish();
}

/// The URL in the word before a text, if a link or an image may begin there. `++` around it says that nothing in it is markup. A colon
/// ends the name of a macro: `https://a.org/x.footnote:[text]`.
fn target(text: &[u8], word: Range<usize>) -> Option<Range<usize>> {
    let colon = word.start + memchr::memmem::find(&text[word.clone()], b"://")?;
    let start = colon - Class::ALPHA.run_back(&text[word.start..colon]);
    let url = &text[start..word.end];
    let before = &text[..start];
    if before.ends_with(b":++") {
        let len = url.strip_suffix(b"++")?.len();
        return Some(start..start + len);
    }
    let begins = |b: &u8| b.is_ascii_whitespace() || b"<>()[];:\"'".contains(b);
    // A `|` begins a cell of a table.
    let is_url = !url.ends_with(b":") && !url.iter().any(|b| b"]|".contains(b));
    (is_url && before.last().is_none_or(begins)).then_some(start..word.end)
}

/// Where the text after the last parenthesis begins. Those that a URL opened and closed are part of it.
fn after_parentheses(word: &[u8]) -> usize {
    let (mut start, mut in_url, mut opened) = (0, false, Vec::new());
    for at in memchr::memchr3_iter(b':', b'(', b')', word) {
        let (before, rest) = word.split_at(at);
        match rest[0] {
            b':' => in_url |= rest.starts_with(b"://") || before[start..].ends_with(b"mailto"),
            b'(' if in_url => opened.push(at + 1),
            b')' if opened.pop().is_some() => {}
            _ => (start, in_url) = (at + 1, false),
        }
    }
    opened.last().copied().unwrap_or(start)
}

/// Whether a text ends in `]>`, without a blank, as that of an author's page: `<http://a.com/joe[@joe]>`.
fn is_label(text: &[u8]) -> bool {
    let ends = |&b: &u8| b.is_ascii_whitespace() || b"[]<>".contains(&b);
    let len = beginning(text, 256).iter().position(ends);
    len.is_some_and(|len| len > 0 && text[len..].starts_with(b"]>"))
}

/// Whether a text may follow the word: it is a URL, but not one whose host begins here.
fn takes_text(word: &[u8]) -> bool {
    let scheme = memchr::memmem::find(word, b"://").map(|i| &word[i + 3..]);
    let mail = || memchr::memmem::find(word, b"mailto:").map(|i| &word[i + 7..]);
    let rest = scheme.or_else(mail);
    rest.is_some_and(|rest| !rest.is_empty() && (!rest.ends_with(b"@") || rest.contains(&b'/')))
}
