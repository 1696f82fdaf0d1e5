//! The readings of a URL that is read in another text: without its writer's marks, or without the escapes of its place.

use super::reading::{NEXT, Offers, Reading, Taken};
use super::{Context, Extent, read};
use crate::rewritten::{self, Rewritten};
use crate::scan::{Candidate, Form};

/// Offers the URL that begins at `start` as it was before its writer made it harmless.
pub(super) fn read_refanged(
    context: &Context<'_>,
    c: &Candidate,
    start: usize,
    offers: &mut Offers<'_>,
) -> Taken {
    let lines = &mut offers.scratch.lines;
    match rewritten::refanged(context.text, context.from, c, start, lines) {
        Some((part, c)) => read_rewritten(context, &part, c, Some(Form::Refanged), offers),
        None => NEXT,
    }
}

/// Offers the URL of a candidate in a part of the text that was rewritten. Where a form is given, the URL must have been changed.
pub(super) fn read_rewritten(
    context: &Context<'_>,
    part: &Rewritten,
    candidate: Candidate,
    form: Option<Form>,
    offers: &mut Offers<'_>,
) -> Taken {
    let mut inner = Context {
        text: &part.text,
        from: context.from.saturating_sub(part.begin),
        ..context.clone()
    };
    // The marks are gone.
    inner.options.refang = false;
    let Offers { take, scratch } = offers;
    let take = &mut |reading: &Reading<'_>| {
        if form.is_some() && part.map.is_verbatim(reading.pieces.span()) {
            return NEXT;
        }
        take(&reading.in_parent(&part.map, form))
    };
    let mut extent = Extent::new(&inner, &candidate);
    extent.find_run();
    read(&extent, &mut Offers { take, scratch })
}
