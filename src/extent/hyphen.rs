//! The hyphen at a line break: it "may or may not actually be part of the URL" (RFC 1738, appendix; tests/spec/hyphen.md).

use super::pieces::{Gap, Piece, Pieces};

/// The most readings without a hyphen.
const MAX: usize = 4;

/// The pieces that end in a hyphen and have a line break after them.
fn at_breaks(text: &[u8], pieces: &Pieces) -> impl Iterator<Item = usize> {
    let pairs = pieces.list.windows(2).enumerate();
    let hyphen = move |pair: &[Piece]| {
        pair[1].gap == Gap::Break && pair[0].bytes(text).last() == Some(&b'-')
    };
    pairs.filter_map(move |(i, pair)| hyphen(pair).then_some(i))
}

/// How many readings leave hyphens at breaks out: each hyphen alone, then all of them.
pub(super) fn count(text: &[u8], pieces: &Pieces) -> usize {
    match at_breaks(text, pieces).count() {
        several @ 2.. => several.min(MAX - 1) + 1,
        count => count,
    }
}

/// Makes `other` the reading of this number.
pub(super) fn without(text: &[u8], pieces: &Pieces, number: usize, other: &mut Pieces) {
    other.copy_from(pieces, pieces.list.len());
    let all = number > 0 && number + 1 == count(text, pieces);
    for (i, piece) in at_breaks(text, pieces).enumerate() {
        if i == number || all {
            other.list[piece].end -= 1;
        }
    }
    other.list.retain(|piece| piece.start < piece.end);
}
