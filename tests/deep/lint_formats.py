"""Checks what `urlgrep lint` writes for other programs: SARIF against its schema, commands of GitHub Actions, and the language server with a
client of its own.

Usage: lint_formats.py URLGREP [SARIF-SCHEMA]. The schema is `sarif-schema-2.1.0.json`, which the crate serde-sarif contains as
`src/schema.json`; it needs Python's jsonschema."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

FAULTS = """# Faults

See htpp://a.org/x, <HTTP://a.org:80/é>, [it](www.a.org) and [ä](http://a.org/x[1].html).
See <http://joe:k3DFx90aa@a.org/>.
"""


def sarif(urlgrep, folder, schema):
    run = subprocess.run([urlgrep, "lint", "--isolated", "--output-format", "sarif", folder], capture_output=True)
    report = json.loads(run.stdout)
    results = report["runs"][0]["results"]
    assert len(results) >= 5, results
    if schema is None:
        print("SARIF is not validated: no schema is given")
        return
    import jsonschema

    schema = json.loads(pathlib.Path(schema).read_text())
    jsonschema.validators.validator_for(schema)(schema).validate(report)
    print(f"SARIF: {len(results)} results are valid")


def github(urlgrep, folder):
    """A name with line breaks cannot begin a line with a command of its own."""
    name = os.path.join(folder, "a\n::error::forged\r::set-output name=x::y%0A::warning::z,line=1.md")
    pathlib.Path(name).write_text("See htpp://a.org/x.\n")
    run = subprocess.run([urlgrep, "lint", "--isolated", "--output-format", "github", name], capture_output=True)
    lines = run.stdout.splitlines()
    assert len(lines) == 1 and lines[0].startswith(b"::error file="), run.stdout
    assert b"\r" not in lines[0] and lines[0].count(b"::") == 2, lines
    os.remove(name)
    print("GitHub Actions: no command is forged")


class Client:
    """A client of the Language Server Protocol."""

    def __init__(self, *command):
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0
        # What does not answer is ended, and the next read fails.
        self.watchdog = threading.Timer(60, self.server.kill)
        self.watchdog.daemon = True
        self.watchdog.start()

    def write(self, body):
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()

    def read(self):
        length = 0
        while (line := self.server.stdout.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        assert length, "the server has ended, or did not answer for a minute"
        return json.loads(self.server.stdout.read(length))

    def tell(self, method, params):
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def ask(self, method, params):
        self.last += 1
        self.write(json.dumps({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}).encode())
        answer = self.read()
        assert answer["id"] == self.last, answer
        return answer["result"]


def apply(text, edits):
    """The text after the edits of an action, whose positions count UTF-16 units."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:n]) for n in range(len(lines))]

    def offset(at):
        line = lines[at["line"]].encode("utf-16-le")
        return starts[at["line"]] + len(line[: 2 * at["character"]].decode("utf-16-le"))

    for edit in sorted(edits, key=lambda edit: offset(edit["range"]["start"]), reverse=True):
        text = text[: offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]) :]
    return text


def language_server(urlgrep):
    client = Client(urlgrep, "lint", "--lsp", "--isolated")
    capabilities = client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})["capabilities"]
    assert "source.fixAll" in capabilities["codeActionProvider"]["codeActionKinds"]
    client.tell("initialized", {})

    def opened(uri, language, text):
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        client.tell("textDocument/didOpen", {"textDocument": document})
        return client.read()["params"]["diagnostics"]

    def codes(diagnostics):
        return sorted(diagnostic["code"] for diagnostic in diagnostics)

    # The language decides, not the name.
    text = "See http://a.org/x.\n"
    assert codes(opened("untitled:one", "markdown", text)) == ["U006"]
    assert codes(opened("untitled:two", "plaintext", text)) == []
    assert codes(opened("untitled:three", "restructuredtext", "See `it <www.a.org>`_.\n")) == ["U109"]

    text = "é 😀 <HTTP://a.org/x> and more.\n"
    found = opened("untitled:four", "markdown", text)
    assert codes(found) == ["U103"]
    context = {"diagnostics": found}
    params = {"textDocument": {"uri": "untitled:four"}, "range": found[0]["range"], "context": context}
    actions = {action["title"]: action for action in client.ask("textDocument/codeAction", params)}
    fixed = actions["Fix uppercase-scheme (U103)"]["edit"]["changes"]["untitled:four"]
    assert apply(text, fixed) == "é 😀 <http://a.org/x> and more.\n"
    allowed = apply(text, actions["Allow uppercase-scheme here"]["edit"]["changes"]["untitled:four"])
    assert allowed == "é 😀 <HTTP://a.org/x> and more. <!-- urlgrep: allow uppercase-scheme -->\n"
    change = {"textDocument": {"uri": "untitled:four", "version": 2}, "contentChanges": [{"text": allowed}]}
    client.tell("textDocument/didChange", change)
    assert client.read()["params"]["diagnostics"] == []

    # Bad messages are refused, and the server lives.
    for body in [b"{", b"[1]", b"\xff", b'{"jsonrpc":"2.0","id":7}']:
        client.write(body)
        answer = client.read()
        assert answer["error"]["code"] == -32700, answer
    assert codes(opened("untitled:five", "asciidoc", "See htpp://a.org/[it].\n")) == ["U104"]
    client.ask("shutdown", None)
    client.tell("exit", None)
    assert client.server.wait(timeout=10) == 0
    client.watchdog.cancel()
    print("language server: answers as it should")


def main():
    urlgrep = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "ü x.md").write_text(FAULTS)
        sarif(urlgrep, folder, sys.argv[2] if len(sys.argv) > 2 else None)
        github(urlgrep, folder)
    language_server(urlgrep)


if __name__ == "__main__":
    main()
