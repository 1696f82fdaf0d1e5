//! `gitlab`: a GitLab Code Quality report, a single array.

use std::path::Path;

use serde_json::{Value, json};
use urlgrep::lint::Severity;

use super::PrintFindings;
use super::uri::without_dot;
use crate::lint::diagnostic::Diagnostic;
use crate::print::StdoutBuffer;
use crate::visible::path_text;

#[derive(Default)]
pub(super) struct Gitlab {
    issues: Vec<Value>,
}

impl PrintFindings for Gitlab {
    fn file(&mut self, _: &mut StdoutBuffer, path: &Path, found: &[Diagnostic]) {
        let path = &*path_text(without_dot(path));
        self.issues.extend(found.iter().map(|diagnostic| {
            let Diagnostic {
                finding, region, ..
            } = diagnostic;
            json!({
                "type": "issue",
                "check_name": finding.rule.name(),
                "description": finding.message,
                "categories": ["Style"],
                "severity": match finding.severity {
                    Severity::Error => "major",
                    Severity::Warning => "minor",
                    _ => "info",
                },
                "fingerprint": diagnostic.fingerprint,
                "location": {
                    "path": path,
                    "lines": {"begin": region.line, "end": region.end_line},
                },
            })
        }));
    }

    fn finish(&mut self, out: &mut StdoutBuffer) {
        out.write_json(&self.issues);
    }
}
