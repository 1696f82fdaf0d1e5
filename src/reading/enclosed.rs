//! `(http://a.com/⏎x)`: a bracket, or markup that nobody took out (`<a>http://a.com/⏎x</a>`), that opens directly before a bare URL and
//! closes in the next line's first word (tests/spec/enclosed.md). It delimits the URL as the appendix's angle brackets do.

use super::brackets::Depth;
use super::fold::{Fold, Gap, line_break};
use super::quote_prefix::{Prefix, blanks};
use super::{join, stop};
use crate::class::Class;

/// Longer than any rest.
const MAX: usize = 4096;

/// What opens directly before a URL, and what closes it.
const PAIRS: [(&[u8], &[u8]); 4] = [
    (b"(", b")"),
    (b"[", b"]"),
    (b">", b"</"),
    (b"&lt;", b"&gt;"),
];

/// Whether something opens directly before the URL `start..end` and its line ends.
#[inline]
pub(super) fn may_go_on(text: &[u8], start: usize, end: usize) -> bool {
    let opened = start > 0 && matches!(text[start - 1], b'(' | b'[' | b'>' | b';');
    opened && line_break(&text[end + blanks(&text[end..])..]).is_some()
}

/// The URL `start..end`, that runs to a stop of its own, with the rest before what closes it.
pub(super) fn fold(text: &[u8], start: usize, end: usize) -> Option<Fold> {
    if !may_go_on(text, start, end) {
        return None;
    }
    let (_, close) = PAIRS
        .iter()
        .find(|(open, _)| text[..start].ends_with(open))?;
    let (_, word) = join::next_line(text, end, Prefix::before(text, start))?;
    let mut depth = Depth::default();
    if !text[start..end].iter().all(|&b| depth.takes(b)) {
        return None;
    }
    let ends = |i: &usize| {
        let b = text[*i];
        Class::STOP.has(b) || !depth.takes(b) || b == b'&' && stop::is_markup_entity(&text[*i..])
    };
    let near = text.len().min(word + MAX);
    let end_of_rest = (word..near).find(ends)?;
    let rest = word..end_of_rest;
    let whole = text[rest.end..].starts_with(close)
        && join::looks_like_rest(text[end - 1], &text[rest.clone()]);
    whole.then(|| {
        let mut fold = Fold::of(start..end);
        fold.push(rest, Gap::Break);
        fold
    })
}
