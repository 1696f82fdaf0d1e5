//! `mid:` and `cid:` identify a message and a body part (the draft of March 1994; RFC 2392).
//!
//! `mid-url = "mid" ":" message-id [ "/" content-id ]`; both identifiers are an encoded addr-spec, and write `/` as `%2F`.

use super::{Components, Details, generic};
use crate::flaw::{Flaw, Report};
use crate::grammar::addr_spec;
use crate::span::Span;

pub(super) fn validate(url: &Components<'_>, report: &mut dyn Report) {
    generic::validate(url, report);
    let (id, part) = cut(url);
    for at in [Some(id), part].into_iter().flatten() {
        if !addr_spec::is_identifier(&url.decoded(at)) {
            report.flaw(Flaw::InvalidAddress, at.range());
        }
    }
}

pub(super) fn details<'u>(url: &Components<'u>) -> Details<'u> {
    let (id, part) = cut(url);
    Details::Identifier {
        id: url.decoded(id),
        part: part.map(|part| url.decoded(part)),
    }
}

/// Splits `mid:` at its first slash. In `cid:` a slash separates nothing.
fn cut(url: &Components<'_>) -> (Span, Option<Span>) {
    let end = url.body().end;
    let path = url.path.unwrap_or((end..end).into());
    match url.scheme.name {
        "mid" => path.cut(url.raw, b'/'),
        _ => (path, None),
    }
}
