//! `obsolete-scheme`

use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U303",
    name: "obsolete-scheme",
    group: Group::Upkeep,
    opt_in: true,
    fix: None,
    what: "A scheme that is no longer served",
    why: "Hardly anybody has a program for it any more: WAIS, Prospero, Gopher and their time.",
    reference: "RFC 4156, RFC 4157; IANA's registry: historical",
    bad: &[
        Example::any("See <wais://a.org/db> for more."),
        Example::any("See <gopher://a.org/> for more."),
    ],
    good: &[Example::any(
        "See <http://a.org/x> and <ftp://a.org/x> for more.",
    )],
    check: Check::Match(check),
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

fn check(found: &Found<'_>) -> Option<Raised> {
    let name = found.url.scheme_info().name();
    let at = found.range_of(found.url.scheme()?);
    let message = || format!("hardly anybody speaks `{name}` any more");
    OBSOLETE.contains(&name).then(|| Raised::new(at, message()))
}
