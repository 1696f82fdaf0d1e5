//! `default-port`

use crate::document::{Kind, Role};
use crate::grammar::host::HostKind;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::Spared::{LocalHosts, Refused, Templates};
use crate::lint::rule::{Check, Example, Rule, Safety, Severity};
use crate::lint::violation::Violation;
use crate::scan::Form;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U301",
    name: "default-port",
    severity: Severity::Note,
    spares: &[Refused, Templates, LocalHosts],
    fix: Some(Safety::Safe),
    what: "The default port of the scheme",
    why: "It is redundant, and it makes two spellings of the same URL. In prose, a URL in quotation marks is exempt: it is the value that a program expects or prints.",
    reference: "RFC 1738, 3.1; RFC 3986, 6.2.3",
    bad: &[
        Example::any("See <http://a.org:80/x> for more."),
        Example::any("See <http://a.org:80/@joe>."),
    ],
    good: &[
        Example::any(
            "See <http://a.org/x>, <http://a.org:8080/x>, <http://localhost:80/> and <http://example.org:80/>.",
        ),
        Example::new(
            Kind::Markdown,
            "The default value is \"https://a.org:443\".",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let port = checked.url.port()?;
    let number: u16 = checked.url.port_number()?.try_into().ok()?;
    // Schemes without a DNS host are used by programs that have default ports of their own.
    let web = checked.url.scheme_info().host == HostKind::Dns;
    let default = web && checked.url.default_port() == Some(number);
    let quoted = checked.m.form() == Form::Quoted && checked.role == Role::Prose;
    let value = quoted && !matches!(checked.context.kind, Kind::Data(_));
    // Examples of URLs name the port, and so do instructions for programs on this machine.
    (default && !value && !checked.is_example()).then(|| {
        let at = checked.range_of(port);
        let at = at.start - 1..at.end;
        let scheme = checked.url.scheme_info().name();
        let message = format!("redundant port: {number} is the default for {scheme}");
        Violation::new(at.clone(), message).edit(at, "")
    })
}
