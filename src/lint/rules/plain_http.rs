//! `plain-http`

use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule, Safety};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U304",
    name: "plain-http",
    group: Group::Upkeep,
    opt_in: true,
    fix: Some(Safety::Unsafe),
    what: "A URL of http where https could be",
    why: "What is sent can be read and changed on the way.",
    reference: "RFC 7258; RFC 9110, 4.2.2",
    bad: &[Example::any("See <http://a.org/x> for more.")],
    good: &[Example::any(
        "See <https://a.org/x> and <http://localhost/x>.",
    )],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let scheme = found.url.scheme()?;
    let plain = found.url.scheme_info().name() == "http" && found.m.is_accepted();
    let spared = found.is_local() || found.is_template() || found.is_allowed_host();
    (plain && !spared).then(|| {
        let at = found.range_of(scheme);
        Raised::new(at.clone(), "what is sent here can be read on the way").edit(at, "https")
    })
}
