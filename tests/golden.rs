//! The golden table: the number of matches in each file of the corpora and a hash of them. It shows the effect of a changed rule.
//! Its values are not reviewed; the `.expected` lists are.

#![cfg(feature = "mail")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use urlgrep::{Extractor, mail};

/// The environment variable that updates the table.
const RENEW: &str = "URLGREP_GOLDEN";

/// The files below `folder`, by their path in the corpora.
fn files(folder: &Path, below: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("corpora can be read") {
        let entry = entry.expect("an entry can be read");
        let name = entry
            .file_name()
            .into_string()
            .expect("our names are ASCII");
        let path = format!("{below}{name}");
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{path}/"), found);
        } else if !(path.ends_with(".expected") || path == "README.md" || name.starts_with('.')) {
            found.insert(path, fs::read(entry.path()).expect("a file can be read"));
        }
    }
}

/// `start end url` for each match, one per line, before hyphens are resolved.
fn matches(file: &[u8]) -> (usize, String) {
    let (mut count, mut all) = (0, String::new());
    for text in mail::detect(file).texts(file, 0) {
        for m in Extractor::default().extract_text(&text) {
            let segments = text.map.segments(m.span());
            let (start, end) = (segments[0].start, segments[segments.len() - 1].end);
            let url = String::from_utf8_lossy(m.as_bytes());
            let _ = writeln!(all, "{start} {end} {url}");
            count += 1;
        }
    }
    (count, all)
}

/// FNV-1a, which is stable across releases.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[test]
fn matches_equal_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeMap::new();
    files(&root.join("corpora"), "", &mut found);
    assert!(found.len() > 30, "{} files", found.len());
    let mut got = String::new();
    for (path, file) in &found {
        let (count, all) = matches(file);
        let _ = writeln!(got, "{path}\t{count}\t{:016x}", hash(&all));
    }
    let table = root.join("tests/golden.tsv");
    if std::env::var_os(RENEW).is_some() {
        fs::write(&table, got).expect("the table can be written");
        return;
    }
    let want = fs::read_to_string(&table).expect("the table can be read");
    let mut moved = String::new();
    for line in want.lines().filter(|line| !got.lines().any(|g| g == *line)) {
        let _ = writeln!(moved, "was {line}");
    }
    for line in got.lines().filter(|line| !want.lines().any(|w| w == *line)) {
        let _ = writeln!(moved, "is  {line}");
    }
    assert!(
        moved.is_empty(),
        "matches have changed; if that is intended, run `{RENEW}=1 cargo test --test golden` and commit the table:\n{moved}"
    );
}
