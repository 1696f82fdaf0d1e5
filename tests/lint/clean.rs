//! A text with many valid URLs has no findings.

use urlgrep::document::{Kind, Language};
use urlgrep::lint::{Finding, Linter, Severity, find_rule};

const CLEAN: &str = include_str!("clean.txt");

/// The lines with findings, without those of `bare-url`, because the text has a hundred bare URLs.
fn raised(kind: Kind, document: &str) -> Vec<String> {
    let linter = Linter::builder().ignore(find_rule("bare-url")).build();
    let line = |finding: &Finding| {
        let start = document[..finding.at.start as usize].rfind('\n');
        let line = document[start.map_or(0, |i| i + 1)..].lines().next();
        format!("{kind:?} {:?}: {}", finding.rule, line.unwrap_or_default())
    };
    let findings = linter.lint(kind, document.as_bytes());
    findings.iter().map(line).collect()
}

#[test]
fn clean_text_has_no_findings() {
    assert!(CLEAN.lines().count() >= 200);
    let commented = |leader: &str| {
        let lines = CLEAN.lines().map(|line| format!("{leader}{line}\n"));
        lines.collect::<String>()
    };
    let mut wrong = raised(Kind::Text, CLEAN);
    for kind in [
        Kind::Markdown,
        Kind::Mdx,
        Kind::Rst,
        Kind::Asciidoc,
        Kind::Man,
    ] {
        // A link of Markdown is a fault there.
        let text = match kind {
            Kind::Rst => CLEAN.replace("](", "] ("),
            _ => CLEAN.to_string(),
        };
        wrong.extend(raised(kind, &text));
    }
    wrong.extend(raised(Kind::Text, &CLEAN.replace('\n', "\r\n")));
    wrong.extend(raised(Kind::Source(Language::Rust), &commented("// ")));
    wrong.extend(raised(Kind::Source(Language::Python), &commented("# ")));
    wrong.extend(raised(
        Kind::Mail,
        &format!("From: a@a.org\nDate: now\n\n{CLEAN}"),
    ));
    let escaped = CLEAN
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    wrong.extend(raised(
        Kind::Html,
        &format!("<html><body><pre>\n{escaped}</pre></body></html>\n"),
    ));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn an_error_is_a_certain_fault() {
    let severity = |name: &str| find_rule(name).map(|rule| rule.severity());
    assert_eq!(severity("missing-host"), Some(Severity::Error));
    assert_eq!(severity("reserved-port"), Some(Severity::Warning));
    assert_eq!(severity("uppercase-scheme"), Some(Severity::Note));
    assert_eq!(severity("bare-url"), Some(Severity::Note));
    assert_eq!(severity("default-port"), Some(Severity::Note));
    let bare_url = find_rule("bare-url").expect("a rule");
    let linter = Linter::builder()
        .severity(bare_url, Severity::Error)
        .build();
    let found = linter.lint(Kind::Markdown, b"See http://a.org/.");
    assert_eq!(found[0].severity, Severity::Error);
}
