//! `httpurl = "http://" hostport [ "/" hpath [ "?" search ]]` (RFC 1738 sections 3.3 and 5); also used for `https`.

use super::{Components, Details};
use crate::flaw::{Flaw, Report};
use crate::grammar::escape;

/// `hsegment = search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]`
pub(super) const HSEGMENT: &[u8] = b";:@&=";

pub(super) fn validate(url: &Components<'_>, report: &mut dyn Report) {
    url.refuse_user(report);
    if let Some(path) = url.path {
        url.check_segments(path, HSEGMENT, report);
    }
    if let Some(search) = url.search {
        if url.path.is_none() {
            // `http://h?q`: section 5 allows no search without a path.
            report.flaw(Flaw::ReservedCharacter, search.start - 1..search.start);
        }
        escape::check(url.raw, search, HSEGMENT, report);
    }
}

pub(super) fn details<'u>(url: &Components<'u>) -> Details<'u> {
    let segments = url.path.map(|path| url.decoded_segments(path));
    Details::Http {
        segments: segments.unwrap_or_default(),
    }
}
