//! `dead-scheme`

use crate::lint::context::CheckedMatch;
use crate::lint::rule::Spared::{AllowedHosts, LocalHosts, Refused, Templates};
use crate::lint::rule::{Check, Example, Rule, Safety, Severity};
use crate::lint::violation::Violation;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U310",
    name: "dead-scheme",
    severity: Severity::Note,
    spares: &[Refused, Templates, LocalHosts, AllowedHosts],
    fix: Some(Safety::Unsafe),
    what: "A URL of a scheme for which a gateway is configured",
    why: "Few readers have a program for the scheme; the address of the gateway opens in every browser. Without `[gateways]` in the configuration or `--gateway`, nothing is reported.",
    reference: "RFC 4266; RFC 7595, 3.5",
    bad: &[Example::any("See <gopher://a.org/1/x> for more.")],
    good: &[Example::any(
        "See <https://gopher.example.net/a.org/1/x> and <ftp://a.org/x>.",
    )],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let url = checked.url.as_bytes();
    let mut gateways = checked.context.settings.gateways.iter().rev();
    let (gateway, address) = gateways.find_map(|gateway| Some((gateway, gateway.address(url)?)))?;
    let message = format!(
        "few programs open `{}:`; a gateway shows it at {}",
        gateway.scheme(),
        String::from_utf8_lossy(&address)
    );
    let scheme = checked.range_of(checked.url.scheme()?);
    Some(Violation::new(scheme, message).edit(checked.full_range(), address))
}
