//! The hyphen at a line break: it "may or may not actually be part of the URL" (RFC 1738, appendix; tests/spec/hyphen.md).

use super::pieces::{Gap, Pieces};

/// The most readings without a hyphen.
const MAX: usize = 4;

/// The pieces that end in a hyphen and have a line break after them.
fn at_breaks(text: &[u8], pieces: &Pieces) -> impl Iterator<Item = usize> {
    let pairs = pieces.list.windows(2).enumerate();
    let hyphen = |piece: &[u8]| piece.last() == Some(&b'-');
    pairs
        .filter(move |(_, pair)| pair[1].gap == Gap::Break && hyphen(pair[0].bytes(text)))
        .map(|(i, _)| i)
}

/// How many readings leave hyphens at breaks out: each hyphen alone, then all of them.
pub(crate) fn count(text: &[u8], pieces: &Pieces) -> usize {
    match at_breaks(text, pieces).count() {
        several @ 2.. => several.min(MAX - 1) + 1,
        count => count,
    }
}

/// Makes `other` the reading of this number.
pub(crate) fn without(text: &[u8], pieces: &Pieces, number: usize, other: &mut Pieces) {
    other.copy_from(pieces);
    let alone = number + 1 < count(text, pieces) || number == 0;
    for (i, piece) in at_breaks(text, pieces).enumerate() {
        if i == number || !alone {
            other.list[piece].end -= 1;
        }
    }
    other.list.retain(|piece| !piece.is_empty());
}
