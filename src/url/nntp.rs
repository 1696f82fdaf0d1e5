//! `nntpurl = "nntp://" hostport "/" group [ "/" digits ]` (RFC 1738 sections 3.7 and 5), and the draft's `nntp:group/number`.

use super::{Components, Details, news, split_login};
use crate::flaw::{Flaw, Report};
use crate::grammar::escape;

pub(super) fn parse_authority(url: &mut Components<'_>, report: &mut dyn Report) {
    if url.body().bytes(url.raw).starts_with(b"//") {
        split_login(url, report);
    } else {
        url.path = Some(url.body());
    }
}

pub(super) fn validate(url: &Components<'_>, report: &mut dyn Report) {
    url.refuse_user(report);
    url.refuse_search(report);
    if url.login.host.is_none() {
        let start = url.body().start;
        report.flaw(Flaw::MissingHost, start..start);
    }
    let end = url.body().end;
    let Some(path) = url.path else {
        return report.flaw(Flaw::MissingGroup, end..end);
    };
    let (group, article) = path.cut(url.raw, b'/');
    news::check_group(url.raw, group, report);
    if let Some(article) = article {
        let digits = article.bytes(url.raw);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            report.flaw(Flaw::InvalidArticle, article.range());
            escape::check(url.raw, article, escape::XCHAR, report);
        }
    }
}

pub(super) fn details<'u>(url: &Components<'u>) -> Details<'u> {
    let (group, article) = url.path.unwrap_or_default().cut(url.raw, b'/');
    Details::Nntp {
        group: url.decoded(group),
        article: article.map(|article| url.decoded(article)),
    }
}
