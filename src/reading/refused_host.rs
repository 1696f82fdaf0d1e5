//! A host that can't be: what of it can (tests/spec/refused-host.md).

use crate::class::Class;

/// Where a URL whose host begins at `host` can end within it: at its last full label, if a hyphen, a bracket, a quote or the end
/// follows.
pub(super) fn cut(text: &[u8], host: usize, end: usize) -> Option<usize> {
    let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || Class::HIGH.has(**b) || b"-._".contains(b);
    let name = host + text[host..end].iter().take_while(letter).count();
    let label = text[host..name]
        .iter()
        .rev()
        .take_while(|b| b"-._".contains(b))
        .count();
    let cut = name - label;
    let ends = |&b: &u8| matches!(b, b'-' | b'\'') || Class::BRACKET.has(b);
    (cut > host && (cut == end || text.get(cut).is_none_or(ends))).then_some(cut)
}
