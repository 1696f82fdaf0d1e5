//! The table of notations in `docs/notations.md`, and their pages in `tests/spec`, are complete.

#![cfg(feature = "mail")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The names of the notations: what the file of an unknown type can be read as, but for mail and news.
fn names() -> BTreeSet<String> {
    let mail = [
        "pipermail",
        "mbox",
        "mmdf",
        "babyl",
        "rnews",
        "message",
        "warc",
        "emlx",
    ];
    let names = urlgrep::mail::names().filter(|name| !mail.contains(name));
    names.map(str::to_string).collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file")
}

#[test]
fn the_docs_list_every_notation() {
    let table = read("docs/notations.md");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    let listed: BTreeSet<String> = rows
        .filter_map(|row| Some(row.split_once('`')?.0.to_string()))
        .collect();
    assert_eq!(listed, names());
}

#[test]
fn some_extensions_say_little() {
    let name = |path: &str, head: &str| {
        let container = urlgrep::mail::detect_file(Path::new(path), head.as_bytes());
        container.name()
    };
    let xml = "<?xml version=\"1.0\"?><TS>";
    assert_eq!(name("de.ts", xml), "xml");
    assert_eq!(name("x.ts", "let x = 1;"), "source");
    assert_eq!(name("x.schemas", xml), "xml");
    assert_eq!(name("spring.schemas", "http\\://a.org/x=y"), "ini");
}

#[test]
fn each_notation_has_a_page_of_cases() {
    for name in names().iter().filter(|name| *name != "text") {
        let page = read(&format!("tests/spec/notation-{name}.md"));
        let mut blocks = page.lines().filter(|line| line.starts_with("```text"));
        let case = format!("as={name}");
        assert!(
            blocks.any(|line| line.split(' ').any(|word| word == case)),
            "{name}"
        );
    }
}

#[test]
fn names_without_a_scheme_stand_in_comments_and_strings_of_scripts() {
    let extractor = urlgrep::Extractor::builder().schemeless(true).build();
    let selection = urlgrep::mail::Selection::from(&extractor);
    let code = b"x.at = `on a.org`; // b.org\nif (device.ie && /x.at/.test(s)) { move(x.from.ch, 'c.org') }\n";
    for path in ["x.js", "x.tsx", "x.ts", "x.go"] {
        let container = urlgrep::mail::detect_file(Path::new(path), code);
        let texts: Vec<_> = container.texts_selected(code, 0, &selection).collect();
        let found: Vec<_> = texts
            .iter()
            .flat_map(|text| extractor.extract_text(text))
            .map(|m| m.to_string())
            .collect();
        assert_eq!(found, ["http://a.org", "http://b.org", "http://c.org"]);
    }
}
