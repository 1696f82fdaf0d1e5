//! An argument or a field in braces that is a URL as a whole: `\url{…}`, `\href{…}{…}`, `url = {…}`. LaTeX ignores the white space in it.

use std::ops::Range;

use crate::class::Class;
use crate::notation::targets::is_url;
use crate::span::{ahead, run};

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
    COMMANDS.iter().any(|command| before.ends_with(command))
}

/// The white space within the URL that begins at `start`, after a brace; none if it is not closed or is no single URL.
pub(super) fn white_in_url(text: &[u8], start: usize) -> Vec<Range<usize>> {
    let blanks = run(&text[start..], |b| b.is_ascii_whitespace());
    let start = start + blanks;
    if !is_url(&text[start..]) {
        return Vec::new();
    }
    let Some(end) = end_of_argument(text, start) else {
        return Vec::new();
    };
    let end = start + text[start..end].trim_ascii_end().len();
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

/// Whether a URL goes on with `piece` after `white`: it is no other URL and no remark. In a line it has a sign that words lack.
fn continues(before: &[u8], white: &[u8], piece: &[u8]) -> bool {
    let breaks = memchr::memchr_iter(b'\n', white).count();
    let may_be_word = breaks == 0 && !piece.iter().any(|b| b"/=_".contains(b));
    let ends_item = matches!(before.last(), Some(b',' | b';'));
    let is_remark = matches!(piece.first(), None | Some(b'(' | b'['));
    breaks < 2 && !may_be_word && !ends_item && !is_remark && !is_url(piece)
}

/// Where the brace stands that closes an argument.
fn end_of_argument(text: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut bytes = ahead(text, start, MAX).iter().enumerate();
    while let Some((i, byte)) = bytes.next() {
        match byte {
            b'\\' => _ = bytes.next(),
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some(start + i),
            b'}' => depth -= 1,
            b'"' | b'<' | b'>' => return None,
            _ => {}
        }
    }
    None
}
