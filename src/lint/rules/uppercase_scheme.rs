//! `uppercase-scheme`

use crate::flaw::Flaw;
use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule, Safety};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U103",
    name: "uppercase-scheme",
    group: Group::Syntax,
    opt_in: false,
    fix: Some(Safety::Safe),
    what: "A scheme in upper case",
    why: "Schemes are written in lower case; not every program takes others.",
    reference: "RFC 1738, 2.1; RFC 3986, 3.1",
    bad: &[Example::any("See <HTTP://a.org/x> for more.")],
    good: &[Example::any("See <http://A.org/X> for more.")],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let scheme = found.url.scheme()?;
    let at = found.range_of(scheme);
    // `FILE:/tmp/x` is also what other programs than browsers read.
    let url =
        found.url.host().is_some() || matches!(found.url.scheme_info().name(), "mailto" | "news");
    (url && found.flaws.contains(Flaw::UppercaseScheme)).then(|| {
        Raised::new(at.clone(), "a scheme is written in lower case")
            .edit(at, scheme.to_ascii_lowercase())
    })
}
