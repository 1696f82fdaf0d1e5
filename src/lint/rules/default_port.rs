//! `default-port`

use crate::grammar::host::HostKind;
use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule, Safety};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U301",
    name: "default-port",
    group: Group::Upkeep,
    opt_in: false,
    fix: Some(Safety::Safe),
    what: "The port that the scheme means anyhow",
    why: "It says nothing, and makes two URLs of one.",
    reference: "RFC 1738, 3.1; RFC 3986, 6.2.3",
    bad: &[Example::any("See <http://a.org:80/x> for more.")],
    good: &[Example::any(
        "See <http://a.org/x> and <http://a.org:8080/x> for more.",
    )],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let port = found.url.port()?;
    let number: u16 = std::str::from_utf8(port).ok()?.parse().ok()?;
    // Where the host need be none, programs read the URL, and each has a port of its own in mind.
    let web = found.url.scheme_info().host == HostKind::Dns;
    let default = web && found.url.default_port() == Some(number);
    (default && found.m.is_accepted() && !found.is_template()).then(|| {
        let at = found.range_of(port);
        let at = at.start - 1..at.end;
        let scheme = found.url.scheme_info().name();
        let message = format!("{number} is the port of {scheme} anyhow");
        Raised::new(at.clone(), message).edit(at, "")
    })
}
