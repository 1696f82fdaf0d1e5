//! `json`: one object a line, its keys always in this order.

use serde::Serialize;
use urlgrep::lint::{Fix, Safety};

use super::Print;
use crate::lint::diagnostic::Diagnostic;
use crate::print::{StdoutBuffer, lossy};

pub(super) struct Json;

#[derive(Serialize)]
struct Line<'a> {
    path: &'a str,
    line: usize,
    column: usize,
    column_chars: usize,
    start: u64,
    end: u64,
    code: &'a str,
    rule: &'a str,
    severity: &'a str,
    message: &'a str,
    url: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixOf<'a>>,
}

#[derive(Serialize)]
struct FixOf<'a> {
    safe: bool,
    edits: Vec<EditOf<'a>>,
}

#[derive(Serialize)]
struct EditOf<'a> {
    start: u64,
    end: u64,
    text: std::borrow::Cow<'a, str>,
}

impl Print for Json {
    fn file(&mut self, page: &mut StdoutBuffer, path: &str, found: &[Diagnostic]) {
        for diagnostic in found {
            let finding = &diagnostic.finding;
            page.write_json(&Line {
                path,
                line: diagnostic.line,
                column: diagnostic.column,
                column_chars: diagnostic.column_chars,
                start: finding.at.start,
                end: finding.at.end,
                code: finding.rule.code(),
                rule: finding.rule.name(),
                severity: finding.rule.severity().name(),
                message: &finding.message,
                url: &lossy(&finding.url),
                fix: finding.fix.as_ref().map(fix),
            });
        }
    }
}

fn fix(fix: &Fix) -> FixOf<'_> {
    let edits = fix.edits.iter().map(|edit| EditOf {
        start: edit.at.start,
        end: edit.at.end,
        text: lossy(&edit.with),
    });
    FixOf {
        safe: fix.safety == Safety::Safe,
        edits: edits.collect(),
    }
}
