//! `urlgrep: allow RULE`.

use urlgrep::document::Kind;
use urlgrep::lint::Linter;

fn raised(kind: Kind, document: &str) -> Vec<(&'static str, String)> {
    let findings = Linter::default().lint(kind, document.as_bytes());
    let raised = findings.into_iter();
    raised.map(|f| (f.rule.name(), f.message)).collect()
}

fn names(kind: Kind, document: &str) -> Vec<&'static str> {
    raised(kind, document)
        .iter()
        .map(|raised| raised.0)
        .collect()
}

#[test]
fn applies_to_its_line_and_the_next() {
    let document =
        "<http://a.org:80/> urlgrep: allow default-port\n<http://a.org:80/>\n<http://a.org:80/>\n";
    assert_eq!(names(Kind::Text, document), ["default-port"]);
    let document = "urlgrep: allow default-port\n\n\n<http://a.org:80/>\n";
    assert_eq!(names(Kind::Text, document), [""; 0]);
}

#[test]
fn several_rules_by_name_or_code() {
    let document = "urlgrep: allow default-port, U103\n<HTTP://a.org:80/>\n";
    assert_eq!(names(Kind::Text, document), [""; 0]);
    let document =
        "urlgrep: allow default-port\nurlgrep: allow uppercase-scheme\n<HTTP://a.org:80/>\n";
    assert_eq!(names(Kind::Text, document), [""; 0]);
}

#[test]
fn applies_only_in_comments() {
    let document = "urlgrep: allow default-port\n<http://a.org:80/>\n";
    assert_eq!(names(Kind::Markdown, document), ["default-port"]);
    let document = "<!-- urlgrep: allow default-port-->\n<http://a.org:80/>\n";
    assert_eq!(names(Kind::Markdown, document), [""; 0]);
}

#[test]
fn unused_suppressions_are_reported() {
    let document = "urlgrep: allow default-prt\n<http://a.org:80/>\n";
    let raised = raised(Kind::Text, document);
    let message = "unknown rule `default-prt`; did you mean `default-port`?";
    assert_eq!(raised[0], ("unused-suppression", message.to_string()));
    assert_eq!(raised[1].0, "default-port");
    let document = "urlgrep: allow default-port, unused-suppression\n<http://a.org/>\n";
    assert_eq!(names(Kind::Text, document), [""; 0]);
    let linter = Linter::builder()
        .ignore(urlgrep::lint::find_rule("default-port"))
        .build();
    let findings = linter.lint(
        Kind::Text,
        b"urlgrep: allow default-port\n<http://a.org:80/>\n",
    );
    assert!(
        findings.is_empty(),
        "a disabled rule has no unused suppressions: {findings:?}"
    );
}
