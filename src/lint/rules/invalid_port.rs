//! `invalid-port`

use crate::flaw::Flaw;
use crate::lint::context::Found;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U107",
    name: "invalid-port",
    group: Group::Syntax,
    opt_in: false,
    fix: None,
    what: "A port that is no number, or over 65535",
    why: "Nothing can listen there.",
    reference: "RFC 1738, 3.1; RFC 3986, 3.2.3; RFC 9293, 3.1",
    bad: &[
        Example::any("See <http://a.org:8o80/x> for more."),
        Example::any("See <http://a.org:80800/x> for more."),
    ],
    good: &[Example::any(
        "See <http://a.org:8080/x>, <http://a.org:port/x> and <http://a.org:$PORT/x>.",
    )],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let not_a_number = found.invalid(Flaw::InvalidPort);
    let (at, why) = match not_a_number {
        Some(at) => (at, "is no number"),
        None => (found.invalid(Flaw::PortOutOfRange)?, "is over 65535"),
    };
    let port = &found.url.as_bytes()[at.clone()];
    let host = found.url.host().unwrap_or_default();
    let spared = is_placeholder(port) || is_placeholder(host) || found.goes_on();
    (!spared).then(|| Raised::new(at, format!("the port `{}` {why}", Found::shown(port))))
}
