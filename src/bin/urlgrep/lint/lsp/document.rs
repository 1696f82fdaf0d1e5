//! An open document: its diagnostics and code actions.

use std::collections::HashMap;
use std::sync::Arc;

use lsp_types::{
    CodeAction, CodeActionKind, CodeDescription, Diagnostic, DiagnosticSeverity, NumberOrString,
    Range, TextEdit, Uri, WorkspaceEdit,
};
use urlgrep::document::Kind;
use urlgrep::lint::{Edit, Finding, Fix, Linter, Safety, Severity, fix};

use super::position::PositionIndex;
use crate::lint::baseline::Baseline;
use crate::lint::diff;

/// For at most this many findings of a selection, a comment that allows them is offered: to try one, the document is linted again.
const MAX_COMMENTS: usize = 32;

/// A document that is open in the editor.
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) text: String,
    pub(super) version: i32,
    /// The type that the editor gives.
    pub(super) language: Option<Kind>,
    /// How it was linted; `None` if it was not.
    pub(super) linted: Option<(Linter, Kind)>,
    /// What it hides.
    pub(super) baseline: Option<Arc<Baseline>>,
    pub(super) findings: Vec<Finding>,
    /// One for each finding.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The diagnostics for the findings of a document.
pub(super) fn diagnostics(text: &str, findings: &[Finding]) -> Vec<Diagnostic> {
    let positions = PositionIndex::new(text);
    let diagnostic = |finding: &Finding| Diagnostic {
        range: positions.range(&finding.at),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            _ => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(finding.rule.code().to_string())),
        code_description: finding
            .rule
            .help_uri()
            .parse()
            .ok()
            .map(|href| CodeDescription { href }),
        source: Some("urlgrep".to_string()),
        message: format!("{} ({})", finding.message, finding.rule.name()),
        ..Diagnostic::default()
    };
    findings.iter().map(diagnostic).collect()
}

impl Document {
    /// For each finding that `selects` takes, its fix, and a comment that allows it.
    pub(super) fn quick_fixes(&self, selects: impl Fn(&Range) -> bool) -> Vec<CodeAction> {
        let positions = PositionIndex::new(&self.text);
        let findings = self.findings.iter().zip(&self.diagnostics);
        let selected = findings.filter(|(_, diagnostic)| selects(&diagnostic.range));
        let selected: Vec<_> = selected.collect();
        let first = selected.iter().take(MAX_COMMENTS);
        let mut comments = self
            .comments(first.map(|(finding, _)| *finding))
            .into_iter();
        let actions = selected.into_iter().flat_map(|(finding, diagnostic)| {
            let (name, code) = (finding.rule.name(), finding.rule.code());
            let quick_fix = |title, is_preferred, edits: &[Edit]| CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic.clone()]),
                is_preferred: Some(is_preferred),
                ..self.edit(edits, &positions)
            };
            let fix = finding.fix.as_ref().map(|fix| {
                let is_safe = fix.safety == Safety::Safe;
                quick_fix(format!("Fix {name} ({code})"), is_safe, &fix.edits)
            });
            let comment = comments.next().flatten();
            let allow = comment.map(|edit| quick_fix(format!("Allow {name} here"), false, &[edit]));
            fix.into_iter().chain(allow)
        });
        actions.collect()
    }

    /// For each finding a comment that allows it, if there is a place for one.
    fn comments<'f>(&self, findings: impl Iterator<Item = &'f Finding>) -> Vec<Option<Edit>> {
        let linted = self.linted.as_ref();
        linted.map_or_else(Vec::new, |(linter, kind)| {
            linter.suppressions(*kind, self.text.as_bytes(), findings)
        })
    }

    /// Applies all safe fixes, as `--fix` does.
    pub(super) fn fix_all(&self) -> Option<CodeAction> {
        let (linter, kind) = self.linted.as_ref()?;
        let is_safe = |fix: &Fix| fix.safety == Safety::Safe;
        let mut fixes = self
            .findings
            .iter()
            .filter_map(|finding| finding.fix.as_ref());
        if !fixes.any(is_safe) {
            return None;
        }
        let path = super::path(self.uri.as_str());
        let path = path.to_string_lossy();
        let known = self.baseline.as_ref().map(|known| known.urls_of(&path));
        let is_new = |finding: &Finding| {
            let known = known.as_ref();
            !known.is_some_and(|known| known.contains(&finding.url))
        };
        let fixed = fix(linter, *kind, self.text.as_bytes(), Safety::Safe, is_new);
        let fixed = String::from_utf8_lossy(&fixed.document);
        let positions = PositionIndex::new(&self.text);
        let edits = diff::edits(&self.text, &fixed).into_iter();
        let edits = edits.map(|(at, with)| TextEdit {
            range: positions.range(&(at.start as u64..at.end as u64)),
            new_text: with.to_string(),
        });
        Some(CodeAction {
            title: "Fix all URLs that can be fixed safely".to_string(),
            kind: Some(CodeActionKind::SOURCE_FIX_ALL),
            ..self.replace(edits.collect())
        })
    }

    /// An action that applies these edits.
    fn edit(&self, edits: &[Edit], positions: &PositionIndex<'_>) -> CodeAction {
        let edits = edits.iter().map(|edit| TextEdit {
            range: positions.range(&edit.at),
            new_text: String::from_utf8_lossy(&edit.with).into_owned(),
        });
        self.replace(edits.collect())
    }

    fn replace(&self, edits: Vec<TextEdit>) -> CodeAction {
        #[allow(
            clippy::mutable_key_type,
            reason = "the protocol's types have this map"
        )]
        let changes = HashMap::from([(self.uri.clone(), edits)]);
        CodeAction {
            edit: Some(WorkspaceEdit {
                changes: Some(changes),
                ..WorkspaceEdit::default()
            }),
            data: Some(self.version.into()),
            ..CodeAction::default()
        }
    }
}
