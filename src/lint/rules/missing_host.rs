//! `missing-host`

use crate::flaw::Flaw;
use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U105",
    name: "missing-host",
    group: Group::Syntax,
    opt_in: false,
    fix: None,
    what: "A URL without the host that its scheme needs",
    why: "It leads nowhere. Often a slash is too many, or a template was not filled in.",
    reference: "RFC 1738, 3.1; RFC 9110, 4.2.1",
    bad: &[
        Example::any("See <http:///x/y> for more."),
        Example::any("See <http://:8080/x> for more."),
    ],
    good: &[Example::any(
        "The scheme http:// and <file:///x/y> are right, as is http://<host>/.",
    )],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let at = found.invalid(Flaw::MissingHost)?;
    // `http://` alone is the scheme's name.
    let rest = found.url.as_bytes()[at.start..]
        .strip_prefix(b"//")
        .unwrap_or(&found.url.as_bytes()[at.start..]);
    let speaks_of_scheme = rest.iter().all(|b| !b.is_ascii_alphanumeric());
    let spared = found.url.host().is_none() || speaks_of_scheme || found.is_template();
    let scheme = Found::shown(found.url.scheme().unwrap_or_default());
    (!spared).then(|| Raised::new(found.whole(), format!("a host must follow `{scheme}://`")))
}
