//! `reversed-link`

use crate::document::{Kind, Role};
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U009",
    name: "reversed-link",
    severity: Severity::Error,
    spares: &[Spared::Templates],
    what: "`(text)[URL]`, `[text][URL]`, `[text] (URL)` or `[text]URL)` in Markdown, in place of `[text](URL)`",
    why: "None of them is a link to the URL.",
    reference: "CommonMark 0.31, 6.3; markdownlint MD011",
    bad: &[
        Example::new(Kind::Markdown, "See (the page)[http://a.org/x] for more."),
        Example::new(Kind::Markdown, "See [the page][http://a.org/x] for more."),
        Example::new(Kind::Markdown, "See [the page] (http://a.org/x) for more."),
        Example::new(Kind::Markdown, "It is fixed ([#12] (http://a.org/x))."),
        Example::new(Kind::Markdown, "See [the page]http://a.org/x) for more."),
        Example::new(
            Kind::Markdown,
            "[\u{5168}\u{6587}]\u{ff08}http://a.org/x\u{ff09}",
        ),
    ],
    good: &[
        Example::new(Kind::Markdown, "See [the page](http://a.org/x) for more."),
        Example::new(Kind::Markdown, "See [1] (<http://a.org/x>) for more."),
        Example::new(Kind::Markdown, "See [the page]<http://a.org/x> for more."),
        Example::new(Kind::Markdown, "See `(the page)[http://a.org/x]`."),
        Example::new(
            Kind::Markdown,
            "See [the page][http://a.org/x].\n\n[http://a.org/x]: http://b.org/x",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    Some(checked.violation(fault(checked)?))
}

/// What is wrong if the URL was probably meant to be a link.
pub(super) fn fault(checked: &CheckedMatch<'_>) -> Option<&'static str> {
    let (start, after) = (checked.m.outer_span().start, checked.after());
    if !checked.context.is_markdown() || checked.role != Role::Prose {
        return None;
    }
    let before = checked.context.line_before(start);
    let line = start - before.len();
    if let Some(label) = before.strip_suffix(b")[") {
        let closes = after.starts_with(b"]") && !after.starts_with(b"](");
        let fault = "`(text)[URL]` is not a link; write `[text](URL)`";
        return (closes && label.contains(&b'(')).then_some(fault);
    }
    if let Some(label) = before.strip_suffix(b"][") {
        let closes = after.starts_with(b"]");
        let fault = "`[text][URL]` has no definition; write `[text](URL)`";
        return (closes && label.contains(&b'[')).then_some(fault);
    }
    let (label, fault) = OPENINGS.iter().find_map(|(opening, fault)| {
        let label = before.strip_suffix(opening.as_bytes())?;
        Some((label, *fault))
    })?;
    let start = memchr::memrchr(b'[', label)?;
    // `[1] (…)` is a note, and a defined label is a link already.
    let text = &label[start + 1..];
    let letter = |b: &&u8| b.is_ascii_alphabetic() || **b >= 0x80;
    let names = text.iter().filter(letter).count() > 2 || text.starts_with(b"#");
    let plain = checked.context.role(line + start + 1) == Role::Prose;
    let closes = after.starts_with(b")") || after.starts_with("）".as_bytes());
    (closes && names && plain).then_some(fault)
}

/// What stands between the text and the URL in place of `](`, and what to say.
const OPENINGS: [(&str, &str); 3] = [
    (
        "]（",
        "full-width parentheses make no link; write `[text](URL)`",
    ),
    (
        "] (",
        "space between `[text]` and `(URL)`; remove it to make a link",
    ),
    ("]", "missing `(` between `[text]` and `URL)`"),
];
