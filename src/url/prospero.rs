//! `prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]`, `fieldspec = ";" fieldname "=" fieldvalue`
//! (RFC 1738 sections 3.11 and 5), and the draft's `%00version` after the object name.

use super::ftp::FSEGMENT;
use super::{Components, Details};
use crate::flaw::{Flaw, Report};
use crate::grammar::escape;
use crate::span::Span;

/// `fieldname = fieldvalue = *[ uchar | "?" | ":" | "@" | "&" ]`
const FIELD: &[u8] = b"?:@&";

pub(super) fn validate(url: &Components<'_>, report: &mut dyn Report) {
    url.refuse_user(report);
    url.refuse_search(report);
    let Some(path) = url.path else {
        // The production requires a slash after the host.
        return report.flaw(Flaw::MissingPath, url.login_end());
    };
    let mut parts = parts(url.raw, path);
    if let Some(name) = parts.next() {
        url.check_segments(name, FSEGMENT, report);
    }
    for field in parts {
        let (name, value) = field.cut(url.raw, b'=');
        escape::check(url.raw, name, FIELD, report);
        match value {
            Some(value) => escape::check(url.raw, value, FIELD, report),
            None => report.flaw(Flaw::InvalidField, field.range()),
        }
    }
}

pub(super) fn details<'u>(url: &Components<'u>) -> Details<'u> {
    let mut parts = parts(url.raw, url.path.unwrap_or_default());
    let name = parts.next().unwrap_or_default();
    let version = memchr::memmem::find(name.bytes(url.raw), b"%00").map(|i| name.start + i);
    Details::Prospero {
        hsoname: url.decoded((name.start..version.unwrap_or(name.end)).into()),
        version: version.map(|i| url.decoded((i + 3..name.end).into())),
        fields: parts
            .map(|field| {
                let (name, value) = field.cut(url.raw, b'=');
                (url.decoded(name), url.decoded(value.unwrap_or_default()))
            })
            .collect(),
    }
}

/// Splits `path` at its semicolons: the object name, then each field.
fn parts(raw: &[u8], path: Span) -> impl Iterator<Item = Span> + '_ {
    super::split(raw, path, b';')
}
