//! ` at `: archives write addresses so, to hide them from harvesters (tests/spec/at.md).

use super::blank_host::name;
use super::fold::{Fold, Gap, Instead, Run};
use super::stop;
use crate::class::Class;

/// Puts `@` for the first run that is the word `at` between word characters, if there is no `@` before it.
pub(super) fn restore(text: &[u8], fold: &mut Fold) {
    let word = |i: usize| {
        text.get(i)
            .is_some_and(|&b| Class::ALPHADIGIT.has(b) || Class::HIGH.has(b))
    };
    let runs = &fold.runs;
    let at = (1..runs.len().saturating_sub(1)).find(|&i| {
        &text[runs[i].at.clone()] == b"at"
            && word(runs[i - 1].at.end - 1)
            && word(runs[i + 1].at.start)
            && runs[i].gap != Gap::None
            && runs[i + 1].gap != Gap::None
    });
    let Some(at) = at else { return };
    if runs[..at]
        .iter()
        .any(|run| text[run.at.clone()].contains(&b'@'))
    {
        return;
    }
    let between = fold.runs[at - 1].at.end..fold.runs[at + 1].at.start;
    fold.runs[at] = Run::new(between, Gap::None, Some(Instead::At));
    fold.runs[at + 1].gap = Gap::None;
}

/// Whether ` at ` may be an `@` in a bare URL: of an address always, of an article's identifier, which has digits where a group has
/// words.
pub(super) fn may_stand(scheme: &str, word: &[u8]) -> bool {
    let digits = || word.iter().filter(|b| b.is_ascii_digit()).count();
    scheme == "mailto" || matches!(scheme, "news" | "snews") && digits() >= 4
}

/// A bare `mailto:joe at x.org` that begins at `start` and whose first word ends at `end`.
pub(super) fn bare(text: &[u8], start: usize, end: usize) -> Option<Fold> {
    if !text[end..].starts_with(b" at ") {
        return None;
    }
    joined(text, start, end)
}

/// Where the domain of ` at a.com` begins that stands at `end`.
pub(super) fn domain(text: &[u8], end: usize) -> Option<usize> {
    let domain = end + 4;
    (text[end..].starts_with(b" at ") && name(&text[domain..]).is_some()).then_some(domain)
}

/// Whether ` at ` stands at `end`.
#[inline]
pub(super) fn follows(text: &[u8], end: usize) -> bool {
    text[end..].starts_with(b" at ")
}

/// The web URL `start..end` with the address that it ends in: in its path, where it goes on behind the domain, in its query, or of its
/// user, where a quote closes it. What else stands before `at a.com` is prose.
pub(super) fn web(text: &[u8], start: usize, end: usize) -> Option<Fold> {
    let domain = domain(text, end)?;
    let after = domain + name(&text[domain..])?;
    let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || b"-._+".contains(b);
    let local = text[start..end].iter().rev().take_while(letter).count();
    let before = &text[start..end - local];
    let goes_on = || matches!(&text[after..], [b'/', b, ..] if !Class::STOP.has(*b));
    let quoted = || matches!(text.get(after), Some(b'\'' | b'"'));
    let stands = match before.last() {
        Some(b'/') if before.ends_with(b"//") => quoted(),
        Some(b'/') => goes_on() || quoted(),
        Some(b'=') => true,
        _ => false,
    };
    (local > 0 && stands).then(|| joined(text, start, end))?
}

/// What stands around the ` at ` at `end`, joined.
fn joined(text: &[u8], start: usize, end: usize) -> Option<Fold> {
    let domain = end + 4;
    let mut fold = Fold::default();
    fold.push(start..end, Gap::None);
    fold.push(end + 1..end + 3, Gap::Blank);
    fold.push(domain..stop::find(text, domain).end, Gap::Blank);
    restore(text, &mut fold);
    fold.has_at().then_some(fold)
}
