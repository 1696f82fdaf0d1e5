//! Faults that people make, beside the examples of the rules, planted in sentences of a document. Each has to be found by its rule;
//! those that are not found are listed.

use urlgrep::document::Kind::{self, Asciidoc, Html, Markdown, Rst, Text};
use urlgrep::lint::Linter;

const FAULTS: &[(Kind, &str, &str)] = &[
    (Text, "https:x.org/a", "misspelt-scheme"),
    (Text, "htps://x.org/a", "misspelt-scheme"),
    (Text, "httpss://x.org/a", "misspelt-scheme"),
    (Text, "hhttp://x.org/a", "misspelt-scheme"),
    (Text, "ttp://x.org/a", "misspelt-scheme"),
    (Text, "httsp://x.org/a", "misspelt-scheme"),
    (Text, "https;//x.org/a", "misspelt-scheme"),
    (Text, "maito:joe@x.org", "misspelt-scheme"),
    (Text, "<http://x.org/a b.html>", "blank-in-wrapper"),
    (
        Rst,
        "`http://x.org/a <http://y.org/a>`_",
        "text-differs-from-target",
    ),
    (
        Asciidoc,
        "http://x.org/a[http://y.org/a]",
        "text-differs-from-target",
    ),
    (
        Html,
        "<a href=\"http://x.org/a b.html\">it</a>",
        "unsafe-character",
    ),
];

/// Not found yet.
const MISSED: &[(Kind, &str)] = &[
    // A text of one word may be an index or a tag.
    (Markdown, "[it][nowhere]"),
];

fn found(kind: Kind, fault: &str) -> Vec<&'static str> {
    let document = format!("The first sentence.\n\nSee {fault} for more.\n\nThe last one.\n");
    let findings = Linter::default().lint(kind, document.as_bytes());
    findings.iter().map(|finding| finding.rule.name()).collect()
}

#[test]
fn planted_faults_are_found() {
    let missed = FAULTS.iter().filter_map(|(kind, fault, rule)| {
        let found = found(*kind, fault);
        (!found.contains(rule)).then(|| format!("{kind:?} {fault}: {rule}, not {found:?}"))
    });
    let missed: Vec<String> = missed.collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn the_list_of_missed_faults_is_up_to_date() {
    for (kind, fault) in MISSED {
        assert!(found(*kind, fault).is_empty(), "{fault} is found now");
    }
}
