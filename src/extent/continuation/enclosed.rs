//! `(http://a.com/⏎x)`: a bracket, or markup that nobody took out (`<a>http://a.com/⏎x</a>`), that opens directly before a bare URL
//! and closes in the next line's first word (tests/spec/enclosed.md). It delimits the URL as the appendix's angle brackets do.

use super::next_word::looks_like_rest;
use crate::class::Class;
use crate::extent::Extent;
use crate::extent::brackets::Brackets;
use crate::extent::pieces::{Gap, Pieces};
use crate::extent::run::is_markup_entity;

/// Longer than any rest, in bytes.
const MAX: usize = 4096;

/// What opens directly before a URL, and what closes it.
const PAIRS: [(&[u8], &[u8]); 6] = [
    (b"(", b")"),
    (b"[", b"]"),
    (b"( ", b" )"),
    (b"[ ", b" ]"),
    (b">", b"</"),
    (b"&lt;", b"&gt;"),
];

/// What closes the URL, if one of these pairs opens before it.
fn close(extent: &Extent<'_>) -> Option<&'static [u8]> {
    let before = extent.before();
    let opens = |(open, _): &&(&[u8], _)| before.ends_with(open);
    PAIRS.iter().find(opens).map(|&(_, close)| close)
}

pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    close(extent).is_some()
}

pub(super) fn pieces(extent: &Extent<'_>, end: usize, pieces: &mut Pieces) -> Option<()> {
    let (text, start) = (extent.text(), extent.start());
    let close = close(extent)?;
    let word = extent.next_line(end)?;
    let mut brackets = Brackets::default();
    if !text[start..end].iter().all(|&b| brackets.take(b, 0)) {
        return None;
    }
    let ends = |i: &usize| {
        let b = text[*i];
        Class::STOP.has(b) || !brackets.take(b, 0) || b == b'&' && is_markup_entity(&text[*i..])
    };
    let rest = word..(word..text.len().min(word + MAX)).find(ends)?;
    let closed = text[rest.end..].starts_with(close);
    if !closed || !looks_like_rest(text[end - 1], &text[rest.clone()]) {
        return None;
    }
    pieces.push(start..end, Gap::None);
    pieces.push(rest, Gap::Break);
    Some(())
}
