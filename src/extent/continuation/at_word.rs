//! ` at `: archives write addresses so, to hide them from harvesters (tests/spec/at.md).

use crate::class::Class;
use crate::domain::ends_in_top_level;
use crate::extent::Extent;
use crate::grammar::hostname;
use crate::text::pieces::{Gap, Piece, Pieces};
use crate::url::Opaque;

pub(in crate::extent) const AT: &[u8] = b" at ";

/// Puts `@` for the first piece that is the word `at` between word characters, if there is no `@` before it.
pub(in crate::extent) fn restore(text: &[u8], pieces: &mut Pieces) {
    let word = |i: usize| text.get(i).is_some_and(|&b| Class::WORD.has(b));
    let list = &mut pieces.list;
    let at = (1..list.len().saturating_sub(1)).find(|&i| {
        list[i].bytes(text) == b"at" && word(list[i - 1].end - 1) && word(list[i + 1].start)
    });
    let Some(at) = at else { return };
    // `joe at a dot org`
    let is_dotted = (list.get(at + 2)).is_some_and(|piece| piece.bytes(text) == b"dot");
    let has_at = || {
        list[..at]
            .iter()
            .any(|piece| piece.bytes(text).contains(&b'@'))
    };
    if is_dotted || has_at() {
        return;
    }
    list[at] = Piece {
        start: list[at - 1].end,
        end: list[at + 1].start,
        gap: Gap::None,
        instead: Some(b"@"),
    };
    list[at + 1].gap = Gap::None;
}

/// `mailto:joe at x.org`; and an article's identifier, which has digits where a group has words.
pub(super) fn opaque(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let word = &extent.text()[extent.body..extent.stop];
    let is_id = || is_unique_part(word);
    if extent.scheme.opaque == Opaque::Article && !is_id() {
        return None;
    }
    join(extent, pieces)?;
    let is_whole = !is_incomplete(extent.text(), pieces.span().end);
    is_whole.then_some(())
}

/// Whether the host that ends at `end` is not whole: its next dot is a word, `mailto:joe at a dot org`, or it ends in a hyphen and
/// has no top-level domain, `mailto:joe at r-`.
pub(in crate::extent) fn is_incomplete(text: &[u8], end: usize) -> bool {
    let ends_in_part = |name: &[u8]| {
        let host = &name[name.len() - Class::NAME.run_back(name)..];
        !ends_in_top_level(host)
    };
    text[end..].starts_with(b" dot ") || text[..end].strip_suffix(b"-").is_some_and(ends_in_part)
}

/// Whether the word may be an identifier before its `@`, and is no group's name.
pub(super) fn is_unique_part(word: &[u8]) -> bool {
    word.iter().filter(|b| b.is_ascii_digit()).count() >= 4
}

/// A web URL with the address that it ends in: in its path, where it goes on after the domain, in its query, or of its user,
/// where a quote closes it. What else stands before ` at a.com` is prose.
pub(super) fn web(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let (text, start, end) = (extent.text(), extent.start(), extent.stop);
    let domain = domain(text, end)?;
    let after = domain + hostname::len(&text[domain..])?;
    let local = Class::LOCAL.run_back(&text[start..end]);
    let before = &text[start..end - local];
    let goes_on = || matches!(&text[after..], [b'/', b, ..] if !Class::STOP.has(*b));
    let quoted = || matches!(text.get(after), Some(b'\'' | b'"'));
    let stands = match before.last() {
        Some(b'/') if before.ends_with(b"//") => quoted(),
        Some(b'/') => goes_on() || quoted(),
        Some(b'=') => true,
        _ => false,
    };
    (local > 0 && stands).then(|| join(extent, pieces))?
}

/// Where the domain of ` at a.com` begins that stands at `end`.
pub(in crate::extent) fn domain(text: &[u8], end: usize) -> Option<usize> {
    let domain = end + AT.len();
    (text[end..].starts_with(AT) && hostname::len(&text[domain..]).is_some()).then_some(domain)
}

/// Joins what stands around the ` at ` after the run.
fn join(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let end = extent.stop;
    let domain = end + AT.len();
    pieces.push(extent.start()..end, Gap::None);
    pieces.push(end + 1..domain - 1, Gap::Blank);
    pieces.push(domain..extent.word_end(domain), Gap::Blank);
    restore(extent.text(), pieces);
    pieces.has_at().then_some(())
}
