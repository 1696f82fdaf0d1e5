//! `missing-wrapper`

use crate::document::Kind;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Safety, Severity, Spared, Violation};
use crate::scan::Form;
use crate::span::{ends_with_any, starts_with_any};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U005",
    name: "missing-wrapper",
    severity: Severity::Note,
    opt_in: true,
    spares: &[Spared::Refused],
    fix: Some(Safety::Safe),
    what: "A bare URL in plain text",
    why: "Without `<URL:…>`, each program guesses in its own way where the URL ends.",
    reference: "RFC 1738, appendix",
    bad: &[Example::new(Kind::Text, "See http://a.org/x for more.")],
    good: &[
        Example::new(Kind::Text, "See <URL:http://a.org/x> for more."),
        Example::new(Kind::Text, "See <http://a.org/x> for more."),
        Example::new(
            Kind::Text,
            "See [it](http://a.org/x).\n\n[x]: http://a.org/x\n.. _y: http://a.org/y\n",
        ),
        Example::new(Kind::Text, "Type this:\n\n  $ wget http://a.org/x\n"),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let plain = matches!(checked.context.kind, Kind::Text | Kind::Mail);
    let bare = checked.m.form() == Form::Bare
        && !checked.is_template_prefix()
        && !checked.is_glued_or_enclosed()
        && !is_in_markup(checked.context.line_before(checked.m.outer_span().start));
    (plain && bare).then(|| {
        let end = checked.full_range().end;
        checked
            .violation("bare URL; enclose it in `<URL:…>`")
            .edit(0..0, "<URL:")
            .edit(end..end, ">")
    })
}

/// Whether the URL that follows `line` is in a command or in the markup of another format, as in many a README: the wrapper would break it.
fn is_in_markup(line: &[u8]) -> bool {
    let own = line.trim_ascii_start();
    let definition = own.starts_with(b"[") && own.ends_with(b"]: ");
    definition
        || ends_with_any(line, &[b"](", b"[[", b"{"])
        || starts_with_any(own, &[b".. ", b"$ "])
}
