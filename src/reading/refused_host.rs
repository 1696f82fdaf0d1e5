//! A host that can't be: what of it can (tests/spec/refused-host.md).

use crate::character;
use crate::class::Class;
use crate::domain::is_top_level;

/// Where a URL whose host begins at `host` can end within it: at its last full label, if a hyphen, a bracket, a quote or the end
/// follows; before a dash or the like outside US-ASCII, if a top-level domain ends there.
pub(super) fn cut(text: &[u8], host: usize, end: usize) -> Option<usize> {
    let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || Class::HIGH.has(**b) || b"-._".contains(b);
    let name = host + text[host..end].iter().take_while(letter).count();
    if let Some(mark) = punctuation(text, host, name) {
        let dot = memchr::memrchr(b'.', &text[host..mark]).filter(|&dot| dot > 0)?;
        return is_top_level(&text[host + dot + 1..mark]).then_some(mark);
    }
    let label = text[host..name]
        .iter()
        .rev()
        .take_while(|b| b"-._".contains(b))
        .count();
    let cut = name - label;
    let ends = |&b: &u8| matches!(b, b'-' | b'\'') || Class::BRACKET.has(b);
    (cut > host && (cut == end || text.get(cut).is_none_or(ends))).then_some(cut)
}

/// The first punctuation outside US-ASCII.
fn punctuation(text: &[u8], start: usize, end: usize) -> Option<usize> {
    let mut at = start;
    while at < end {
        if !Class::HIGH.has(text[at]) {
            at += 1;
            continue;
        }
        let (c, len) = character::decode(text, at);
        if character::is_punctuation(c) {
            return Some(at);
        }
        at += len;
    }
    None
}
