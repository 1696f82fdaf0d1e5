//! `missing-host`

use crate::document::Kind;
use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;
use crate::span::split_run;
use crate::url::SPECIAL;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U105",
    name: "missing-host",
    severity: Severity::Error,
    spares: &[Spared::Templates, Spared::Strings],
    what: "A URL without the host that its scheme needs",
    why: "The URL does not work. Often there is one slash too many, or a template was not filled in. Strings and quotations in programs are exempt: they are tests and examples.",
    reference: "RFC 1738, 3.1; RFC 9110, 4.2.1",
    bad: &[
        Example::any("See <http:///x/y> for more."),
        Example::any("See <http://:8080/x> for more."),
        Example::new(Kind::Html, "<p><img src=\"http:///a.org/x.png\"></p>"),
    ],
    good: &[
        Example::any("The scheme http:// and <file:///x/y> are right, as is http://<host>/."),
        Example::any("Write \"http://%@/x?y=%@\" or \"http://%@:%lld/x\"."),
        Example::any("Write http://@HOST@:@PORT@/x, http://@HOST@/x or http://localhost:@PORT@/x."),
        Example::any("Write http://@server_name@/x, http://a.org:@port@/x or http://##HOST##/x."),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let violation = || {
        let scheme = String::from_utf8_lossy(checked.url.scheme().unwrap_or_default());
        checked.violation(format!("no host after `{scheme}://`"))
    };
    let Some(at) = checked.invalid(Flaw::MissingHost) else {
        return has_slash_too_many(checked).then(violation);
    };
    // `http://` alone is the name of the scheme.
    let rest = checked.url.as_bytes()[at.start..]
        .strip_prefix(b"//")
        .unwrap_or(&checked.url.as_bytes()[at.start..]);
    let only_scheme = rest.iter().all(|b| !b.is_ascii_alphanumeric());
    // Elsewhere, what follows may be a path: `amqp:////name`.
    let web = SPECIAL.contains(&checked.url.scheme_info().name());
    let exempt = !web || checked.url.host().is_none() || only_scheme || begins_with_value(rest);
    (!exempt).then(violation)
}

/// `<img src="http:///a.org/x.png">`: in a value of HTML browsers drop the slash, other programs do not.
fn has_slash_too_many(checked: &CheckedMatch<'_>) -> bool {
    let written = checked
        .m
        .written()
        .filter(|_| checked.flaws.contains(Flaw::MissingHost));
    let colon = written.and_then(|written| memchr::memchr(b':', written));
    let rest = written.zip(colon).map(|(written, colon)| &written[colon..]);
    rest.is_some_and(|rest| rest.starts_with(b":///"))
}

/// `http://##HOST##/x`, `http://#host#/x`: a name between such marks, which look like a fragment.
fn begins_with_value(rest: &[u8]) -> bool {
    let (marks, rest) = split_run(rest, |b| b == b'#');
    let (name, rest) = split_run(rest, |b| b.is_ascii_alphanumeric() || b"_.-".contains(&b));
    !marks.is_empty() && !name.is_empty() && rest.starts_with(marks)
}
