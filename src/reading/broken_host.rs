//! `http://www.st-⏎andrews.ac.uk/`: a line break behind a hyphen of the host (tests/spec/broken-host.md). No host ends in a hyphen, so
//! neither the line's length nor what else stands on the next line matters.

use super::blank_host::name;
use super::fold::{Fold, Gap};
use super::quote_prefix::Prefix;
use super::{join, stop};
use crate::class::Class;

/// The URL `start..end` with the next line's first word, if it ends with its line, in a hyphen of its host, and that word completes
/// the host.
pub(super) fn fold(text: &[u8], start: usize, host: usize, end: usize) -> Option<Fold> {
    let letter = |b: &u8| Class::ALPHADIGIT.has(*b) || matches!(b, b'-' | b'.');
    let begun = text[host..end].strip_suffix(b"-")?;
    if !begun.last().is_some_and(|&b| Class::ALPHADIGIT.has(b)) || !begun.iter().all(letter) {
        return None;
    }
    let (_, word) = join::next_line(text, end, Prefix::before(text, start))?;
    let rest = &text[word..];
    if !rest.first().is_some_and(|&b| Class::ALPHADIGIT.has(b)) {
        return None;
    }
    name(rest)?;
    let mut fold = Fold::of(start..end);
    fold.push(word..stop::find(text, word).end, Gap::Break);
    Some(fold)
}
