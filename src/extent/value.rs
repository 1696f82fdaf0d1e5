//! A value that is a URL as a whole, since its notation says so (tests/spec/notation-html.md).

use std::ops::Range;

use super::Undisputed;
use super::reading::{NEXT, Offers, Reading, Taken};
use crate::scan::{Form, has_shape, scheme_at};
use crate::span::Span;
use crate::text::Value;
use crate::text::pieces::Gap;

/// Offers the value of `text` as it stands.
pub(crate) fn read_value(text: &[u8], value: &Value, offers: &mut Offers<'_>) -> Taken {
    let scratch = &mut *offers.scratch;
    scratch.pieces.list.clear();
    scratch.pieces.push(value.at.clone(), Gap::None);
    if scratch.pieces.list.is_empty() {
        return NEXT;
    }
    let mut reading = Reading::new(text, &scratch.pieces, &mut scratch.url);
    reading.flaws = value.flaws;
    reading.assumed = value.assumed;
    let Undisputed { form, outer, .. } = whole_value(text, &value.at);
    (reading.form, reading.outer) = (form, Span::from(outer));
    let is_url = match scheme_at(reading.url, 0).filter(|at| at.scheme.is_known()) {
        Some(scheme) => has_shape(reading.url, scheme, reading.form),
        None => !value.assumed.is_empty(),
    };
    if is_url {
        (offers.take)(&reading)
    } else {
        NEXT
    }
}

/// The value at `at` as it stands, in its quotation marks if it has any.
pub(crate) fn whole_value(text: &[u8], at: &Range<usize>) -> Undisputed {
    let quoted = match (&text[..at.start], &text[at.end..]) {
        ([.., before @ (b'"' | b'\'')], [after, ..]) => before == after,
        _ => false,
    };
    let (form, outer) = if quoted {
        (Form::Quoted, at.start - 1..at.end + 1)
    } else {
        (Form::Bare, at.clone())
    };
    Undisputed {
        url: at.clone(),
        outer,
        form,
        is_plain: false,
    }
}
