//! Comments and strings of source code, shell scripts and configuration files. Each of these notations is a list of rows: what opens a
//! comment or a string, what closes it, which escapes it has.
//!
//! One reader serves them all. It undoes the escapes of strings, each row its own, and references to characters of a URL (`&amp;`),
//! because much source code holds HTML. Everything else is unchanged. The linter uses the same rows to find comments and strings.

mod adjoining;
mod escapes;
mod links;
#[cfg(feature = "lint")]
mod mask;
mod pattern;
#[rustfmt::skip]
mod table;
#[cfg(test)]
mod tests;

use std::mem;
use std::ops::Range;

use super::paragraph;
use super::references::url_references;
use crate::decode::has_url_reference;
use crate::span::{ahead, behind, ending_run, run};
use crate::text::Rewrite;
use adjoining::{has_adjoining_strings, next_string};
pub(super) use escapes::*;
use pattern::pattern_end;
pub(super) use table::*;

/// The syntax of a language or of a format.
#[derive(Debug)]
pub(crate) struct Syntax {
    /// Its comments and strings, in the order they are tried.
    pub(crate) rows: &'static [Row],
    /// The escapes outside comments and strings.
    pub(crate) outside: &'static Escapes,
    /// Whether a string goes on in a string that begins the next line.
    adjoins: bool,
    /// Whether it has regular expressions between slashes.
    has_patterns: bool,
    /// Whether its comments have links with a text: `<URL text>`.
    has_links: bool,
    /// Whether nothing else in it is text: names outside comments and strings are the program's.
    pub(crate) is_program: bool,
}

/// A kind of comment or string.
#[derive(Debug)]
pub(crate) struct Row {
    /// The characters directly before `open` that belong to it: the `r` of `r"…"`.
    prefix: &'static [u8],
    pub(crate) open: &'static [u8],
    close: &'static [u8],
    fence: Fence,
    pub(crate) content: Content,
    /// Whether it may contain line breaks.
    multiline: bool,
    /// What must stand before it.
    after: After,
}

/// The content of a comment or string.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content {
    Comment,
    /// A string that documents.
    Text(&'static Escapes),
    String(&'static Escapes),
}

/// Characters of the author's choice that the ends of a raw string have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fence {
    None,
    /// C++: `R"x(…)x"`. Everything up to a parenthesis.
    Parenthesis,
    /// Lua: `[==[…]==]`
    Equals,
    /// Rust: `r##"…"##`. It stands before the quote.
    Hashes,
}

/// What must stand before a comment or string.
#[derive(Clone, Copy, Debug)]
enum After {
    Anything,
    /// No letter, digit or `_`. The letters of C++'s prefixes of strings are allowed.
    Word,
    /// White space or nothing.
    Blank,
    /// White space, nothing, or what begins a value: `: = [ { ( ,`.
    Value,
}

/// A comment or string: its range with its delimiters, and its row.
#[derive(Debug)]
pub(crate) struct SyntaxSpan {
    pub(crate) at: Range<usize>,
    pub(crate) content: Content,
    /// Whether there may be escapes in it.
    has_escapes: bool,
}

/// The comments and strings of a text, in order.
struct Spans<'t> {
    syntax: &'static Syntax,
    /// The rows that open with a byte: one bit each. Not zero for the backslash either.
    rows: [u16; 256],
    text: &'t [u8],
    at: usize,
}

/// The bit of [`Spans::rows`] that is no row.
const BACKSLASH: u16 = 0x8000;

impl Syntax {
    /// The comments and strings of `text`, in order.
    pub(crate) fn spans<'t>(
        &'static self,
        text: &'t [u8],
    ) -> impl Iterator<Item = SyntaxSpan> + 't {
        let mut rows = [0; 256];
        rows[usize::from(b'\\')] = BACKSLASH;
        for (i, row) in self.rows.iter().enumerate() {
            rows[usize::from(row.open[0])] |= 1 << i;
        }
        Spans {
            syntax: self,
            rows,
            text,
            // Without rows there are no spans.
            at: if self.rows.is_empty() { text.len() } else { 0 },
        }
    }

    /// Whether the text contains no escape.
    pub(super) fn is_readable(&self, text: &[u8]) -> bool {
        let has = |byte| memchr::memchr(byte, text).is_some();
        let strings = self.rows.iter().map(|row| row.content.escapes());
        let mut doubled = strings
            .chain([self.outside])
            .filter_map(|escapes| escapes.doubled);
        let adjoins = || self.adjoins && has_adjoining_strings(text);
        let has_links = self.has_links && has(b'<');
        !has_links && !has(b'\\') && !doubled.any(has) && !has_url_reference(text) && !adjoins()
    }

    /// Writes the text with its escapes undone. It begins outside comments and strings.
    pub(super) fn read(&'static self, text: &[u8], out: &mut Rewrite<'_>) {
        let undoes_outside = self.outside.exist();
        // The text before `from` has been written, that before `end` has been read.
        let (mut from, mut end, mut may_adjoin) = (0, 0, false);
        for span in self.spans(text) {
            let at = span.at;
            if undoes_outside {
                from = self.outside.undo(text, from, end..at.start, out);
            }
            let is_joined = may_adjoin && from < end && next_string(text, end) == Some(at.start);
            if is_joined {
                url_references(text, from..end - 1, out);
                from = at.start + 1;
            } else if out.notes_code {
                from = note_code(text, from, end..at.start, out);
            }
            end = at.end;
            may_adjoin = self.adjoins && is_closed(&text[at.clone()]);
            if self.has_links && matches!(span.content, Content::Comment) {
                from = links::close(text, from, at.clone(), out);
            }
            if span.has_escapes {
                from = span.content.escapes().undo(text, from, at, out);
            }
            // Nothing says any more that a `'` opened.
            if is_joined && from < end && text[end - 1] == b'\'' && next_string(text, end).is_none()
            {
                url_references(text, from..end - 1, out);
                out.put(b"\"", end - 1..end);
                from = end;
            }
        }
        if undoes_outside {
            from = self.outside.undo(text, from, end..text.len(), out);
        }
        if out.notes_code {
            from = note_code(text, from, end..text.len(), out);
        }
        url_references(text, from..text.len(), out);
    }

    /// Cuts at the end of a paragraph that is outside comments and strings.
    pub(super) fn cut(&'static self, text: &[u8]) -> Option<usize> {
        let crosses =
            |span: &SyntaxSpan| memchr::memchr(b'\n', &text[span.at.start..span.at.end - 1]);
        let spans = self
            .spans(text)
            .filter(|span| !span.at.is_empty() && crosses(span).is_some());
        let spans: Vec<Range<usize>> = spans.map(|span| span.at).collect();
        let mut end = text.len();
        loop {
            let cut = paragraph(&text[..end])?;
            let after = spans.partition_point(|span| span.start < cut);
            match after.checked_sub(1).map(|i| &spans[i]) {
                // One that nothing closes goes on after the text.
                Some(span) if cut <= span.end => end = span.start,
                _ => return Some(cut),
            }
        }
    }
}

/// Writes the text from `from` on and the `code` after it, and notes that. Returns where it ends.
fn note_code(text: &[u8], from: usize, code: Range<usize>, out: &mut Rewrite<'_>) -> usize {
    url_references(text, from..code.start, out);
    let start = out.bytes().len();
    url_references(text, code.clone(), out);
    let noted = start..out.bytes().len();
    out.notes().code.push(noted);
    code.end
}

/// Whether the quote that opens `string` closes it. Without one it ends with its line.
fn is_closed(string: &[u8]) -> bool {
    match string {
        [open @ (b'"' | b'\''), rest @ ..] => rest.last() == Some(open),
        _ => true,
    }
}

impl Iterator for Spans<'_> {
    type Item = SyntaxSpan;

    fn next(&mut self) -> Option<SyntaxSpan> {
        let text = self.text;
        loop {
            // Four at a time.
            let rows_of = |b: u8| self.rows[usize::from(b)];
            let rest = text.get(self.at..)?;
            let none = |four: &&[u8]| four.iter().fold(0, |any, &b| any | rows_of(b)) == 0;
            let skipped = 4 * rest.chunks_exact(4).take_while(none).count();
            self.at += skipped + rest[skipped..].iter().position(|&b| rows_of(b) != 0)?;
            let rows = rows_of(text[self.at]);
            if rows & BACKSLASH != 0 {
                self.at += 2;
                continue;
            }
            let opened = bits(rows).find_map(|i| {
                let row = &self.syntax.rows[i];
                Some((row, row.opens(text, self.at)?))
            });
            let Some((row, (inner, fence))) = opened else {
                let pattern = self.syntax.has_patterns.then(|| pattern_end(text, self.at));
                self.at = pattern.flatten().unwrap_or(self.at + 1);
                continue;
            };
            let (end, has_escapes) = row.close(text, inner, &text[fence]);
            let at = mem::replace(&mut self.at, end)..end;
            let content = row.content;
            return Some(SyntaxSpan {
                at,
                content,
                has_escapes,
            });
        }
    }
}

impl Content {
    fn escapes(self) -> &'static Escapes {
        match self {
            Content::Comment => &RAW,
            Content::Text(escapes) | Content::String(escapes) => escapes,
        }
    }
}

/// The positions of the bits that are set.
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 16).then_some(bit)
    })
}

/// Whether `text` begins with `word`, which is too short for a call.
fn begins_with(text: &[u8], word: &[u8]) -> bool {
    text.len() >= word.len() && text.iter().zip(word).all(|(a, b)| a == b)
}

/// No fence is longer (C++ says 16).
const MAX_FENCE: usize = 16;

impl Row {
    /// If a comment or string of this row opens at `at`: where its content begins, and its fence.
    fn opens(&self, text: &[u8], at: usize) -> Option<(usize, Range<usize>)> {
        let rest = &text[at..];
        if !begins_with(rest, self.open) {
            return None;
        }
        let inner = at + self.open.len();
        let (start, inner, fence) = match self.fence {
            Fence::None => (at, inner, at..at),
            Fence::Hashes => {
                let near = behind(text, at, MAX_FENCE + 1);
                let start = at - ending_run(near, b'#');
                (start, inner, start..at)
            }
            Fence::Equals => {
                let end = inner + run(ahead(text, inner, MAX_FENCE + 1), |b| b == b'=');
                (text.get(end) == Some(&b'[')).then_some((at, end + 1, inner..end))?
            }
            Fence::Parenthesis => {
                let near = ahead(text, inner, MAX_FENCE + 1);
                let ends = |b: &u8| b.is_ascii_whitespace() || b"()\\\"".contains(b);
                let end = inner + near.iter().position(ends)?;
                (text[end] == b'(').then_some((at, end + 1, inner..end))?
            }
        };
        let before = match self.prefix {
            b"" => &text[..start],
            prefix => text[..start].strip_suffix(prefix)?,
        };
        let before = before.last();
        let before = before.copied().unwrap_or(b'\n');
        let follows = match self.after {
            After::Anything => true,
            After::Word => {
                !(before.is_ascii_alphanumeric() || before == b'_') || b"LuU8".contains(&before)
            }
            After::Blank => before.is_ascii_whitespace(),
            After::Value => before.is_ascii_whitespace() || b":=[{(,".contains(&before),
        };
        follows.then_some((inner, fence))
    }

    /// Where the comment or string ends whose content begins at `start`, and whether there may be escapes in it.
    fn close(&self, text: &[u8], start: usize, fence: &[u8]) -> (usize, bool) {
        let Some(&first) = self.close.first() else {
            return (start, false);
        };
        let escapes = self.content.escapes();
        if !escapes.exist() && self.multiline {
            let after: &[u8] = match self.fence {
                Fence::None | Fence::Hashes => b"",
                Fence::Equals => b"]",
                Fence::Parenthesis => b"\"",
            };
            let mut closes = memchr::memchr_iter(first, &text[start..]).filter_map(|i| {
                let rest = text[start + i..].strip_prefix(self.close)?;
                let rest = rest.strip_prefix(fence)?.strip_prefix(after)?;
                Some(text.len() - rest.len())
            });
            return (closes.next().unwrap_or(text.len()), false);
        }
        let backslash = if escapes.has_backslash() {
            b'\\'
        } else {
            first
        };
        let newline = if self.multiline { first } else { b'\n' };
        let (mut at, mut any) = (start, false);
        while let Some(found) =
            memchr::memchr3(first, backslash, newline, &text[at.min(text.len())..])
        {
            at += found;
            match text[at] {
                b'\\' if backslash == b'\\' => {
                    any = true;
                    at += if text[at..].starts_with(b"\\\r\n") {
                        3
                    } else {
                        2
                    };
                }
                b'\n' if !self.multiline => return (at, any),
                b if escapes.doubled == Some(b) && text.get(at + 1) == Some(&b) => {
                    any = true;
                    at += 2;
                }
                _ if begins_with(&text[at..], self.close) => {
                    return (at + self.close.len(), any);
                }
                _ => at += 1,
            }
        }
        (text.len(), any)
    }
}
