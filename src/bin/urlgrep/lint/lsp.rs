//! `--lsp`: a language server that shows findings as diagnostics and offers fixes as quick fixes (Language Server Protocol 3.17).
//!
//! The client sends complete documents.

mod position;

use std::collections::HashMap;
use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Exit, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{CodeActionRequest, Initialize, Request as _, Shutdown};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeDescription, Diagnostic,
    DiagnosticSeverity, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, NumberOrString, PublishDiagnosticsParams, Range,
    TextDocumentSyncKind, TextEdit, Uri, WorkspaceEdit,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use urlgrep::document::Kind;
use urlgrep::lint::{Edit, Finding, Fix, Linter, Safety, Severity};
use urlgrep::url;

use position::PositionIndex;

use super::file_rules::{Configs, Rules};
use super::kind::{self, DocumentKind};
use super::options::Options;
use super::work;
use crate::exit::Status;
use crate::stderr;

/// For at most this many findings of a selection, a comment that allows them is offered: to try one, the document is linted again.
const MAX_COMMENTS: usize = 32;

type ServerError = Box<dyn Error + Send + Sync>;

/// Serves an editor until it exits. The status is 1 if it did not request the shutdown before, as the protocol says.
pub(super) fn serve(options: &Options<'_>) -> Status {
    let (connection, client) = Connection::memory();
    let writer = connect(client);
    let server = Server {
        connection,
        options,
        configs: Configs::new(options),
        documents: HashMap::new(),
    };
    match server.serve() {
        // The server's end of the connection is closed, so everything is written.
        Ok(status) => writer.join().map_or(Status::Error, |()| status),
        // Standard output may be closed. The thread that reads is not joined: it may wait for input.
        Err(error) => {
            stderr::say("--lsp", error);
            Status::Error
        }
    }
}

/// Connects `client`, the editor's end, to standard input and output. Returns the thread that writes.
fn connect(client: Connection) -> JoinHandle<()> {
    let Connection { sender, receiver } = client;
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            match Message::read(&mut input) {
                Ok(Some(message)) => {
                    if sender.send(message).is_err() {
                        return;
                    }
                }
                // Its length was valid, so the next message can be read.
                Err(error) if error.kind() == ErrorKind::InvalidData => refuse(&error),
                Ok(None) | Err(_) => return,
            }
        }
    });
    thread::spawn(move || {
        for message in receiver {
            if message.write(&mut io::stdout().lock()).is_err() {
                return;
            }
        }
    })
}

/// Answers a message that is not valid JSON-RPC. Its id is not known.
fn refuse(error: &io::Error) {
    /// JSON-RPC 2.0, section 5.1.
    const PARSE_ERROR: i32 = -32700;
    let error = json!({"code": PARSE_ERROR, "message": error.to_string()});
    let body = json!({"jsonrpc": "2.0", "id": null, "error": error}).to_string();
    let mut out = io::stdout().lock();
    // If standard output is closed, the writing thread ends the server.
    let _ = write!(out, "Content-Length: {}\r\n\r\n{body}", body.len());
    let _ = out.flush();
}

struct Server<'o> {
    connection: Connection,
    options: &'o Options<'o>,
    configs: Configs<'o>,
    /// By URI.
    documents: HashMap<String, Document>,
}

/// A document that is open in the editor.
struct Document {
    uri: Uri,
    text: String,
    version: i32,
    /// The type that the editor gives.
    language: Option<Kind>,
    /// How it was linted; `None` if it was not.
    linted: Option<(Linter, Kind)>,
    findings: Vec<Finding>,
}

/// The options agreed with the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Start,
    Serving,
    /// Only `exit` can follow.
    Shutdown,
}

/// The capabilities of the server.
fn capabilities() -> Value {
    json!({
        "textDocumentSync": TextDocumentSyncKind::FULL,
        "codeActionProvider": {
            "codeActionKinds": [CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL],
        },
    })
}

impl Server<'_> {
    /// The status says whether the client requested the shutdown. It may also just end its output.
    fn serve(mut self) -> Result<Status, ServerError> {
        let mut state = State::Start;
        while let Ok(message) = self.connection.receiver.recv() {
            match message {
                Message::Request(request) => {
                    let answer = self.answer(request, &mut state)?;
                    self.connection.sender.send(Message::Response(answer))?;
                }
                Message::Notification(notification) if notification.method == Exit::METHOD => break,
                Message::Notification(notification) if state == State::Serving => {
                    self.handle(notification)?;
                }
                Message::Notification(_) | Message::Response(_) => {}
            }
        }
        Ok(match state {
            State::Shutdown => Status::Yes,
            State::Start | State::Serving => Status::No,
        })
    }

    fn answer(&self, request: Request, state: &mut State) -> Result<Response, ServerError> {
        /// Error codes of JSON-RPC and of the protocol.
        const INVALID_REQUEST: i32 = -32600;
        const UNKNOWN: i32 = -32601;
        const INVALID: i32 = -32602;
        const NOT_INITIALIZED: i32 = -32002;
        let Request { id, method, params } = request;
        Ok(match (*state, &method[..]) {
            (State::Start, Initialize::METHOD) => {
                *state = State::Serving;
                Response::new_ok(id, json!({"capabilities": capabilities()}))
            }
            (State::Start, _) => {
                Response::new_err(id, NOT_INITIALIZED, "expected initialize request".into())
            }
            (State::Serving, Shutdown::METHOD) => {
                *state = State::Shutdown;
                Response::new_ok(id, ())
            }
            (State::Serving, CodeActionRequest::METHOD) => match serde_json::from_value(params) {
                Ok(params) => Response::new_ok(id, self.actions(&params)),
                Err(error) => Response::new_err(id, INVALID, error.to_string()),
            },
            (State::Shutdown, _) | (_, Initialize::METHOD) => {
                let why = format!("{method} is not possible now");
                Response::new_err(id, INVALID_REQUEST, why)
            }
            _ => Response::new_err(id, UNKNOWN, format!("unknown method {method}")),
        })
    }

    fn handle(&mut self, notification: Notification) -> Result<(), ServerError> {
        let Notification { method, params } = notification;
        match &method[..] {
            DidOpenTextDocument::METHOD => {
                if let Some(params) = read::<DidOpenTextDocumentParams>(params) {
                    let document = params.text_document;
                    let language = kind::of_language(&document.language_id);
                    self.lint(document.uri, document.version, document.text, language)?;
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Some(params) = read::<DidChangeTextDocumentParams>(params)
                    && let Some(change) = params.content_changes.into_iter().next_back()
                {
                    let document = params.text_document;
                    let known = self.documents.get(document.uri.as_str());
                    let language = known.and_then(|known| known.language);
                    self.lint(document.uri, document.version, change.text, language)?;
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Some(params) = read::<DidCloseTextDocumentParams>(params) {
                    let uri = params.text_document.uri;
                    self.documents.remove(uri.as_str());
                    self.publish(uri, None, Vec::new())?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Lints a document and publishes the findings.
    fn lint(
        &mut self,
        uri: Uri,
        version: i32,
        text: String,
        language: Option<Kind>,
    ) -> Result<(), ServerError> {
        let path = path(uri.as_str());
        let mut linted = None;
        let findings = match self.configs.rules(&path, false) {
            Rules::Linter(rules) => {
                let bytes = text.as_bytes();
                let kind = rules.kind.or(language);
                let kind = DocumentKind::detect(self.options, kind, &path, bytes);
                let mut findings = work::fixable_findings(&rules.linter, kind, bytes);
                if let Some(baseline) = &rules.baseline {
                    let path = path.to_string_lossy();
                    findings = baseline.filter_new(&path, findings, |finding| finding);
                }
                linted = Some((rules.linter, kind.kind));
                findings
            }
            Rules::Excluded | Rules::Invalid => Vec::new(),
        };
        let document = Document {
            uri: uri.clone(),
            text,
            version,
            language,
            linted,
            findings,
        };
        let diagnostics = document.diagnostics();
        self.documents.insert(uri.as_str().to_string(), document);
        self.publish(uri, Some(version), diagnostics)
    }

    fn publish(
        &self,
        uri: Uri,
        version: Option<i32>,
        diagnostics: Vec<Diagnostic>,
    ) -> Result<(), ServerError> {
        let params = PublishDiagnosticsParams {
            uri,
            diagnostics,
            version,
        };
        let method = PublishDiagnostics::METHOD.to_string();
        let notification = Notification::new(method, params);
        self.connection
            .sender
            .send(Message::Notification(notification))?;
        Ok(())
    }

    /// The fixes in the range that the editor asks for.
    fn actions(&self, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
        let Some(document) = self.documents.get(params.text_document.uri.as_str()) else {
            return Vec::new();
        };
        let selection = params.range;
        let meets = |range: &Range| range.start <= selection.end && selection.start <= range.end;
        let findings = document.findings.iter().zip(document.diagnostics());
        let wanted = |kind: &CodeActionKind| {
            let only = params.context.only.as_ref();
            // `source` includes `source.fixAll`.
            only.is_none_or(|only| {
                only.iter()
                    .any(|only| kind.as_str().starts_with(only.as_str()))
            })
        };
        let findings = findings.filter(|(_, diagnostic)| meets(&diagnostic.range));
        let mut actions: Vec<CodeAction> = if wanted(&CodeActionKind::QUICKFIX) {
            document.quick_fixes(findings)
        } else {
            Vec::new()
        };
        // Only if it is asked for: it changes more than the selection.
        if params.context.only.is_some() {
            actions.extend(document.fix_all());
        }
        actions.retain(|action| action.kind.as_ref().is_some_and(wanted));
        actions
            .into_iter()
            .map(CodeActionOrCommand::CodeAction)
            .collect()
    }
}

fn read<P: DeserializeOwned>(params: serde_json::Value) -> Option<P> {
    serde_json::from_value(params).ok()
}

impl Document {
    fn diagnostics(&self) -> Vec<Diagnostic> {
        let positions = PositionIndex::new(&self.text);
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
        self.findings.iter().map(diagnostic).collect()
    }

    /// For each finding its fix, and a comment that allows it.
    fn quick_fixes<'f>(
        &'f self,
        findings: impl Iterator<Item = (&'f Finding, Diagnostic)>,
    ) -> Vec<CodeAction> {
        let actions = findings.enumerate().flat_map(|(i, (finding, diagnostic))| {
            let fix = self.action(finding, diagnostic.clone());
            let comment = (i < MAX_COMMENTS).then(|| self.allow(finding, diagnostic));
            fix.into_iter().chain(comment.flatten())
        });
        actions.collect()
    }

    fn action(&self, finding: &Finding, diagnostic: Diagnostic) -> Option<CodeAction> {
        let fix = finding.fix.as_ref()?;
        Some(CodeAction {
            title: format!("Fix {} ({})", finding.rule.name(), finding.rule.code()),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic]),
            is_preferred: Some(fix.safety == Safety::Safe),
            ..self.edit(&fix.edits)
        })
    }

    /// Writes a comment that allows the finding, if there is a place for one.
    fn allow(&self, finding: &Finding, diagnostic: Diagnostic) -> Option<CodeAction> {
        let (linter, kind) = self.linted.as_ref()?;
        let edit = linter.suppression(*kind, self.text.as_bytes(), finding)?;
        Some(CodeAction {
            title: format!("Allow {} here", finding.rule.name()),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic]),
            is_preferred: Some(false),
            ..self.edit([&edit])
        })
    }

    /// Applies all safe fixes that do not overlap.
    fn fix_all(&self) -> Option<CodeAction> {
        let fixes = self
            .findings
            .iter()
            .filter_map(|finding| finding.fix.as_ref());
        let mut end = None;
        let fixes = fixes.filter(|fix| {
            let start = fix.edits.first().map(|edit| edit.at.start);
            let fits = fix.safety == Safety::Safe && start > end;
            if fits {
                end = fix.edits.last().map(|edit| edit.at.end);
            }
            fits
        });
        let fixes: Vec<&Fix> = fixes.collect();
        (!fixes.is_empty()).then(|| CodeAction {
            title: "Fix all URLs that can be fixed safely".to_string(),
            kind: Some(CodeActionKind::SOURCE_FIX_ALL),
            ..self.edit(fixes.into_iter().flat_map(|fix| &fix.edits))
        })
    }

    /// An action that applies these edits.
    fn edit<'f>(&self, edits: impl IntoIterator<Item = &'f Edit>) -> CodeAction {
        let positions = PositionIndex::new(&self.text);
        let edits = edits.into_iter().map(|edit| TextEdit {
            range: positions.range(&edit.at),
            new_text: String::from_utf8_lossy(&edit.with).into_owned(),
        });
        #[allow(
            clippy::mutable_key_type,
            reason = "the protocol's types have this map"
        )]
        let changes = HashMap::from([(self.uri.clone(), edits.collect())]);
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

/// The path of a `file:` URL. For any other URL, the URL itself; its extension tells the type of the document.
fn path(uri: &str) -> PathBuf {
    let Some(rest) = uri.strip_prefix("file://") else {
        return PathBuf::from(uri);
    };
    let path = url::decode(rest.as_bytes());
    let path = String::from_utf8_lossy(&path);
    // `file:///C:/x`
    let drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    PathBuf::from(if drive { &path[1..] } else { &path[..] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_uris() {
        assert_eq!(path("file:///a%20b/%C3%A4.md"), PathBuf::from("/a b/ä.md"));
        assert_eq!(path("untitled:x.md"), PathBuf::from("untitled:x.md"));
    }
}
