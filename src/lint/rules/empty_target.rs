//! `empty-target`

use crate::document::{Kind, Link};
use crate::lint::context::TextContext;
use crate::lint::rule::{Check, Example, Rule, Severity};
use crate::span::run_back;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U110",
    name: "empty-target",
    severity: Severity::Warning,
    what: "A Markdown link without a target",
    why: "The link leads back to the same page. Its target was probably forgotten. Exempt are draft chapters in a `SUMMARY.md` of mdBook, which begins with `# Summary`.",
    reference: "CommonMark 0.31, 6.3; markdownlint MD042",
    bad: &[
        Example::new(Kind::Markdown, "See [it]() for more."),
        Example::new(Kind::Markdown, "See [it](<>) for more."),
        Example::new(Kind::Markdown, "# Summary of changes\n\n- [It]()\n"),
    ],
    good: &[
        Example::new(Kind::Markdown, "See [it](x.md), [it](#x) and `[it]()`."),
        Example::new(
            Kind::Markdown,
            "# Summary\n\n- [First chapter](x.md)\n    - [Draft chapter]()\n",
        ),
    ],
    check: Check::Link(check),
    ..Rule::DEFAULT
};

fn check(context: &TextContext<'_>, link: &Link) -> Option<String> {
    let after = context.file.get(link.label.end..).unwrap_or_default();
    let empty = link.target.is_empty() && after.starts_with(b"](");
    (context.is_markdown() && empty && !is_draft(context, link))
        .then(|| "link without a target; write the URL between `(` and `)`".to_string())
}

/// Whether it is a chapter without a page in the summary of a book: `- [Draft chapter]()`.
fn is_draft(context: &TextContext<'_>, link: &Link) -> bool {
    let title = context.file.strip_prefix(b"# Summary");
    let is_summary = matches!(title, Some([b'\n', ..] | [b'\r', b'\n', ..]));
    let [before @ .., b'-' | b'*', b' ', b'['] = &context.file[..link.label.start] else {
        return false;
    };
    let indent = run_back(before, |b| b == b' ' || b == b'\t');
    is_summary && before[..before.len() - indent].ends_with(b"\n")
}
