//! A host that can't be: what of it can (tests/spec/refused-host.md).

use crate::character;
use crate::class::Class;
use crate::domain::is_top_level;

/// Where a URL whose host begins at `host` can end within it: at its last full label, if a hyphen, a bracket, a quote or the end
/// follows. Behind a top-level domain it can also end before an ellipsis, a sign (an undecoded `=20`), or a dash or the like outside
/// US-ASCII.
pub(super) fn cut(text: &[u8], host: usize, end: usize) -> Option<usize> {
    let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || Class::HIGH.has(**b) || b"-._".contains(b);
    let name = host + text[host..end].iter().take_while(letter).count();
    let ellipsis = || Some(host + memchr::memmem::find(&text[host..name], b"...")?);
    if let Some(mark) = punctuation(text, host, name).or_else(ellipsis) {
        return ends_in_top_level(&text[host..mark]).then_some(mark);
    }
    let label = text[host..name]
        .iter()
        .rev()
        .take_while(|b| b"-._".contains(b))
        .count();
    let cut = name - label;
    let ends = |&b: &u8| {
        let sign = || b"=,;!$&*+".contains(&b) && ends_in_top_level(&text[host..cut]);
        matches!(b, b'-' | b'\'') || Class::BRACKET.has(b) || sign()
    };
    (cut > host && (cut == end || text.get(cut).is_none_or(ends))).then_some(cut)
}

/// Whether the URL that ends at `end` is the beginning of a regular expression: `http://www\.example\.org/`.
pub(super) fn is_pattern(text: &[u8], host: usize, end: usize) -> bool {
    text[end..].starts_with(b"\\.") && host < end && !text[host..end].contains(&b'/')
}

fn ends_in_top_level(name: &[u8]) -> bool {
    let dot = memchr::memrchr(b'.', name).filter(|&dot| dot > 0);
    dot.is_some_and(|dot| is_top_level(&name[dot + 1..]))
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
