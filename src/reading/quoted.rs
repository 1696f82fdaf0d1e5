//! `"http://a.com/long⏎path"`: double quotes as delimiters (RFC 3986 appendix C; tests/spec/quoted.md).

use std::ops::ControlFlow;

use super::fold::{End, Fold, Gap, Run, line_break, walk};
use super::quote_prefix::{Prefix, blanks};
use super::{Offer, Reading, has_shape};
use crate::class::Class;
use crate::scan::{Candidate, Form, is_known_with_slashes};

/// Offers the URL between the quotes if line breaks stand in it and no other blank.
pub(super) fn read<'t>(text: &'t [u8], c: &Candidate, offer: Offer<'_, 't>) -> ControlFlow<()> {
    let Some((scheme, colon)) = c.scheme else {
        return ControlFlow::Continue(());
    };
    // Most quoted URLs stand in one piece.
    let ends = |b: &u8| Class::STOP.has(*b);
    let Some(len) = text[c.start..].iter().position(ends) else {
        return ControlFlow::Continue(());
    };
    let rest = &text[c.start + len..];
    if line_break(&rest[blanks(rest)..]).is_none() {
        return ControlFlow::Continue(());
    }
    let (fold, end) = walk(text, c.start, b'"', Prefix::before(text, c.outer));
    match end {
        End::Closed(close)
            if fold.has(Gap::Break) && !fold.has(Gap::Blank) && !has_another(text, &fold) =>
        {
            let reading = Reading::folded(text, fold, c.outer..close + 1, Form::Quoted);
            match has_shape(reading.bytes(), scheme, colon - c.start, Form::Quoted) {
                true => offer(reading),
                false => ControlFlow::Continue(()),
            }
        }
        _ => ControlFlow::Continue(()),
    }
}

/// Whether a URL begins behind a break: a list of several, as in `schemaLocation`.
fn has_another(text: &[u8], fold: &Fold) -> bool {
    let begins = |run: &Run| is_known_with_slashes(text, run.at.start);
    fold.runs.iter().skip(1).any(begins)
}
