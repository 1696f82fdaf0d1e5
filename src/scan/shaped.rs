//! Whether a complete URL has the form that its scheme asks for: `mailto:` needs an address, `tel:` a number (tests/spec/opaque.md).

use super::{Form, SchemeAt};
use crate::span::{contains, run};
use crate::url::{Opaque, OpaqueUrl};

/// Whether the URL has what its scheme asks for where it stands in this form.
pub(crate) fn has_shape(url: &[u8], SchemeAt { scheme, colon }: SchemeAt, form: Form) -> bool {
    let rest = url.get(colon + 1..).unwrap_or_default();
    if rest.starts_with(b"//") {
        // Host and path are the parser's affair; for opaque schemes something must be there, in a sentence more than slashes.
        let slashes = match form {
            Form::Bare => run(rest, |b| b == b'/'),
            _ => 2,
        };
        let is_empty = matches!(rest[slashes..], [] | [b'#', ..]);
        return scheme.shape.is_none() || !is_empty;
    }
    let end = match memchr::memchr(b'#', rest) {
        // Programs write identifiers of articles with `#`, as they are.
        Some(hash) if scheme.opaque == Opaque::Article && rest[hash..].contains(&b'@') => {
            rest.len()
        }
        hash => hash.unwrap_or(rest.len()),
    };
    let opaque = OpaqueUrl {
        scheme: &url[..colon],
        rest: &rest[..end],
        whole: rest,
        angle: form == Form::Angle,
    };
    let lower = || !opaque.scheme.iter().any(u8::is_ascii_uppercase);
    match (form, scheme.shape) {
        _ if opaque.rest.is_empty() => false,
        // A path of a program: `num::ParseIntError`.
        _ if form != Form::Wrapper && opaque.rest.starts_with(b":") => false,
        // The wrapper vouches for all but an address without `@`.
        (Form::Wrapper, _) => {
            let at = |rest: &[u8]| rest.contains(&b'@') || contains(rest, b"%40");
            scheme.opaque != Opaque::Address || at(opaque.rest)
        }
        (_, Some(shape)) => shape(&opaque),
        (Form::Prefix, None) => scheme.is_known(),
        // An experimental one is an element's name in XML.
        (Form::Angle, None) => {
            scheme.is_known() && !scheme.is_experimental() && lower() && !is_element(&opaque)
        }
        (_, None) => false,
    }
}

/// Schemes of URLs that are one word: `<about:blank>`, `<info:gcc>`.
#[rustfmt::skip]
const OF_WORDS: [&[u8]; 16] = [
    b"about", b"acct", b"aim", b"apt", b"callto", b"chrome", b"dict", b"example", b"finger", b"info", b"jabber", b"market",
    b"ms-settings", b"skype", b"tag", b"ymsgr",
];

/// Whether this is the name of an element of XML: `<content:encoded>`, `<dav:href>`.
fn is_element(url: &OpaqueUrl<'_>) -> bool {
    let is_name = |&b: &u8| b.is_ascii_alphabetic() || matches!(b, b'-' | b'_');
    url.whole.iter().all(is_name) && !OF_WORDS.contains(&url.scheme)
}
