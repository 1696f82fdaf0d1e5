//! `unclosed-wrapper`

use crate::flaw::Flaw;
use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U001",
    name: "unclosed-wrapper",
    group: Group::Appendix,
    opt_in: false,
    fix: None,
    what: "A wrapper `<URL:…` or `<http:…` without its `>`",
    why: "Whoever reads on looks for the `>` and takes what follows for a part of the URL, or takes the URL for less than it is.",
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

fn check(found: &Found<'_>) -> Option<Raised> {
    let unclosed = found.flaws.contains(Flaw::UnclosedWrapper) && !found.goes_on();
    unclosed.then(|| Raised::new(found.whole(), "the `>` that ends this wrapper is missing"))
}
