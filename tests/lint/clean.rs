//! A text full of what is no fault raises nothing.

use urlgrep::document::{Kind, Language};
use urlgrep::lint::{Finding, Linter, Severity, named};

const CLEAN: &str = include_str!("clean.txt");

/// The lines that raise something, without the rule about bare URLs, of which the text has a hundred.
fn raised(kind: Kind, document: &str) -> Vec<String> {
    let linter = Linter::builder().ignore(named("bare-url")).build();
    let line = |finding: &Finding| {
        let start = document[..finding.at.start as usize].rfind('\n');
        let line = document[start.map_or(0, |i| i + 1)..].lines().next();
        format!("{kind:?} {:?}: {}", finding.rule, line.unwrap_or_default())
    };
    let findings = linter.lint(kind, document.as_bytes());
    findings.iter().map(line).collect()
}

#[test]
fn nothing_is_wrong_with_it() {
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
        wrong.extend(raised(kind, CLEAN));
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
fn severities_are_those_of_the_groups() {
    let severity = |name: &str| named(name).map(|rule| rule.severity());
    assert_eq!(severity("missing-host"), Some(Severity::Error));
    assert_eq!(severity("reserved-port"), Some(Severity::Error));
    assert_eq!(severity("bare-url"), Some(Severity::Warning));
    assert_eq!(severity("default-port"), Some(Severity::Note));
}
