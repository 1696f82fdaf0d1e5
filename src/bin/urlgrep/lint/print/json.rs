//! `json`: one object per line. The keys are always in this order.

use std::borrow::Cow;
use std::path::Path;

use serde::Serialize;
use urlgrep::lint::{Fix, Safety};

use super::PrintFindings;
use crate::lint::diagnostic::Diagnostic;
use crate::print::{StdoutBuffer, base64_beside, lossy};

pub(super) struct Json;

#[derive(Serialize)]
struct JsonFinding<'a> {
    path: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
    line: usize,
    column: usize,
    column_chars: usize,
    start: u64,
    end: u64,
    code: &'a str,
    rule: &'a str,
    severity: &'a str,
    message: &'a str,
    url: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url_bytes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<JsonFix<'a>>,
}

#[derive(Serialize)]
struct JsonFix<'a> {
    safe: bool,
    edits: Vec<JsonEdit<'a>>,
}

#[derive(Serialize)]
struct JsonEdit<'a> {
    start: u64,
    end: u64,
    text: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_bytes: Option<String>,
}

impl PrintFindings for Json {
    fn file(&mut self, out: &mut StdoutBuffer, path: &Path, found: &[Diagnostic]) {
        let path = path.as_os_str().as_encoded_bytes();
        for diagnostic in found {
            let finding = &diagnostic.finding;
            out.write_json(&JsonFinding {
                path: lossy(path),
                path_bytes: base64_beside(path),
                line: diagnostic.region.line,
                column: diagnostic.byte_column,
                column_chars: diagnostic.region.column,
                start: finding.at.start,
                end: finding.at.end,
                code: finding.rule.code(),
                rule: finding.rule.name(),
                severity: finding.severity.name(),
                message: &finding.message,
                url: lossy(&finding.url),
                url_bytes: base64_beside(&finding.url),
                fix: finding.fix.as_ref().map(fix),
            });
        }
    }
}

fn fix(fix: &Fix) -> JsonFix<'_> {
    let edits = fix.edits.iter().map(|edit| JsonEdit {
        start: edit.at.start,
        end: edit.at.end,
        text: lossy(&edit.with),
        text_bytes: base64_beside(&edit.with),
    });
    JsonFix {
        safe: fix.safety == Safety::Safe,
        edits: edits.collect(),
    }
}
