//! `tracking-parameter`

use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Safety, Severity};
use crate::lint::violation::Violation;
use crate::span::cut;
use crate::url::is_tracking;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U305",
    name: "tracking-parameter",
    severity: Severity::Note,
    opt_in: true,
    fix: Some(Safety::Unsafe),
    what: "A parameter that tracks readers: `utm_source`, `fbclid`",
    why: "It tells where the reader found the URL; the resource does not depend on it.",
    reference: "RFC 3986, 3.4",
    bad: &[Example::any(
        "See <http://a.org/x?utm_source=mail&y=1> for more.",
    )],
    good: &[Example::any("See <http://a.org/x?source=mail> for more.")],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let search = checked.url.query()?;
    let (url, query) = (checked.url.as_bytes(), checked.range_of(search));
    let (mut kept, mut tracking) = (0, Vec::new());
    for parameter in search.split(|b| *b == b'&') {
        let range = checked.range_of(parameter);
        if is_tracking(parameter) {
            // With the `&` before it, or after it if nothing is left before it.
            let edit = if kept == 0 {
                range.start..range.end + 1
            } else {
                range.start - 1..range.end
            };
            tracking.push((range, edit));
        } else {
            kept += 1;
        }
    }
    let (first, _) = tracking.first()?.clone();
    let message = format!(
        "tracking parameter `{}`; the link works without it",
        String::from_utf8_lossy(cut(&url[first.clone()], b'=').0)
    );
    let mut violation = Violation::new(first, message);
    if kept == 0 {
        return Some(violation.edit(query.start - 1..query.end, ""));
    }
    for (_, edit) in tracking {
        violation = violation.edit(edit, "");
    }
    Some(violation)
}
