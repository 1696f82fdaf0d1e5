//! `gopherurl = "gopher://" hostport [ "/" [ gtype [ selector [ "%09" search [ "%09" gopher+_string ]]]]]`
//! (RFC 1738 sections 3.4 and 5).

use super::{Components, Details};
use crate::character;
use crate::flaw::Report;
use crate::grammar::escape;
use crate::span::Span;

/// The default item type: a directory (section 3.4.1).
const DIRECTORY: u8 = b'1';

pub(super) fn validate(url: &mut Components<'_>, report: &mut dyn Report) {
    url.refuse_user(report);
    url.refuse_search(report);
    let Some(path) = url.path else { return };
    let (gtype, rest) = cut_type(url.raw, path);
    escape::check(url.raw, gtype, escape::XCHAR, report);
    // "Within the <gopher-path>, no characters are reserved" (section 3.4.1): the selector is `*xchar`, which derives the rest too.
    let checks = [escape::check, escape::check, escape::check_lines];
    for (part, check) in split(url.raw, rest).zip(checks) {
        check(url.raw, part, escape::XCHAR, report);
    }
}

pub(super) fn details<'u>(url: &Components<'u>) -> Details<'u> {
    let (gtype, rest) = cut_type(url.raw, url.path.unwrap_or_default());
    let mut parts = split(url.raw, rest).map(|part| url.decoded(part));
    Details::Gopher {
        item_type: *url.decoded(gtype).first().unwrap_or(&DIRECTORY),
        selector: parts.next().unwrap_or_default(),
        search: parts.next(),
        plus: parts.next(),
    }
}

/// Splits the path into the type, which is one character or escape, and the rest.
fn cut_type(raw: &[u8], path: Span) -> (Span, Span) {
    let bytes = path.bytes(raw);
    let len = match escape::octet(bytes) {
        Some(_) => 3,
        None => character::decode(bytes, 0).1.min(bytes.len()),
    };
    let cut = path.start + len;
    ((path.start..cut).into(), (cut..path.end).into())
}

/// Splits at the first two encoded tabs: selector, search and Gopher+ string.
fn split(raw: &[u8], path: Span) -> impl Iterator<Item = Span> + '_ {
    let (mut rest, mut cuts) = (Some(path), 0);
    std::iter::from_fn(move || {
        let Span { start, end } = rest?;
        let tab = memchr::memmem::find(&raw[start..end], b"%09").filter(|_| cuts < 2);
        let cut = tab.map_or(end, |i| start + i);
        cuts += 1;
        rest = tab.map(|_| (cut + 3..end).into());
        Some((start..cut).into())
    })
}
