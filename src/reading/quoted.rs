//! `"http://a.com/long⏎path"`: double quotes as delimiters (RFC 3986 appendix C; tests/spec/quoted.md).

use std::ops::ControlFlow;

use super::fold::{End, Gap, line_break, walk};
use super::quote_prefix::{Prefix, blanks};
use super::{Offer, Reading, has_shape};
use crate::class::Class;
use crate::scan::{Candidate, Form};

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
        End::Closed(close) if fold.has(Gap::Break) && !fold.has(Gap::Blank) => {
            let reading = Reading::folded(text, fold, c.outer..close + 1, Form::Quoted);
            match has_shape(reading.bytes(), scheme, colon - c.start, Form::Quoted) {
                true => offer(reading),
                false => ControlFlow::Continue(()),
            }
        }
        _ => ControlFlow::Continue(()),
    }
}
