//! `reserved-port`

use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U203",
    name: "reserved-port",
    group: Group::Security,
    opt_in: false,
    fix: None,
    what: "A port below 1024 that is another service's",
    why: "A URL can make a program speak to a service that was not meant for it, and send it commands. Loopback, private networks and hosts of examples are spared; `allowed-ports` names others.",
    reference: "RFC 1738, 6; RFC 6335, 6",
    bad: &[Example::any("See <http://a.org:25/x> for more.")],
    good: &[Example::any(
        "See <http://a.org:8080/x>, <http://localhost:81/> and <http://example.com:25/>.",
    )],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let port = found.url.port()?;
    let number: u16 = std::str::from_utf8(port).ok()?.parse().ok()?;
    let other = number < 1024 && found.url.default_port().is_some_and(|own| own != number);
    let allowed = found.page.settings.allowed_ports.contains(&number);
    let spared = allowed || found.is_local() || found.is_example() || found.is_allowed_host();
    (other && !spared).then(|| {
        let scheme = found.url.scheme_info().name();
        let message = format!("port {number} is reserved, and not {scheme}'s");
        Raised::new(found.range_of(port), message)
    })
}
