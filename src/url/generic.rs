//! `genericurl = scheme ":" schemepart`, `schemepart = *xchar | ip-schemepart` (RFC 1738 section 5): for every scheme without a
//! file of its own.

use super::{Components, Details, split_login};
use crate::flaw::{Flaw, Report};
use crate::grammar::{escape, host, login};

pub(super) fn parse_authority(url: &mut Components<'_>, report: &mut dyn Report) {
    let body = url.body();
    if body.bytes(url.raw).starts_with(b"//") {
        split_login(url, report);
        let is_empty = |part: Option<&[u8]>| part.is_none_or(<[u8]>::is_empty);
        if url.scheme.host == host::HostKind::Optional
            && is_empty(url.host())
            && is_empty(url.path())
            && is_empty(url.query())
            // `ldap:///`
            && !(url.scheme.has_default_host && url.path().is_some())
        {
            report.invalid(Flaw::MissingHost, body.range());
        }
    } else {
        url.split_search(body);
        if url.scheme.host == host::HostKind::Dns {
            report.invalid(Flaw::MissingHost, body.start..body.start);
        }
    }
}

/// Section 5 requires only `*xchar` of schemes that it does not name.
pub(super) fn validate(url: &Components<'_>, report: &mut dyn Report) {
    if let Some(password) = url.login.password.filter(|password| !password.is_empty()) {
        report.flaw(Flaw::PasswordInUrl, password.range());
    }
    let body = url.body();
    let host = url.login.host.unwrap_or((body.end..body.end).into());
    escape::check(
        url.raw,
        (body.start..host.start).into(),
        escape::XCHAR,
        report,
    );
    login::check_host(url.raw, host, report);
    escape::check(url.raw, (host.end..body.end).into(), escape::XCHAR, report);
}

pub(super) fn details<'u>(_: &Components<'u>) -> Details<'u> {
    Details::None
}
