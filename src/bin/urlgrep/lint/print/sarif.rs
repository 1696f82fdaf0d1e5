//! `sarif`: SARIF 2.1.0, one log with one run.

use std::path::Path;

use serde_json::{Value, json};
use urlgrep::lint::{Rule, explain, rules};

use super::PrintFindings;
use super::uri;
use crate::lint::diagnostic::{Diagnostic, Region};
use crate::print::StdoutBuffer;
use crate::visible::lossy;

#[derive(Default)]
pub(super) struct Sarif {
    results: Vec<Value>,
}

impl PrintFindings for Sarif {
    fn file(&mut self, _: &mut StdoutBuffer, path: &Path, found: &[Diagnostic]) {
        let uri = uri::from_path(path);
        self.results
            .extend(found.iter().map(|found| result(&uri, found)));
    }

    fn finish(&mut self, out: &mut StdoutBuffer) {
        let results = std::mem::take(&mut self.results);
        let rules: Vec<Value> = rules().iter().map(rule).collect();
        out.write_json(&json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": {
                    "name": "urlgrep",
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "informationUri": "https://docs.rs/urlgrep",
                    "rules": rules,
                }},
                "columnKind": "unicodeCodePoints",
                "results": results,
            }],
        }));
    }
}

fn rule(rule: &Rule) -> Value {
    json!({
        "id": rule.code(),
        "name": rule.name(),
        "shortDescription": {"text": format!("{}.", rule.what())},
        "fullDescription": {"text": rule.why()},
        "helpUri": rule.help_uri(),
        "help": {"text": explain(rule), "markdown": explain(rule)},
        "defaultConfiguration": {
            "enabled": !rule.is_opt_in(),
            "level": rule.severity().name(),
        },
        "properties": {"tags": [rule.group().name()]},
    })
}

fn result(uri: &str, diagnostic: &Diagnostic) -> Value {
    let finding = &diagnostic.finding;
    let mut region = region(&diagnostic.region);
    region["byteOffset"] = finding.at.start.into();
    region["byteLength"] = (finding.at.end - finding.at.start).into();
    // Most messages do not name the URL.
    let (url, message) = (&diagnostic.shown_url, &finding.message);
    let text = if message.contains(url) {
        message.clone()
    } else {
        format!("{url}: {message}")
    };
    let mut result = json!({
        "ruleId": finding.rule.code(),
        "ruleIndex": finding.rule.index(),
        "level": finding.severity.name(),
        "message": {"text": text},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri},
            "region": region,
        }}],
        "partialFingerprints": {"urlgrep/v1": diagnostic.fingerprint},
    });
    if let Some(fixes) = fixes(uri, diagnostic) {
        result["fixes"] = fixes;
    }
    result
}

/// The edits of the fix. A region that deletes text needs lines and columns, not bytes (section 3.30.1).
fn fixes(uri: &str, diagnostic: &Diagnostic) -> Option<Value> {
    let fix = diagnostic.finding.fix.as_ref()?;
    let replacements = fix.edits.iter().zip(&diagnostic.edits).map(|(edit, at)| {
        json!({
            "deletedRegion": region(at),
            "insertedContent": {"text": lossy(&edit.with)},
        })
    });
    let replacements: Vec<Value> = replacements.collect();
    Some(json!([{
        "artifactChanges": [{
            "artifactLocation": {"uri": uri},
            "replacements": replacements,
        }],
    }]))
}

fn region(at: &Region) -> Value {
    json!({
        "startLine": at.line,
        "startColumn": at.column,
        "endLine": at.end_line,
        "endColumn": at.end_column,
    })
}
