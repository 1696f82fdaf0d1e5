//! Faults that were planted in documents which look real. `⟦rule⟧` marks the line of a fault; the mark is removed before the linter runs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use urlgrep::document::Kind;
use urlgrep::lint::{Linter, Rule, rules};

/// The planted faults that the linter does not find.
const MISSED: &[&str] = &[
    "client.py:11 invalid-port",
    "client.py:16 invalid-host",
    "manual.adoc:18 unsafe-character",
];

/// The documents with planted faults.
fn documents() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lint/recall");
    let files = fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

/// The document without marks, and the line and the rule of each mark.
fn without_marks(marked: &str) -> (String, Vec<(usize, String)>) {
    let (mut text, mut faults) = (String::new(), Vec::new());
    for (line, content) in marked.lines().enumerate() {
        let mut parts = content.split('⟦');
        text += parts.next().unwrap_or_default();
        for part in parts {
            let (rule, rest) = part.split_once('⟧').expect("a closed mark");
            faults.push((line + 1, rule.to_string()));
            text += rest;
        }
        text += "\n";
    }
    (text, faults)
}

#[test]
fn planted_faults_are_found_and_nothing_else() {
    let (mut planted, mut missed, mut wrong) = (0, Vec::new(), Vec::new());
    for path in documents() {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let marked = fs::read_to_string(&path).expect("a document");
        let (text, faults) = without_marks(&marked);
        let kind = Kind::detect(&path, text.as_bytes());
        let found = Linter::default().lint(kind, text.as_bytes());
        let mut found: Vec<(usize, String)> = found
            .iter()
            .map(|finding| {
                let before = &text.as_bytes()[..finding.at.start as usize];
                let line = before.iter().filter(|b| **b == b'\n').count() + 1;
                (line, finding.rule.name().to_string())
            })
            .collect();
        planted += faults.len();
        for fault in faults {
            match found.iter().position(|other| *other == fault) {
                Some(i) => drop(found.swap_remove(i)),
                None => missed.push(format!("{name}:{} {}", fault.0, fault.1)),
            }
        }
        wrong.extend(
            found
                .iter()
                .map(|(line, rule)| format!("{name}:{line} {rule}")),
        );
    }
    assert!(planted >= 120, "{planted}");
    assert_eq!(missed, MISSED, "of {planted}");
    assert!(wrong.is_empty(), "found, but not planted: {wrong:#?}");
}

#[test]
fn rules_on_by_default_are_planted() {
    let planted: BTreeSet<String> = documents()
        .iter()
        .flat_map(|path| without_marks(&fs::read_to_string(path).expect("a document")).1)
        .map(|(_, rule)| rule)
        .collect();
    // `dead-scheme` needs a gateway in the configuration.
    let is_planted = |rule: &&Rule| !rule.is_opt_in() && rule.name() != "dead-scheme";
    let rules = rules().iter().filter(is_planted);
    let wanted: BTreeSet<String> = rules.map(|rule| rule.name().to_string()).collect();
    assert_eq!(planted, wanted);
}
