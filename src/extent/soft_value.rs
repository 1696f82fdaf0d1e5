//! `href=3D"http://a.org/x=⏎y"`: a value in quoted-printable that no program decoded, read at once.
//!
//! The rules give the same reading (delimited.rs, continuation/soft_break.rs), but check much else first.

use super::continuation::{is_soft_break, is_soft_value};
use super::delimited::ends_before_value;
use super::facts::Facts;
use super::front::Front;
use super::reading::{NEXT, Offers, Reading, Scratch, Taken};
use super::{Extent, at_once};
use crate::class::Class;
use crate::folds;
use crate::scan::{Form, is_known_with_slashes};
use crate::simd::Notable;
use crate::span::Span;
use crate::text::line::{line_break, may_begin_prefix};
use crate::text::pieces::{Gap, Pieces};

/// The facts of a URL that ends in a soft line break.
const USUAL: Facts = Facts::BREAK.or(Facts::EQUALS);

/// Offers the value, if only its quote and soft breaks could end it.
pub(super) fn read(extent: &Extent<'_>, offers: &mut Offers<'_>) -> Taken {
    let is_usual = extent.candidate.form == Form::Quoted
        && extent.front == Front::None
        && extent.facts.has_all(USUAL)
        && !extent.facts.has_any(Facts::BROKEN_SCHEME.or(Facts::HIGH))
        && is_soft_value(extent.before());
    if !is_usual || extent.has_mark() || extent.is_masked() {
        return NEXT;
    }
    at_once::take(extent, reading(extent, offers.scratch), offers.take)
}

fn reading<'s>(extent: &'s Extent<'_>, scratch: &'s mut Scratch) -> Option<Reading<'s>> {
    let Scratch { pieces, url, .. } = scratch;
    let text = extent.text();
    let close = add_pieces(extent, pieces)?;
    let mut reading = Reading::new(text, pieces, url);
    let goes_on = |end| extent.has_host && extent.goes_on_at(end);
    let is_plain = extent.plain.is_some_and(goes_on) || extent.is_plain(reading.url);
    reading.form = Form::Quoted;
    reading.outer = Span::from(extent.candidate.outer..close + 1);
    reading.plain = is_plain.then_some(extent.scheme);
    let is_url = is_plain || extent.has_shape(reading.url, reading.form);
    (is_url && reading.flaws.is_empty()).then_some(reading)
}

/// Adds what stands between the soft breaks. Returns where the quote closes.
fn add_pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<usize> {
    let (text, mut end) = (extent.text(), extent.stop);
    let mut notable = Notable::new(text, end, extent.context.engine);
    let (mut from, mut gap) = (extent.start(), Gap::None);
    pieces.list.clear();
    while end - extent.start() < folds::MAX {
        if text.get(end) == Some(&b'"') {
            pieces.push(from..end, gap);
            return (from < end).then_some(end);
        }
        if end < from + 2 || !is_soft_break(text, end) {
            return None;
        }
        pieces.push(from..end - 1, gap);
        (from, gap) = (end + line_break(&text[end..])?, Gap::Break);
        let has_prefix = || extent.prefix().skip(text, from).start > from;
        let may_have_prefix = may_begin_prefix(&text[from..]);
        if may_have_prefix && has_prefix() {
            return None;
        }
        end = notable.next(from);
        let goes_on = |b: &u8| b.is_ascii() && !Class::STOP.has(*b);
        let is_value = || {
            pieces
                .list
                .last()
                .is_some_and(|&last| ends_before_value(text, last))
        };
        let begins = || is_known_with_slashes(text, from) && !is_value();
        while let Some(byte) = text.get(end).filter(|b| goes_on(b)) {
            if *byte == b':' && begins() {
                return None;
            }
            end = notable.next(end + 1);
        }
    }
    None
}
