//! `unclosed-wrapper`

use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Group, Rule, Severity, Violation};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U001",
    name: "unclosed-wrapper",
    group: Group::Delimiters,
    severity: Severity::Error,
    opt_in: false,
    fix: None,
    what: "`<URL:…` or `<http:…` without the closing `>`",
    why: "Readers search for the `>` and treat the following text as part of the URL, or they cut the URL short.",
    reference: "RFC 1738, appendix",
    bad: &[
        Example::any("See <URL:http://a.org/x for more."),
        Example::any("See <http://a.org/x for more."),
    ],
    good: &[
        Example::any("See <URL:http://a.org/x> for more."),
        Example::any("See <URL:http://a.org/\nx> for more."),
    ],
    check: Check::Match(check),
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let unclosed = checked.flaws.contains(Flaw::UnclosedWrapper) && !checked.is_template_prefix();
    unclosed.then(|| Violation::new(checked.full_range(), "missing `>` after this URL"))
}
