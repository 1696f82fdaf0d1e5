//! `telneturl = "telnet://" login [ "/" ]` (RFC 1738 sections 3.8 and 5); also used for the draft's `rlogin` and `tn3270`.

use super::Components;
use crate::flaw::{Flaw, Report};
use crate::grammar::{escape, login};

pub(super) fn validate(url: &Components<'_>, report: &mut dyn Report) {
    login::check(url.raw, &url.login, report);
    url.refuse_search(report);
    if let Some(path) = url.path.filter(|path| !path.is_empty()) {
        // A service has no path, so a slash before a path has no meaning. Without a host there is none.
        if url.login.host.is_some() {
            report.flaw(Flaw::ReservedCharacter, path.start - 1..path.start);
        }
        escape::check(url.raw, path, escape::XCHAR, report);
    }
}
