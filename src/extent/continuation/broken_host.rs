//! `http://www.st-⏎andrews.ac.uk/`: a line break behind a hyphen of the host (tests/spec/broken-host.md). No host ends in a hyphen,
//! so neither the line's length nor what else stands on the next line matters.

use crate::class::Class;
use crate::extent::pieces::{Gap, Pieces};
use crate::extent::{Extent, host};

pub(super) fn pieces(extent: &Extent<'_>, end: usize, pieces: &mut Pieces) -> Option<()> {
    let (text, start, body) = (extent.text(), extent.start(), extent.body);
    let letter = |b: &u8| Class::ALPHADIGIT.has(*b) || matches!(b, b'-' | b'.');
    let begun = text[body..end].strip_suffix(b"-")?;
    if !begun.last().is_some_and(|&b| Class::ALPHADIGIT.has(b)) || !begun.iter().all(letter) {
        return None;
    }
    let word = extent.next_line(end)?;
    let rest = &text[word..];
    if !rest.first().is_some_and(|&b| Class::ALPHADIGIT.has(b)) {
        return None;
    }
    host::named(rest)?;
    pieces.push(start..end, Gap::None);
    pieces.push(word..extent.word_end(word), Gap::Break);
    Some(())
}
