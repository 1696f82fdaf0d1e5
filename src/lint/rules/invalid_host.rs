//! `invalid-host`

use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Group, Rule, Violation};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U106",
    name: "invalid-host",
    group: Group::Syntax,
    opt_in: false,
    fix: None,
    what: "An invalid host: an empty label, a label that begins or ends with `-`, a character that names do not contain",
    why: "Such a host cannot exist.",
    reference: "RFC 1738, 3.1; RFC 1123, 2.1; RFC 3986, 3.2.2",
    bad: &[
        Example::any("See <http://www..a.org/x> for more."),
        Example::any("See <http://-a.org/x> for more."),
    ],
    good: &[Example::any(
        "See <http://www.a.org/x>, <http://a_b.org/> and <http://{host}.a.org/>.",
    )],
    check: Check::Match(check),
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let at = checked.invalid(Flaw::InvalidHost)?;
    let host = &checked.url.as_bytes()[at.clone()];
    // `http://../`
    let dots = !host.iter().any(|b| b.is_ascii_alphanumeric() || *b >= 0x80);
    let exempt = dots || is_placeholder(host) || checked.is_template_prefix();
    (!exempt).then(|| {
        Violation::new(
            at,
            format!("`{}` is not a valid host", CheckedMatch::display(host)),
        )
    })
}
