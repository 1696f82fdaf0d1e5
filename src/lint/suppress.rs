//! Suppression: `urlgrep: allow rule-name` in a comment applies to its line and the next line that is not blank.

use std::ops::Range;

use super::finding::Finding;
use super::nearest::nearest;
use super::rule::Rule;
use super::rules::unused_suppression;
use super::table::{find_rule, rules};
use crate::document::Kind;

const MARK: &[u8] = b"urlgrep: allow ";

/// A rule name in a suppression comment.
struct Suppression {
    /// Its position: bytes of the file.
    name: Range<usize>,
    rule: Option<&'static Rule>,
    /// It applies to findings that begin here.
    lines: Range<usize>,
    used: bool,
}

/// Removes the findings that comments suppress, and adds one for each unused suppression. `is_on` tells which rules are enabled.
pub(super) fn apply(
    kind: Kind,
    document: &[u8],
    findings: &mut Vec<Finding>,
    is_on: impl Fn(&Rule) -> bool,
) {
    let mut suppressions = find(kind, document);
    if suppressions.is_empty() {
        return;
    }
    findings.retain(|finding| {
        let at = finding.at.start as usize;
        let matches = |s: &Suppression| s.rule == Some(finding.rule) && s.lines.contains(&at);
        let mut matching = suppressions.iter_mut().filter(|s| matches(s)).peekable();
        let kept = matching.peek().is_none();
        matching.for_each(|s| s.used = true);
        kept
    });
    let Some(rule) = find_rule(unused_suppression::RULE.name()).filter(|rule| is_on(rule)) else {
        return;
    };
    let unused = suppressions
        .iter()
        .filter(|s| !s.used && s.rule.is_none_or(&is_on));
    let is_suppressed = |s: &Suppression| {
        let mut others = suppressions.iter();
        others.any(|other| other.rule == Some(rule) && other.lines.contains(&s.name.start))
    };
    findings.extend(
        unused
            .filter(|s| s.rule != Some(rule) && !is_suppressed(s))
            .map(|s| {
                let name = String::from_utf8_lossy(&document[s.name.clone()]);
                let message = match s.rule {
                    Some(rule) => format!("`{}` is not reported here", rule.name()),
                    None => match nearest(&name, rules().iter().map(Rule::name)) {
                        Some(near) => format!("unknown rule `{name}`; did you mean `{near}`?"),
                        None => format!("unknown rule `{name}`"),
                    },
                };
                Finding {
                    rule,
                    at: s.name.start as u64..s.name.end as u64,
                    message,
                    url: Vec::new(),
                    fix: None,
                }
            }),
    );
}

fn find(kind: Kind, document: &[u8]) -> Vec<Suppression> {
    let mut suppressions = Vec::new();
    for mark in memchr::memmem::find_iter(document, MARK) {
        let start = memchr::memrchr(b'\n', &document[..mark]).map_or(0, |i| i + 1);
        if kind.begins_comment(&document[start..mark]) {
            let lines = start..covered_end(document, mark);
            let found = names(document, mark + MARK.len()).map(|name| Suppression {
                rule: std::str::from_utf8(&document[name.clone()])
                    .ok()
                    .and_then(find_rule),
                name,
                lines: lines.clone(),
                used: false,
            });
            suppressions.extend(found);
        }
    }
    suppressions
}

/// The names at `start`, separated by commas.
fn names(document: &[u8], start: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = Some(start);
    std::iter::from_fn(move || {
        let rest = &document[at.take()?..];
        let blank = rest.len() - rest.trim_start_with(b" \t").len();
        let word = &rest[blank..];
        let len = word
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric() || **b == b'-')
            .count();
        // `-->` ends a comment.
        let name = word[..len].trim_end_with(b"-");
        let from = document.len() - word.len();
        if word.get(len) == Some(&b',') {
            at = Some(from + len + 1);
        }
        (!name.is_empty()).then(|| from..from + name.len())
    })
}

trait Trim {
    fn trim_start_with(&self, bytes: &[u8]) -> &Self;
    fn trim_end_with(&self, bytes: &[u8]) -> &Self;
}

impl Trim for [u8] {
    fn trim_start_with(&self, bytes: &[u8]) -> &[u8] {
        let len = self.iter().take_while(|b| bytes.contains(b)).count();
        &self[len..]
    }

    fn trim_end_with(&self, bytes: &[u8]) -> &[u8] {
        let len = self.iter().rev().take_while(|b| bytes.contains(b)).count();
        &self[..self.len() - len]
    }
}

/// The end of the line after the one with `at`. Blank lines and lines with other suppressions are skipped.
fn covered_end(document: &[u8], at: usize) -> usize {
    let line_end =
        |at: usize| memchr::memchr(b'\n', &document[at..]).map_or(document.len(), |i| at + i + 1);
    let mut start = line_end(at);
    loop {
        let end = line_end(start);
        let line = &document[start..end];
        let skipped = line.trim_ascii().is_empty() || memchr::memmem::find(line, MARK).is_some();
        if !skipped || end == start {
            return end;
        }
        start = end;
    }
}
