//! `unclosed-link`

use crate::document::{Kind, Role};
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Violation};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U008",
    name: "unclosed-link",
    severity: Severity::Error,
    what: "A Markdown link that is not one, because its `)` is missing, a space or a line break stands in its target, or a backquote or another link in its text",
    why: "Readers see the brackets and the URL instead of a link.",
    reference: "CommonMark 0.31, 6.3",
    bad: &[
        Example::new(Kind::Markdown, "See [it](http://a.org/x for more."),
        Example::new(Kind::Markdown, "See [it](http://a.org/some file.html)."),
        Example::new(Kind::Markdown, "Call `x. See [`it`](http://a.org/x)."),
    ],
    good: &[
        Example::new(Kind::Markdown, "See [it](http://a.org/x) for more."),
        Example::new(Kind::Markdown, "See [it](<http://a.org/x>) for more."),
        Example::new(Kind::Markdown, "Write `[it](http://a.org/x`."),
        Example::new(Kind::Markdown, "Write \\[it](http://a.org/x) for a link."),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    if !follows(checked) || checked.is_template() {
        return None;
    }
    let line = checked.context.line_after(checked.m.span().end);
    let parenthesis = checked.m.as_bytes().contains(&b'(');
    let message = match line.first() {
        first if parenthesis && first != Some(&b')') => {
            "missing `)`: the `(` inside the link target has taken it; add one or write `%28`"
        }
        Some(b' ') if line.contains(&b')') => {
            "space inside the link target; encode it as `%20` or enclose the target in `<…>`"
        }
        _ if checked.m.is_joined() => "line break inside the link target; join the lines",
        Some(b')') => {
            "not a link: a backquote opens code before it, or its text contains another link"
        }
        _ => "missing `)` after the link target",
    };
    Some(checked.violation(message))
}

/// Whether the URL stands where the target of a link begins, but Markdown does not take it for one.
pub(super) fn follows(checked: &CheckedMatch<'_>) -> bool {
    let before = checked.context.line_before(checked.m.outer_span().start);
    let label = before
        .strip_suffix(b"](")
        .filter(|label| !label.ends_with(b"\\"));
    let opens = label.is_some_and(|label| {
        let open = memchr::memrchr(b'[', label);
        open.is_some_and(|open| !label[..open].ends_with(b"\\"))
    });
    checked.context.is_markdown() && checked.role == Role::Prose && opens
}
