//! `missing-wrapper`

use crate::document::Kind;
use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule, Safety};
use crate::scan::Form;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U005",
    name: "missing-wrapper",
    group: Group::Appendix,
    opt_in: true,
    fix: Some(Safety::Safe),
    what: "A bare URL in plain text",
    why: "Where it ends is guessed by every program in its own way; `<URL:…>` says it.",
    reference: "RFC 1738, appendix",
    bad: &[Example::of(Kind::Text, "See http://a.org/x for more.")],
    good: &[
        Example::of(Kind::Text, "See <URL:http://a.org/x> for more."),
        Example::of(Kind::Text, "See <http://a.org/x> for more."),
    ],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let plain = matches!(found.page.kind, Kind::Text | Kind::Mail);
    let bare = found.m.form() == Form::Bare && found.m.is_accepted() && !found.goes_on();
    (plain && bare).then(|| {
        let end = found.whole().end;
        Raised::new(found.whole(), "this URL stands in no wrapper")
            .edit(0..0, "<URL:")
            .edit(end..end, ">")
    })
}
