//! `http⏎://a.com/`, `ht⏎tp://a.com/`: a line break in the scheme of a web URL (tests/spec/broken-scheme.md).

use std::ops::ControlFlow;

use super::fold::{Fold, Gap};
use super::{Offer, Reading, blank_host, finish, stop};
use crate::flaw::{Flaw, Flaws};
use crate::options::{Join, Options};
use crate::scan::{Candidate, Form, broken_web_scheme};

/// Offers the reading of a candidate whose scheme is broken; none if it is whole.
pub(super) fn read<'t>(
    text: &'t [u8],
    c: &Candidate,
    options: &Options,
    offer: Offer<'_, 't>,
) -> Option<ControlFlow<()>> {
    let (scheme, colon) = c.scheme?;
    // Nearly all are whole.
    if c.start + scheme.name().len() == colon {
        return None;
    }
    let broken = broken_web_scheme(text, c.start, colon)?;
    let body = scheme.name().len() + 3;
    let mut fold = Fold::of(broken.front);
    fold.push(broken.rest..stop::find(text, colon + 3).end, Gap::Break);
    let named = options.join >= Join::Sure && blank_host::name(&text[colon + 3..]).is_some();
    Some(match finish(text, fold, Some(body), body) {
        Some(fold) if named => {
            let outer = c.start..fold.end().unwrap_or(c.start);
            let reading = Reading::folded(text, fold, outer, Form::Bare);
            offer(reading.with(Flaws::new(&[Flaw::BrokenBareUrl])))
        }
        _ => ControlFlow::Continue(()),
    })
}
