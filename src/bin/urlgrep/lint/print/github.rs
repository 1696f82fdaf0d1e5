//! `github`: annotations of GitHub Actions.

use std::path::Path;

use urlgrep::lint::Severity;

use super::PrintFindings;
use super::uri::without_dot;
use crate::lint::diagnostic::Diagnostic;
use crate::print::StdoutBuffer;
use crate::visible::{path_text, visible};

pub(super) struct Github;

impl PrintFindings for Github {
    fn file(&mut self, out: &mut StdoutBuffer, path: &Path, found: &[Diagnostic]) {
        let path = &*path_text(without_dot(path));
        for diagnostic in found {
            let rule = diagnostic.finding.rule;
            let command = match diagnostic.finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                _ => "notice",
            };
            let mut text = format!(
                "::{command} file={},line={},endLine={}",
                property(path),
                diagnostic.region.line,
                diagnostic.region.end_line
            );
            // A range of columns must lie in a single line.
            if diagnostic.region.line == diagnostic.region.end_line {
                let (start, end) = (diagnostic.region.column, diagnostic.region.end_column);
                text += &format!(",col={start},endColumn={end}");
            }
            let title = format!("{} {}", rule.code(), rule.name());
            let message = data(&diagnostic.finding.message);
            text += &format!(",title={}::{message}\n", property(&title));
            out.write(text.as_bytes());
        }
    }
}

fn data(text: &str) -> String {
    visible(text.as_bytes()).replace('%', "%25")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
