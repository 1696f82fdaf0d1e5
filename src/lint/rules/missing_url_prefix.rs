//! `missing-url-prefix`

use super::missing_wrapper::is_in_markup;
use crate::document::Kind;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Safety, Severity};
use crate::lint::violation::Violation;
use crate::scan::Form;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U007",
    name: "missing-url-prefix",
    severity: Severity::Note,
    opt_in: true,
    fix: Some(Safety::Safe),
    what: "A URL in `<…>` without `URL:`",
    why: "The appendix recommends `<URL:…>`: the prefix explains the brackets, even if the reader does not know the scheme.",
    reference: "RFC 1738, appendix",
    bad: &[Example::new(Kind::Text, "See <http://a.org/x> for more.")],
    good: &[
        Example::new(Kind::Text, "See <URL:http://a.org/x> for more."),
        Example::new(Kind::Markdown, "See <http://a.org/x> for more."),
        Example::new(
            Kind::Text,
            "See `it <http://a.org/x>`_ or [it](<http://a.org/x>).\n\n[x]: <http://a.org/x>\n",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    // In other types `<http:…>` is markup.
    let plain = matches!(
        checked.context.kind,
        Kind::Text | Kind::Mail | Kind::Source(_) | Kind::Man
    );
    let angle = plain && checked.m.form() == Form::Angle && !is_in_markup(checked);
    angle.then(|| {
        checked
            .violation("no `URL:` after `<`; RFC 1738 recommends `<URL:…>`")
            .edit(0..0, "URL:")
    })
}
