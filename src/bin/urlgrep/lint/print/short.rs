//! `short`: one line each, as compilers write them.

use super::Print;
use crate::lint::diagnostic::Diagnostic;
use crate::print::{StdoutBuffer, visible};

pub(super) struct Short;

impl Print for Short {
    fn file(&mut self, page: &mut StdoutBuffer, path: &str, found: &[Diagnostic]) {
        for diagnostic in found {
            let Diagnostic {
                finding,
                line,
                column_chars,
                ..
            } = diagnostic;
            let rule = finding.rule;
            let (code, name, severity) = (rule.code(), rule.name(), rule.severity().name());
            let (path, message) = (
                visible(path.as_bytes()),
                visible(finding.message.as_bytes()),
            );
            let text =
                format!("{path}:{line}:{column_chars}: {severity}: {message} [{code} {name}]\n");
            page.write(text.as_bytes());
        }
    }
}
