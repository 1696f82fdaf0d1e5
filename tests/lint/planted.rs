//! Faults that people make, planted in sentences of a document. Each has to be found by its rule; those that are not found are listed.

use urlgrep::document::Kind::{self, Asciidoc, Html, Markdown, Rst, Text};
use urlgrep::lint::Linter;

const FAULTS: &[(Kind, &str, &str)] = &[
    (Text, "https: //x.org/a", "misspelt-scheme"),
    (Text, "https:x.org/a", "misspelt-scheme"),
    (Text, "http:www.x.org/a", "misspelt-scheme"),
    (Text, "htpp://x.org/a", "misspelt-scheme"),
    (Text, "htps://x.org/a", "misspelt-scheme"),
    (Text, "httpss://x.org/a", "misspelt-scheme"),
    (Text, "hhttp://x.org/a", "misspelt-scheme"),
    (Text, "ttp://x.org/a", "misspelt-scheme"),
    (Text, "httsp://x.org/a", "misspelt-scheme"),
    (Text, "https//x.org/a", "misspelt-scheme"),
    (Text, "https:/x.org/a", "misspelt-scheme"),
    (Text, "https;//x.org/a", "misspelt-scheme"),
    (Text, "https:://x.org/a", "misspelt-scheme"),
    (Text, "http://https://x.org/a", "misspelt-scheme"),
    (Text, "mailt:joe@x.org", "misspelt-scheme"),
    (Text, "maito:joe@x.org", "misspelt-scheme"),
    (Text, "http://256.1.1.1/a", "invalid-host"),
    (Text, "http://www..x.org/a", "invalid-host"),
    (Text, "http://-x.org/a", "invalid-host"),
    (Text, "http://x.org:99999/a", "invalid-port"),
    (Text, "http://x.org:8o80/a", "invalid-port"),
    (Text, "<http:///a/b>", "missing-host"),
    (Text, "<https://x.org/https://x.org/a>", "doubled-url"),
    (Text, "<http://x.org/a", "unclosed-wrapper"),
    (Text, "<URL:http://x.org/a for", "unclosed-wrapper"),
    (Text, "<http://x.org/a b.html>", "blank-in-wrapper"),
    (Text, "<http://x.org/a.>", "trailing-punctuation"),
    (Text, "<http://x.org/100%/a>", "invalid-escape"),
    (Text, "<http://x.org:80/a>", "default-port"),
    (Text, "<http://x.org:22/a>", "reserved-port"),
    (Text, "<HTTP://x.org/a>", "uppercase-scheme"),
    (Text, "<ftp://joe:k3DFx90aa@x.org/a>", "password-in-url"),
    (Text, "<http://www.bank.com@x.org/a>", "userinfo-in-http"),
    (Text, "<http://x.org/a%0D%0Ab>", "encoded-control"),
    (Text, "<https://p\u{430}ypal.com/>", "mixed-script-host"),
    (Markdown, "[it](https://x.org/a", "unclosed-link"),
    (Markdown, "[it](https://x.org/a b.html)", "unclosed-link"),
    (Markdown, "(the page)[https://x.org/a]", "reversed-link"),
    (Markdown, "[the page] (https://x.org/a)", "reversed-link"),
    (Markdown, "[it](www.x.org/a)", "missing-scheme"),
    (Markdown, "[it]()", "empty-target"),
    (
        Markdown,
        "[http://x.org/a](http://y.org/a)",
        "text-differs-from-target",
    ),
    (Markdown, "[it](http://x.org/a,)", "trailing-punctuation"),
    (Markdown, "http://x.org/a", "bare-url"),
    (Markdown, "[it](http://x.org/a[1].html)", "unsafe-character"),
    (Rst, "`it <www.x.org/a>`_", "missing-scheme"),
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
    (Html, "<a href=\"www.x.org/a\">it</a>", "missing-scheme"),
    (Html, "<p>http://x.org:80/</p>", "default-port"),
    (Text, "http://0300.0250.0.1/x", "numeric-host"),
    (
        Text,
        "<https://\u{430}\u{440}\u{440}\u{4cf}\u{435}.com/>",
        "confusable-host",
    ),
    (
        Markdown,
        "[x.org/a](http://y.org/a)",
        "text-differs-from-target",
    ),
    (Markdown, "joe@x.org", "bare-url"),
    (Markdown, "www.x.org", "bare-url"),
    (Markdown, "[the page][nowhere]", "undefined-reference"),
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
