//! `gopherurl = "gopher://" hostport [ "/" [ gtype [ selector [ "%09" search [ "%09" gopher+_string ]]]]]`
//! (RFC 1738 sections 3.4 and 5).

use super::{Components, Details};
use crate::character;
use crate::flaw::Report;
use crate::grammar::escape;
use crate::span::Span;

/// The default item type: a directory (section 3.4.1).
const DIRECTORY: u8 = b'1';

pub(super) fn validate(url: &Components<'_>, report: &mut dyn Report) {
    url.refuse_user(report);
    url.refuse_search(report);
    let Some(path) = url.path else { return };
    // A flaw covers a whole character.
    let first = character::decode(path.bytes(url.raw), 0).1;
    let (gtype, rest) = cut_type(url.raw, path, first);
    escape::check(url.raw, gtype, escape::XCHAR, report);
    // "Within the <gopher-path>, no characters are reserved" (section 3.4.1): the selector is `*xchar`, which derives the rest too.
    let checks = [escape::check, escape::check, escape::check_lines];
    for (part, check) in split(url.raw, rest).zip(checks) {
        check(url.raw, part, escape::XCHAR, report);
    }
}

pub(super) fn details<'u>(url: &Components<'u>) -> Details<'u> {
    let (gtype, rest) = cut_type(url.raw, url.path.unwrap_or_default(), 1);
    let mut parts = split(url.raw, rest).map(|part| url.decoded(part));
    Details::Gopher {
        item_type: *url.decoded(gtype).first().unwrap_or(&DIRECTORY),
        selector: parts.next().unwrap_or_default(),
        search: parts.next(),
        plus: parts.next(),
    }
}

/// Splits the path into the type, which is an escape or the `first` bytes, and the rest.
fn cut_type(raw: &[u8], path: Span, first: usize) -> (Span, Span) {
    let bytes = path.bytes(raw);
    let len = match escape::octet(bytes) {
        Some(_) => 3,
        None => first.min(bytes.len()),
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

#[cfg(test)]
mod tests {
    use crate::url::{Details, parse};

    #[test]
    fn a_raw_character_is_read_as_its_escapes() {
        for raw in ["gopher://h/éab", "gopher://h/%C3%A9ab"] {
            let url = parse(raw.as_bytes()).0;
            let Details::Gopher {
                item_type,
                selector,
                ..
            } = url.details()
            else {
                panic!("{raw}");
            };
            assert_eq!((item_type, &selector[..]), (0xc3, &b"\xa9ab"[..]), "{raw}");
        }
    }
}
