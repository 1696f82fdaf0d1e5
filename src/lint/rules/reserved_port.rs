//! `reserved-port`

use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Group, Rule, Violation};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U203",
    name: "reserved-port",
    group: Group::Security,
    opt_in: false,
    fix: None,
    what: "A port below 1024 that belongs to another service",
    why: "Such a URL can make a program send commands to the wrong service. Loopback, private networks and example hosts are exempt; `allowed-ports` exempts others.",
    reference: "RFC 1738, 6; RFC 6335, 6",
    bad: &[Example::any("See <http://a.org:25/x> for more.")],
    good: &[Example::any(
        "See <http://a.org:8080/x>, <http://localhost:81/> and <http://example.com:25/>.",
    )],
    check: Check::Match(check),
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let port = checked.url.port()?;
    let number: u16 = std::str::from_utf8(port).ok()?.parse().ok()?;
    let other = number < 1024 && checked.url.default_port().is_some_and(|own| own != number);
    let allowed = checked.context.settings.allowed_ports.contains(&number);
    let exempt = allowed || checked.is_local() || checked.is_example() || checked.is_allowed_host();
    (other && !exempt).then(|| {
        let scheme = checked.url.scheme_info().name();
        let message = format!("port {number} is reserved for another service than {scheme}");
        Violation::new(checked.range_of(port), message)
    })
}
