//! `plain-http`

use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Safety, Severity, Violation};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U304",
    name: "plain-http",
    severity: Severity::Note,
    opt_in: true,
    fix: Some(Safety::Unsafe),
    what: "An http URL where https may be possible",
    why: "Data sent over http can be read and changed on the way.",
    reference: "RFC 7258; RFC 9110, 4.2.2",
    bad: &[Example::any("See <http://a.org/x> for more.")],
    good: &[Example::any(
        "See <https://a.org/x> and <http://localhost/x>.",
    )],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let scheme = checked.url.scheme()?;
    let plain = checked.url.scheme_info().name() == "http" && checked.m.is_accepted();
    let exempt = checked.is_local() || checked.is_template() || checked.is_allowed_host();
    (plain && !exempt).then(|| {
        // `git+http`
        let end = checked.range_of(scheme).end;
        let at = end - b"http".len()..end;
        let message = "http is not encrypted; use https if the server supports it";
        let violation = Violation::new(at.clone(), message);
        // A server speaks one protocol at a port.
        match checked.url.port() {
            Some(_) => violation,
            None => violation.edit(at, "https"),
        }
    })
}
