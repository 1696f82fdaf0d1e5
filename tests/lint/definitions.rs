//! Definitions of Markdown: `[label]: target`.

use urlgrep::document::Kind;
use urlgrep::lint::{Linter, find_rule};

/// What is wrong with the target of a definition is reported there, once; what is wrong with the text of a link, at each link.
#[test]
fn a_target_is_reported_at_its_definition() {
    let document = "See [it][X], ![that][x], [x][] and [x].\n\n\
                    [x]: <www.a.org/x> 'title'\n[unused]: www.b.org\n\
                    \n[http://b.org/][c] [http://c.org/][c]\n\n[c]: http://a.org/ \n";
    let findings = Linter::default().lint(Kind::Markdown, document.as_bytes());
    let found = findings.iter().map(|finding| {
        let at = finding.at.start as usize..finding.at.end as usize;
        (finding.rule.name(), &document[at], finding.at.start)
    });
    let found: Vec<_> = found.collect();
    let place = |text: &str| document.find(text).expect("is there") as u64;
    let text = "text-differs-from-target";
    assert_eq!(
        found,
        [
            ("missing-scheme", "www.a.org/x", place("www.a.org/x")),
            (text, "http://b.org/", place("http://b.org/")),
            (text, "http://c.org/", place("http://c.org/")),
        ]
    );
}

#[test]
fn one_comment_allows_all_uses() {
    let document =
        "[a][x] [b][x]\n\n<!-- urlgrep: allow missing-anchor -->\n[x]: #none\n\n[c](#none)\n";
    let linter = Linter::builder().select(find_rule("missing-anchor"));
    let linter = linter
        .extend_select(find_rule("unused-suppression"))
        .build();
    let findings = linter.lint(Kind::Markdown, document.as_bytes());
    let messages: Vec<_> = findings.iter().map(|finding| finding.at.start).collect();
    let inline = document.find("c](").expect("is there") as u64;
    assert_eq!(messages, [inline]);
}
