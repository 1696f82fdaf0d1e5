//! Readings that need no rules. Debug builds compare them with what the rules offer.

use std::ops::ControlFlow;

use super::reading::{NEXT, Offers, Reading, Scratch, Taken};
use super::{Extent, by_rules};

/// Takes the reading, if there is one. The rules would offer it first too.
pub(super) fn take(
    extent: &Extent<'_>,
    reading: Option<Reading<'_>>,
    take: &mut dyn FnMut(&Reading<'_>) -> Taken,
) -> Taken {
    reading.map_or(NEXT, |reading| {
        debug_assert!(is_by_rules(extent, &reading), "{reading:?}");
        take(&reading)
    })
}

/// Whether the rules offer this reading first.
fn is_by_rules(extent: &Extent<'_>, reading: &Reading<'_>) -> bool {
    let parts = |of: &Reading<'_>| {
        let url = (of.url.to_vec(), of.pieces.list.clone());
        (url, of.span(), of.outer, of.form, of.flaws, of.is_plain())
    };
    let mut same = false;
    let take = &mut |other: &Reading<'_>| {
        same = parts(other) == parts(reading) && other.other.is_none();
        ControlFlow::Break(())
    };
    let scratch = &mut Scratch::default();
    let _ = by_rules(extent, &mut Offers { take, scratch });
    same
}
