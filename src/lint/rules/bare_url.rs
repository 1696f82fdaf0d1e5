//! `bare-url`

use super::{reversed_link, unclosed_link};
use crate::document::Kind;
use crate::document::Role;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Group, Rule, Safety, Severity, Violation};
use crate::scan::Form;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U006",
    name: "bare-url",
    group: Group::Delimiters,
    severity: Severity::Note,
    opt_in: false,
    fix: Some(Safety::Safe),
    what: "A bare URL in Markdown",
    why: "CommonMark does not make it a link. Programs that do must guess where it ends. `<http://…>` is always a link. In `.mdx` files that is a tag, so the rule must be selected there.",
    reference: "RFC 1738, appendix; CommonMark 0.31, 6.5",
    bad: &[Example::new(Kind::Markdown, "See http://a.org/x for more.")],
    good: &[
        Example::new(
            Kind::Markdown,
            "See <http://a.org/x> or [this](http://a.org/x) for more.",
        ),
        Example::new(Kind::Markdown, "See `http://a.org/x`."),
        Example::new(Kind::Markdown, "The default is \"http://a.org/x\"."),
        Example::new(Kind::Mdx, "See http://a.org/x for more."),
    ],
    check: Check::Match(check),
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let kind = checked.context.kind;
    let markdown = matches!(kind, Kind::Markdown | Kind::Mdx) && checked.role == Role::Prose;
    let bare = checked.m.form() == Form::Bare && checked.m.is_accepted();
    if !markdown
        || !bare
        || checked.m.is_joined()
        || checked.is_template_prefix()
        || checked.is_template()
        || is_quoted(checked)
        || unclosed_link::follows(checked)
        || reversed_link::form(checked).is_some()
    {
        return None;
    }
    let violation = Violation::new(
        checked.full_range(),
        "bare URL; CommonMark does not link it: write `<…>`",
    );
    let end = checked.full_range().end;
    Some(match kind {
        Kind::Markdown => violation.edit(0..0, "<").edit(end..end, ">"),
        _ => violation,
    })
}

/// `"http://…"` is a value, not a link.
fn is_quoted(checked: &CheckedMatch<'_>) -> bool {
    let (text, outer) = (&checked.context.text.bytes[..], checked.m.outer_span());
    text[..outer.start].ends_with(b"\"") && text[outer.end..].starts_with(b"\"")
}
