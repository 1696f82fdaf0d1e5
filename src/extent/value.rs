//! A value that is a URL as a whole, since its notation says so (tests/spec/notation-html.md).

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
    if text[..value.at.start].ends_with(b"\"") && text[value.at.end..].starts_with(b"\"") {
        reading.form = Form::Quoted;
        reading.outer = Span::from(value.at.start - 1..value.at.end + 1);
    }
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
