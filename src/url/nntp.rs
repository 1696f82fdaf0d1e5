//! `nntpurl = "nntp://" hostport "/" group [ "/" digits ]` (RFC 1738 sections 3.7 and 5), and the draft's `nntp:group/number`.

use super::{Components, Details, news, segments, split_login};
use crate::flaw::{Flaw, Report};
use crate::grammar::escape;
use crate::span::Span;

pub(super) fn parse_authority(url: &mut Components<'_>, report: &mut dyn Report) {
    if url.body().bytes(url.raw).starts_with(b"//") {
        split_login(url, report);
    } else {
        url.path = Some(url.body());
    }
}

pub(super) fn validate(url: &mut Components<'_>, report: &mut dyn Report) {
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
    let (group, article) = cut(url.raw, path);
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
    let (group, article) = cut(url.raw, url.path.unwrap_or_default());
    Details::Nntp {
        group: url.decoded(group),
        article: article.map(|article| url.decoded(article)),
    }
}

fn cut(raw: &[u8], path: Span) -> (Span, Option<Span>) {
    let group = segments(raw, path).next().unwrap_or(path);
    let article = (group.end < path.end).then(|| (group.end + 1..path.end).into());
    (group, article)
}
