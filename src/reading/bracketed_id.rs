//! `news:<id@host>`: an article's identifier with the brackets that its own header has (tests/spec/bracketed-id.md). RFC 1738,
//! section 3.6 leaves them out of the URL.

use super::fold::{Fold, Gap};
use crate::class::Class;

/// The longest identifier: a header's line.
const MAX_ID: usize = 998;

/// The URL that begins at `start` and has its identifier in the brackets at `open`, and where they close.
pub(super) fn read(text: &[u8], start: usize, open: usize) -> Option<(Fold, usize)> {
    let id = open + 1;
    let rest = &text[id..text.len().min(id + MAX_ID)];
    let close = id + rest.iter().position(|b| Class::STOP.has(*b))?;
    let is_id = text[close] == b'>' && text[id..close].contains(&b'@');
    is_id.then(|| {
        let mut fold = Fold::default();
        fold.push(start..open, Gap::None);
        fold.push(id..close, Gap::None);
        (fold, close)
    })
}
