//! `unclosed-link`

use crate::document::{Kind, Role};
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;
use crate::scan::Form;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U008",
    name: "unclosed-link",
    severity: Severity::Error,
    spares: &[Spared::Templates],
    what: "A link that is not one. In Markdown its `)` is missing, a space or a line break stands in its target, or a backquote or another link in its text. In reStructuredText its `_` is missing, or it is written as in Markdown",
    why: "Readers see the brackets and the URL instead of a link.",
    reference: "CommonMark 0.31, 6.3; reStructuredText Markup Specification, Embedded URIs and Aliases",
    bad: &[
        Example::new(Kind::Markdown, "See [it](http://a.org/x for more."),
        Example::new(Kind::Markdown, "See [it](http://a.org/some file.html)."),
        Example::new(Kind::Markdown, "See [it]((http://a.org/x) for more."),
        Example::new(Kind::Markdown, "Call `x. See [`it`](http://a.org/x)."),
        Example::new(Kind::Rst, "See `it <http://a.org/x>` for more.\n"),
        Example::new(Kind::Rst, "See [it](http://a.org/x) for more.\n"),
        Example::new(Kind::Rst, "See (`it <http://a.org/x>`: more).\n"),
    ],
    good: &[
        Example::new(Kind::Markdown, "See [it](http://a.org/x) for more."),
        Example::new(Kind::Markdown, "See [it](<http://a.org/x>) for more."),
        Example::new(Kind::Markdown, "Write `[it](http://a.org/x`."),
        Example::new(Kind::Markdown, "Write \\[it](http://a.org/x) for a link."),
        Example::new(
            Kind::Rst,
            "See `it <http://a.org/x>`_, :doc:`it <http://a.org/x>` or `it <http://a.org/x>`:pep:.\n",
        ),
        Example::new(
            Kind::Rst,
            "Write ``[it](http://a.org/x)`` or ``it <http://a.org/x>``.\n",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let message = match checked.context.kind {
        Kind::Rst if is_of_markdown(checked) => {
            Some("a link of Markdown; write `` `text <URL>`_ ``")
        }
        Kind::Rst => {
            lacks_mark(checked).then_some("missing `_` after the link; write `` `text <URL>`_ ``")
        }
        _ => unclosed_in_markdown(checked),
    };
    message.map(|message| checked.violation(message))
}

/// What is wrong with a link of Markdown that is none.
fn unclosed_in_markdown(checked: &CheckedMatch<'_>) -> Option<&'static str> {
    if !follows(checked) {
        return None;
    }
    let line = checked.context.line_after(checked.m.span().end);
    let before = checked.context.line_before(checked.m.span().start);
    let parenthesis = checked.m.as_bytes().contains(&b'(');
    let message = match line.first() {
        first if parenthesis && first != Some(&b')') => {
            "missing `)`: the `(` inside the link target has taken it; add one or write `%28`"
        }
        Some(b' ') if line.contains(&b')') => {
            "space inside the link target; encode it as `%20` or enclose the target in `<…>`"
        }
        Some(b')') if before.ends_with(b"((") => "missing `)`: two `(` open the link target",
        _ if checked.m.is_joined() => "line break inside the link target; join the lines",
        Some(b')') => {
            "not a link: a backquote opens code before it, or its text contains another link"
        }
        _ => "missing `)` after the link target",
    };
    Some(message)
}

/// Whether the URL stands where the target of a link begins, but Markdown does not take it for one.
pub(super) fn follows(checked: &CheckedMatch<'_>) -> bool {
    if !checked.context.is_markdown() || checked.role != Role::Prose {
        return false;
    }
    let before = checked.context.line_before(checked.m.outer_span().start);
    let target = before.iter().rposition(|b| *b != b'(').map_or(0, |i| i + 1);
    let label = before[..target]
        .strip_suffix(b"]")
        .filter(|label| target < before.len() && !label.ends_with(b"\\"));
    label.is_some_and(|label| {
        let open = memchr::memrchr(b'[', label);
        open.is_some_and(|open| !label[..open].ends_with(b"\\"))
    })
}

/// Whether the URL is the target of a link of Markdown, `[text](URL)`, in a document of another format.
fn is_of_markdown(checked: &CheckedMatch<'_>) -> bool {
    let place = checked.m.outer_span();
    let label = checked.context.line_before(place.start).strip_suffix(b"](");
    checked.role == Role::Prose
        && label.is_some_and(|label| label.contains(&b'['))
        && checked.context.line_after(place.end).starts_with(b")")
}

/// Whether it is in a link of reStructuredText without its last mark: `` `text <URL>` ``.
fn lacks_mark(checked: &CheckedMatch<'_>) -> bool {
    let place = checked.m.outer_span();
    let before = checked.context.line_before(place.start);
    // What follows a closing backquote is a role, a name, or the end of a literal.
    let ends = match checked.context.line_after(place.end) {
        [b'`', b'_' | b'`', ..] => false,
        [b'`', b':', b, ..] | [b'`', b, ..] => !b.is_ascii_alphanumeric(),
        after => after.starts_with(b"`"),
    };
    // The cheap questions first: a line may be long.
    if !ends || checked.role != Role::Prose || checked.m.form() != Form::Angle {
        return false;
    }
    let open = memchr::memrchr(b'`', before).unwrap_or(before.len());
    let begins = before[..open]
        .last()
        .is_none_or(|b| b" \t([{\"'-/".contains(b));
    let text = before[open..].strip_suffix(b" ").unwrap_or_default();
    begins && !text.trim_ascii().is_empty() && text != b"`"
}
