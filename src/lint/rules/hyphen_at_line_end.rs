//! `hyphen-at-line-end`

use crate::extent::Why;
use crate::flaw::Flaw;
use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U002",
    name: "hyphen-at-line-end",
    group: Group::Appendix,
    opt_in: false,
    fix: None,
    what: "A URL that is broken over lines behind a hyphen",
    why: "The hyphen may be the URL's, or may have come with the break: nobody can tell. Break the line elsewhere.",
    reference: "RFC 1738, appendix",
    bad: &[Example::any("See <URL:http://bat-\nman.a.org/x> for more.")],
    good: &[
        Example::any("See <URL:http://bat-man.a.org/\nx> for more."),
        Example::any("See <URL:http://bat-man.a.org/x> for more."),
    ],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    // Without wrapper the break itself is the fault.
    if !found.flaws.contains(Flaw::HyphenAtBreak) || found.flaws.contains(Flaw::BrokenBareUrl) {
        return None;
    }
    let other = found
        .m
        .alternatives()
        .iter()
        .find(|other| other.why() == Why::Hyphen);
    let other = other.map(|other| format!("; or is it {}?", Found::shown(other.url())));
    let message = "a hyphen at a line break may or may not belong to the URL";
    Some(Raised::new(
        found.whole(),
        format!("{message}{}", other.unwrap_or_default()),
    ))
}
