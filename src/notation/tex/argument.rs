//! An argument or a field in braces that is a URL as a whole: `\url{…}`, `\href{…}{…}`, `url = {…}`. LaTeX ignores the white space in it.

use std::ops::Range;

use crate::class::Class;
use crate::grammar::hostname;
use crate::notation::targets::is_url;
use crate::span::{beginning, run, split_run};
use crate::text::strip_prefix_ignore_case;
use crate::url;

/// Commands whose first argument is a URL.
const COMMANDS: [&[u8]; 4] = [b"\\url", b"\\href", b"\\nolinkurl", b"\\path"];

/// No argument is longer.
const MAX: usize = 1024;

/// Whether a brace after `before` opens the argument of a command or the field of an entry that is a URL.
pub(super) fn takes_url(before: &[u8]) -> bool {
    if let Some(field) = before.trim_ascii_end().strip_suffix(b"=") {
        let name = field.trim_ascii_end();
        return name.len() >= 3 && name[name.len() - 3..].eq_ignore_ascii_case(b"url");
    }
    is_command(before)
}

fn is_command(before: &[u8]) -> bool {
    COMMANDS.iter().any(|command| before.ends_with(command))
}

/// The argument of a command after the brace at `open`, if it begins like a URL. What stands in a field of BibTeX was often typed as
/// text: it is none.
pub(super) fn of_command(text: &[u8], open: usize) -> Option<Range<usize>> {
    let is_target = is_command(&text[..open]) && is_url(text[open + 1..].trim_ascii_start());
    is_target.then(|| argument(text, open))?
}

/// The white space within the URL after the brace at `open`; none if it is not closed or is no single URL.
pub(super) fn white_in_url(text: &[u8], open: usize) -> Vec<Range<usize>> {
    let start = open + 1 + run(&text[open + 1..], |b| b.is_ascii_whitespace());
    if !is_url(&text[start..]) {
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
