//! `example-host`

use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U306",
    name: "example-host",
    group: Group::Upkeep,
    opt_in: true,
    fix: None,
    what: "A host that is reserved for examples",
    why: "It leads nowhere; in a document that has no examples it was forgotten.",
    reference: "RFC 2606; RFC 6761",
    bad: &[Example::any("See <http://www.example.com/x> for more.")],
    good: &[Example::any("See <http://a.org/x> for more.")],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let host = found.url.host()?;
    let spared = found.is_template() || found.is_allowed_host();
    (found.is_example() && !spared).then(|| {
        let message = format!("`{}` is reserved for examples", Found::shown(host));
        Raised::new(found.range_of(host), message)
    })
}
