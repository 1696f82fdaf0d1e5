//! Suppression: `urlgrep: allow rule-name` in a comment, for its line and the next one that is not blank.

use std::ops::Range;

use super::finding::Finding;
use super::nearest::nearest;
use super::rule::Rule;
use super::rules::unused_suppression;
use super::table::{named, rules};
use crate::document::Kind;

const MARK: &[u8] = b"urlgrep: allow ";

/// A name that a comment allows.
struct Allowed {
    /// Where it stands; bytes of the file.
    name: Range<usize>,
    rule: Option<&'static Rule>,
    /// For findings that begin here.
    lines: Range<usize>,
    used: bool,
}

/// Takes away what comments allow, and adds what they allow in vain; `is_on` says which rules were asked.
pub(super) fn apply(
    kind: Kind,
    document: &[u8],
    findings: &mut Vec<Finding>,
    is_on: impl Fn(&Rule) -> bool,
) {
    let mut allowed = find(kind, document);
    if allowed.is_empty() {
        return;
    }
    findings.retain(|finding| {
        let at = finding.at.start as usize;
        let allows = |a: &Allowed| a.rule == Some(finding.rule) && a.lines.contains(&at);
        let mut allows = allowed.iter_mut().filter(|a| allows(a)).peekable();
        let kept = allows.peek().is_none();
        allows.for_each(|a| a.used = true);
        kept
    });
    let Some(unused) = named(unused_suppression::RULE.name()).filter(|rule| is_on(rule)) else {
        return;
    };
    let vain = allowed
        .iter()
        .filter(|a| !a.used && a.rule.is_none_or(&is_on));
    let waived = |a: &Allowed| {
        let mut others = allowed.iter();
        others.any(|b| b.rule == Some(unused) && b.lines.contains(&a.name.start))
    };
    findings.extend(
        vain.filter(|a| a.rule != Some(unused) && !waived(a))
            .map(|a| {
                let name = String::from_utf8_lossy(&document[a.name.clone()]);
                let message = match a.rule {
                    Some(rule) => format!("`{}` is not raised here", rule.name()),
                    None => match nearest(&name, rules().iter().map(Rule::name)) {
                        Some(near) => format!("no rule is called `{name}`; did you mean `{near}`?"),
                        None => format!("no rule is called `{name}`"),
                    },
                };
                Finding {
                    rule: unused,
                    at: a.name.start as u64..a.name.end as u64,
                    message,
                    url: Vec::new(),
                    fix: None,
                }
            }),
    );
}

fn find(kind: Kind, document: &[u8]) -> Vec<Allowed> {
    let mut allowed = Vec::new();
    for mark in memchr::memmem::find_iter(document, MARK) {
        let start = memchr::memrchr(b'\n', &document[..mark]).map_or(0, |i| i + 1);
        if kind.begins_comment(&document[start..mark]) {
            let lines = start..covered(document, mark);
            let named = names(document, mark + MARK.len()).map(|name| Allowed {
                rule: std::str::from_utf8(&document[name.clone()])
                    .ok()
                    .and_then(named),
                name,
                lines: lines.clone(),
                used: false,
            });
            allowed.extend(named);
        }
    }
    allowed
}

/// The names at `start`, with commas between.
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
    fn trim_start_with(&self, what: &[u8]) -> &Self;
    fn trim_end_with(&self, what: &[u8]) -> &Self;
}

impl Trim for [u8] {
    fn trim_start_with(&self, what: &[u8]) -> &[u8] {
        let len = self.iter().take_while(|b| what.contains(b)).count();
        &self[len..]
    }

    fn trim_end_with(&self, what: &[u8]) -> &[u8] {
        let len = self.iter().rev().take_while(|b| what.contains(b)).count();
        &self[..self.len() - len]
    }
}

/// The end of the line after the one of `at`; blank ones, and others that allow something, are passed.
fn covered(document: &[u8], at: usize) -> usize {
    let line_end =
        |at: usize| memchr::memchr(b'\n', &document[at..]).map_or(document.len(), |i| at + i + 1);
    let mut start = line_end(at);
    loop {
        let end = line_end(start);
        let line = &document[start..end];
        let passes = line.trim_ascii().is_empty() || memchr::memmem::find(line, MARK).is_some();
        if !passes || end == start {
            return end;
        }
        start = end;
    }
}
