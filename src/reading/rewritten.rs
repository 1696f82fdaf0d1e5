//! The end of a URL that is not as written. It is looked for by the rules for bare URLs (tests/spec/end.md), partly in the text,
//! partly in the URL that was made of it.

use super::fold::Fold;
use super::stop::Stop;
use super::{brackets, tail, twin};

/// Where the URL from `start` ends by its stop and by the mark that stands before it, not before `from`.
pub(super) fn end(text: &[u8], from: usize, start: usize, stop: &Stop) -> usize {
    match start > from && matches!(text[start - 1], b'\'' | b'*' | b'_' | b'~' | b'=') {
        true => twin::cut(text, from, start, stop.end),
        false => stop.end,
    }
}

/// The URL up to its brackets' and its tail's end; none if nothing is left behind `body`, where its host begins.
pub(super) fn finish(text: &[u8], mut fold: Fold, body: usize) -> Option<Fold> {
    let bytes = fold.unfold(text).0;
    let end = brackets::cut(&bytes, Some(body), body, bytes.len());
    let end = tail::trim(&bytes, 0, body, end);
    fold.truncate(end);
    (end > body).then_some(fold)
}
