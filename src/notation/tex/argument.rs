//! An argument or a field in braces that is a URL as a whole: `\url{…}`, `\href{…}{…}`, `url = {…}`. LaTeX ignores the white space in it.

use std::ops::Range;

use crate::class::Class;
use crate::grammar::hostname;
use crate::notation::targets::is_url;
use crate::span::{beginning, range_in, run, split_run};
use crate::text::strip_prefix_ignore_case;
use crate::url;

/// Commands whose first argument is a URL.
const COMMANDS: [&[u8]; 4] = [b"\\url", b"\\href", b"\\nolinkurl", b"\\path"];

/// No argument is longer.
const MAX: usize = 1024;

/// Whether a brace after `before` opens a field of an entry that is a URL.
pub(super) fn is_field(before: &[u8]) -> bool {
    let Some(field) = before.trim_ascii_end().strip_suffix(b"=") else {
        return false;
    };
    let name = field.trim_ascii_end();
    name.len() >= 3 && name[name.len() - 3..].eq_ignore_ascii_case(b"url")
}

/// Whether a brace after `before` opens the option `pdfurl` of hyperref.
fn is_pdf_url(before: &[u8]) -> bool {
    let field = before.trim_ascii_end().strip_suffix(b"=");
    field.is_some_and(|field| field.trim_ascii_end().ends_with(b"pdfurl"))
}

/// Where the brace stands that opens the argument of the command at `at`, if that takes a URL.
pub(super) fn opening(text: &[u8], at: usize) -> Option<usize> {
    let mut commands = COMMANDS.iter();
    let command = commands.find(|command| text[at..].starts_with(command))?;
    let open = after_options(text, at + command.len());
    (text.get(open) == Some(&b'{')).then_some(open)
}

/// Where the first argument of the command that ends at `end` may begin: after blanks, a line break, and options in brackets.
pub(super) fn after_options(text: &[u8], end: usize) -> usize {
    const MAX: usize = 256;
    let at = after_white(text, end);
    let rest = beginning(&text[at..], MAX);
    if !rest.starts_with(b"[") {
        return at;
    }
    memchr::memchr(b']', rest).map_or(end, |len| after_white(text, at + len + 1))
}

/// The place after the white space at `at`, but not after a blank line.
fn after_white(text: &[u8], at: usize) -> usize {
    let len = run(&text[at..], |b| b.is_ascii_whitespace());
    let breaks = memchr::memchr_iter(b'\n', &text[at..at + len]).count();
    if breaks > 1 { at } else { at + len }
}

/// The URL after the brace at `open` that is a target: the argument of a command, whose brace is `opening`, or the option `pdfurl`. What
/// stands in a field of BibTeX was often typed as text: it is none.
pub(super) fn target(text: &[u8], open: usize, opening: Option<usize>) -> Option<Range<usize>> {
    if opening == Some(open) || is_pdf_url(&text[..open]) {
        is_url(text[open + 1..].trim_ascii_start()).then(|| argument(text, open))?
    } else {
        pdf_url(text, open)
    }
}

/// The value of the option `pdfurl` after the brace of `\hypersetup` at `open`, if it is a URL without braces.
fn pdf_url(text: &[u8], open: usize) -> Option<Range<usize>> {
    const KEY: &[u8] = b"pdfurl";
    if !text[..open].ends_with(b"\\hypersetup") {
        return None;
    }
    let options = &text[argument(text, open)?];
    let (before, after) = options.split_at(memchr::memmem::find(options, KEY)?);
    // Escapes before it are still to be undone.
    if before.contains(&b'\\') {
        return None;
    }
    let value = after[KEY.len()..]
        .trim_ascii_start()
        .strip_prefix(b"=")?
        .trim_ascii();
    let value = &value[..memchr::memchr(b',', value).unwrap_or(value.len())];
    is_url(value).then(|| range_in(text, value.trim_ascii_end()))
}

/// The white space within the URL after the brace at `open`; none if it is not closed or is no single URL.
pub(super) fn white_in_url(text: &[u8], open: usize) -> Vec<Range<usize>> {
    let url = text[open + 1..].trim_ascii_start();
    let start = text.len() - url.len();
    if !is_url(url) {
        return Vec::new();
    }
    let is_quoted = |range: &Range<usize>| text[range.clone()].iter().any(|b| b"\"<>".contains(b));
    let Some(argument) = argument(text, open).filter(|range| !is_quoted(range)) else {
        return Vec::new();
    };
    let end = start + text[start..argument.end].trim_ascii_end().len();
    let mut found = Vec::new();
    let mut at = start;
    while let Some(white) = text[at..end].iter().position(u8::is_ascii_whitespace) {
        let white = at + white;
        at = white + run(&text[white..end], |b| b.is_ascii_whitespace());
        let piece = Class::STOP.before(&text[at..end]);
        if !continues(&text[start..white], &text[white..at], &text[at..at + piece]) {
            return Vec::new();
        }
        found.push(white..at);
    }
    found
}

/// Signs that a URL often breaks after, and no word.
const JOINTS: &[u8] = b"/-_=?&";

/// Whether a URL goes on with `piece` after `white`: it is no other URL, no remark, no date and no word. In a line it has signs that words
/// lack.
fn continues(before: &[u8], white: &[u8], piece: &[u8]) -> bool {
    let (Some(&last), Some(&first)) = (before.last(), piece.first()) else {
        return false;
    };
    // White space ends a command.
    if before.ends_with(b"\\textasciitilde") {
        return true;
    }
    let after_joint = JOINTS.contains(&last);
    let may_go_on = match memchr::memchr_iter(b'\n', white).count() {
        0 => {
            let has = |sign| piece.contains(&sign);
            let in_host = last == b'.' && !has_path(before);
            let joint = after_joint || in_host || b"/.=?&#%_~".contains(&first);
            has(b'=') && (joint || has(b'&')) || joint && (has(b'/') || has(b'_'))
        }
        1 => after_joint || !is_word(piece) || last == b'.' && !first.is_ascii_uppercase(),
        _ => false,
    };
    may_go_on
        && !b",;".contains(&last)
        && !b"([".contains(&first)
        && (after_joint || !is_date(piece))
        && !is_other(before, piece)
}

/// Whether a slash follows the host.
fn has_path(before: &[u8]) -> bool {
    memchr::memchr_iter(b'/', before).nth(2).is_some()
}

/// Whether `piece` is letters alone, perhaps before a mark.
fn is_word(piece: &[u8]) -> bool {
    matches!(
        &piece[Class::ALPHA.run(piece)..],
        [] | [b'.' | b',' | b':' | b';']
    )
}

/// Whether `piece` is digits with separators: `2010-10-05`, `12.03.2010/13`.
fn is_date(piece: &[u8]) -> bool {
    let separators = piece.iter().filter(|b| b"-/.".contains(b)).count();
    let digits = piece.iter().filter(|b| b.is_ascii_digit()).count();
    Class::DIGIT.has(piece[0]) && separators > 0 && separators + digits == piece.len()
}

/// Whether `piece` begins another URL, host, address or DOI than the one of `before`.
fn is_other(before: &[u8], piece: &[u8]) -> bool {
    let begins = |prefix: &[u8]| strip_prefix_ignore_case(piece, prefix).is_some();
    // `https://doi.org/` may be alone in a line, `https://` too.
    let is_doi = matches!(piece, [b'1', b'0', b'.', b'0'..=b'9', ..]);
    let is_address = || {
        let name = run(piece, |b| Class::LABEL.has(b) || b"._+".contains(&b));
        name > 0 && piece.get(name) == Some(&b'@')
    };
    let is_host = || hostname::len(piece).is_some_and(|len| piece.get(len) == Some(&b'/'));
    let has_host = !before.ends_with(b"://") && !before.ends_with(b"www.");
    has_scheme(piece)
        || has_host && (begins(b"www.") || begins(b"ftp.") || is_host())
        || is_doi && !before.ends_with(b"/")
        || is_address()
}

/// Whether `piece` begins with a known scheme and a colon. `File:` and `News:` are kinds of pages of wikis.
fn has_scheme(piece: &[u8]) -> bool {
    let (name, rest) = split_run(beginning(piece, 64), |b| {
        Class::LABEL.has(b) || b"+.".contains(&b)
    });
    let is_kind = matches!(name, [b'A'..=b'Z', b'a'..=b'z', ..]) && !rest.starts_with(b"://");
    rest.starts_with(b":") && !is_kind && url::find(name).is_some()
}

/// The argument in braces at `open`, without the braces.
pub(super) fn argument(text: &[u8], open: usize) -> Option<Range<usize>> {
    let inside = text.get(open..)?.strip_prefix(b"{")?;
    let mut depth = 0_usize;
    let mut bytes = beginning(inside, MAX).iter().enumerate();
    while let Some((i, byte)) = bytes.next() {
        match byte {
            b'\\' => _ = bytes.next(),
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some(open + 1..open + 1 + i),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}
