//! `reserved-port`

use crate::document::Role;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::Spared::{AllowedHosts, LocalHosts, SampleHosts, Strings};
use crate::lint::rule::{Check, Example, Rule, Severity};
use crate::lint::violation::Violation;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U203",
    name: "reserved-port",
    severity: Severity::Warning,
    spares: &[Strings, LocalHosts, SampleHosts, AllowedHosts],
    what: "A port below 1024 that belongs to another service",
    why: "Such a URL can make a program send commands to the wrong service. Loopback, private networks and example hosts are exempt; `allowed-ports` exempts others. Strings and quotations in programs are exempt: they are tests and examples.",
    reference: "RFC 1738, 6; RFC 6335, 6",
    bad: &[Example::any("See <http://a.org:25/x> for more.")],
    good: &[
        Example::any(
            "See <http://a.org:8080/x>, <http://localhost:81/> and <http://example.com:25/>.",
        ),
        Example::any("Ask <hkp://keys.a.org:80/> for more, and send to <smtp://mail.a.org:587/>."),
        Example::any(
            "Where port 22 is blocked, GitHub has <ssh://git@ssh.github.com:443/a/b.git>.",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let port = checked.url.port()?;
    let number: u16 = checked.url.port_number()?.try_into().ok()?;
    let other = number < 1024 && checked.url.default_port().is_some_and(|own| own != number);
    let allowed = checked.context.settings.allowed_ports.contains(&number);
    let usual = USUAL.contains(&(checked.url.scheme_info().name(), number));
    // In code, ports are often made up.
    let code = checked.role == Role::Code;
    let (_, service) = SERVICES.iter().find(|(port, _)| *port == number)?;
    (other && !code && !usual && !allowed).then(|| {
        let scheme = checked.url.scheme_info().name();
        let message = format!("port {number} belongs to {service}, not {scheme}");
        Violation::new(checked.range_of(port), message)
    })
}

/// Schemes and ports that many servers use for them, beside their own.
const USUAL: [(&str, u16); 3] = [("hkp", 80), ("smtp", 587), ("ssh", 443)];

/// Ports and the services that they belong to (RFC 6335).
const SERVICES: [(u16, &str); 24] = [
    (7, "echo"),
    (9, "discard"),
    (13, "daytime"),
    (19, "chargen"),
    (20, "ftp"),
    (21, "ftp"),
    (22, "ssh"),
    (23, "telnet"),
    (25, "smtp"),
    (43, "whois"),
    (53, "dns"),
    (70, "gopher"),
    (79, "finger"),
    (80, "http"),
    (110, "pop3"),
    (119, "nntp"),
    (143, "imap"),
    (389, "ldap"),
    (443, "https"),
    (465, "smtps"),
    (587, "mail submission"),
    (636, "ldaps"),
    (993, "imaps"),
    (995, "pop3s"),
];
