//! `not-rfc1738`

use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};
use crate::profile::Profile;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U108",
    name: "not-rfc1738",
    group: Group::Syntax,
    opt_in: true,
    fix: None,
    what: "A URL that RFC 1738 does not know",
    why: "For documents that must hold to the letter of December 1994: no `~`, no IPv6, no IRI, no user in http.",
    reference: "RFC 1738, 5",
    bad: &[Example::any("See <http://a.org/~joe/> for more.")],
    good: &[Example::any("See <http://a.org/%7Ejoe/> for more.")],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let refused = Profile::RFC1738.refuses(found.url.scheme_info(), found.flaws);
    if !refused || !found.m.is_accepted() || found.is_template() {
        return None;
    }
    let names: Vec<_> = found.flaws.iter().map(|flaw| flaw.name()).collect();
    let message = format!(
        "section 5 of RFC 1738 does not derive this URL: {}",
        names.join(", ")
    );
    Some(Raised::new(found.whole(), message))
}
