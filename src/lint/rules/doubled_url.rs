//! `doubled-url`

use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;
use crate::url;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U111",
    name: "doubled-url",
    severity: Severity::Error,
    spares: &[Spared::Refused, Spared::Templates],
    what: "A URL whose path contains a URL of the same host",
    why: "It was probably pasted twice. Archives and proxies, whose paths contain URLs of other hosts, are exempt.",
    reference: "RFC 3986, 3",
    bad: &[Example::any(
        "See <https://a.org/https://a.org/x> for more.",
    )],
    good: &[Example::any(
        "See <https://web.archive.org/web/2000/http://a.org/x> and <https://a.org/?u=https://a.org/x>.",
    )],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let (host, path) = (checked.url.host()?, checked.url.path()?);
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
        let message = "a second URL of the same host in the URL; it was probably pasted twice";
        Violation::new(at, message)
    })
}
