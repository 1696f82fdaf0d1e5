//! `fileurl = "file://" [ host | "localhost" ] "/" fpath` (RFC 1738 sections 3.10 and 5), and RFC 8089's `file:/path`.

use super::ftp::FSEGMENT;
use super::{Components, Details, split_login};
use crate::flaw::{Flaw, Report};

pub(super) fn parse_authority(url: &mut Components<'_>, report: &mut dyn Report) {
    split_login(url, report);
    let is_empty = |part: Option<&[u8]>| part.is_none_or(<[u8]>::is_empty);
    if is_empty(url.host()) && (url.path.is_none() || url.host().is_none() && is_empty(url.path()))
    {
        report.invalid(Flaw::MissingHost, url.body().range());
    }
}

pub(super) fn validate(url: &Components<'_>, report: &mut dyn Report) {
    url.refuse_user(report);
    url.refuse_search(report);
    if let Some(port) = url.login.port {
        // The production has no port (RFC 8089 section 2).
        report.flaw(Flaw::ReservedCharacter, port.start - 1..port.start);
    }
    match (url.login.host, url.path) {
        (_, Some(path)) => url.check_segments(path, FSEGMENT, report),
        // The production requires a slash after the host.
        (Some(_), None) => report.flaw(Flaw::MissingPath, url.login_end()),
        (None, None) => {}
    }
}

pub(super) fn details<'u>(url: &Components<'u>) -> Details<'u> {
    let segments = url.path.map(|path| {
        // Without a host, the path includes its first slash.
        let first = usize::from(url.login.host.is_none() && path.bytes(url.raw).starts_with(b"/"));
        url.decoded_segments((path.start + first..path.end).into())
    });
    Details::File {
        segments: segments.unwrap_or_default(),
    }
}
