//! `missing-anchor`

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::missing_file::is_myst;
use crate::document::{Kind, anchors};
use crate::lint::context::TextContext;
use crate::lint::local::LocalTarget;
use crate::lint::rule::{Check, Example, Rule, Severity};
use crate::lint::violation::Violation;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U309",
    name: "missing-anchor",
    severity: Severity::Warning,
    opt_in: true,
    what: "A link to a fragment that the document does not have",
    why: "The heading was renamed, or the fragment is misspelt: the link leads to the beginning of the document. Headings have the fragments that GitHub, Pandoc or MkDocs gives them. Exempt are documents that include others or the output of programs, and documents of MyST, where `#x` is a label of any document.",
    reference: "RFC 3986, 3.5; markdownlint MD051",
    bad: &[
        Example::new(Kind::Markdown, "# First steps\n\nSee [it](#first-step)."),
        Example::new(Kind::Markdown, "See [it](exists.md#missing)."),
    ],
    good: &[
        Example::new(
            Kind::Markdown,
            "# First steps\n\nSee [it](#first-steps) and [it](http://a.org/#x).",
        ),
        Example::new(
            Kind::Markdown,
            "# A & B 1.0\n\nSee [it](#a--b-10), [it](#a-b-10) and [it](#a-b-1.0).",
        ),
        Example::new(
            Kind::Markdown,
            "# A {: #first .x }\n\n## B\n\nSee [it](#first), [it](#a) and [it](#b).",
        ),
        Example::new(
            Kind::Markdown,
            "<h1 align=\"center\">First steps</h1>\n\nSee [it](#first-steps).",
        ),
        Example::new(Kind::Markdown, "!!! note\n\n    ## A\n\n    See [it](#a)."),
        Example::new(Kind::Markdown, "See {doc}`y` and [it](#the-label)."),
        Example::new(Kind::Markdown, "See [it](#a.b).\n\n::: a.b"),
        Example::new(
            Kind::Markdown,
            "See [it](exists.md#exists) and [its lines](exists.md#10-20).",
        ),
        Example::new(
            Kind::Html,
            "<a href=\"#{{ .Name | urlize }}\">it</a> <a href=\"#_${it.key}_\">it</a>",
        ),
        Example::new(
            Kind::Html,
            "<h1 id=\"x\">X</h1><p>See <a href=\"#x\">it</a>.</p>",
        ),
        Example::new(
            Kind::Html,
            "<h1 id=\"a%20b\">X</h1><p id=\"c&amp;d\">See <a href=\"#a%20b\">it</a> and <a href=\"#c&#38;d\">it</a>.</p>",
        ),
    ],
    check: Check::Document(check),
    ..Rule::DEFAULT
};

fn check(context: &TextContext<'_>, violations: &mut Vec<Violation>) {
    let mut known: HashMap<String, Option<Arc<HashSet<String>>>> = HashMap::new();
    for link in context.mask.targets_of_links() {
        let Some(target) = LocalTarget::parse(&link.target) else {
            continue;
        };
        if is_exempt(&target.fragment) {
            continue;
        }
        let path = target.path.clone();
        let anchors = known.entry(target.path).or_insert_with_key(|path| {
            if path.is_empty() {
                let known = anchors(context.kind, context.file);
                return known.filter(|_| !is_myst(context)).map(Arc::new);
            }
            context.settings.files.as_ref()?.anchors(path)
        });
        // Browsers look for the fragment as it is written first.
        let fragments = [&target.raw_fragment, &target.fragment];
        let is_in = |all: &HashSet<String>| {
            let mut fragments = fragments.iter();
            fragments.any(|fragment| all.contains(&fragment.to_lowercase()))
        };
        if anchors.as_ref().is_some_and(|all| !is_in(all)) {
            let place = if path.is_empty() {
                "this document"
            } else {
                &path
            };
            let message = format!("no heading or anchor `#{}` in {place}", target.fragment);
            violations.push(Violation::of_link(link, message));
        }
    }
}

/// Fragments that need no anchor: `#top`, lines of code, the paths of programs, words of the page, templates.
fn is_exempt(fragment: &str) -> bool {
    let line = fragment
        .strip_prefix('L')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    // `#10-20` in source code, which rustdoc shows.
    let lines = fragment.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    fragment.is_empty()
        || fragment == "top"
        || line
        || lines && fragment.contains('-')
        || fragment.starts_with(['/', '!', ':'])
        || fragment.contains(['=', '{', '<'])
}
