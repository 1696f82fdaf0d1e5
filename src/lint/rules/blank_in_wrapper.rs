//! `blank-in-wrapper`

use crate::flaw::Flaw;
use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};
use crate::scan::Form;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U004",
    name: "blank-in-wrapper",
    group: Group::Appendix,
    opt_in: false,
    fix: None,
    what: "A blank within a wrapper that is no line break",
    why: "White space in a wrapper is to be ignored, but it was meant for line breaks: half of the programs end the URL there. A blank that is part of it is `%20`.",
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

fn check(found: &Found<'_>) -> Option<Raised> {
    let wrapped = matches!(found.m.form(), Form::Wrapper | Form::Angle);
    let blank = found.flaws.contains(Flaw::BlankInUrl) && wrapped;
    blank.then(|| Raised::new(found.whole(), "a blank stands within this wrapper"))
}
