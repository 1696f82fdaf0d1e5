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
fn each_notation_that_undoes_something_has_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spec");
    let pages = fs::read_dir(folder).expect("tests/spec can be read");
    let pages = pages.map(|page| fs::read_to_string(page.expect("a page").path()).expect("a page"));
    let pages: String = pages.collect();
    // These are read as text.
    let as_text = ["text", "rst"];
    for name in names()
        .iter()
        .filter(|name| !as_text.contains(&name.as_str()))
    {
        assert!(pages.contains(&format!("```text as={name}")), "{name}");
    }
}
