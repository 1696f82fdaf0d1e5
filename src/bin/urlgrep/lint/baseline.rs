//! `--baseline`: known findings, which are not reported.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::diagnostic::Diagnostic;
use crate::stderr;

/// The number of findings of each rule for each URL of each file. It does not depend on line numbers.
#[derive(Debug)]
pub(super) struct Baseline {
    counts: BTreeMap<Key, u64>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Debug)]
struct Key {
    path: String,
    rule: String,
    url: String,
}

#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    findings: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
struct Row {
    #[serde(flatten)]
    key: Key,
    count: u64,
}

impl Baseline {
    pub(super) fn read(path: &Path) -> Result<Baseline, String> {
        let wrong = |why: String| format!("--baseline {}: {why}", path.display());
        let bytes = fs::read(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => wrong("no such file; --write-baseline creates it".to_string()),
            _ => wrong(stderr::reason(&error)),
        })?;
        let file: File =
            serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
        if file.version != 1 {
            return Err(wrong(format!("unknown version {}", file.version)));
        }
        let rows = file.findings.into_iter().map(|row| (row.key, row.count));
        Ok(Baseline {
            counts: rows.collect(),
        })
    }

    /// The findings of a file that are not in the baseline.
    pub(super) fn filter_new(&self, path: &str, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let mut left: BTreeMap<Key, u64> = BTreeMap::new();
        let is_new = |diagnostic: &Diagnostic| {
            let key = key(path, diagnostic);
            let known = self.counts.get(&key).copied().unwrap_or_default();
            let left = left.entry(key).or_insert(known);
            let is_new = *left == 0;
            *left = left.saturating_sub(1);
            is_new
        };
        found.into_iter().filter(is_new).collect()
    }
}

/// Collects findings for a new baseline.
#[derive(Default)]
pub(super) struct BaselineBuilder {
    counts: BTreeMap<Key, u64>,
}

impl BaselineBuilder {
    pub(super) fn add(&mut self, path: &str, found: &[Diagnostic]) {
        for diagnostic in found {
            *self.counts.entry(key(path, diagnostic)).or_default() += 1;
        }
    }

    pub(super) fn write(self, path: &Path) -> Result<(), String> {
        let rows = self.counts.into_iter();
        let file = File {
            version: 1,
            findings: rows.map(|(key, count)| Row { key, count }).collect(),
        };
        let text = serde_json::to_string_pretty(&file).map_err(|error| error.to_string())?;
        fs::write(path, text + "\n").map_err(|error| stderr::reason(&error))
    }
}

/// Whether this is a baseline: a file that [`BaselineBuilder::write`] wrote.
pub(super) fn is_baseline(document: &[u8]) -> bool {
    document.starts_with(b"{\n  \"version\": 1,\n  \"findings\": [")
}

fn key(path: &str, diagnostic: &Diagnostic) -> Key {
    let path = path.strip_prefix("./").unwrap_or(path);
    Key {
        path: path.replace('\\', "/"),
        rule: diagnostic.finding.rule.name().to_string(),
        url: String::from_utf8_lossy(&diagnostic.finding.url).into_owned(),
    }
}
