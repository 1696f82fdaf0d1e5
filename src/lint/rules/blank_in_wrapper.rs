//! `blank-in-wrapper`

use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Group, Rule, Violation};
use crate::scan::Form;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U004",
    name: "blank-in-wrapper",
    group: Group::Appendix,
    opt_in: false,
    fix: None,
    what: "A blank in a wrapper that is not part of a line break",
    why: "Readers should ignore white space in a wrapper, but it is meant for line breaks: half of the programs end the URL at a blank. A blank that belongs to the URL is `%20`.",
    reference: "RFC 1738, 2.2 and appendix",
    bad: &[Example::any(
        "See <URL:http://a.org/some file.txt> for more.",
    )],
    good: &[
        Example::any("See <URL:http://a.org/some%20file.txt> for more."),
        Example::any("See <URL:http://a.org/some\nfile.txt> for more."),
    ],
    check: Check::Match(check),
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let wrapped = matches!(checked.m.form(), Form::Wrapper | Form::Angle);
    let blank = checked.flaws.contains(Flaw::BlankInUrl) && wrapped;
    blank.then(|| Violation::new(checked.full_range(), "this wrapper contains a blank"))
}
