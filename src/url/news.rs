//! `newsurl = "news:" grouppart`, `grouppart = "*" | group | article` (RFC 1738 sections 3.6 and 5), and RFC 5538's
//! `news://host/grouppart` and wildmats.

use super::{Components, Details, News, split_login};
use crate::class::Class;
use crate::flaw::{Flaw, Flaws, Report};
use crate::grammar::{escape, host};
use crate::span::Span;

/// The reserved characters that `article` allows before its `@`.
const UNIQUE: &[u8] = b";/?:&=";

pub(super) fn parse_authority(url: &mut Components<'_>, report: &mut dyn Report) {
    let body = url.body();
    url.path = Some(body);
    let bytes = body.bytes(url.raw);
    if !bytes.starts_with(b"//") {
        return;
    }
    match memchr::memchr(b'@', bytes).map(|at| bytes.split_at(at)) {
        // After a server, the group follows a slash.
        None => split_login(url, report),
        Some((before, _)) if before[2..].contains(&b'/') => {
            // RFC 5538 reads a server before the article, RFC 1738 a unique part that begins with `//`: both allow it.
            let (whole, mut flaws) = (*url, Flaws::NONE);
            split_login(url, &mut flaws);
            if !flaws.is_empty() || url.path.is_none() {
                *url = whole;
            }
        }
        // A server with a login: no article has a slash after its `@`.
        Some((_, after)) if after.contains(&b'/') => split_login(url, report),
        // `news://x@y` is an article.
        Some(_) => {}
    }
}

pub(super) fn validate(url: &Components<'_>, report: &mut dyn Report) {
    let body = url.body();
    let at = |part: Span| Some(part.start + memchr::memchr(b'@', part.bytes(url.raw))?);
    if let (None, Some(at)) = (url.login.user, at(body)) {
        return check_article(url.raw, body, at, report);
    }
    if url.login.host.is_some() {
        report.flaw(Flaw::HostNotAllowed, body.start..url.login_end().start);
        url.refuse_user(report);
    }
    url.refuse_search(report);
    let path = url.path.unwrap_or((body.end..body.end).into());
    if let Some(at) = at(path) {
        return check_article(url.raw, path, at, report);
    }
    if path.bytes(url.raw) != b"*" {
        check_group(url.raw, path, report);
    }
}

/// `article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host`
fn check_article(raw: &[u8], path: Span, at: usize, report: &mut dyn Report) {
    escape::check(raw, (path.start..at).into(), UNIQUE, report);
    let domain = Span::from(at + 1..path.end);
    escape::check(raw, domain, escape::XCHAR, report);
    if at == path.start || domain.is_empty() {
        report.flaw(Flaw::InvalidArticle, path.range());
    } else {
        host::check(raw, domain, host::HostKind::Name, report);
    }
}

/// `group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]`
pub(super) fn check_group(raw: &[u8], at: Span, report: &mut dyn Report) {
    match at.bytes(raw) {
        [] => report.flaw(Flaw::MissingGroup, at.range()),
        name if is_group(name) => {}
        _ => {
            report.flaw(Flaw::InvalidGroup, at.range());
            escape::check(raw, at, escape::XCHAR, report);
        }
    }
}

pub(super) fn is_group(name: &[u8]) -> bool {
    let letter = |&b: &u8| Class::ALPHADIGIT.has(b) || b"-.+_".contains(&b);
    name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(letter)
}

pub(super) fn details<'u>(url: &Components<'u>) -> Details<'u> {
    let part = url.path().unwrap_or_default();
    let decoded = escape::decode(part);
    Details::News(if part.contains(&b'@') {
        News::Article(decoded)
    } else if memchr::memchr2(b'*', b'?', &decoded).is_some() {
        News::Wildmat(decoded)
    } else {
        News::Group(decoded)
    })
}
