//! `wais://hostport/database`, `…/database?search`, `…/database/wtype/wpath` (RFC 1738 sections 3.9 and 5).

use super::http::HSEGMENT;
use super::{Components, Details, Wais};
use crate::flaw::{Flaw, Report};
use crate::grammar::escape;
use crate::span::Span;

pub(super) fn validate(url: &Components<'_>, report: &mut dyn Report) {
    url.refuse_user(report);
    let Some(path) = url.path else {
        report.flaw(Flaw::MissingDatabase, url.login_end());
        return url.refuse_search(report);
    };
    match document(url, path) {
        Some(parts) => {
            for part in parts {
                escape::check(url.raw, part, b"", report);
            }
        }
        None => escape::check(url.raw, path, b"", report),
    }
    if let Some(search) = url.search {
        escape::check(url.raw, search, HSEGMENT, report);
    }
}

pub(super) fn details<'u>(url: &Components<'u>) -> Details<'u> {
    let path = url.path.unwrap_or_default();
    Details::Wais(match document(url, path) {
        Some([database, wtype, wpath]) => Wais::Document {
            database: url.decoded(database),
            wtype: url.decoded(wtype),
            wpath: url.decoded(wpath),
        },
        None => Wais::Database {
            database: url.decoded(path),
            search: url.search.map(|search| url.decoded(search)),
        },
    })
}

/// Splits the path of a document at its first two slashes: database, type and path.
fn document(url: &Components<'_>, path: Span) -> Option<[Span; 3]> {
    let (database, rest) = path.cut(url.raw, b'/');
    let (wtype, wpath) = rest?.cut(url.raw, b'/');
    let wpath = wpath.filter(|_| url.search.is_none())?;
    Some([database, wtype, wpath])
}
