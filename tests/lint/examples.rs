//! `bad` raises the rule and it alone, `good` raises nothing, in every kind of document that can hold it.

use urlgrep::document::{Kind, Language};
use urlgrep::lint::{Example, Linter, Rule, Safety, fix, named, rules};

const KINDS: [Kind; 10] = [
    Kind::Text,
    Kind::Markdown,
    Kind::Mdx,
    Kind::Rst,
    Kind::Asciidoc,
    Kind::Html,
    Kind::Man,
    Kind::Source(Language::C),
    Kind::Source(Language::Python),
    Kind::Mail,
];

/// The example as a document of this kind.
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
        Kind::Source(_) => format!("x = 1\n{}y = 2\n", lines("# ")),
        Kind::Mail => {
            let charset = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n";
            format!("From: a@a.org\nTo: b@a.org\nDate: now\n{charset}\n{text}\n")
        }
        _ => format!("{text}\n"),
    }
}

/// The documents of an example, each with its kind.
fn documents(example: &Example) -> Vec<(Kind, String)> {
    match example.kind {
        Some(kind) => vec![(kind, example.text.to_string())],
        None => KINDS
            .iter()
            .map(|kind| (*kind, written_in(*kind, example.text)))
            .collect(),
    }
}

/// The defaults and the rule itself; of bare URLs in Markdown only its own examples speak.
fn linter(rule: &'static Rule) -> Linter {
    let others = rules().iter().filter(|other| !other.is_opt_in());
    let bare_url = named("bare-url").filter(|bare| *bare != rule);
    Linter::builder()
        .select(others.chain([rule]).filter(|other| {
            // In `.mdx` this rule is asked only where it is named.
            other.name() != "bare-url"
        }))
        .ignore(bare_url)
        .build()
}

fn raised(rule: &'static Rule, kind: Kind, document: &str) -> Vec<&'static str> {
    let linter = match rule.name() {
        "bare-url" => Linter::default(),
        _ => linter(rule),
    };
    let findings = linter.lint(kind, document.as_bytes());
    findings.iter().map(|finding| finding.rule.name()).collect()
}

#[test]
fn bad_raises_the_rule_and_it_alone() {
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
fn good_raises_nothing() {
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

#[test]
fn what_has_a_fix_is_fixed_by_it() {
    let mut wrong = Vec::new();
    for rule in rules().iter().filter(|rule| rule.fix().is_some()) {
        let mut fixed_once = false;
        for (kind, document) in rule.bad().iter().flat_map(documents) {
            let linter = match rule.name() {
                "bare-url" => Linter::default(),
                _ => linter(rule),
            };
            let all = rule.fix() == Some(Safety::Unsafe);
            let fixed = fix(&linter, kind, document.as_bytes(), all, |_| true);
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
