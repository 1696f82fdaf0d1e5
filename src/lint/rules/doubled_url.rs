//! `doubled-url`

use crate::class::Class;
use crate::document::Kind;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;
use crate::span::{ending, run_back};
use crate::url;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U111",
    name: "doubled-url",
    severity: Severity::Error,
    spares: &[Spared::Refused, Spared::Templates],
    what: "A URL whose path contains a URL of the same host",
    why: "It was probably pasted twice. Archives and proxies, whose paths contain URLs of other hosts, are exempt.",
    reference: "RFC 3986, 3",
    bad: &[
        Example::any("See <https://a.org/https://a.org/x> for more."),
        Example::any("See https://a.org/x/yhttps://a.org/x/y for more."),
        Example::new(
            Kind::Markdown,
            "See [this](https://a.org/x/yhttps://a.org/x/y).",
        ),
    ],
    good: &[Example::any(
        "See <https://web.archive.org/web/2000/http://a.org/x> and <https://a.org/?u=https://a.org/x>.",
    )],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let (host, path) = (checked.url.host()?, checked.url.path()?);
    if follows_alike(checked, host) {
        let at = 0..checked.m.as_bytes().len();
        return Some(Violation::new(at, MESSAGE));
    }
    if !path.contains(&b':') {
        return None;
    }
    let schemes = [&b"http://"[..], b"https://"];
    let mut starts = schemes
        .iter()
        .flat_map(|scheme| memchr::memmem::find(path, scheme));
    let start = starts.next()?;
    let inner = url::parse(&path[start..]).0;
    let same = inner
        .host()
        .is_some_and(|inner| inner.eq_ignore_ascii_case(host));
    same.then(|| {
        let at = checked.range_of(&path[start..]);
        Violation::new(at, MESSAGE)
    })
}

const MESSAGE: &str = "a second URL of the same host in the URL; it was probably pasted twice";

/// Whether the URL begins in the path of another one of the same host, which ends there.
fn follows_alike(checked: &CheckedMatch<'_>, host: &[u8]) -> bool {
    const MAX: usize = 256;
    let near = ending(checked.before(), MAX);
    if !Class::ALPHADIGIT.ends(near) {
        return false;
    }
    let word = &near[near.len() - run_back(near, |b| !Class::STOP.has(b) && b > b' ')..];
    let Some(colon) = memchr::memmem::rfind(word, b"://") else {
        return false;
    };
    let scheme = colon - Class::ALPHA.run_back(&word[..colon]);
    let first = url::parse(&word[scheme..]).0;
    let is_alike = |first: &[u8]| first.eq_ignore_ascii_case(host);
    first.path().is_some() && first.host().is_some_and(is_alike)
}
