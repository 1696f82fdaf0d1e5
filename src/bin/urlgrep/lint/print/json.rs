//! `json`: one object per line. The keys are always in this order.

use std::path::Path;

use serde_json::{Value, json};
use urlgrep::lint::{Edit, Safety};

use super::PrintFindings;
use crate::lint::diagnostic::Diagnostic;
use crate::print::{JsonObject, StdoutBuffer};

pub(super) struct Json;

impl PrintFindings for Json {
    fn file(&mut self, out: &mut StdoutBuffer, path: &Path, found: &[Diagnostic]) {
        for diagnostic in found {
            let finding = &diagnostic.finding;
            let mut object = JsonObject::default();
            object.text("path", path.as_os_str().as_encoded_bytes());
            object.put("line", diagnostic.region.line);
            object.put("column", diagnostic.byte_column);
            object.put("column_chars", diagnostic.region.column);
            object.put("start", finding.at.start);
            object.put("end", finding.at.end);
            object.put("code", finding.rule.code());
            object.put("rule", finding.rule.name());
            object.put("severity", finding.severity.name());
            object.put("message", &*finding.message);
            object.text("url", &diagnostic.url);
            if let Some(fix) = &finding.fix {
                let edits: Value = fix.edits.iter().map(edit).collect();
                let safe = fix.safety == Safety::Safe;
                object.put("fix", json!({"safe": safe, "edits": edits}));
            }
            out.write_json(&object);
        }
    }
}

fn edit(edit: &Edit) -> Value {
    let mut object = JsonObject::default();
    object.put("start", edit.at.start);
    object.put("end", edit.at.end);
    object.text("text", &edit.with);
    object.into()
}
