//! `urlgrep lint --lsp`, driven by a scripted client.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::command::{Folder, end, has, spawn};

struct Client {
    /// Its current directory.
    folder: Folder,
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Client {
    fn start() -> Client {
        let folder = Folder::new();
        let mut command = folder.command(&["lint", "--lsp", "--stdio"]);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        Client {
            folder,
            stdin: child.stdin.take().expect("piped"),
            stdout: BufReader::new(child.stdout.take().expect("piped")),
            child,
        }
    }

    /// A client that has sent `initialize`.
    fn initialized() -> Client {
        let mut client = Client::start();
        client.ask(0, "initialize", json!({"capabilities": {}}));
        client.tell("initialized", json!({}));
        client
    }

    fn send(&mut self, message: Value) {
        send(&mut self.stdin, message);
    }

    /// The answer, which may be an error.
    fn answer_to(&mut self, id: u64, method: &str) -> Value {
        self.send(json!({"id": id, "method": method, "params": {"capabilities": {}}}));
        self.receive()
    }

    fn receive(&mut self) -> Value {
        let mut len = 0;
        loop {
            let mut line = String::new();
            self.stdout.read_line(&mut line).expect("the server writes");
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => len = number.parse().expect("a number"),
                None if line == "\r\n" => break,
                None => assert!(!line.is_empty(), "the server ended"),
            }
        }
        let mut bytes = vec![0; len];
        self.stdout
            .read_exact(&mut bytes)
            .expect("the server writes");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    fn ask(&mut self, id: u64, method: &str, params: Value) -> Value {
        self.send(json!({"id": id, "method": method, "params": params}));
        let answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Reads until the answer to a request. Diagnostics come before it.
    fn skip_to(&mut self, id: &Value) {
        while self.receive().get("id") != Some(id) {}
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({"method": method, "params": params}));
    }

    /// Opens a document, and returns what the server publishes about it.
    fn open(&mut self, uri: &str, language: &str, text: &str) -> Value {
        self.tell(
            "textDocument/didOpen",
            json!({"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": text}}),
        );
        self.receive()
    }

    /// The code actions for a range.
    fn actions(&mut self, uri: &str, range: Value, context: Value) -> Vec<Value> {
        let params = json!({"textDocument": {"uri": uri}, "range": range, "context": context});
        let mut answer = self.ask(2, "textDocument/codeAction", params);
        match answer["result"].take() {
            Value::Array(actions) => actions,
            other => panic!("{other}"),
        }
    }

    /// Ends the server as the protocol says.
    fn end(mut self) {
        self.send(json!({"id": "last", "method": "shutdown"}));
        self.skip_to(&"last".into());
        self.tell("exit", Value::Null);
        assert!(self.child.wait().expect("the command ends").success());
    }
}

fn send(stdin: &mut ChildStdin, mut message: Value) {
    message["jsonrpc"] = "2.0".into();
    let text = message.to_string();
    write!(stdin, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
    stdin.flush().expect("the server reads");
}

fn range(line: u32, start: u32, end: u32) -> Value {
    json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": end}})
}

#[test]
fn diagnostics_and_quick_fixes() {
    let mut client = Client::start();
    let uri = format!("file://{}/x.md", client.folder.path().display());
    let answer = client.ask(1, "initialize", json!({"capabilities": {}}));
    assert_eq!(answer["result"]["capabilities"]["textDocumentSync"], 1);
    client.tell("initialized", json!({}));

    let told = client.open(&uri, "markdown", "one\n😀 <HTTP://a.org/>\n");
    assert_eq!(told["method"], "textDocument/publishDiagnostics");
    let found = &told["params"]["diagnostics"];
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{told}");
    assert_eq!(found[0]["range"], range(1, 4, 8));
    let href = found[0]["codeDescription"]["href"].as_str();
    assert!(
        href.is_some_and(|href| href.ends_with("#uppercase-scheme-u103")),
        "{told}"
    );
    assert_eq!(
        (&found[0]["code"], &found[0]["severity"]),
        (&"U103".into(), &3.into())
    );

    let actions = client.actions(&uri, range(1, 5, 5), json!({"diagnostics": []}));
    assert_eq!(
        (&actions[0]["kind"], &actions[0]["isPreferred"]),
        (&"quickfix".into(), &true.into())
    );
    let edit = &actions[0]["edit"]["changes"][&uri][0];
    assert_eq!(
        (&edit["range"], &edit["newText"]),
        (&range(1, 4, 8), &"http".into())
    );
    let only = json!({"diagnostics": [], "only": ["source.fixAll"]});
    let actions = client.actions(&uri, range(0, 0, 0), only);
    assert_eq!(actions.len(), 1, "{actions:?}");
    assert_eq!(actions[0]["kind"], "source.fixAll");
    let edit = &actions[0]["edit"]["changes"][&uri][0];
    assert_eq!(edit["newText"], "http");
    let elsewhere = client.actions(&uri, range(0, 0, 1), json!({"diagnostics": []}));
    assert!(elsewhere.is_empty(), "{elsewhere:?}");

    client.tell(
        "textDocument/didChange",
        json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": "one\n<http://a.org/>\n"}]}),
    );
    let told = client.receive();
    assert_eq!(
        (&told["params"]["version"], &told["params"]["diagnostics"]),
        (&2.into(), &json!([]))
    );
    client.tell(
        "textDocument/didClose",
        json!({"textDocument": {"uri": uri}}),
    );
    assert_eq!(client.receive()["params"]["diagnostics"], json!([]));
    client.end();
}

/// Fixes that overlap take several passes. The edits are the difference.
#[test]
fn all_fixes_in_several_passes() {
    let mut client = Client::initialized();
    let uri = "untitled:x";
    client.open(
        uri,
        "markdown",
        "é\nSee HTTP://a.org:80/é and\n<HTTP://b.org/>.\n",
    );
    let only = json!({"diagnostics": [], "only": ["source.fixAll"]});
    let actions = client.actions(uri, range(0, 0, 0), only);
    let edits = &actions[0]["edit"]["changes"][uri];
    let want = json!([
        {"range": range(1, 4, 21), "newText": "<http://a.org/é>"},
        {"range": range(2, 1, 5), "newText": "http"},
    ]);
    assert_eq!(edits, &want);
    client.end();
}

/// The language that the editor gives decides, not the name.
#[test]
fn a_language_and_a_suppression() {
    let mut client = Client::initialized();
    let uri = "untitled:x";
    let text = "`it <www.a.org>`_ <HTTP://a.org/>\n";
    let told = client.open(uri, "restructuredtext", text);
    let found = &told["params"]["diagnostics"];
    assert_eq!(
        (&found[0]["code"], &found[1]["code"]),
        (&"U109".into(), &"U103".into()),
        "{told}"
    );
    let actions = client.actions(uri, range(0, 20, 20), json!({"diagnostics": []}));
    let titles: Vec<_> = actions.iter().map(|action| &action["title"]).collect();
    assert_eq!(
        titles,
        ["Fix uppercase-scheme (U103)", "Allow uppercase-scheme here"]
    );
    let edit = &actions[1]["edit"]["changes"][uri][0];
    assert_eq!(edit["newText"], ".. urlgrep: allow uppercase-scheme\n\n");
    client.end();
}

/// All findings of a selection have their fixes. Only the first 32 have a comment, since trying one takes time.
#[test]
fn many_findings() {
    let mut client = Client::initialized();
    let uri = "untitled:y";
    client.open(uri, "markdown", &"<HTTP://a.org/>\n\n".repeat(40));
    let all = json!({"start": {"line": 0, "character": 0}, "end": {"line": 80, "character": 0}});
    let actions = client.actions(uri, all, json!({"diagnostics": []}));
    let titles = actions.iter().filter_map(|action| action["title"].as_str());
    let begin = |word: &str| {
        let titles = titles.clone();
        titles.filter(|title| title.starts_with(word)).count()
    };
    assert_eq!((begin("Fix "), begin("Allow ")), (40, 32));
    client.end();
}

/// A message that is not JSON does not end the server.
#[test]
fn wrong_messages() {
    let mut client = Client::initialized();
    write!(client.stdin, "Content-Length: 5\r\n\r\n{{\"x\":").expect("the server reads");
    client.stdin.flush().expect("the server reads");
    let answer = client.receive();
    assert_eq!(
        (&answer["error"]["code"], &answer["id"]),
        (&(-32700).into(), &Value::Null)
    );
    assert!(client.ask(4, "textDocument/nonsense", json!({}))["error"]["code"] == -32601);
    assert!(client.ask(5, "textDocument/codeAction", json!({}))["error"]["code"] == -32602);
    client.end();
}

/// A message is allocated before it is read, so its length may be a lie that takes all memory.
#[test]
fn a_message_that_says_a_huge_length() {
    for len in ["9999999999999", "18446744073709551615"] {
        let mut client = Client::initialized();
        write!(client.stdin, "content-length: {len}\r\n\r\n{{}}").expect("the server reads");
        drop(client.stdin);
        let mut answer = String::new();
        client.stdout.read_to_string(&mut answer).expect("text");
        has(&answer, &format!("message of {len} bytes is too long"));
        assert_eq!(end(client.child).status, 1);
    }
}

/// Other fields of a header may have any length and stand anywhere.
#[test]
fn long_headers() {
    let mut client = Client::initialized();
    let long = format!("X-Long: {}\r\n", "x".repeat(100_000));
    let many = "X-Short: x\r\n".repeat(10_000);
    for (id, other) in (4..).zip([long, many]) {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": "x", "params": {}}).to_string();
        let length = format!("Content-Length: {}\r\n", request.len());
        for head in [[&other[..], &length], [&length, &other]] {
            write!(client.stdin, "{}\r\n{request}", head.concat()).expect("the server reads");
            assert_eq!(client.receive()["id"], id);
        }
    }
    client.end();
}

/// Messages of any shape: each request is answered, and the server goes on.
#[test]
fn messages_of_any_shape() {
    let mut client = Client::initialized();
    let uris = [
        "untitled:x",
        "file:///tmp/x.md",
        "file:///%00/%ff.md",
        "file://h/x",
        "x",
        "",
        "file:///",
        "http://[",
    ];
    let texts = [
        "",
        "<HTTP://a.org:80/>",
        "\r<HTTP://a.org:80/>\r\n\u{10000}<http:\\\\a.org>",
        "\u{feff}http://a.b/\u{202e}",
        "http://a.\nb",
    ];
    let lines = [0, 1, 2, 7, u32::MAX];
    let values = [
        json!(null),
        json!(-1),
        json!("x"),
        json!([]),
        json!({}),
        json!([[[]]]),
    ];
    // A generator of its own, so that each run sends the same messages.
    let mut state = 0x1738_u64;
    let mut choose = |len: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % len
    };
    for id in 1..2_000_u64 {
        let text = texts[choose(texts.len())].repeat(1 + choose(3));
        let uri = uris[choose(uris.len())];
        let mut document =
            json!({"uri": uri, "languageId": "markdown", "version": id, "text": text});
        let mut at = || json!({"line": lines[choose(5)], "character": lines[choose(5)]});
        let selection = json!({"start": at(), "end": at()});
        let context = match choose(3) {
            0 => json!({"diagnostics": [], "only": ["source.fixAll"]}),
            _ => json!({"diagnostics": []}),
        };
        if choose(8) == 0 {
            let key = ["uri", "languageId", "version", "text"][choose(4)];
            document[key] = values[choose(values.len())].clone();
        }
        let changes = json!([{"text": "x"}, {"text": text, "range": selection}]);
        let mut params = json!({
            "textDocument": document, "range": selection, "context": context, "contentChanges": changes,
        });
        if choose(8) == 0 {
            let key = ["textDocument", "range", "context", "contentChanges"][choose(4)];
            params[key] = values[choose(values.len())].clone();
        }
        // The answers are read now and then, because pipes are finite.
        match if id % 8 == 0 { 5 } else { choose(6) } {
            0 | 1 => client.tell("textDocument/didOpen", params),
            2 => client.tell("textDocument/didChange", params),
            3 => client.tell("textDocument/didClose", params),
            4 => client.tell(
                ["exot", "$/x", ""][choose(3)],
                values[choose(values.len())].clone(),
            ),
            _ => {
                let method = ["textDocument/codeAction", "textDocument/hover", ""][choose(3)];
                client.send(json!({"id": id, "method": method, "params": params}));
                client.skip_to(&id.into());
            }
        }
    }
    client.end();
}

/// The status is 0 only if the client requested the shutdown. The server ends at `exit` even if its input stays open.
#[test]
fn clients_that_leave() {
    let initialize = json!({"id": 1, "method": "initialize", "params": {"capabilities": {}}});
    let shutdown = json!({"id": 2, "method": "shutdown"});
    let exit = json!({"method": "exit"});
    for (messages, closes, want) in [
        (&[][..], true, 1),
        (&[&exit], false, 1),
        (&[&initialize, &exit], false, 1),
        (&[&initialize], true, 1),
        (&[&shutdown, &exit], false, 1),
        (&[&initialize, &shutdown, &exit], false, 0),
        (&[&initialize, &shutdown], true, 0),
    ] {
        let folder = Folder::new();
        let mut command = folder.command(&["lint", "--lsp"]);
        let mut child = spawn(command.stdin(Stdio::piped()));
        let mut stdin = child.stdin.take().expect("piped");
        for message in messages {
            send(&mut stdin, Value::clone(message));
        }
        let open = (!closes).then_some(stdin);
        let run = end(child);
        drop(open);
        assert_eq!((run.status, &*run.err), (want, ""), "{messages:?}");
    }
}

#[test]
fn the_configured_baseline_hides_known_findings() {
    let mut client = Client::initialized();
    client
        .folder
        .write("urlgrep.toml", "baseline = 'base.json'\n");
    client.folder.write("x.md", "See <http://a.org:80/>.\n");
    client.folder.run(&["lint", "--write-baseline"]);
    let uri = format!("file://{}/x.md", client.folder.path().display());
    let told = client.open(
        &uri,
        "markdown",
        "See <http://a.org:80/> and <http://b.org:80/>.\n",
    );
    let found = &told["params"]["diagnostics"];
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{told}");
    assert_eq!(found[0]["range"]["start"]["character"], 40, "{told}");
    client.end();
}

/// Their URLs are those of other files.
#[test]
fn baselines_and_reports_are_not_checked() {
    let mut client = Client::initialized();
    client.folder.write("x.md", "See <http://a.org:99999/>.\n");
    let lint = ["lint", "--baseline", "base.json", "--write-baseline"];
    client.folder.run(&lint);
    let baseline = String::from_utf8(client.folder.read("base.json")).expect("UTF-8");
    let dense = baseline.replace([' ', '\n'], "");
    let report = client.folder.run(&["lint", "--json", "x.md"]).out;
    for (text, count) in [
        (baseline, 0),
        (dense, 0),
        (report, 0),
        ("{\"x\": \"http://a.org:99999/\"}".into(), 1),
    ] {
        assert!(text.contains("99999"), "{text}");
        let told = client.open("file:///x.json", "json", &text);
        let found = &told["params"]["diagnostics"];
        assert_eq!(
            found.as_array().map(Vec::len),
            Some(count),
            "{text}: {told}"
        );
    }
    client.end();
}

#[test]
fn requests_out_of_order() {
    let mut client = Client::start();
    let code = |answer: &Value| answer["error"]["code"].as_i64();
    assert_eq!(
        code(&client.answer_to(1, "textDocument/hover")),
        Some(-32002)
    );
    assert_eq!(code(&client.answer_to(2, "initialize")), None);
    assert_eq!(code(&client.answer_to(3, "initialize")), Some(-32600));
    assert_eq!(
        code(&client.answer_to(4, "textDocument/hover")),
        Some(-32601)
    );
    assert_eq!(code(&client.answer_to(5, "shutdown")), None);
    assert_eq!(
        code(&client.answer_to(6, "textDocument/codeAction")),
        Some(-32600)
    );
    client.tell("exit", Value::Null);
    assert!(client.child.wait().expect("the command ends").success());
}

impl Client {
    /// A client that watches files if the server asks it to.
    fn watching() -> Client {
        let mut client = Client::start();
        let watches = json!({"didChangeWatchedFiles": {"dynamicRegistration": true}});
        let capabilities = json!({"capabilities": {"workspace": watches}});
        client.ask(0, "initialize", capabilities);
        client.tell("initialized", json!({}));
        client
    }

    /// The URI of a file.
    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.folder.at(name).display())
    }

    /// The codes of the findings that the server publishes next.
    fn codes(&mut self) -> Vec<Value> {
        codes(&self.receive())
    }
}

fn codes(told: &Value) -> Vec<Value> {
    let found = told["params"]["diagnostics"].as_array();
    let found = found.unwrap_or_else(|| panic!("{told}"));
    found.iter().map(|found| found["code"].clone()).collect()
}

const DOCUMENT: &str = "See <http://a.org:80/> and <HTTP://b.org/>.\n";

/// Any message makes the server look: of other editors, no notice of the change comes.
#[test]
fn a_changed_configuration_is_read_again() {
    let mut client = Client::initialized();
    let (x, y) = (client.uri("x.md"), client.uri("sub/y.md"));
    assert_eq!(
        codes(&client.open(&x, "markdown", DOCUMENT)),
        ["U301", "U103"]
    );
    assert_eq!(
        codes(&client.open(&y, "markdown", DOCUMENT)),
        ["U301", "U103"]
    );

    client
        .folder
        .write("urlgrep.toml", "ignore = ['default-port']\n");
    client.tell("textDocument/didSave", json!({}));
    assert_eq!([client.codes(), client.codes()], [["U103"], ["U103"]]);

    client.folder.write("sub/urlgrep.toml", "ignore = []\n");
    client.tell("workspace/didChangeWatchedFiles", json!({"changes": []}));
    let mut both = [client.codes(), client.codes()];
    both.sort_by_key(Vec::len);
    assert_eq!(both.map(|codes| codes.len()), [1, 2]);

    std::fs::remove_file(client.folder.at("urlgrep.toml")).expect("removed");
    client.tell("$/x", json!({}));
    assert_eq!([client.codes().len(), client.codes().len()], [2, 2]);
    // Nothing has changed, so nothing is published before the answer.
    assert!(client.ask(7, "textDocument/nonsense", json!({}))["error"]["code"] == -32601);
    client.end();
}

/// The user is told once, and the findings are shown without the baseline.
#[test]
fn a_baseline_that_cannot_be_read() {
    let mut client = Client::initialized();
    client
        .folder
        .write("urlgrep.toml", "baseline = 'base.json'\n");
    let uri = client.uri("x.md");
    let message = |told: Value| {
        assert_eq!(told["method"], "window/showMessage");
        told["params"]["message"]
            .as_str()
            .expect("a text")
            .to_string()
    };
    assert_eq!(
        codes(&client.open(&uri, "markdown", DOCUMENT)),
        ["U301", "U103"]
    );
    let told = message(client.receive());
    assert!(
        told.starts_with("urlgrep: ")
            && told.ends_with("/base.json: no such file; --write-baseline creates it"),
        "{told}"
    );
    // Another document, and another change of the configuration: it is not said again.
    let other = client.uri("y.md");
    client.open(&other, "markdown", DOCUMENT);
    client.folder.write(
        "urlgrep.toml",
        "baseline = 'base.json'\nignore = ['U103']\n",
    );
    client.tell("textDocument/didSave", json!({}));
    assert_eq!([client.codes(), client.codes()], [["U301"], ["U301"]]);

    client.folder.write("base.json", "{");
    client.tell("textDocument/didSave", json!({}));
    assert_eq!([client.codes(), client.codes()], [["U301"], ["U301"]]);
    let told = message(client.receive());
    assert!(
        told.contains("/base.json: not a baseline: EOF while parsing"),
        "{told}"
    );

    client.folder.write("x.md", DOCUMENT);
    std::fs::remove_file(client.folder.at("base.json")).expect("removed");
    client.folder.run(&["lint", "--write-baseline", "x.md"]);
    client.tell("textDocument/didSave", json!({}));
    let mut both = [client.codes(), client.codes()];
    both.sort_by_key(Vec::len);
    assert_eq!(both.map(|codes| codes.len()), [0, 1]);
    client.end();
}

#[test]
fn a_wrong_configuration_is_told_to_the_user() {
    let mut client = Client::initialized();
    client.folder.write("urlgrep.toml", "slect = []\n");
    let uri = client.uri("x.md");
    assert!(codes(&client.open(&uri, "markdown", DOCUMENT)).is_empty());
    let told = client.receive();
    let message = told["params"]["message"].as_str().expect("a text");
    assert!(
        message.ends_with("/urlgrep.toml: line 1: unknown key 'slect'; did you mean 'select'?"),
        "{message}"
    );
    client.folder.write("urlgrep.toml", "select = ['U103']\n");
    client.tell("textDocument/didSave", json!({}));
    assert_eq!(client.codes(), ["U103"]);
    client.end();
}

#[test]
fn a_client_that_can_is_asked_to_watch_the_files() {
    let mut client = Client::watching();
    let uri = client.uri("x.md");
    client.open(&uri, "markdown", DOCUMENT);
    let patterns = |client: &mut Client| {
        let asked = client.receive();
        assert_eq!(asked["method"], "client/registerCapability", "{asked}");
        // No answer: at each message the server looks at the files, which are written below.
        let registration = &asked["params"]["registrations"][0];
        assert_eq!(registration["method"], "workspace/didChangeWatchedFiles");
        let watchers = registration["registerOptions"]["watchers"].as_array();
        let watchers = watchers.expect("watchers").iter();
        let mut patterns: Vec<String> = watchers
            .map(|watcher| watcher["globPattern"].as_str().expect("text").to_string())
            .collect();
        patterns.sort();
        patterns
    };
    assert_eq!(
        patterns(&mut client),
        ["**/pyproject.toml", "**/urlgrep.toml"]
    );
    client
        .folder
        .write("urlgrep.toml", "baseline = 'known [1].json'\n");
    client
        .folder
        .write("known [1].json", "{\"version\":1,\"findings\":[]}");
    client.tell("workspace/didChangeWatchedFiles", json!({"changes": []}));
    assert_eq!(client.codes(), ["U301", "U103"]);
    assert_eq!(patterns(&mut client), ["**/known ?1?.json"]);
    client.end();
}
