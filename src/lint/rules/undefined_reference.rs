//! `undefined-reference`

use crate::document::{Kind, includes_others};
use crate::lint::context::TextContext;
use crate::lint::rule::{Check, Example, Rule, Severity};
use crate::lint::violation::Violation;
use crate::span::contains;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U112",
    name: "undefined-reference",
    severity: Severity::Warning,
    what: "`[text][label]` in Markdown, where the label has no definition",
    why: "Readers see the brackets instead of a link. Exempt are labels that are names of program items, because documentation tools define them, labels that equal headings of the document, which Pandoc links, if there are two or more of them, documents that include others, and projects whose `mkdocs.yml` or `zensical.toml` has an extension that defines labels (`autorefs`, `mkdocstrings`, `auto_append`).",
    reference: "CommonMark 0.31, 6.3; markdownlint MD052",
    bad: &[
        Example::new(Kind::Markdown, "See [the guide][guide] for more."),
        Example::new(
            Kind::Markdown,
            "# Guide\n\nSee [the guide][guide] for more.",
        ),
    ],
    good: &[
        Example::new(
            Kind::Markdown,
            "See [the guide][guide] for more.\n\n[guide]: http://a.org/x",
        ),
        Example::new(
            Kind::Markdown,
            "See `[the guide][guide]`, `x`[i][j] and a[i][j].",
        ),
        Example::new(Kind::Markdown, "See [the type][crate::Type] for more."),
        Example::new(
            Kind::Markdown,
            "See [the guide][guide] for more.\n\n--8<-- \"links.md\"",
        ),
        Example::new(
            Kind::Markdown,
            "See [a][b] and [c][d].\n\n[b]: {{< ref \"x.md\" >}}\n[d]: {% link y.md %}",
        ),
        Example::new(
            Kind::Markdown,
            "# The `big`  Guide {#guide}\n\n## Use\n\nSee [the guide][the `big` guide] and [its use][use].",
        ),
        Example::new(
            Kind::Markdown,
            "- [win][arm64] Call tcp://[host]:[port][path].",
        ),
    ],
    check: Check::Document(check),
    ..Rule::DEFAULT
};

fn check(context: &TextContext<'_>, violations: &mut Vec<Violation>) {
    if context.mask.undefined().is_empty() || includes_others(context.file) {
        return;
    }
    for reference in context.mask.undefined() {
        let text = &context.file[reference.clone()];
        let Some((words, label)) = parts(text) else {
            continue;
        };
        let before = context.file[..reference.start].last();
        let indexed = before.is_some_and(|b| b.is_ascii_alphanumeric() || b"])`_:".contains(b));
        if indexed || is_item(label) || !is_text(words, label) {
            continue;
        }
        let label = String::from_utf8_lossy(label);
        let message = format!("no definition for the label `{label}`; add a line `[{label}]: URL`");
        violations.push(Violation::new(reference.clone(), message));
    }
    if !violations.is_empty() && is_defined_elsewhere(context) {
        violations.clear();
    }
}

/// Whether the document is a page of MkDocs or Zensical, with an extension that takes the headings of all pages for labels, or appends
/// definitions.
fn is_defined_elsewhere(context: &TextContext<'_>) -> bool {
    const CONFIGS: [&str; 4] = ["mkdocs.yml", "mkdocs.yaml", "zensical.toml", "zensical.yml"];
    const EXTENSIONS: [&str; 3] = ["autorefs", "mkdocstrings", "auto_append"];
    /// No page is deeper below it.
    const DEPTH: usize = 8;
    let files = context.settings.files.as_deref();
    let paths = (0..DEPTH).flat_map(|up| CONFIGS.map(|name| "../".repeat(up) + name));
    let mut configs = paths.filter_map(|path| Some(files?.read(&path)?.1));
    configs.next().is_some_and(|config| {
        let has = |name: &str| contains(&config, name.as_bytes());
        EXTENSIONS.into_iter().any(has)
    })
}

/// The text and the label of `[text][label]`. Of `[text][]`, only the text is given.
fn parts(reference: &[u8]) -> Option<(&[u8], &[u8])> {
    let inside = reference.strip_prefix(b"[")?.strip_suffix(b"]")?;
    let (words, label) = match memchr::memmem::rfind(inside, b"][") {
        Some(middle) => (&inside[..middle], &inside[middle + 2..]),
        None => (inside, inside),
    };
    Some((words, if label.is_empty() { words } else { label }))
}

/// Whether the label may be the name of a program item: `a::b`, `a.b`, `f()`, `Type`.
fn is_item(label: &[u8]) -> bool {
    let blank = label.iter().any(u8::is_ascii_whitespace);
    let marks = label.iter().any(|b| b".:()`_<>!@/$".contains(b));
    let inner = label.iter().skip(1).any(u8::is_ascii_uppercase);
    let first = label.first().is_some_and(u8::is_ascii_uppercase);
    // `FAQ`
    let acronym = label.iter().all(u8::is_ascii_uppercase);
    !blank && (marks || (inner || first) && !acronym)
}

/// Whether it is the text of a link: several words, or the label itself. Others are indices, options and tags: `[0]`, `[-x]`, `[win]`.
fn is_text(words: &[u8], label: &[u8]) -> bool {
    let letters = words
        .iter()
        .filter(|b| b.is_ascii_alphabetic() || **b >= 0x80);
    let several = words.contains(&b' ') || words.eq_ignore_ascii_case(label);
    letters.count() > 2 && several && !words.starts_with(b"-")
}
