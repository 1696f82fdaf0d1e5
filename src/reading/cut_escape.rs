//! `http://a.com/x%⏎20y`: a line break within an escape (tests/spec/cut-escape.md). A lone `%` is no URL's end.

use super::fold::{Fold, Gap};
use super::join;
use super::quote_prefix::Prefix;
use super::stop;

/// How many of the escape's two digits stand before the URL's end, if it ends within one.
fn digits_before(text: &[u8], end: usize) -> Option<usize> {
    match text[..end] {
        [.., b'%'] => Some(0),
        [.., b'%', digit] if digit.is_ascii_hexdigit() => Some(1),
        _ => None,
    }
}

/// Whether the URL that ends at `end` may be cut so.
#[inline]
pub(super) fn may_go_on(text: &[u8], end: usize) -> bool {
    digits_before(text, end).is_some()
}

/// The URL `start..end` with the next line's first word, if that begins with the rest of its last escape.
pub(super) fn fold(text: &[u8], start: usize, end: usize) -> Option<Fold> {
    let missing = 2 - digits_before(text, end)?;
    let (_, word) = join::next_line(text, end, Prefix::before(text, start))?;
    let digits = text.get(word..word + missing)?;
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let mut fold = Fold::of(start..end);
    fold.push(word..stop::find(text, word).end, Gap::Break);
    Some(fold)
}
