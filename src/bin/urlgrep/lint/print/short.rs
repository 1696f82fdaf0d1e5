//! `short`: one line per finding, in the format of compiler messages.

use std::path::Path;

use super::PrintFindings;
use crate::lint::diagnostic::{Diagnostic, Region};
use crate::print::StdoutBuffer;
use crate::visible::{path_text, visible};

pub(super) struct Short;

impl PrintFindings for Short {
    fn file(&mut self, out: &mut StdoutBuffer, path: &Path, found: &[Diagnostic]) {
        let path = &*path_text(path);
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
