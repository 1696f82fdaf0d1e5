//! `ftp.uu.net:/pub/x`: a file as the mail and news of the 1990s name it (tests/spec/schemeless.md).

use crate::extent::Extent;
use crate::text::pieces::{Gap, Pieces};

pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    let name_end = extent.candidate.name_end;
    extent.front.is_meant("ftp://") && extent.text()[name_end..].starts_with(b":/")
}

pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    extent.join(Gap::None, extent.stop + 1, pieces);
    Some(())
}
