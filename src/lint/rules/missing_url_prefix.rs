//! `missing-url-prefix`

use crate::document::Kind;
use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule, Safety};
use crate::scan::Form;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U007",
    name: "missing-url-prefix",
    group: Group::Appendix,
    opt_in: true,
    fix: Some(Safety::Safe),
    what: "A wrapper `<http:…>` without `URL:`",
    why: "The appendix recommends `<URL:…>`: the prefix says what the brackets are for, also where the scheme is one that nobody knows.",
    reference: "RFC 1738, appendix",
    bad: &[Example::of(Kind::Text, "See <http://a.org/x> for more.")],
    good: &[
        Example::of(Kind::Text, "See <URL:http://a.org/x> for more."),
        Example::of(Kind::Markdown, "See <http://a.org/x> for more."),
    ],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    // In the others `<http:…>` is markup.
    let plain = matches!(
        found.page.kind,
        Kind::Text | Kind::Mail | Kind::Source(_) | Kind::Man
    );
    let angle = plain && found.m.form() == Form::Angle;
    angle.then(|| Raised::new(found.whole(), "this wrapper has no `URL:`").edit(0..0, "URL:"))
}
