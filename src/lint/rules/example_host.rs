//! `example-host`

use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U306",
    name: "example-host",
    severity: Severity::Note,
    opt_in: true,
    spares: &[Spared::Templates, Spared::AllowedHosts],
    what: "A host that is reserved for examples",
    why: "It does not work. Outside of examples, it was probably forgotten.",
    reference: "RFC 2606; RFC 6761",
    bad: &[Example::any("See <http://www.example.com/x> for more.")],
    good: &[Example::any("See <http://a.org/x> for more.")],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let host = checked.url.host()?;
    checked.is_example().then(|| {
        let message = format!(
            "example host: `{}` is reserved by RFC 2606",
            String::from_utf8_lossy(host)
        );
        Violation::new(checked.range_of(host), message)
    })
}
