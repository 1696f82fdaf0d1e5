//! `broken-bare-url`

use crate::class::Class;
use crate::document::{Kind, Role};
use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::fixable::closing_mark;
use crate::lint::rule::{Check, Example, Rule, Safety, Severity};
use crate::lint::violation::Violation;
use crate::scan::Form;
use crate::span::split_run;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U003",
    name: "broken-bare-url",
    severity: Severity::Note,
    opt_in: true,
    fix: Some(Safety::Unsafe),
    what: "A URL that is broken by a line break or a space, and is not enclosed in `<…>`",
    why: "Readers cannot know that the next line continues the URL, and programs use only the part before the break. Inside `<…>` a line break is allowed.",
    reference: "RFC 1738, appendix",
    bad: &[
        Example::new(
            Kind::Text,
            "See http://www.a.org/a/rather/long/path/that/somebody/broke/over/lines/\nsecond/part.html\n",
        ),
        Example::new(Kind::Text, "See http:// www.a.org/x.\n"),
    ],
    good: &[
        Example::new(
            Kind::Text,
            "See <URL:http://www.a.org/a/rather/long/path/that/somebody/broke/over/lines/\nsecond/part.html>\n",
        ),
        Example::any("See http://www.a.org/x\nand more."),
        Example::new(
            Kind::Rst,
            ".. _the page:\n   http://www.a.org/a/rather/long/path/that/somebody/broke/over/lines/\n   second/part.html\n",
        ),
        Example::new(
            Kind::Rst,
            "See `this`__.\n\n__ http://www.a.org/a/rather/long/path/that/somebody/broke/over/lines/\n   second/part.html\n",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    // In reStructuredText a target may continue in the next line.
    if matches!(checked.role, Role::Target | Role::Autolink) {
        return None;
    }
    if checked.context.kind == Kind::Rst && begins_indented_line(checked) {
        return None;
    }
    let bare = matches!(checked.m.form(), Form::Bare | Form::Prefix);
    let message = if checked.flaws.contains(Flaw::BrokenBareUrl) {
        "URL broken over lines; enclose it in `<…>` or join the lines"
    } else if checked.flaws.contains(Flaw::BlankInUrl) && bare {
        "space inside the URL; remove it or enclose the URL in `<…>`"
    } else {
        return None;
    };
    let violation = checked.violation(message);
    // In other types, angle brackets have a different meaning.
    let wraps = matches!(
        checked.context.kind,
        Kind::Text | Kind::Mail | Kind::Source(_)
    );
    let end = violation.at.end;
    let fixable = wraps
        && checked.m.form() == Form::Bare
        && !may_go_on(checked)
        && !is_part(checked)
        && !checked.is_escaped();
    Some(if fixable {
        violation.edit(0..0, "<URL:").edit(end..end, ">")
    } else {
        violation
    })
}

/// Whether the URL may be a part of another one that began in a line above, as in an archive: `https://web.archive.org/web/`,
/// `2008/http://…`.
fn is_part(checked: &CheckedMatch<'_>) -> bool {
    let last = checked.before().last();
    last.is_some_and(|b| b"/?&=".contains(b))
}

/// Whether a mark before the URL has its counterpart not directly after it, so that the next line may belong to the URL too.
fn may_go_on(checked: &CheckedMatch<'_>) -> bool {
    let (_, after) = split_run(checked.after(), |b| b".,;:!?".contains(&b));
    closing_mark(checked).is_some_and(|close| !after.starts_with(close))
}

/// `.. _name:` is followed by its target, in indented lines.
fn begins_indented_line(checked: &CheckedMatch<'_>) -> bool {
    let line = checked.context.line_before(checked.m.outer_span().start);
    !line.is_empty() && Class::BLANK.has_all(line)
}
