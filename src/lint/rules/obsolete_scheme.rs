//! `obsolete-scheme`

use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity};
use crate::lint::violation::Violation;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U303",
    name: "obsolete-scheme",
    severity: Severity::Note,
    opt_in: true,
    what: "An obsolete scheme",
    why: "Few programs still support WAIS, Prospero, Gopher and other schemes of their time.",
    reference: "RFC 4156, RFC 4157; IANA's registry: historical",
    bad: &[
        Example::any("See <wais://a.org/db> for more."),
        Example::any("See <gopher://a.org/> for more."),
    ],
    good: &[Example::any(
        "See <http://a.org/x> and <ftp://a.org/x> for more.",
    )],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

const OBSOLETE: &[&str] = &[
    "afs",
    "gopher",
    "mailserver",
    "prospero",
    "rlogin",
    "shttp",
    "snews",
    "tn3270",
    "wais",
    "z39.50",
];

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let name = checked.url.scheme_info().name();
    let at = checked.range_of(checked.url.scheme()?);
    let message = || format!("obsolete scheme `{name}`; few programs support it");
    OBSOLETE
        .contains(&name)
        .then(|| Violation::new(at, message()))
}
