//! `gitlab`: a GitLab Code Quality report, a single array.

use std::path::Path;

use serde::Serialize;
use urlgrep::lint::Severity;

use super::PrintFindings;
use super::uri::without_dot;
use crate::lint::diagnostic::Diagnostic;
use crate::print::{StdoutBuffer, path_text};

#[derive(Default)]
pub(super) struct Gitlab {
    issues: Vec<Issue>,
}

#[derive(Serialize)]
struct Issue {
    #[serde(rename = "type")]
    kind: &'static str,
    check_name: &'static str,
    description: String,
    categories: [&'static str; 1],
    severity: &'static str,
    fingerprint: String,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    lines: LineRange,
}

#[derive(Serialize)]
struct LineRange {
    begin: usize,
    end: usize,
}

impl PrintFindings for Gitlab {
    fn file(&mut self, _: &mut StdoutBuffer, path: &Path, found: &[Diagnostic]) {
        let path = &*path_text(without_dot(path));
        self.issues.extend(found.iter().map(|diagnostic| {
            let rule = diagnostic.finding.rule;
            Issue {
                kind: "issue",
                check_name: rule.name(),
                description: diagnostic.finding.message.clone(),
                categories: ["Style"],
                severity: match diagnostic.finding.severity {
                    Severity::Error => "major",
                    Severity::Warning => "minor",
                    _ => "info",
                },
                fingerprint: diagnostic.fingerprint.clone(),
                location: Location {
                    path: path.to_string(),
                    lines: LineRange {
                        begin: diagnostic.region.line,
                        end: diagnostic.region.end_line,
                    },
                },
            }
        }));
    }

    fn finish(&mut self, out: &mut StdoutBuffer) {
        out.write_json(&self.issues);
    }
}
