//! TeX, LaTeX and BibTeX.
//!
//! Undone: the backslash before `_ % # & $`, the ways to write `~`, the braces of `{~}` and `{-}`, breaks that are allowed (`\-`,
//! `\allowbreak`), a `%` in a URL that hides the end of the line, and white space in an argument or field that is a URL
//! (`argument.rs`). The two characters around the argument of `\verb`, `\path` or `\url` delimit. The argument of a command that takes a
//! URL is a URL as a whole: it may end with a full stop.

mod argument;
#[cfg(feature = "lint")]
mod mask;

use std::ops::Range;

use super::{AS_TEXT, Notation, targets};
use crate::class::Class;
use crate::span::{beginning, behind, contains, last_line};
use crate::text::{Edits, Rewrite};

pub(crate) static TEX: Notation = Notation {
    name: "tex",
    media_types: &[
        "application/x-bibtex",
        "application/x-latex",
        "application/x-tex",
        "text/x-bibtex",
        "text/x-tex",
    ],
    extensions: &[
        "bbl", "bbx", "bib", "cbx", "cls", "dtx", "latex", "lbx", "ltx", "sty", "tex",
    ],
    is_readable: |text| memchr::memchr3(b'\\', b'%', b'{', text).is_none(),
    read,
    #[cfg(feature = "lint")]
    roles: mask::ROLES,
    ..AS_TEXT
};

/// Each command as written, and the text it shows; the longer ones first.
#[rustfmt::skip]
const WRITTEN: &[(&[u8], &[u8])] = &[
    (b"{\\textasciitilde}{}", b"~"), (b"{\\textasciitilde{}}", b"~"), (b"{$\\sim$}", b"~"), (b"{\\~{}}", b"~"),
    (b"{\\textasciitilde}", b"~"), (b"\\textasciitilde{}", b"~"), (b"\\textasciitilde ", b"~"),
    (b"{\\textunderscore}", b"_"), (b"\\textunderscore{}", b"_"), (b"{\\_}", b"_"), (b"{\\%}", b"%"),
    (b"{\\&}", b"&"), (b"{\\#}", b"#"), (b"{\\~}", b"~"), (b"$\\sim$", b"~"), (b"\\string~", b"~"),
    (b"\\~{}", b"~"), (b"\\~{ }", b"~"), (b"\\allowbreak{}", b""), (b"\\allowbreak ", b""), (b"\\_", b"_"),
    (b"\\%", b"%"), (b"\\#", b"#"), (b"\\&", b"&"), (b"\\$", b"$"), (b"\\-", b""),
];

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    let mut edits = Edits::new(text, 0, out);
    // Where the last URL went on in another line.
    let mut joined = text.len();
    // The white space in the last argument that is a URL.
    let mut white = Vec::new().into_iter().peekable();
    // Where the last target was written, and where it ends; the brace of the last command that takes a URL.
    let (mut target, mut opening) = (None, None);
    for at in memchr::memchr3_iter(b'\\', b'%', b'{', text) {
        while let Some(range) = white.next_if(|range: &Range<usize>| range.start < at) {
            leave_out_white(&mut edits, range);
        }
        note_target(text, &mut edits, target.take_if(|(_, end)| *end <= at));
        if edits.has_passed(at) {
            continue;
        }
        if text[at] == b'{' {
            // As Mendeley and pandoc write them.
            if let [_, character @ (b'~' | b'-'), b'}', ..] = text[at..] {
                edits.put(&[character], at..at + 3);
            } else if matches!(text.get(at + 1), Some(b'\\' | b'$')) {
                if let Some((range, shown)) = command(text, at) {
                    edits.put(shown, range);
                }
            } else {
                if opening == Some(at) || argument::is_field(&text[..at]) {
                    white = argument::white_in_url(text, at).into_iter().peekable();
                }
                if let Some(value) = argument::target(text, at, opening) {
                    target = Some((edits.out_at(value.start).bytes().len(), value.end));
                }
            }
            continue;
        }
        if text[at] == b'%' {
            if let Some(next) = line_end_in_url(text, at, joined) {
                edits.leave_out(at..next);
                joined = next;
            } else if is_comment(text, at) {
                edits.delimit(at);
            }
            continue;
        }
        // A brace or `$` may stand before it.
        let before = at
            .checked_sub(1)
            .filter(|&before| !edits.has_passed(before));
        let command_at = |at| command(text, at);
        if let Some((range, shown)) = before.and_then(command_at).or_else(|| command_at(at)) {
            edits.put(shown, range);
        } else if let Some(open) = argument::opening(text, at) {
            opening = Some(open);
        } else if let Some(argument) = argument_at(text, at) {
            edits.delimit(argument.start);
            edits.delimit(argument.end - 1);
        } else if let Some(argument) = url_between_marks(text, at) {
            edits.delimit(argument.start - 1);
            let start = edits.out_at(argument.start).bytes().len();
            target = Some((start, argument.end));
        } else if text.get(at + 1) == Some(&b'\\') {
            // A line break.
            edits.copy_up_to(at + 2);
        } else if begins_internal(text, at) {
            edits.delimit(at);
        }
    }
    white.for_each(|range| leave_out_white(&mut edits, range));
    note_target(text, &mut edits, target);
    edits.finish();
}

/// Notes a target: where it was written, and where it ends in the text. Its delimiter is there.
fn note_target(text: &[u8], edits: &mut Edits<'_, '_, '_>, target: Option<(usize, usize)>) {
    let Some((start, end)) = target.filter(|(_, end)| !edits.has_passed(*end)) else {
        return;
    };
    targets::note_edited(edits, start, end);
    if text[end] != b'}' {
        edits.delimit(end);
    }
}

/// Leaves out the white space that no command before it took away (`\textasciitilde `).
fn leave_out_white(edits: &mut Edits<'_, '_, '_>, range: Range<usize>) {
    if let Some(start) = range.clone().find(|&at| !edits.has_passed(at)) {
        edits.leave_out(start..range.end);
    }
}

/// Where a command stands that begins at `at`, and the text it shows.
fn command(text: &[u8], at: usize) -> Option<(Range<usize>, &'static [u8])> {
    // Most backslashes begin the command of something else.
    let may_begin = match text[at..] {
        [b'\\', next, ..] => b"ats~_%#&$-".contains(&next),
        [b'{' | b'$', next, ..] => matches!(next, b'\\' | b'$'),
        _ => false,
    };
    if !may_begin {
        return None;
    }
    let mut rows = WRITTEN.iter();
    let (written, shown) = rows.find(|(written, _)| text[at..].starts_with(written))?;
    Some((at..at + written.len(), shown))
}

/// Whether the `%` at `at` begins a comment directly after a word: `https://a.org/% 2.1`.
fn is_comment(text: &[u8], at: usize) -> bool {
    let ends_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'/';
    text[..at].last().is_some_and(ends_word) && matches!(text.get(at + 1), Some(b' ' | b'\t'))
}

/// Whether the backslash at `at` begins a command that only packages have, after a part of a URL: `https://a.org/\@doi`,
/// `?id=\@id`.
fn begins_internal(text: &[u8], at: usize) -> bool {
    let begins = |rest: &[u8]| matches!(rest, [b'@', c, ..] if c.is_ascii_alphabetic());
    let goes_on = |b: &u8| b"/=?#&".contains(b);
    begins(&text[at + 1..]) && text[..at].last().is_some_and(goes_on)
}

/// Where the text goes on after the `%` at `at` if that stands in a URL and hides the end of its line; the URL may have been `joined` to
/// this line.
fn line_end_in_url(text: &[u8], at: usize, joined: usize) -> Option<usize> {
    const MAX: usize = 4096;
    let rest = &text[at + 1..];
    let rest = rest
        .strip_prefix(b"\r")
        .unwrap_or(rest)
        .strip_prefix(b"\n")?;
    let line = last_line(behind(text, at, MAX));
    let ends = |b: &u8| b.is_ascii_whitespace() || b"{}".contains(b);
    let word = line.iter().rposition(ends).map_or(line, |i| &line[i + 1..]);
    let is_url = at - word.len() == joined || contains(word, b"://");
    // A quote or the delimiter of a command may close before it.
    let is_url = is_url && !word.last().is_some_and(|b| b"'!$|".contains(b));
    let front = &line[..line.len() - word.len()];
    let is_comment = memchr::memchr_iter(b'%', front).any(|i| !front[..i].ends_with(b"\\"));
    let blanks = Class::BLANK.run(rest);
    (is_url && !is_comment).then(|| text.len() - rest.len() + blanks)
}

/// The argument of the `\verb` or `\path` at `at`, with the two characters around it, if these are no brackets.
fn argument_at(text: &[u8], at: usize) -> Option<Range<usize>> {
    let commands: [&[u8]; 2] = [b"\\verb", b"\\path"];
    let command = commands.iter().find(|name| text[at..].starts_with(name))?;
    verbatim(text, at + command.len(), b"{[(")
}

/// The argument of the `\url` at `at` if it is a URL between two characters that the author chose: `\url|http://a.org/|`.
fn url_between_marks(text: &[u8], at: usize) -> Option<Range<usize>> {
    let rest = text[at..].strip_prefix(b"\\url")?;
    let argument = verbatim(text, text.len() - rest.len(), b"{[(}@\\%#")?;
    let inside = argument.start + 1..argument.end - 1;
    targets::is_url(&text[inside.clone()]).then_some(inside)
}

/// The argument of the `\verb`, `\path` or `\lstinline` that ends at `end`, with the two characters around it, which the author chose: not
/// one that is `refused`.
fn verbatim(text: &[u8], end: usize, refused: &[u8]) -> Option<Range<usize>> {
    /// No argument is longer.
    const MAX: usize = 4096;
    let rest = text[end..].strip_prefix(b"*").unwrap_or(&text[end..]);
    let (&mark, argument) = rest.split_first()?;
    if mark.is_ascii_alphanumeric() || mark.is_ascii_whitespace() || refused.contains(&mark) {
        return None;
    }
    let start = text.len() - rest.len();
    let close = if mark == b'{' { b'}' } else { mark };
    let line = memchr::memchr2(close, b'\n', beginning(argument, MAX))?;
    (argument[line] == close).then(|| start..start + line + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first look at a command leaves none of the table out.
    #[test]
    fn each_command_of_the_table_is_found() {
        for (written, shown) in WRITTEN {
            let found = command(written, 0).map(|(range, shown)| (range.end, shown));
            assert_eq!(found, Some((written.len(), *shown)));
        }
    }

    #[test]
    fn no_url_goes_on_after_its_closing_quote() {
        let text = "'http://a.org/'%\nx";
        assert_eq!(crate::notation::text_of(text, read), text);
    }
}
