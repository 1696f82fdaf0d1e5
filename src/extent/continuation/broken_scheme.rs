//! `http⏎://a.com/`, `ht⏎tp://a.com/`: a line break in the scheme of a web URL (tests/spec/broken-scheme.md).

use crate::extent::pieces::{Gap, Pieces};
use crate::extent::{Extent, host};
use crate::scan::broken_web_scheme;

pub(super) fn pieces(extent: &Extent<'_>, end: usize, pieces: &mut Pieces) -> Option<()> {
    let (text, start, body) = (extent.text(), extent.start(), extent.body);
    let broken = broken_web_scheme(text, start, body - 3)?;
    host::named(&text[body..])?;
    pieces.push(broken.front, Gap::None);
    pieces.push(broken.rest..end, Gap::Break);
    Some(())
}
