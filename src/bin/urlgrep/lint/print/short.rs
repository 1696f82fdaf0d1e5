//! `short`: one line per finding, in the format of compiler messages.

use super::PrintFindings;
use crate::lint::diagnostic::{Diagnostic, Region};
use crate::print::{StdoutBuffer, visible};

pub(super) struct Short;

impl PrintFindings for Short {
    fn file(&mut self, out: &mut StdoutBuffer, path: &str, found: &[Diagnostic]) {
        for diagnostic in found {
            let Diagnostic {
                finding, region, ..
            } = diagnostic;
            let (rule, Region { line, column, .. }) = (finding.rule, region);
            let (code, name, severity) = (rule.code(), rule.name(), finding.severity.name());
            let (path, message) = (
                visible(path.as_bytes()),
                visible(finding.message.as_bytes()),
            );
            let text = format!("{path}:{line}:{column}: {severity}: {message} [{code} {name}]\n");
            out.write(text.as_bytes());
        }
    }
}
