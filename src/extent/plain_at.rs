//! `<mailto:joe at a.org>`, `[mailto:joe at a.org]`: what most archives make of an address, read at once.
//!
//! The rules give the same reading (continuation/at_word.rs, wrapper.rs), but check much else first.

use super::continuation::{AT, is_incomplete};
use super::facts::Facts;
use super::reading::{NEXT, Offers, Reading, Scratch, Taken};
use super::{Extent, at_once, delimited};
use crate::class::Class;
use crate::scan::Form;
use crate::span::Span;
use crate::text::pieces::Gap;

/// The facts of such an address. One with others goes through the rules.
const USUAL: Facts = Facts::AT.or(Facts::OPENED);

/// Offers the address, if it is plain and ends in its bracket or before a stop.
pub(super) fn read(extent: &Extent<'_>, offers: &mut Offers<'_>) -> Taken {
    if !extent.facts.has_all(Facts::AT) || extent.facts.has_any(USUAL.not()) {
        return NEXT;
    }
    at_once::take(extent, reading(extent, offers.scratch), offers.take)
}

fn reading<'s>(extent: &'s Extent<'_>, scratch: &'s mut Scratch) -> Option<Reading<'s>> {
    let (text, body, at) = (extent.text(), extent.body, extent.stop);
    if !extent.is_address() || extent.has_host || extent.context.options.refang {
        return None;
    }
    let (start, domain) = (extent.start(), at + AT.len());
    let kinds = extent.context.engine.kinds(text, domain);
    let end = domain + kinds.plain_domain(&text[domain..])?;
    let is_local = |&b: &u8| Class::LABEL.has(b) || b == b'.';
    let form = extent.candidate.form;
    let closes = |&b: &u8| match form {
        Form::Angle => b == b'>',
        Form::Bare | Form::Quoted if Class::STOP.has(b) => !delimited::opens_outlook(extent),
        Form::Bare | Form::Quoted => b == b']',
        _ => false,
    };
    let is_whole = text.get(end).is_some_and(closes) && !is_incomplete(text, end);
    if !text[body..at].iter().all(is_local) || !is_whole {
        return None;
    }
    let Scratch { pieces, url, .. } = scratch;
    pieces.list.clear();
    pieces.push(start..at, Gap::None);
    pieces.push_instead(at..domain, b"@");
    pieces.push(domain..end, Gap::None);
    let mut reading = Reading::new(text, pieces, url);
    if form == Form::Angle {
        reading.form = form;
        reading.outer = Span::from(extent.candidate.outer..end + 1);
    }
    reading.plain = Some(extent.scheme);
    Some(reading)
}
