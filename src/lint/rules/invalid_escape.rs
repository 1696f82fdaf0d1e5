//! `invalid-escape`

use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Group, Rule, Violation};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U101",
    name: "invalid-escape",
    group: Group::Syntax,
    opt_in: false,
    fix: None,
    what: "A `%` that is not followed by two hexadecimal digits",
    why: "Its meaning is undefined: some programs keep it, others refuse the URL. A literal percent sign is `%25`.",
    reference: "RFC 1738, 2.2; RFC 3986, 2.1",
    bad: &[
        Example::any("See <http://a.org/100%/x> for more."),
        Example::any("See <http://a.org/x%2> for more."),
    ],
    good: &[
        Example::any("See <http://a.org/100%25/x> for more."),
        Example::any("See <http://a.org/%s/x> and <http://a.org/%(name)/x>."),
    ],
    check: Check::Match(check),
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let at = checked.invalid(Flaw::InvalidEscape)?;
    let exempt = is_placeholder(checked.component(at.start)) || checked.is_template_prefix();
    let message = "`%` must be followed by two hexadecimal digits";
    (!exempt).then(|| Violation::new(at, message))
}
