//! Bad examples have findings of their rule only, and good examples have none, in every type of document that can contain them.

use std::sync::Arc;

use urlgrep::document::{Kind, Language};
use urlgrep::lint::{Example, Files, Linter, Rule, Safety, fix, rules};
use urlgrep::url::Gateway;

use super::properties::lint::KINDS;

/// The example as a document of this type.
fn written_in(kind: Kind, text: &str) -> String {
    let lines = |leader: &str| {
        let lines = text.lines().map(|line| format!("{leader}{line}\n"));
        lines.collect::<String>()
    };
    match kind {
        Kind::Html => {
            let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
            format!("<html><p>{}</p></html>\n", escaped.replace('>', "&gt;"))
        }
        Kind::Man => format!(".TH X 1\n.SH NAME\n{text}\n"),
        Kind::Source(Language::C) => format!("int x;\n{}int y;\n", lines("// ")),
        Kind::Source(Language::Sql | Language::Haskell) => format!("x\n{}y\n", lines("-- ")),
        Kind::Source(Language::Erlang) => format!("x\n{}y\n", lines("% ")),
        Kind::Tex => {
            let special = |c: char| {
                if "%#&_$".contains(c) {
                    format!("\\{c}")
                } else {
                    c.to_string()
                }
            };
            format!("{}\n", text.chars().map(special).collect::<String>())
        }
        Kind::Texinfo => {
            let special = |c: char| {
                if "@{}".contains(c) {
                    format!("@{c}")
                } else {
                    c.to_string()
                }
            };
            format!("{}\n", text.chars().map(special).collect::<String>())
        }
        Kind::Source(_) => format!("x = 1\n{}y = 2\n", lines("# ")),
        Kind::Mail => {
            let charset = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n";
            format!("From: a@a.org\nTo: b@a.org\nDate: now\n{charset}\n{text}\n")
        }
        _ => format!("{text}\n"),
    }
}

/// The documents of an example, each with its type.
fn documents(example: &Example) -> Vec<(Kind, String)> {
    match example.kind {
        Some(kind) => vec![(kind, example.text.to_string())],
        None => KINDS
            .iter()
            .map(|kind| (*kind, written_in(*kind, example.text)))
            .collect(),
    }
}

/// A linter with the default rules and this rule. `bare-url` is enabled only for its own examples.
fn linter(rule: &'static Rule) -> Linter {
    if rule.name() == "bare-url" {
        // In `.mdx` files it is enabled only if it is selected.
        return Linter::default();
    }
    let is_default = |other: &&Rule| !other.is_opt_in() && other.name() != "bare-url";
    // Only for its own examples.
    let gateway = Gateway::new("gopher", "https://gopher.example.net/{host}/{path}");
    let gateway = gateway.ok().filter(|_| rule.name() == "dead-scheme");
    Linter::builder()
        .files(Arc::new(OneFile))
        .gateways(gateway)
        .select(rules().iter().filter(is_default).chain([rule]))
        .build()
}

#[test]
fn the_scheme_of_the_gateway_is_named() {
    let gateway = Gateway::new("x-foo", "https://gw.example/{path}").ok();
    let dead_scheme = rules().iter().filter(|rule| rule.name() == "dead-scheme");
    let linter = Linter::builder().gateways(gateway).select(dead_scheme);
    let found = linter.build().lint(Kind::Text, b"See <x-foo://b.net/x>.\n");
    assert_eq!(found.len(), 1);
    assert!(found[0].message.contains("`x-foo:`"));
}

/// A folder with one file.
#[derive(Debug)]
struct OneFile;

impl Files for OneFile {
    fn exists(&self, path: &str) -> Option<bool> {
        Some(path == "exists.md")
    }

    fn read(&self, path: &str) -> Option<(Kind, Vec<u8>)> {
        let found = self.exists(path)?;
        found.then(|| (Kind::Markdown, "\u{feff}# Exists\n".into()))
    }
}

/// A byte order mark is not a part of the first line: it only moves what follows.
#[test]
fn a_byte_order_mark_changes_nothing() {
    let mark = "\u{feff}";
    let suppressed = "<!-- urlgrep: allow default-port -->\n\nSee <http://a.org:80/x>\n";
    let example = |rule: &'static Rule| {
        let examples = rule.bad().iter().chain(rule.good()).flat_map(documents);
        examples.map(move |(kind, document)| (linter(rule), kind, document))
    };
    let own = (Linter::default(), Kind::Markdown, suppressed.to_string());
    for (linter, kind, document) in rules().iter().flat_map(example).chain([own]) {
        let marked = format!("{mark}{document}").into_bytes();
        let mut want = linter.lint(kind, document.as_bytes());
        for finding in &mut want {
            let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits);
            let ranges = edits.map(|edit| &mut edit.at).chain([&mut finding.at]);
            ranges.for_each(|at| *at = at.start + 3..at.end + 3);
        }
        assert_eq!(linter.lint(kind, &marked), want, "{document}");
        let fix = |document: &[u8]| fix(&linter, kind, document, Safety::Unsafe, |_| true).document;
        let want = [mark.as_bytes(), &fix(document.as_bytes())].concat();
        assert_eq!(fix(&marked), want, "{document}");
    }
    // The comment is written after the mark.
    let (linter, document) = (Linter::default(), "\u{feff}[x]: HTTP://a.org/\n\n[x]\n");
    let finding = &linter.lint(Kind::Markdown, document.as_bytes())[0];
    let edit = linter.suppression(Kind::Markdown, document.as_bytes(), finding);
    assert_eq!(edit.map(|edit| edit.at), Some(3..3));
}

fn raised(rule: &'static Rule, kind: Kind, document: &str) -> Vec<&'static str> {
    let findings = linter(rule).lint(kind, document.as_bytes());
    findings.iter().map(|finding| finding.rule.name()).collect()
}

#[test]
fn bad_examples_have_findings_of_their_rule_only() {
    let (mut count, mut wrong) = (0, Vec::new());
    for rule in rules() {
        for (kind, document) in rule.bad().iter().flat_map(documents) {
            count += 1;
            let raised = raised(rule, kind, &document);
            if raised != [rule.name()] {
                wrong.push(format!("{kind:?} {rule:?}: {document:?} raises {raised:?}"));
            }
        }
    }
    assert!(count > 250, "{count} documents");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn good_examples_have_no_findings() {
    let mut wrong = Vec::new();
    for rule in rules() {
        for (kind, document) in rule.good().iter().flat_map(documents) {
            let raised = raised(rule, kind, &document);
            if !raised.is_empty() {
                wrong.push(format!("{kind:?} {rule:?}: {document:?} raises {raised:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// `unclosed-link` says more than `cut-url`.
#[test]
fn a_cut_target_is_reported_once() {
    let document =
        "See <http://a.org/guide/install> first.\n\nSee [it](http://a.org/guide/\ninstall).\n";
    let findings = Linter::default().lint(Kind::Markdown, document.as_bytes());
    let names: Vec<_> = findings.iter().map(|f| f.rule.name()).collect();
    assert_eq!(names, ["unclosed-link"]);
}

#[test]
fn strings_and_quotations_in_programs_are_tests() {
    let count =
        |kind: Kind, document: &str| Linter::default().lint(kind, document.as_bytes()).len();
    for url in [
        "HTTP://a.org/x",
        "http:///x",
        "http://-a.org/",
        "http://a.org:80800/",
        "http://joe@a.org/x",
        "http://a.org:25/x",
        "http://a.org/x%00.gif",
        "http://3232235777/x",
    ] {
        let (c, python) = (Kind::Source(Language::C), Kind::Source(Language::Python));
        let test = format!("/// parse(\"{url}\")\nchar *x = \"{url}\";\n");
        assert_eq!(count(c, &test), 0, "{url}");
        assert_eq!(count(c, &format!("// See {url} for more.\n")), 1, "{url}");
        let documentation = format!("\"\"\"{url}\"\"\"\n");
        assert_eq!(count(python, &documentation), 1, "{url}");
    }
}

#[test]
fn fixes_remove_their_findings() {
    let mut wrong = Vec::new();
    for rule in rules() {
        let Some(safety) = rule.fix() else {
            continue;
        };
        let mut fixed_once = false;
        for (kind, document) in rule.bad().iter().flat_map(documents) {
            let fixed = fix(&linter(rule), kind, document.as_bytes(), safety, |_| true);
            let text = String::from_utf8_lossy(&fixed.document);
            if fixed.applied == 0 {
                continue;
            }
            fixed_once = true;
            if fixed.findings.iter().any(|finding| finding.rule == rule) {
                wrong.push(format!("{kind:?} {rule:?}: {text:?}: {:?}", fixed.findings));
            }
        }
        if !fixed_once {
            wrong.push(format!("{rule:?}: no example is fixed"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The target has a fault of its own, but text and target do not differ.
#[test]
fn punctuation_in_text_and_target() {
    let document = "<a href=\"http://a.org.)\">http://a.org.)</a>\n";
    let findings = Linter::default().lint(Kind::Html, document.as_bytes());
    let names: Vec<_> = findings.iter().map(|found| found.rule.name()).collect();
    assert_eq!(names, ["invalid-host"]);
}
