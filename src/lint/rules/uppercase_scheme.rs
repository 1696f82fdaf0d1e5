//! `uppercase-scheme`

use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Safety, Severity, Violation};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U103",
    name: "uppercase-scheme",
    severity: Severity::Note,
    opt_in: false,
    fix: Some(Safety::Safe),
    what: "A scheme in upper case",
    why: "Schemes are written in lower case; some programs do not accept upper case.",
    reference: "RFC 1738, 2.1; RFC 3986, 3.1",
    bad: &[Example::any("See <HTTP://a.org/x> for more.")],
    good: &[Example::any("See <http://A.org/X> for more.")],
    check: Check::Match(check),
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let scheme = checked.url.scheme()?;
    let at = checked.range_of(scheme);
    // `FILE:/tmp/x` is also the syntax of programs other than browsers.
    let url = checked.url.host().is_some_and(|host| !host.is_empty())
        || matches!(checked.url.scheme_info().name(), "mailto" | "news");
    (url && checked.flaws.contains(Flaw::UppercaseScheme)).then(|| {
        Violation::new(
            at.clone(),
            format!(
                "scheme `{}` in upper case; write `{}`",
                CheckedMatch::display(scheme),
                CheckedMatch::display(&scheme.to_ascii_lowercase())
            ),
        )
        .edit(at, scheme.to_ascii_lowercase())
    })
}
