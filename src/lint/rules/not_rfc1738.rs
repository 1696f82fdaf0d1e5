//! `not-rfc1738`

use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;
use crate::profile::Profile;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U108",
    name: "not-rfc1738",
    severity: Severity::Warning,
    opt_in: true,
    spares: &[Spared::Refused, Spared::Templates],
    what: "A URL that RFC 1738 does not allow",
    why: "For documents that must follow RFC 1738 exactly: no `~`, no IPv6, no IRI, no user in http.",
    reference: "RFC 1738, 5",
    bad: &[Example::any("See <http://a.org/~joe/> for more.")],
    good: &[Example::any("See <http://a.org/%7Ejoe/> for more.")],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let refused = Profile::RFC1738.refuses(checked.url.scheme_info(), checked.flaws);
    if !refused {
        return None;
    }
    let names: Vec<_> = checked.flaws.iter().map(|flaw| flaw.name()).collect();
    let message = format!("not a URL of RFC 1738: {}", names.join(", "));
    Some(checked.violation(message))
}
