//! `bare-url`

use crate::document::Kind;
use crate::document::Role;
use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule, Safety};
use crate::scan::Form;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U006",
    name: "bare-url",
    group: Group::Appendix,
    opt_in: false,
    fix: Some(Safety::Safe),
    what: "A bare URL in Markdown",
    why: "CommonMark makes no link of it; where it is made one, it is guessed where it ends. `<http://…>` is a link everywhere. In `.mdx` that is a tag, so there the rule must be selected.",
    reference: "RFC 1738, appendix; CommonMark 0.31, 6.5",
    bad: &[Example::of(Kind::Markdown, "See http://a.org/x for more.")],
    good: &[
        Example::of(
            Kind::Markdown,
            "See <http://a.org/x> or [this](http://a.org/x) for more.",
        ),
        Example::of(Kind::Markdown, "See `http://a.org/x`."),
        Example::of(Kind::Mdx, "See http://a.org/x for more."),
    ],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let kind = found.page.kind;
    let markdown = matches!(kind, Kind::Markdown | Kind::Mdx) && found.role == Role::Prose;
    let bare = matches!(found.m.form(), Form::Bare | Form::Quoted) && found.m.is_accepted();
    if !markdown || !bare || found.m.is_joined() || found.goes_on() || found.is_template() {
        return None;
    }
    let raised = Raised::new(found.whole(), "this URL is no link in CommonMark");
    let end = found.whole().end;
    Some(match kind {
        Kind::Markdown => raised.edit(0..0, "<").edit(end..end, ">"),
        _ => raised,
    })
}
