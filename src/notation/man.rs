//! Man pages: roff source with the macros of man or mdoc (groff(7), groff_man(7), mdoc(7)).
//!
//! Undone: `\-` is a hyphen, `\:`, `\&`, `\%` and `\/` are empty, named characters are what they show. A change of the font
//! delimits a URL: `http://a.org/\fIname\fR` leaves a hole for a name. So do the quotes that Pod::Man defines (`\*(Aq`). Escapes that
//! depend on the formatter or the terminal (other `\*(xy`, `\n(xy`, `\h'…'`) are kept unchanged. A comment is read as text is.
//!
//! The argument of `.UR` and the first one of `.Lk` are a URL as a whole: it may end with a full stop.

#[cfg(feature = "lint")]
mod mask;

use std::ops::Range;

#[cfg(feature = "lint")]
pub(crate) use mask::is_man_page;

use super::{AS_TEXT, Notation, targets};
use crate::class::Class;
use crate::span::{beginning, first_line, range_in, run, split_before};
use crate::text::{DELIMITER, Edits, Rewrite};

pub(super) static MAN: Notation = Notation {
    name: "man",
    media_types: &["text/troff", "application/x-troff-man", "text/x-troff"],
    matches_name: |extension, head| is_section(extension) && begins_with_request(head),
    cut: |text| memchr::memmem::rfind(text, b"\n.").map(|i| i + 1),
    is_readable: |text| {
        let first = memchr::memchr2_iter(b'\\', b'\n', text);
        first
            .into_iter()
            .all(|at| text[at] == b'\n' && !is_control_line(text, at + 1))
    },
    read,
    #[cfg(feature = "lint")]
    roles: mask::ROLES,
    ..AS_TEXT
};

/// Whether it is a section of the manual (`1`, `3pm`, `8postfix`, `n`), or an extension of roff.
fn is_section(extension: &str) -> bool {
    let section = extension.starts_with(|c: char| ('1'..='9').contains(&c))
        && extension.bytes().skip(1).all(|b| b.is_ascii_alphabetic());
    const NAMES: [&str; 10] = [
        "groff", "l", "man", "mdoc", "me", "mom", "ms", "n", "roff", "tmac",
    ];
    section || NAMES.contains(&extension)
}

/// Whether the first line that is not blank is a request, a macro or a comment.
fn begins_with_request(head: &[u8]) -> bool {
    let rest = head.trim_ascii_start();
    matches!(
        rest,
        [b'.' | b'\'', b'A'..=b'Z' | b'a'..=b'z' | b'\\' | b' ', ..]
    ) || rest.starts_with(b"\\\"")
}

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    let (mut edits, mut at) = (Edits::new(text, 0, out), 0);
    // Where the last target was written, and where it ends.
    let mut target = None;
    if is_control_line(text, 0) {
        edits.put(&[DELIMITER], 0..1);
        at = 1;
        target = begin_target(text, at, &mut edits);
    }
    while let Some(mark) = memchr::memchr2(b'\\', b'\n', &text[at..]).map(|i| at + i) {
        if let Some((start, end)) = target.take_if(|(_, end)| *end <= mark) {
            targets::note_edited(&mut edits, start, end);
        }
        let (span, meaning) = if text[mark] == b'\\' {
            let Some((len, meaning)) = escape(&text[mark + 1..]) else {
                at = text.len().min(mark + 2);
                continue;
            };
            (mark..mark + len, meaning)
        } else if is_control_line(text, mark + 1) {
            (mark + 1..mark + 2, Meaning::Delimiter)
        } else {
            at = mark + 1;
            continue;
        };
        at = span.end;
        match meaning {
            Meaning::Empty => edits.leave_out(span),
            Meaning::Delimiter => edits.put(&[DELIMITER], span),
            Meaning::Character(c) => edits.put_char(c, span),
        }
        if text[mark] == b'\n' {
            target = begin_target(text, at, &mut edits);
        }
    }
    if let Some((start, end)) = target {
        targets::note_edited(&mut edits, start, end);
    }
    edits.finish();
}

/// Where the target of the macro whose name begins at `at` is written, and where it ends in the text, if the macro takes one.
fn begin_target(text: &[u8], at: usize, edits: &mut Edits<'_, '_, '_>) -> Option<(usize, usize)> {
    let target = argument(text, at)?;
    Some((edits.out_at(target.start).bytes().len(), target.end))
}

/// The target of the macro whose name begins at `at`, if it takes one. Several arguments of `.UR` are a text.
fn argument(text: &[u8], at: usize) -> Option<Range<usize>> {
    let call = &text[at..];
    let call = &call[Class::BLANK.run(call)..];
    let ([b'U', b'R', rest @ ..] | [b'L', b'k', rest @ ..]) = call else {
        return None;
    };
    let blanks = Class::BLANK.run(rest);
    let line = first_line(&rest[blanks..]);
    // A comment may follow.
    let end = memchr::memmem::find(line, b"\\\"").unwrap_or(line.len());
    let line = line[..end].trim_ascii_end();
    let (argument, after) = match line {
        [b'"', quoted @ ..] => quoted.split_at(memchr::memchr(b'"', quoted)?),
        _ => split_before(line, |b| b.is_ascii_whitespace()),
    };
    let is_only = || after.iter().all(|b| b"\" \t".contains(b));
    (blanks > 0 && (call.starts_with(b"Lk") || is_only())).then(|| range_in(text, argument))
}

/// Whether a request or a macro begins at `at`, the start of a line. No URL goes on in its line.
fn is_control_line(text: &[u8], at: usize) -> bool {
    matches!(text.get(at), Some(b'.' | b'\''))
}

/// The meaning of an escape.
enum Meaning {
    Empty,
    /// Another font, a quote, or a request.
    Delimiter,
    Character(char),
}

/// Named characters that occur in URLs or next to them.
const NAMES: &[(&[u8], char)] = &[
    (b"-", '-'),
    (b"Do", '$'),
    (b"aq", '\''),
    (b"at", '@'),
    (b"ba", '|'),
    (b"bu", '•'),
    (b"cq", '’'),
    (b"dq", '"'),
    (b"em", '—'),
    (b"en", '–'),
    (b"eq", '='),
    (b"ga", '`'),
    (b"ha", '^'),
    (b"hy", '-'),
    (b"lB", '['),
    (b"lC", '{'),
    (b"la", '<'),
    (b"lq", '“'),
    (b"mi", '-'),
    (b"oq", '‘'),
    (b"pl", '+'),
    (b"rB", ']'),
    (b"rC", '}'),
    (b"ra", '>'),
    (b"rq", '”'),
    (b"rs", '\\'),
    (b"sh", '#'),
    (b"sl", '/'),
    (b"ti", '~'),
    (b"ul", '_'),
];

/// The quotes among the strings that Pod::Man defines on each page it writes.
const QUOTES: [&[u8]; 8] = [b"Aq", b"C'", b"C`", b"L\"", b"R\"", b"T<", b"lq", b"rq"];

/// The length of the escape that begins with a backslash before `rest`, with that, and its meaning. `None` if it is unknown or not fixed.
fn escape(rest: &[u8]) -> Option<(usize, Meaning)> {
    Some(match rest.first()? {
        b'&' | b':' | b'%' | b'/' | b',' | b')' | b'|' | b'^' | b'c' | b'{' | b'}' | b'\n' => {
            (2, Meaning::Empty)
        }
        b'\r' if rest.get(1) == Some(&b'\n') => (3, Meaning::Empty),
        b'~' | b' ' | b'0' => (2, Meaning::Character(' ')),
        b'e' | b'E' | b'\\' => (2, Meaning::Character('\\')),
        &c @ (b'-' | b'.' | b'_' | b'\'' | b'`') => (2, Meaning::Character(c.into())),
        // A string that the page defines.
        b'*' => {
            let (quote, len) = name(&rest[1..])?;
            let is_quote = QUOTES.contains(&&rest[1..][quote]);
            is_quote.then_some((2 + len, Meaning::Delimiter))?
        }
        b'(' | b'[' => {
            let (name, len) = name(rest)?;
            (1 + len, Meaning::Character(named_character(&rest[name])?))
        }
        // A font.
        b'f' => match rest.get(1)? {
            b'(' | b'[' => (2 + name(&rest[1..])?.1, Meaning::Delimiter),
            font if font.is_ascii_alphanumeric() => (3, Meaning::Delimiter),
            _ => return None,
        },
        b's' => (2 + size(&rest[1..])?, Meaning::Empty),
        _ => return None,
    })
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
        b'[' => {
            let rest = beginning(rest, MAX);
            let close = memchr::memchr(b']', rest)?;
            let word = rest[1..close].iter().all(u8::is_ascii_graphic);
            word.then_some((1..close, close + 1))
        }
        _ => None,
    }
}

fn named_character(name: &[u8]) -> Option<char> {
    if let Some((_, character)) = NAMES.iter().find(|row| row.0 == name) {
        return Some(*character);
    }
    // `u002D`
    let hex = name.strip_prefix(b"u").filter(|hex| hex.len() >= 4)?;
    char::from_u32(u32::from_str_radix(str::from_utf8(hex).ok()?, 16).ok()?)
}

/// The length of the argument of `\s`: `N`, `+N`, `-N`, `(NN`, `[N]`, `'N'`.
fn size(rest: &[u8]) -> Option<usize> {
    let sign = run(rest, |b| b"+-".contains(&b)).min(1);
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

    #[test]
    fn sections() {
        for section in ["1", "3pm", "8postfix", "n", "man"] {
            assert!(is_section(section), "{section}");
        }
        for other in ["0", "1.2", "", "x", "7z1", "10", "news"] {
            assert!(!is_section(other), "{other}");
        }
        for page in [".TH X 1\n", "\n'\\\" t\n", "\\\" x\n", ".\\\" x"] {
            assert!(begins_with_request(page.as_bytes()), "{page}");
        }
        for text in ["...", "'", "", "1. x", "x\n.TH"] {
            assert!(!begins_with_request(text.as_bytes()), "{text}");
        }
    }
}
