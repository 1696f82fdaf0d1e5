//! The corpora: every text with an `.expected` list has exactly the listed matches, read at once and in chunks.
//! corpora/README.md explains the lists.

#![cfg(feature = "mail")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use urlgrep::mail::{self, Container};
use urlgrep::{Extractor, HyphenEvidence, Match};

#[path = "support/flaws.rs"]
mod flaws;
#[allow(dead_code, reason = "numbers of parts are not needed here")]
#[path = "support/texts.rs"]
mod texts;

fn corpora() -> Vec<PathBuf> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("corpora can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                walk(&path, files)
            } else {
                files.push(path)
            }
        }
    }
    let mut files = Vec::new();
    walk(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora"),
        &mut files,
    );
    files.sort();
    files
}

/// A match as in a line of a list, with its message.
struct Found<'t> {
    message: Option<u32>,
    at: u64,
    end: u64,
    m: Match<'t, [u8]>,
}

/// The matches of a file in chunks of at least `size` bytes, with hyphens resolved.
fn found(file: &[u8], container: &Container, size: usize) -> Vec<Found<'static>> {
    let (mut all, mut messages) = (Vec::new(), 0);
    for (start, chunk) in texts::chunks(file, container, size) {
        let mut last = 0;
        for text in container.texts(chunk, start) {
            last = text.place.message.unwrap_or(0);
            for m in Extractor::default().extract_text(&text) {
                let segments = text.map.segments(m.span());
                all.push(Found {
                    message: text.place.message.map(|n| n + messages),
                    at: segments[0].start,
                    end: segments[segments.len() - 1].end,
                    m: m.into_owned(),
                });
            }
        }
        messages += last;
    }
    resolve_hyphens(&mut all);
    all
}

/// Resolves hyphens within each message, or within the whole plain text.
fn resolve_hyphens(found: &mut [Found<'_>]) {
    for group in found.chunk_by_mut(|a, b| a.message == b.message) {
        let mut evidence = HyphenEvidence::new();
        group.iter().for_each(|found| evidence.add(&found.m));
        evidence.resolve(group.iter_mut().map(|found| &mut found.m));
    }
}

fn line(file: &[u8], found: &Found<'_>) -> String {
    let at = found.at as usize;
    let line = file[..at].iter().filter(|&&b| b == b'\n').count() + 1;
    let column = at
        - file[..at]
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |i| i + 1)
        + 1;
    let url = String::from_utf8_lossy(found.m.as_bytes());
    let mut out = format!("{line}:{column} {at}-{} {url} |", found.end);
    if let Some(message) = found.message {
        let _ = write!(out, " message={message}");
    }
    let _ = write!(out, " form={}", found.m.form().name());
    let flaws: Vec<_> = found.m.flaws().iter().map(|flaw| flaw.name()).collect();
    let flaws: Vec<_> = flaws::READING_FLAWS
        .into_iter()
        .filter(|name| flaws.contains(name))
        .collect();
    if !flaws.is_empty() {
        let _ = write!(out, " flaws={}", flaws.join(","));
    }
    for other in found.m.alternatives() {
        let _ = write!(
            out,
            " alt={}:{}",
            other.why().name(),
            String::from_utf8_lossy(other.url())
        );
    }
    out
}

#[test]
fn corpora_match_their_lists() {
    let mut lists = 0;
    let mut wrong = String::new();
    for path in corpora()
        .iter()
        .filter(|path| path.extension().is_some_and(|e| e == "expected"))
    {
        lists += 1;
        let want = fs::read_to_string(path).expect("a list can be read");
        let file = fs::read(path.with_extension("")).expect("a list's file can be read");
        let container = mail::detect(&file);
        for size in [file.len().max(1), 2000, 64] {
            let got: Vec<_> = found(&file, container, size)
                .iter()
                .map(|found| line(&file, found))
                .collect();
            for line in want.lines().filter(|line| !got.iter().any(|g| g == line)) {
                let _ = writeln!(wrong, "{} ({size}): missing {line}", path.display());
            }
            for line in got.iter().filter(|line| !want.lines().any(|w| w == **line)) {
                let _ = writeln!(wrong, "{} ({size}): found   {line}", path.display());
            }
        }
    }
    assert!(lists > 5, "{lists} lists");
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Hostile texts have only lists of counts.
#[test]
fn hostile_texts_match_their_counts() {
    let counts = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/adversarial/COUNTS");
    let counts = fs::read_to_string(&counts).expect("COUNTS can be read");
    let mut tried = 0;
    for line in counts
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let mut words = line.split_whitespace();
        let (Some(name), Some(count)) = (words.next(), words.next()) else {
            panic!("COUNTS: {line}")
        };
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("corpora/adversarial")
            .join(name);
        let file = fs::read(&file).expect("a hostile text can be read");
        let got = Extractor::default().extract_bytes(&file).count();
        tried += 1;
        if let Ok(count) = count.parse::<usize>() {
            assert_eq!(got, count, "{name}");
        }
    }
    assert!(tried > 20, "{tried} hostile texts");
}
