//! `invalid-host`

use crate::flaw::Flaw;
use crate::lint::context::Found;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U106",
    name: "invalid-host",
    group: Group::Syntax,
    opt_in: false,
    fix: None,
    what: "A host that can be none: an empty label, a label that begins or ends with `-`, a character that no name has",
    why: "No name server knows it.",
    reference: "RFC 1738, 3.1; RFC 1123, 2.1; RFC 3986, 3.2.2",
    bad: &[
        Example::any("See <http://www..a.org/x> for more."),
        Example::any("See <http://-a.org/x> for more."),
    ],
    good: &[Example::any(
        "See <http://www.a.org/x>, <http://a_b.org/> and <http://{host}.a.org/>.",
    )],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let at = found.invalid(Flaw::InvalidHost)?;
    let host = &found.url.as_bytes()[at.clone()];
    // `http://../`
    let dots = !host.iter().any(|b| b.is_ascii_alphanumeric() || *b >= 0x80);
    let spared = dots || is_placeholder(host) || found.goes_on();
    (!spared).then(|| Raised::new(at, format!("`{}` can be no host", Found::shown(host))))
}
