//! `[mailto:list-⏎> bounces at x.org]`: the square brackets that Outlook puts around an address, with a line break in them
//! (tests/spec/square.md).

use super::at;
use super::fold::{End, Fold, Gap, walk};
use super::quote_prefix::Prefix;

/// Longer than any address in such brackets.
const MAX: usize = 256;

/// The address that begins at `start`, if a bracket opens directly before it and closes in the next line, and nothing else stands
/// in it.
pub(super) fn fold(text: &[u8], start: usize) -> Option<Fold> {
    let opened = start > 0 && text[start - 1] == b'[';
    let rest = &text[start..text.len().min(start + MAX)];
    let close = opened.then(|| memchr::memchr(b']', rest)).flatten()?;
    // Most stand in one piece.
    memchr::memchr(b'\n', &rest[..close])?;
    let (mut fold, end) = walk(text, start, b']', Prefix::before(text, start));
    let breaks = fold.runs.iter().filter(|run| run.gap == Gap::Break).count();
    at::restore(text, &mut fold);
    let whole = end == End::Closed(start + close) && breaks == 1 && !fold.has(Gap::Blank);
    whole.then_some(fold)
}
