//! `ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]` (RFC 1738 sections 3.2 and 5).

use super::{Components, Details};
use crate::flaw::{Flaw, Report};
use crate::grammar::{escape, login};
use crate::span::Span;
use crate::text::strip_prefix_ignore_case;

/// `fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]`
pub(super) const FSEGMENT: &[u8] = b"?:@&=";

const TYPE: &[u8] = b"type=";

pub(super) fn validate(url: &Components<'_>, report: &mut dyn Report) {
    login::check(url.raw, &url.login, report);
    url.refuse_search(report);
    let Some(path) = url.path else { return };
    let (fpath, parameter) = cut_type(url.raw, path);
    url.check_segments(fpath, FSEGMENT, report);
    if let Some(parameter) = parameter {
        let code = &parameter.bytes(url.raw)[TYPE.len()..];
        if !parameter.bytes(url.raw).starts_with(TYPE)
            || !matches!(code, [b'a' | b'i' | b'd' | b'A' | b'I' | b'D'])
        {
            report.flaw(Flaw::InvalidType, parameter.range());
            escape::check(url.raw, parameter, FSEGMENT, report);
        }
    }
}

pub(super) fn details<'u>(url: &Components<'u>) -> Details<'u> {
    let path = url.path.unwrap_or_default();
    let (fpath, parameter) = cut_type(url.raw, path);
    let mut cwd = url.decoded_segments(fpath);
    let name = cwd.pop().unwrap_or_default();
    let transfer_type = parameter.and_then(|p| match &p.bytes(url.raw)[TYPE.len()..] {
        [code] => Some(*code),
        _ => None,
    });
    Details::Ftp {
        cwd,
        name,
        transfer_type,
    }
}

/// Splits the path at its last `;` if `type=` follows it, and no other segment.
pub(super) fn cut_type(raw: &[u8], path: Span) -> (Span, Option<Span>) {
    let semicolon = memchr::memrchr(b';', path.bytes(raw)).map(|i| path.start + i);
    let parameter = semicolon.map(|i| Span::from(i + 1..path.end));
    let is_type =
        |part: &[u8]| strip_prefix_ignore_case(part, TYPE).is_some() && !part.contains(&b'/');
    match parameter {
        Some(p) if is_type(p.bytes(raw)) => ((path.start..p.start - 1).into(), Some(p)),
        _ => (path, None),
    }
}
