//! `invalid-escape`

use crate::flaw::Flaw;
use crate::lint::context::Found;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U101",
    name: "invalid-escape",
    group: Group::Syntax,
    opt_in: false,
    fix: None,
    what: "A `%` that is not followed by two hexadecimal digits",
    why: "No program knows what it stands for: some take it as it is, some refuse the URL. A percent sign that is meant is `%25`.",
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

fn check(found: &Found<'_>) -> Option<Raised> {
    let at = found.invalid(Flaw::InvalidEscape)?;
    let spared = is_placeholder(found.component(at.start)) || found.goes_on();
    let message = "`%` must be followed by two hexadecimal digits";
    (!spared).then(|| Raised::new(at, message))
}
