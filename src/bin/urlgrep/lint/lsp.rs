//! `--lsp`: a language server that shows findings as diagnostics and offers fixes as quick fixes (Language Server Protocol 3.17).
//!
//! The client sends complete documents. Whenever it sends anything, the server looks whether a configuration or a baseline has changed, so
//! this works with every client. Those that can watch files are asked to say so at once.

mod document;
mod position;

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::mem;
use std::path::PathBuf;
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, Exit,
    Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    CodeActionRequest, Initialize, RegisterCapability, Request as _, Shutdown,
};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    MessageType, PublishDiagnosticsParams, Range, ShowMessageParams, TextDocumentSyncKind, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use urlgrep::document::Kind;
use urlgrep::url;

use document::Document;

use super::file_rules::{Configs, Rules};
use super::kind::{self, DocumentKind};
use super::options::Options;
use super::work;
use crate::exit::Status;
use crate::stderr;

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
        told: HashSet::new(),
        told_before: HashSet::new(),
        can_watch: false,
        watched: HashSet::new(),
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
            match read_message(&mut input) {
                Ok(Some(message)) => {
                    if sender.send(message).is_err() {
                        return;
                    }
                }
                // Its end is known, so the next message can be read.
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

/// Reads the next message. A message that is longer than `MAX` is skipped, because all of its length is allocated before it is read.
fn read_message(mut input: impl BufRead) -> io::Result<Option<Message>> {
    const MAX: u64 = 256 << 20;
    let (len, last) = read_head(&mut input)?;
    match len.filter(|_| last == b"\r\n") {
        Some(len) if len > MAX => {
            io::copy(&mut input.take(len), &mut io::sink())?;
            let why = format!("message of {len} bytes is too long");
            Err(io::Error::new(ErrorKind::InvalidData, why))
        }
        Some(len) => {
            let head = format!("Content-Length: {len}\r\n\r\n");
            Message::read(&mut head.as_bytes().chain(input))
        }
        None => Message::read(&mut &*last),
    }
}

/// Reads the header of a message. Returns the length of the content, and the last line: the blank one, or one that is broken. Other
/// fields, and what is broken in them, do not matter. So they may have any length.
fn read_head(mut input: impl BufRead) -> io::Result<(Option<u64>, Vec<u8>)> {
    /// A field with the length is shorter.
    const MAX: u64 = 1024;
    let mut len = None;
    loop {
        let mut line = Vec::new();
        (&mut input).take(MAX).read_until(b'\n', &mut line)?;
        if line.len() as u64 == MAX && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            continue;
        }
        if matches!(&line[..], b"\r\n" | []) || !line.ends_with(b"\r\n") {
            return Ok((len, line));
        }
        len = content_length(&line).or(len);
    }
}

/// The length of the content, if the line is the field for it.
fn content_length(line: &[u8]) -> Option<u64> {
    let (name, len) = str::from_utf8(line).ok()?.split_once(": ")?;
    let is_length = name.eq_ignore_ascii_case("Content-Length");
    is_length.then(|| len.trim_end().parse().ok())?
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
    /// What the user was told about these configurations, and about the ones before.
    told: HashSet<String>,
    told_before: HashSet<String>,
    /// Whether the client watches files if it is asked to.
    can_watch: bool,
    /// The names of the files that it watches.
    watched: HashSet<String>,
}

/// What can be answered.
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
            if state == State::Serving && self.configs.inputs.have_changed() {
                self.reload()?;
            }
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
            self.tell_problems()?;
            self.watch()?;
        }
        Ok(match state {
            State::Shutdown => Status::Yes,
            State::Start | State::Serving => Status::No,
        })
    }

    fn answer(&mut self, request: Request, state: &mut State) -> Result<Response, ServerError> {
        /// Error codes of JSON-RPC and of the protocol.
        const INVALID_REQUEST: i32 = -32600;
        const UNKNOWN: i32 = -32601;
        const INVALID: i32 = -32602;
        const NOT_INITIALIZED: i32 = -32002;
        let Request { id, method, params } = request;
        Ok(match (*state, &method[..]) {
            (State::Start, Initialize::METHOD) => {
                *state = State::Serving;
                let key = "/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration";
                self.can_watch = params.pointer(key) == Some(&Value::Bool(true));
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

    /// Reads configurations and baselines again, and lints all documents.
    fn reload(&mut self) -> Result<(), ServerError> {
        self.configs = Configs::new(self.options);
        self.told_before = mem::take(&mut self.told);
        for document in mem::take(&mut self.documents).into_values() {
            let Document {
                uri,
                version,
                text,
                language,
                ..
            } = document;
            self.lint(uri, version, text, language)?;
        }
        Ok(())
    }

    /// Tells the user once what is wrong with configurations and baselines.
    fn tell_problems(&mut self) -> Result<(), ServerError> {
        for problem in self.configs.inputs.take_problems() {
            if !self.told.insert(problem.clone()) || self.told_before.contains(&problem) {
                continue;
            }
            let params = ShowMessageParams {
                typ: MessageType::ERROR,
                message: format!("urlgrep: {problem}"),
            };
            self.notify::<ShowMessage>(params)?;
        }
        Ok(())
    }

    /// Asks the client to watch the files that were read.
    fn watch(&mut self) -> Result<(), ServerError> {
        if !self.can_watch {
            return Ok(());
        }
        let mut names: Vec<String> = self.configs.inputs.names().into_iter().collect();
        names.retain(|name| self.watched.insert(name.clone()));
        if names.is_empty() {
            return Ok(());
        }
        let is_special = |c| "*?[]{}".contains(c);
        let watchers = names.iter().map(|name| {
            let pattern = format!("**/{}", name.replace(is_special, "?"));
            json!({"globPattern": pattern})
        });
        let watchers: Vec<Value> = watchers.collect();
        let id = format!("watch-{}", self.watched.len());
        let registration = json!({
            "id": id,
            "method": DidChangeWatchedFiles::METHOD,
            "registerOptions": {"watchers": watchers},
        });
        let params = json!({"registrations": [registration]});
        let method = RegisterCapability::METHOD.to_string();
        let request = Request::new(id.into(), method, params);
        self.connection.sender.send(Message::Request(request))?;
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
        let (mut linted, mut baseline) = (None, None);
        let findings = match self.configs.rules(&path, false) {
            Rules::Linter(rules) if !work::is_result(text.as_bytes()) => {
                let bytes = text.as_bytes();
                let kind = rules.kind.or(language);
                let kind = DocumentKind::detect(self.options.kind.or(kind), &path, bytes);
                let mut findings = work::fixable_findings(&rules.linter, kind, bytes);
                baseline = rules.baseline;
                if let Some(baseline) = &baseline {
                    let path = path.to_string_lossy();
                    findings = baseline.filter_new(&path, findings, |finding| finding);
                }
                linted = Some((rules.linter, kind.kind));
                findings
            }
            Rules::Linter(_) | Rules::Excluded | Rules::Invalid => Vec::new(),
        };
        let diagnostics = document::diagnostics(&text, &findings);
        let document = Document {
            uri: uri.clone(),
            text,
            version,
            language,
            linted,
            baseline,
            findings,
            diagnostics: diagnostics.clone(),
        };
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
        self.notify::<PublishDiagnostics>(params)
    }

    fn notify<N: lsp_types::notification::Notification>(
        &self,
        params: N::Params,
    ) -> Result<(), ServerError> {
        let notification = Notification::new(N::METHOD.to_string(), params);
        let message = Message::Notification(notification);
        self.connection.sender.send(message)?;
        Ok(())
    }

    /// The fixes in the range that the editor asks for.
    fn actions(&self, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
        let Some(document) = self.documents.get(params.text_document.uri.as_str()) else {
            return Vec::new();
        };
        let selection = params.range;
        let meets = |range: &Range| range.start <= selection.end && selection.start <= range.end;
        let wanted = |kind: &CodeActionKind| {
            let only = params.context.only.as_ref();
            // `source` includes `source.fixAll`.
            only.is_none_or(|only| {
                only.iter()
                    .any(|only| kind.as_str().starts_with(only.as_str()))
            })
        };
        let mut actions: Vec<CodeAction> = if wanted(&CodeActionKind::QUICKFIX) {
            document.quick_fixes(meets)
        } else {
            Vec::new()
        };
        // Only if it is asked for: it changes more than the selection.
        if params.context.only.is_some() && wanted(&CodeActionKind::SOURCE_FIX_ALL) {
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
