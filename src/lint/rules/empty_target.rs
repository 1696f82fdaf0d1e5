//! `empty-target`

use crate::document::{Kind, Link};
use crate::lint::context::TextContext;
use crate::lint::rule::{Check, Example, Rule, Severity};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U110",
    name: "empty-target",
    severity: Severity::Warning,
    what: "A Markdown link without a target",
    why: "The link leads back to the same page. Its target was probably forgotten.",
    reference: "CommonMark 0.31, 6.3; markdownlint MD042",
    bad: &[
        Example::new(Kind::Markdown, "See [it]() for more."),
        Example::new(Kind::Markdown, "See [it](<>) for more."),
    ],
    good: &[Example::new(
        Kind::Markdown,
        "See [it](x.md), [it](#x) and `[it]()`.",
    )],
    check: Check::Link(check),
    ..Rule::DEFAULT
};

fn check(context: &TextContext<'_>, link: &Link) -> Option<String> {
    let after = context.file.get(link.label.end..).unwrap_or_default();
    let empty = link.target.is_empty() && after.starts_with(b"](");
    (context.is_markdown() && empty)
        .then(|| "link without a target; write the URL between `(` and `)`".to_string())
}
