//! `urlgrep lint`: files, configuration, output formats, fixes.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::command::{Folder, Run, begins, end, ends, has, signal, spawn};

const BAD: &[u8] = b"See <HTTP://a.org/x>.\n";

/// Lints with one line of output a finding.
fn short(folder: &Folder, args: &[&str]) -> Run {
    folder.run(&[&["lint", "--output-format", "short"], args].concat())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Path, severity and rule of each finding.
fn findings(folder: &Folder, args: &[&str]) -> Vec<String> {
    let run = folder.run(&[&["lint", "--json"], args].concat());
    let of = |finding: Value| {
        let keys = ["path", "severity", "rule"].map(|key| finding[key].as_str().expect("text"));
        keys.join(" ")
    };
    run.out.lines().map(json).map(of).collect()
}

#[test]
fn exit_status() {
    let folder = Folder::with(&[
        ("clean.md", b"See <http://a.org/>.\n"),
        ("error.md", b"See <http:///x>.\n"),
        ("warning.md", b"See <http://a.org:25/>.\n"),
        ("note.md", b"See <http://a.org:80/>.\n"),
    ]);
    let status = |args: &[&str]| folder.run(&[&["lint"], args].concat()).status;
    assert_eq!(status(&["clean.md"]), 0);
    assert_eq!(status(&["error.md"]), 1);
    assert_eq!(status(&["warning.md"]), 1);
    assert_eq!(status(&["note.md"]), 0);
    assert_eq!(status(&["note.md", "--fail-on", "note"]), 1);
    assert_eq!(status(&["warning.md", "--fail-on", "error"]), 0);
    assert_eq!(status(&["error.md", "--fail-on", "error"]), 1);
    assert_eq!(status(&["error.md", "--exit-zero"]), 0);
    assert_eq!(status(&["none.md"]), 2);
    assert_eq!(status(&["none.md", "--exit-zero"]), 2);
    assert_eq!(status(&["--nonsense"]), 2);
    assert_eq!(status(&[]), 1);
}

/// Their cells of Markdown are Markdown, at their places in the file.
#[test]
fn notebooks() {
    let text = r##"{
 "cells": [
  {
   "cell_type": "markdown",
   "source": [
    "# Sources\n",
    "\n",
    "See http://a.org/x for \"it\",\n",
    "or [there](http://a.org:80/)."
   ]
  },
  {
   "cell_type": "code",
   "outputs": [{"text": "http://a.org:80/y"}],
   "source": "# See http://a.org/z"
  }
 ]
}
"##;
    let folder = Folder::with(&[("a.ipynb", text.as_bytes())]);
    let run = short(&folder, &["a.ipynb"]);
    let places: Vec<_> = run
        .out
        .lines()
        .map(|line| line.split(": ").next())
        .collect();
    assert_eq!(
        places,
        [Some("a.ipynb:8:10"), Some("a.ipynb:9:29")],
        "{}",
        run.out
    );
    has(&run.out, "[U006 bare-url]");
    has(&run.out, "[U301 default-port]");
    assert_eq!(short(&folder, &["--fix", "a.ipynb"]).out, "");
    let fixed = text.replace("http://a.org/x", "<http://a.org/x>");
    assert_eq!(
        folder.read("a.ipynb"),
        fixed.replace("org:80/)", "org/)").as_bytes()
    );
}

/// The output may be a public log.
#[test]
fn passwords_are_not_printed() {
    let text = "# A\n\nClone <https://ann:Wq5zLmT2@git.corp.a.org:80/x>, not [it](https://ann:Wq5z\\LmT2@a.org/x).\n\n\
                <ftp://joe:a&amp;K17Xz9@ftp.a.org:80/> <https://ghp_9zY8x7W6v5U4t3S2r1Q0p9O8n7M6l5k1V2j3@github.com/a>";
    let folder = Folder::with(&[("a.md", text.as_bytes())]);
    for format in [
        "full", "short", "json", "sarif", "github", "gitlab", "junit",
    ] {
        let out = folder.run(&["lint", "--output-format", format, "a.md"]).out;
        assert!(out.contains("password-in-url"), "{format}: {out}");
        for secret in ["Wq5", "LmT", "K17", "9zY8", "k1V"] {
            assert!(!out.contains(secret), "{secret} in {format}: {out}");
        }
    }
    let run = folder.run(&["lint", "--json", "--select", "U201,U203", "a.md"]);
    let found = run.out.lines().map(json).map(|finding| {
        let place = [&finding["start"], &finding["end"]].map(|at| at.as_u64().expect("number"));
        let written = &text[place[0] as usize..place[1] as usize];
        (
            written.to_string(),
            finding["url"].as_str().expect("text").to_string(),
        )
    });
    let of = |written: &str, url: &str| (written.to_string(), url.to_string());
    assert_eq!(
        found.collect::<Vec<_>>(),
        [
            of("Wq5zLmT2", "https://ann:***@git.corp.a.org:80/x"),
            of("80", "https://ann:***@git.corp.a.org:80/x"),
            of("Wq5z\\LmT2", "https://ann:***@a.org/x"),
            of("a&amp;K17Xz9", "ftp://joe:***@ftp.a.org:80/"),
            of("80", "ftp://joe:***@ftp.a.org:80/"),
            of(
                "ghp_9zY8x7W6v5U4t3S2r1Q0p9O8n7M6l5k1V2j3",
                "https://***@github.com/a"
            ),
        ]
    );
    // The same password where the rule does not look.
    folder.write(
        "b.md",
        b"<https://ann:Wq5zLmT2@git.corp.a.org/> and \"Wq5zLmT2\"\n\n\
          <https://a.org:443/?u=https://ann:Wq5zLmT2@git.corp.a.org/>, jdbc:x://ann:Wq5zLmT2@a.org:5/\n",
    );
    for format in ["full", "json", "junit"] {
        let out = folder.run(&["lint", "--output-format", format, "b.md"]).out;
        assert!(out.contains("default-port"), "{format}: {out}");
        assert!(!out.contains("Wq5"), "{format}: {out}");
    }
    // Without the rule, nothing says that it is a secret.
    let full = folder.run(&["lint", "--select", "U203", "a.md"]).out;
    assert!(full.contains("https://ann:Wq5zLmT2@git"), "{full}");
}

/// The summary says so if there are findings and none sets the status, unless an option asked for that.
#[test]
fn findings_that_do_not_fail() {
    let folder = Folder::with(&[
        ("note.md", b"See <http://a.org:80/>.\n"),
        ("warning.md", b"See <http://a.org:25/>.\n"),
        ("sub/urlgrep.toml", b"fail-on = 'error'\n"),
        (
            "sub/both.md",
            b"See <http://a.org:80/> and <http://a.org:25/>.\n",
        ),
    ]);
    let last = |args: &[&str]| {
        let run = folder.run(&[&["lint"], args].concat());
        run.out.lines().last().map(String::from).unwrap_or_default()
    };
    let notes = "notes do not fail the check; --fail-on note changes that";
    let warnings = "warnings do not fail the check; --fail-on warning changes that";
    assert_eq!(last(&["note.md"]), notes);
    assert_eq!(last(&["sub"]), warnings);
    let count = "1 finding, 1 fixable with --fix";
    for option in ["--exit-zero", "--fail-on=warning", "--fail-on=note"] {
        assert_eq!(last(&["note.md", option]), count, "{option}");
    }
    assert_eq!(
        last(&["note.md", "warning.md"]),
        "2 findings, 1 fixable with --fix"
    );
    ends(&last(&["note.md", "--output-format", "short"]), "]");
}

#[test]
fn a_missing_file_is_reported_and_the_others_are_linted() {
    let folder = Folder::with(&[("b.md", BAD)]);
    let run = short(&folder, &["a.md", "b.md"]);
    assert_eq!(run.status, 2);
    assert_eq!(run.err, "urlgrep: a.md: No such file or directory\n");
    begins(&run.out, "b.md:1:6: note: ");
}

#[test]
fn standard_input_has_a_name() {
    let folder = Folder::new();
    let short = ["lint", "--output-format", "short", "-"];
    let run = folder.pipe(
        &[&short[..], &["--stdin-path", "x.md"]].concat(),
        b"`http//a.org/`, http://a.org\n",
    );
    assert!(
        run.out.contains("x.md:1:2: error") && run.out.contains("x.md:1:17: note"),
        "{}",
        run.out
    );
    let run = folder.pipe(&short, b"See http://a.org\n");
    run.is(0, "", "");
    let args = ["lint", "-", "--fix", "--stdin-path", "x.md"];
    let run = folder.pipe(&args, b"See <HTTP://a.org:80/>.\n");
    run.is(0, "See <http://a.org/>.\n", "");
    // Without a name or a type, it may be data.
    let run = folder.pipe(&["lint", "-", "--fix"], b"See <HTTP://a.org:80/>.\n");
    run.is(0, "See <HTTP://a.org:80/>.\n", "");
    let run = folder.pipe(
        &["lint", "--fix", "--as", "text", "-"],
        b"See <HTTP://a.org:80/>.\n",
    );
    run.is(0, "See <http://a.org/>.\n", "");
    let run = folder.pipe(&["lint", "-", "--fix"], b"See nothing.\n");
    run.is(0, "See nothing.\n", "");
    // It is printed whatever becomes of it.
    let named = ["lint", "--fix", "--stdin-path", "x.md", "-"];
    let write = ["--baseline", "b.json", "--write-baseline"];
    let run = folder.pipe(&[&named[..], &write].concat(), b"See <HTTP://a.org:80/>.\n");
    assert_eq!(
        (run.status, &run.out[..]),
        (0, "See <http://a.org/>.\n"),
        "{}",
        run.err
    );
    let folder = Folder::with(&[("urlgrep.toml", b"select = 1\n")]);
    let run = folder.pipe(&named, b"See <HTTP://a.org:80/>.\n");
    assert_eq!(
        (run.status, &run.out[..]),
        (2, "See <HTTP://a.org:80/>.\n"),
        "{}",
        run.err
    );
}

#[test]
fn columns_are_characters_and_bytes() {
    let folder = Folder::with(&[("x.txt", "ä\u{1f600} <HTTP://a.org/>\n".as_bytes())]);
    let run = folder.run(&["lint", "--json", "x.txt"]);
    let keys = "{\"path\":\"x.txt\",\"line\":1,\"column\":9,\"column_chars\":5,\"start\":8,\"end\":12,\"code\":\"U103\",\
                \"rule\":\"uppercase-scheme\",\"severity\":\"note\",";
    begins(&run.out, keys);
    let line = json(&run.out);
    assert_eq!(line["url"], "HTTP://a.org/");
    assert_eq!(line["fix"]["edits"][0]["text"], "http");
}

#[cfg(target_os = "linux")]
#[test]
fn bytes_that_are_not_utf_8_stand_beside_their_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let document = b"See <HTTP://a.org/caf\xe9>.\n";
    folder.write(OsStr::from_bytes(b"caf\xe9.md"), document);
    let form = |form: &str| folder.run(&["lint", "--output-format", form]).out;
    let line = form("json");
    let path = "{\"path\":\"caf\u{fffd}.md\",\"path_bytes\":\"Y2Fm6S5tZA==\",\"line\":1,";
    begins(&line, path);
    let url =
        "\"url\":\"HTTP://a.org/caf\u{fffd}\",\"url_bytes\":\"SFRUUDovL2Eub3JnL2NhZuk=\",\"fix\":";
    has(&line, url);
    folder.write("g.md", b"See <gopher://a.org/0/caf\xe9>.\n");
    let gateway = "gopher=https://g.example/{path}";
    let line = folder.run(&["lint", "--json", "--gateway", gateway, "g.md"]);
    let edit = "\"text\":\"https://g.example/0/caf\u{fffd}\",\"text_bytes\":\"aHR0cHM6Ly9nLmV4YW1wbGUvMC9jYWbp\"}";
    has(&line.out, edit);
    // A URL can name the file; the other formats have no place for bytes.
    let sarif = json(&form("sarif"));
    let result = &sarif["runs"][0]["results"][0];
    let location = &result["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "caf%E9.md");
    let replaced = "caf\u{fffd}.md";
    for name in ["full", "short", "github", "gitlab", "junit"] {
        let text = form(name);
        assert!(text.contains(replaced), "{name}: {text}");
    }
}

/// Also where a format adds the URL to the message.
#[test]
fn no_format_for_readers_has_a_live_url_with_defang() {
    let link = b"[http://bank.com/](http://evil.com/)\n";
    let folder = Folder::with(&[("a.md", link)]);
    for form in ["full", "short", "sarif", "github", "gitlab", "junit"] {
        let run = folder.run(&["lint", "--defang", "--output-format", form, "a.md"]);
        assert!(!run.out.contains("http://evil.com"), "{form}: {}", run.out);
        has(&run.out, "evil[.]com");
    }
}

#[test]
fn sarif_conforms_to_the_specification() {
    let folder = Folder::with(&[
        (
            "a b.md",
            "é <HTTP://a.org:80/>, <http://a..b/>\n".as_bytes(),
        ),
        ("c.md", b""),
    ]);
    let sarif = |args: &[&str]| {
        let run = folder.run(&[&["lint", "--output-format", "sarif"], args].concat());
        json(&run.out)
    };
    let fingerprints = |log: &Value| -> Vec<String> {
        let results = log["runs"][0]["results"].as_array().expect("results");
        let of = |result: &Value| result["partialFingerprints"]["urlgrep/v1"].to_string();
        results.iter().map(of).collect()
    };
    let log = sarif(&[]);
    assert_eq!(log["version"], "2.1.0");
    let [run_of] = &log["runs"].as_array().expect("runs")[..] else {
        panic!("one run");
    };
    assert_eq!(run_of["columnKind"], "unicodeCodePoints");
    let driver = &run_of["tool"]["driver"];
    assert_eq!(driver["name"], "urlgrep");
    let rules = driver["rules"].as_array().expect("rules");
    assert_eq!(rules.len(), 41);
    let help = rules[0]["helpUri"].as_str().expect("a URI");
    assert!(help.starts_with("https://") && help.ends_with("#unclosed-wrapper-u001"));
    assert!(driver["informationUri"].is_string());
    let results = run_of["results"].as_array().expect("results");
    assert_eq!(results.len(), 3);
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().expect("a level")));
        assert!(result["message"]["text"].is_string());
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20b.md");
        assert_eq!(place["region"]["startLine"], 1);
    }
    assert_eq!(
        results[0]["locations"][0]["physicalLocation"]["region"]["startColumn"],
        4
    );
    let replacement = &results[0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(
        replacement["deletedRegion"].to_string(),
        "{\"startLine\":1,\"startColumn\":4,\"endLine\":1,\"endColumn\":8}"
    );
    // Fingerprints do not change when lines move.
    folder.write("a b.md", "\n\né <HTTP://a.org:80/>, <http://a..b/>\n");
    let mut different = fingerprints(&log);
    assert_eq!(fingerprints(&sarif(&[])), different);
    // They do not depend on how the path is written.
    assert_eq!(fingerprints(&sarif(&["./a b.md"])), different);
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 3);
    assert_eq!(fingerprints(&sarif(&["c.md"])), [""; 0]);
}

#[test]
fn formats_for_ci_servers() {
    let folder = Folder::with(&[("x,y.md", b"See <HTTP://a.org/&x>.\n")]);
    let form = |form: &str| folder.run(&["lint", "--output-format", form]).out;
    assert_eq!(
        form("github"),
        "::notice file=x%2Cy.md,line=1,endLine=1,col=6,endColumn=10,title=U103 uppercase-scheme::scheme `HTTP` in upper case; write `http`\n"
    );
    let dot = folder.run(&["lint", "--output-format", "github", "."]).out;
    assert_eq!(dot, form("github"));
    let issues = json(&form("gitlab"));
    assert_eq!(issues[0]["check_name"], "uppercase-scheme");
    assert_eq!(issues[0]["location"]["lines"]["begin"], 1);
    assert!(
        issues[0]["fingerprint"]
            .as_str()
            .is_some_and(|hash| hash.len() == 16)
    );
    let junit = form("junit");
    begins(
        &junit,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ",
    );
    // A note is no failure, but with `--fail-on note`.
    let note = "<system-out>note: scheme `HTTP` in upper case; write `http`\nx,y.md:1:6: HTTP://a.org/&amp;x</system-out>";
    has(&junit, note);
    assert_eq!(junit.matches("tests=\"1\" failures=\"0\"").count(), 2);
    let args = ["lint", "--output-format", "junit", "--fail-on", "note"];
    let junit = folder.run(&args).out;
    has(&junit, "x,y.md:1:6: HTTP://a.org/&amp;x</failure>");
    assert_eq!(junit.matches("tests=\"1\" failures=\"1\"").count(), 2);
}

#[test]
fn an_extension_of_mkdocs_defines_labels() {
    let folder = Folder::with(&[("docs/a/b.md", b"See [the guide][guide] for more.\n")]);
    let found = |name: &str, config: &str| {
        folder.write(name, config);
        findings(&folder, &["docs"])
    };
    let undefined = ["docs/a/b.md warning undefined-reference"];
    assert_eq!(found("mkdocs.yml", "plugins: [search]\n"), undefined);
    let autorefs = "plugins:\n- search\n- autorefs\n";
    assert_eq!(found("mkdocs.yml", autorefs), [""; 0]);
    assert_eq!(found("docs/zensical.toml", "[project]\n"), undefined);
}

#[test]
fn findings_in_a_file_are_not_linted() {
    let folder = Folder::with(&[("x.md", BAD)]);
    let found = folder.run(&["lint", "--json"]).out;
    for format in ["json", "sarif", "gitlab", "junit"] {
        let report = folder.run(&["lint", "--output-format", format]).out;
        // As `jq` writes it.
        let values = serde_json::Deserializer::from_str(&report).into_iter::<Value>();
        let values: Vec<Value> = values.map_while(Result::ok).collect();
        let pretty = values.iter().map(|value| format!("{value:#}\n")).collect();
        for report in [report, pretty] {
            folder.write("report.txt", report);
            assert_eq!(folder.run(&["lint", "--json"]).out, found, "{format}");
        }
    }
    // A document that shows a report is no report.
    let report = "[![x](https://a.org/x.svg)](https://a.org/)\n\n    [{\"check_name\": \"x\", \"fingerprint\": \"y\"}]\n\n";
    folder.write("y.md", [report.as_bytes(), BAD].concat());
    assert_ne!(folder.run(&["lint", "--json"]).out, found);
}

#[test]
fn hyperlinks_are_only_for_terminals() {
    let folder = Folder::with(&[("x.md", BAD)]);
    for color in ["auto", "always", "never"] {
        let run = folder.run(&["lint", "--color", color, "x.md"]);
        assert_eq!(run.out.contains("\x1b["), color == "always", "{}", run.out);
        assert!(!run.out.contains("\x1b]"), "{}", run.out);
    }
}

/// Uses Python to open a pseudo-terminal.
#[cfg(unix)]
#[test]
fn a_terminal_gets_hyperlinks() {
    let folder = Folder::with(&[("a b.md", BAD)]);
    let run = |variable: &str, value: &str| {
        let program = format!(
            "import os, pty; os.environ.pop('NO_COLOR', None); os.environ['TERM'] = 'xterm'; \
             os.environ['{variable}'] = '{value}'; pty.spawn(['{}', 'lint', 'a b.md'])",
            crate::command::PATH
        );
        let mut python = std::process::Command::new("python3");
        python.current_dir(folder.path()).args(["-c", &program]);
        let output = python.stdin(Stdio::null()).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Some(out) = run("X", "") else {
        return;
    };
    let path = folder.path().display().to_string();
    let link = format!("\x1b]8;;file://{path}/a%20b.md\x1b\\a b.md\x1b]8;;\x1b\\:1:6");
    assert!(out.contains(&link), "{out:?}");
    for (variable, value) in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let out = run(variable, value).expect("the program runs");
        assert!(
            out.contains("a b.md:1:6") && !out.contains('\x1b'),
            "{out:?}"
        );
    }
}

#[test]
fn full_shows_only_an_excerpt_of_a_long_line() {
    let line = format!(
        "{} <HTTP://a.org/> {}\n",
        "x".repeat(200_000),
        "y".repeat(200_000)
    );
    let folder = Folder::with(&[("x.txt", line.as_bytes())]);
    let run = folder.run(&["lint"]);
    assert!(run.out.len() < 2000, "{} bytes", run.out.len());
    has(&run.out, "x.txt:1:200003");
    assert!(!run.out.contains(":::"), "{}", run.out);
}

/// The cost of a finding depends on the distance to the previous one, not on the length of the line.
#[test]
fn many_findings_in_a_long_line() {
    let line = "é <HTTP://a.org/> ".repeat(100_000);
    let folder = Folder::with(&[("x.txt", line.as_bytes())]);
    let run = folder.run_bounded(40, &["lint", "--json"]);
    assert_eq!(run.out.lines().count(), 100_000);
    let last = json(run.out.lines().last().unwrap_or_default());
    assert_eq!(last["column"], 99_999 * 19 + 5);
    assert_eq!(last["column_chars"], 99_999 * 18 + 4);
}

#[test]
fn a_second_run_after_fixes_has_no_findings() {
    let folder = Folder::with(&[(
        "x.md",
        b"See <HTTP://a.org:80/x>\r\nand http://b.org/ and <http//c.org/>.",
    )]);
    let read = || folder.read("x.md");
    let before = read();
    let diff = folder.run(&["lint", "--diff"]);
    assert_eq!(diff.status, 1, "{}", diff.err);
    begins(
        &diff.out,
        "--- x.md\n+++ x.md\n@@ -1,2 +1,2 @@\n-See <HTTP://a.org:80/x>",
    );
    assert_eq!(read(), before);
    let run = short(&folder, &["--fix"]);
    assert_eq!((run.status, &run.err[..]), (1, ""));
    assert!(
        run.out.contains("misspelt-scheme") && run.out.lines().count() == 1,
        "{}",
        run.out
    );
    assert_eq!(
        read(),
        b"See <http://a.org/x>\r\nand <http://b.org/> and <http//c.org/>."
    );
    let run = folder.run(&["lint", "--unsafe-fixes"]);
    assert_eq!(run.status, 0, "{}", run.out);
    assert_eq!(
        read(),
        b"See <http://a.org/x>\r\nand <http://b.org/> and <http://c.org/>."
    );
    folder
        .run(&["lint", "--diff", "--unsafe-fixes"])
        .is(0, "", "");
    // The status says only whether there are changes.
    let folder = Folder::with(&[("x.md", b"See <http:///x>.\n")]);
    folder.run(&["lint", "--diff"]).is(0, "", "");
    let help = folder.run(&["lint", "--help"]).out;
    assert!(help.contains("The exit status is 1 if there are changes"));
}

#[cfg(unix)]
#[test]
fn links_and_read_only_files() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let outside = Folder::with(&[("x.md", BAD)]);
    let folder = Folder::with(&[("a.md", BAD), ("b.md", BAD), ("sub/c.md", BAD)]);
    fs::set_permissions(folder.at("b.md"), fs::Permissions::from_mode(0o444)).expect("a mode");
    symlink("sub/c.md", folder.at("in.md")).expect("a link");
    symlink(outside.at("x.md"), folder.at("out.md")).expect("a link");
    let run = short(&folder, &["--fix", "a.md", "b.md", "in.md", "out.md"]);
    assert_eq!(run.status, 2);
    assert_eq!(
        run.err,
        "urlgrep: b.md: not changed, because it is read-only\nurlgrep: out.md: not changed, because it is a link out of the tree\n"
    );
    assert_ne!(folder.read("a.md"), BAD);
    assert_eq!(folder.read("b.md"), BAD);
    assert_ne!(folder.read("sub/c.md"), BAD);
    assert_eq!(outside.read("x.md"), BAD);
    assert!(
        fs::symlink_metadata(folder.at("in.md"))
            .expect("the file exists")
            .is_symlink()
    );
}

#[test]
fn mail_with_a_declared_length() {
    let message = |body: &str| {
        let from = "From a@a.org Mon Jan  1 10:00:00 2024\nFrom: a@a.org\nDate: now\n";
        format!("{from}Content-Length: {}\n\n{body}\n", body.len())
    };
    let before = message("See <HTTP://a.org:80/x>.\n") + &message("And <http://b.org/[1].html>.\n");
    let folder = Folder::with(&[("x.mbox", before.as_bytes())]);
    let run = short(&folder, &["--fix", "--fix-kind", "mail"]);
    assert_eq!(run.out.lines().count(), 2, "{}", run.out);
    for line in run.out.lines() {
        let why = "; not fixed, because the message's Content-Length could become wrong [";
        has(line, why);
    }
    // A fix that keeps the length is applied.
    let after = folder.read_text("x.mbox");
    assert_eq!(after, before.replace("HTTP", "http"));
}

#[test]
fn binary_files_and_invalid_utf_8() {
    let folder = Folder::with(&[
        ("binary.dat", b"\0\x01 <HTTP://a.org/>"),
        ("latin.txt", b"caf\xe9 <HTTP://a.org/caf\xe9>\n"),
    ]);
    let run = short(&folder, &[]);
    assert_eq!(run.out.lines().count(), 1, "{}", run.out);
    begins(&run.out, "latin.txt:1:7: note");
    let run = short(&folder, &["binary.dat"]);
    begins(&run.out, "binary.dat:1:5: note");
    folder
        .run(&["lint", "--fix"])
        .is(0, "1 finding fixed\n", "");
    let fixed = folder.read("latin.txt");
    assert_eq!(fixed, b"caf\xe9 <http://a.org/caf\xe9>\n");
}

#[test]
fn gateways_are_configured_and_written_in_place_of_urls() {
    let folder = Folder::with(&[
        (
            "urlgrep.toml",
            b"[gateways]\ngopher = 'https://one.example/{host}/{path}'\nwais = 'https://w.example/?{url}'\n",
        ),
        (
            "sub/urlgrep.toml",
            b"[gateways]\ngopher = 'https://two.example/{raw}'\n",
        ),
        ("x.md", b"See <gopher://a.org:7070/11/x>, [wais](wais://b.org/d).\n"),
        ("sub/x.md", b"<gopher://a.org/> <wais://b.org/d>\n"),
    ]);
    // The fix needs a review.
    let run = short(&folder, &["--fix"]);
    assert_eq!(run.out.matches("dead-scheme").count(), 4, "{}", run.out);
    let run = folder.run(&["lint", "--unsafe-fixes", "--select", "dead-scheme"]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    assert_eq!(
        folder.read_text("x.md"),
        "See <https://one.example/a.org:7070/11/x>, [wais](https://w.example/?wais%3A%2F%2Fb.org%2Fd).\n"
    );
    assert_eq!(
        folder.read_text("sub/x.md"),
        "<https://two.example/gopher://a.org/> <https://w.example/?wais%3A%2F%2Fb.org%2Fd>\n"
    );
    for (text, why) in [
        (
            &b"[gateways]\ngohper = 'https://g.example/{url}'\n"[..],
            "line 2: unknown scheme; did you mean `gopher`?",
        ),
        (
            b"[gateways]\ngopher = 'https://g.example/'\n",
            "line 2: no placeholder",
        ),
        (
            b"[gateways]\ngopher = 1\n",
            "line 2: expected a table of schemes and templates",
        ),
        (
            b"gateways = 'gopher'\n",
            "line 1: expected a table of schemes and templates",
        ),
    ] {
        let folder = Folder::with(&[("urlgrep.toml", text), ("x.md", BAD)]);
        let run = folder.run(&["lint", "x.md"]);
        assert!(run.status == 2 && run.err.contains(why), "{}", run.err);
    }
}

#[test]
fn named_files_are_not_excluded_by_the_configuration() {
    let folder = Folder::with(&[
        ("urlgrep.toml", b"exclude = ['old/', 'x.md']\n"),
        ("x.md", BAD),
        ("old/y.md", BAD),
    ]);
    let lines = |args: &[&str]| {
        let run = short(&folder, args);
        run.out.lines().count()
    };
    assert_eq!(lines(&[]), 0);
    assert_eq!(lines(&["old"]), 0);
    assert_eq!(lines(&["x.md", "old/y.md"]), 2);
    assert_eq!(lines(&["x.md", "--force-exclude"]), 0);
    assert_eq!(lines(&["x.md", "--extend-exclude", "*.md"]), 0);
}

#[test]
fn what_is_excluded_is_said() {
    let folder = Folder::with(&[
        ("urlgrep.toml", b"exclude = ['old/', 'x.md']\n"),
        ("x.md", BAD),
        ("old/y.md", BAD),
        ("old/z.md", BAD),
        ("w.md", BAD),
        ("empty/.keep", b""),
    ]);
    let lint = |args: &[&str]| folder.run(&[&["lint"], args].concat());
    let warning = |why: &str| format!("urlgrep: warning: nothing was checked: {why}\n");
    lint(&["old"]).is(0, "", &warning("2 files are excluded"));
    lint(&["x.md", "--force-exclude"]).is(0, "", &warning("'x.md' is excluded"));
    lint(&["empty"]).is(0, "", &warning("no documents"));
    lint(&["--show-files", "old"]).is(0, "", &warning("2 files are excluded"));
    lint(&["missing"]).is(2, "", "urlgrep: missing: No such file or directory\n");
    // Others were checked, as with pre-commit.
    let run = lint(&["old", "w.md"]);
    assert_eq!((run.status, &run.err[..]), (0, ""), "{run:?}");
    // An editor gets its text back.
    let text = "http//a.org/\n";
    let run = |args: &[&str]| {
        let args = [&["lint", "--stdin-path", "old/y.md"], args, &["-"]].concat();
        folder.pipe(&args, text.as_bytes())
    };
    run(&[]).is(0, "", &warning("'old/y.md' is excluded"));
    run(&["--unsafe-fixes"]).is(0, text, &warning("'old/y.md' is excluded"));
}

#[test]
fn suggestions_are_near() {
    let folder = Folder::with(&[("x.md", BAD)]);
    let error = |name: &str| folder.run(&["lint", "--select", name, "x.md"]).err;
    assert!(error("defualt-port").contains("did you mean 'default-port'?"));
    for name in ["U400", "U99", "url", "missing-link", "invalid-url"] {
        assert!(error(name).contains("--list-rules"), "{}", error(name));
    }
    let folder = Folder::with(&[("urlgrep.toml", b"include = ['x']\n"), ("x.md", BAD)]);
    let run = folder.run(&["lint", "x.md"]);
    let keys = "unknown key 'include'; expected one of select, extend-select, ignore, ";
    has(&run.err, keys);
    for host in [
        "https://a.org/",
        "a.org:8080",
        "joe@a.org",
        "[::1]:80",
        "::1",
        "a b",
        "*",
        ".a.org",
        "a.*",
        "*.*.a.org",
    ] {
        let hosts = format!("allowed-hosts = ['[::1]', '{host}']\n");
        let folder = Folder::with(&[("urlgrep.toml", hosts.as_bytes()), ("x.md", BAD)]);
        let run = folder.run(&["lint", "x.md"]);
        has(&run.err, "is not a host; write `a.org` or `*.a.org`");
        has(&run.err, host);
    }
}

#[test]
fn data_in_capitals_is_not_fixed() {
    let folder = Folder::with(&[
        ("PKG-INFO", b"Name: x\nHome-page: http://a.org:80/\n"),
        ("x.dist-info/METADATA", b"Home-page: http://a.org:80/\n"),
    ]);
    let run = folder.run(&["lint", "--select", "U005,U301", "--diff"]);
    run.is(0, "", "");
}

#[test]
fn a_url_that_may_go_on_after_a_bracket_is_not_wrapped() {
    let text = "See (http://www.a.org/a/rather/long/path/that/somebody/broke/over/lines/\n\
        second/part/of/the/path/that/is/rather/long/as/well/and/goes/on/and/on/\nthird/part.html) for more.\n";
    let folder = Folder::with(&[("x.txt", text.as_bytes())]);
    let run = folder.run(&["lint", "--select", "U003", "--diff", "--unsafe-fixes"]);
    assert!(!run.out.contains("/>\n"), "{}", run.out);
}

#[test]
fn the_configuration_is_searched_in_parent_directories() {
    let folder = Folder::with(&[
        ("urlgrep.toml", b"ignore = ['uppercase-scheme']\nexclude = ['old/']\n[per-file-ignores]\n'*.txt' = ['U2']\n"),
        ("doc/sub/x.md", b"<HTTP://a.org/> <http://a.org:25/>\n"),
        ("doc/sub/x.txt", b"<HTTP://a.org/> <http://a.org:25/>\n"),
        ("doc/old/x.md", BAD),
        ("other/urlgrep.toml", b"select = ['U103']\nallowed-ports = [25]\nallowed-hosts = ['a.org']\n"),
        ("other/x.md", b"<HTTP://a.org/> <http://a.org:25/>\n"),
    ]);
    let run = short(&folder, &[]);
    let lines: Vec<_> = run
        .out
        .lines()
        .map(|line| line.split(' ').next().unwrap_or_default())
        .collect();
    assert_eq!(
        lines,
        ["doc/sub/x.md:1:31:", "other/x.md:1:2:"],
        "{}",
        run.out
    );
    // Arguments override the configuration.
    let run = short(&folder, &["--select", "uppercase-scheme", "doc"]);
    assert_eq!(run.out.lines().count(), 2, "{}", run.out);
    let run = short(&folder, &["--ignore", "U1,U2", "doc", "other"]);
    run.is(0, "", "");
}

#[test]
fn unknown_rules_have_a_suggestion() {
    let folder = Folder::new();
    for option in ["--select", "--ignore", "--explain"] {
        let run = folder.run(&["lint", option, "mising-host"]);
        assert_eq!(run.status, 2);
        has(&run.err, "did you mean 'missing-host'?");
    }
}

#[test]
fn a_baseline_hides_known_findings() {
    let folder = Folder::with(&[("x.md", BAD)]);
    let args = ["lint", "--baseline", "base.json", "x.md"];
    assert_eq!(folder.run(&args).status, 2);
    folder.run(&[&args[..], &["--write-baseline"]].concat()).is(
        0,
        "",
        "urlgrep: base.json: 1 finding written\n",
    );
    folder.run(&args).is(0, "", "");
    folder.write("x.md", [b"\n\n", BAD, BAD, b"<http://a..b/>\n"].concat());
    let run = folder.run(&[&args[..], &["--output-format", "short"]].concat());
    assert_eq!(run.out.lines().count(), 2, "{}", run.out);
    folder.write("base.json", "{");
    let run = folder.run(&args);
    assert!(
        run.status == 2 && run.err.contains("--baseline base.json: "),
        "{}",
        run.err
    );
}

#[test]
fn paths_in_a_baseline_are_relative_to_its_folder() {
    let folder = Folder::with(&[("x.md", BAD), ("docs/y.md", BAD)]);
    let run = |under: &str, args: &[&str]| {
        let mut command = folder.command(&[&["lint", "--fail-on", "note"], args].concat());
        command.current_dir(folder.at(under));
        let output = command.output().expect("the command starts");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let at = |name: &str| folder.at(name).display().to_string();
    let (base, document) = (at("base.json"), at("docs/y.md"));
    let out = run(
        "docs",
        &["--baseline", "../base.json", "--write-baseline", ".."],
    );
    assert_eq!(out, "urlgrep: ../base.json: 2 findings written\n");
    let text = fs::read_to_string(&base).expect("a file");
    assert!(
        text.contains("\"docs/y.md\"") && text.contains("\"x.md\""),
        "{text}"
    );
    for (under, baseline, path) in [
        (".", "base.json", "."),
        ("docs", "../base.json", "y.md"),
        ("docs", "../base.json", "../x.md"),
        ("docs", &base, "./y.md"),
        (".", "./docs/../base.json", &document),
    ] {
        assert_eq!(run(under, &["--baseline", baseline, path]), "", "{path}");
    }
}

#[test]
fn what_the_baseline_has_is_not_fixed() {
    let known = "See <http://a.org:80/x> and <HTTP://b.org:80/x>.\n";
    let folder = Folder::with(&[("x.md", known.as_bytes())]);
    let args = ["lint", "--baseline", "base.json", "x.md"];
    let only_ports = ["--select", "default-port", "--write-baseline"];
    folder.run(&[&args[..], &only_ports].concat());
    let document = format!("{known}And <http://c.org:80/x>.\n");
    folder.write("x.md", &document);
    let run = folder.run(&[&args[..], &["--fix"]].concat());
    has(&run.out, "uppercase-scheme");
    has(&run.out, "\n1 finding, 1 fixed\n");
    let fixed = folder.read_text("x.md");
    assert_eq!(fixed, format!("{known}And <http://c.org/x>.\n"));
    folder.run(&[&args[..], &["--diff"]].concat()).is(0, "", "");
}

#[test]
fn the_configuration_names_the_baseline_and_what_fails() {
    let folder = Folder::with(&[
        (
            "docs/urlgrep.toml",
            b"fail-on = 'note'\nbaseline = '../ci/base.json'\n",
        ),
        ("docs/x.md", PORT),
        ("docs/old/urlgrep.toml", b"fail-on = 'error'\n"),
        ("docs/old/y.md", PORT),
        ("ci/none", b""),
    ]);
    let run = |args: &[&str]| folder.run(&[&["lint"], args].concat());
    let missing = run(&["docs"]);
    assert_eq!(missing.status, 2);
    ends(
        &missing.err,
        "/ci/base.json: no such file; --write-baseline creates it\n",
    );
    let written = run(&["--write-baseline", "docs"]);
    assert_eq!((written.status, &written.out[..]), (0, ""));
    ends(&written.err, "/ci/base.json: 2 findings written\n");
    has(
        &folder.read_text("ci/base.json"),
        "\"path\": \"../docs/old/y.md\"",
    );
    run(&["docs"]).is(0, "", "");

    folder.write("docs/x.md", [PORT, b"See <http://b.org:80/>.\n"].concat());
    folder.write(
        "docs/old/y.md",
        [PORT, b"See <http://b.org:80/>.\n"].concat(),
    );
    assert_eq!(findings(&folder, &["docs"]).len(), 2);
    let status = |args: &[&str]| run(args).status;
    assert_eq!(status(&["docs"]), 1);
    assert_eq!(status(&["docs/old"]), 0);
    has(
        &run(&["--output-format", "junit", "docs"]).out,
        " failures=\"1\"",
    );
    // The command line overrides both.
    assert_eq!(status(&["--fail-on", "warning", "docs"]), 0);
    assert_eq!(status(&["--fail-on", "note", "docs/old"]), 1);
    assert_eq!(status(&["--baseline", "none.json", "docs"]), 2);
    run(&["--baseline", "own.json", "--write-baseline", "docs"]).is(
        0,
        "",
        "urlgrep: own.json: 4 findings written\n",
    );
    run(&["--baseline", "own.json", "docs"]).is(0, "", "");

    let settings = run(&["--show-settings", "docs/x.md"]).out;
    has(&settings, "  fail-on: note\n  baseline: ");
    ends(&settings, "/ci/base.json\n");
    // A named configuration file: the path is relative to that file.
    let named = run(&["--config", "docs/urlgrep.toml", "docs/old"]);
    assert_eq!((named.status, &named.err[..]), (1, ""));
}

#[test]
fn settings_and_files_are_shown_without_the_baseline() {
    let folder = Folder::with(&[
        ("urlgrep.toml", b"baseline = 'base.json'\n"),
        ("x.md", PORT),
    ]);
    let settings = |args: &[&str]| {
        let run = folder.run(&[&["lint", "--show-settings", "x.md"], args].concat());
        assert_eq!((run.status, &run.err[..]), (0, ""));
        run.out
    };
    let missing = "base.json (no such file; --write-baseline creates it)\n";
    ends(&settings(&[]), missing);
    let typed = ["--baseline", "none.json"];
    has(&settings(&typed), "  baseline: none.json (no such file;");
    folder.write("base.json", "{");
    has(
        &settings(&[]),
        "base.json (not a baseline: EOF while parsing",
    );
    let files = ["lint", "--show-files", "x.md"];
    folder.run(&files).is(0, "x.md\n", "");
}

#[test]
fn each_baseline_is_written_for_its_files() {
    let folder = Folder::with(&[
        ("a/urlgrep.toml", b"baseline = 'base.json'\n"),
        ("a/x.md", PORT),
        ("b/urlgrep.toml", b"baseline = 'base.json'\n"),
        ("b/x.md", b"See <http://a.org/>.\n"),
    ]);
    let run = folder.run(&["lint", "--write-baseline", "a", "b"]);
    assert_eq!(run.status, 0);
    let counts = [
        "a/base.json: 1 finding written",
        "b/base.json: 0 findings written",
    ];
    counts.iter().for_each(|count| has(&run.err, count));

    // Both may name the same file.
    for name in ["a/urlgrep.toml", "b/urlgrep.toml"] {
        folder.write(name, "baseline = '../base.json'\n");
    }
    folder.write("b/x.md", PORT);
    let run = folder.run(&["lint", "--write-baseline", "a", "b"]);
    ends(&run.err, "/base.json: 2 findings written\n");
    folder.run(&["lint", "a", "b"]).is(0, "", "");

    // A file without a baseline is not dropped in silence.
    folder.write("y.md", PORT);
    folder.run(&["lint", "--write-baseline", "y.md"]).is(
        2,
        "",
        "urlgrep: y.md: no baseline; name one with --baseline, or with `baseline` in urlgrep.toml\n",
    );
}

/// Of the files that were not checked the findings stay, if the files exist.
#[test]
fn a_part_of_the_project_replaces_its_part_of_the_baseline() {
    let folder = Folder::with(&[
        (
            "urlgrep.toml",
            b"baseline = 'base.json'\nfail-on = 'note'\n",
        ),
        ("a/x.md", PORT),
        ("a/y.md", PORT),
        ("b/z.md", PORT),
        ("b/gone.md", PORT),
    ]);
    let write = |under: &str, paths: &[&str], want: &str| {
        let mut command = folder.command(&[&["lint", "--write-baseline"], paths].concat());
        let run = end(spawn(command.current_dir(folder.at(under))));
        assert_eq!((run.status, &run.out[..]), (0, ""), "{}", run.err);
        ends(&run.err, want);
    };
    write(".", &[], "/base.json: 4 findings written\n");
    folder.write("a/x.md", [PORT, b"<http://b.org:80/>\n"].concat());
    let kept = " 5 findings written, 3 of them of files, rules or targets that were not checked\n";
    write("a", &["x.md"], kept);
    folder.run(&["lint"]).is(0, "", "");
    // The findings of a file that has none any more, and those of a deleted file, are left out.
    folder.write("a/x.md", "");
    fs::remove_file(folder.at("b/gone.md")).expect("removed");
    let kept = " 2 findings written, 1 of them of files, rules or targets that were not checked\n";
    write("a", &[], kept);
    let text = folder.read_text("base.json");
    assert!(
        text.contains("\"a/y.md\"") && text.contains("\"b/z.md\""),
        "{text}"
    );
    // A file that cannot be read keeps its findings too.
    let run = folder.run(&["lint", "--write-baseline", "b", "a/none.md"]);
    assert_eq!(run.status, 2);
    has(&run.err, " 2 findings written, 1 of them of ");
    folder.run(&["lint"]).is(0, "", "");
}

/// Of the rules that were not checked the findings stay.
#[test]
fn some_rules_replace_their_part_of_the_baseline() {
    let folder = Folder::with(&[("x.md", b"<HTTP://a.org/> <http://b.org:80/>\n")]);
    let args = ["lint", "--baseline", "base.json", "x.md"];
    let write = |more: &[&str]| folder.run(&[&args[..], &["--write-baseline"], more].concat());
    ends(&write(&[]).err, ": 2 findings written\n");
    folder.write(
        "x.md",
        "<HTTP://a.org/> <http://b.org:80/> <http://c.org:80/>\n",
    );
    ends(
        &write(&["--select", "default-port"]).err,
        ": 3 findings written, 1 of them of files, rules or targets that were not checked\n",
    );
    ends(
        &write(&["--ignore", "default-port"]).err,
        ", 2 of them of files, rules or targets that were not checked\n",
    );
    folder.run(&args).is(0, "", "");
    // A finding that is gone is dropped by its rule only.
    folder.write("x.md", "<HTTP://a.org/>\n");
    ends(
        &write(&["--select", "bare-url"]).err,
        ": 3 findings written, 3 of them of files, rules or targets that were not checked\n",
    );
    ends(&write(&[]).err, ": 1 finding written\n");
}

/// Without `--unwrap` the findings in targets of rewritten links stay, as long as the links do.
#[test]
fn findings_in_targets_stay_in_the_baseline() {
    let link = "<https://www.google.com/url?q=http%3A%2F%2Fa..b%2Fx&sa=D>";
    let document = format!("{link} <http://a..b/x>\n");
    let folder = Folder::with(&[("x.md", document.as_bytes())]);
    let args = ["lint", "--baseline", "base.json", "x.md"];
    let write = |more: &[&str]| {
        let run = folder.run(&[&args[..], &["--write-baseline"], more].concat());
        run.err
    };
    let kept = "of them of files, rules or targets that were not checked\n";
    ends(&write(&["--unwrap"]), ": 2 findings written\n");
    let written = folder.read_text("base.json");
    ends(&write(&[]), &format!(": 2 findings written, 1 {kept}"));
    assert_eq!(folder.read_text("base.json"), written);
    ends(
        &write(&["--fix"]),
        &format!(": 2 findings written, 1 {kept}"),
    );
    ends(&write(&["--unwrap", "--fix"]), ": 2 findings written\n");
    folder
        .run(&[&args[..], &["--unwrap"]].concat())
        .is(0, "", "");
    // A target that the baseline does not have is not added.
    folder.write("x.md", format!("{link} {link} {link}\n"));
    ends(&write(&[]), &format!(": 2 findings written, 2 {kept}"));
    folder.write("x.md", "Nothing.\n");
    ends(&write(&[]), ": 0 findings written\n");
    folder.write("x.md", link);
    ends(&write(&[]), ": 0 findings written\n");
}

/// `--fix` also reports what `--unwrap` finds, and does not change it.
#[test]
fn findings_in_targets_are_left_by_fixes() {
    let link = "<https://www.google.com/url?q=http%3A%2F%2Fa.org%3A80%2Fx&sa=D>";
    let folder = Folder::with(&[("x.md", format!("{link} <HTTP://b.org/>\n").as_bytes())]);
    let run = short(&folder, &["--unwrap", "--fix", "--fail-on", "note"]);
    has(
        &run.out,
        "this is in the target of a rewritten link [U301 default-port]",
    );
    assert_eq!(run.status, 1);
    assert_eq!(
        folder.read_text("x.md"),
        format!("{link} <http://b.org/>\n")
    );
}

/// A file with a new configuration leaves the baseline of the old one.
#[test]
fn a_file_is_in_one_baseline() {
    let folder = Folder::with(&[
        ("urlgrep.toml", b"baseline = 'base.json'\n"),
        ("x.md", PORT),
        ("docs/y.md", PORT),
    ]);
    let write = || folder.run(&["lint", "--write-baseline"]).err;
    ends(&write(), "base.json: 2 findings written\n");
    folder.write("docs/urlgrep.toml", "baseline = 'own.json'\n");
    let told = write();
    has(&told, "/base.json: 1 finding written\n");
    has(&told, "docs/own.json: 1 finding written\n");
    assert!(!folder.read_text("base.json").contains("y.md"));
    folder.run(&["lint"]).is(0, "", "");
}

/// A baseline is replaced whole, and keeps its mode.
#[cfg(unix)]
#[test]
fn a_baseline_is_replaced_whole() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = Folder::with(&[("x.md", PORT)]);
    let args = [
        "lint",
        "--baseline",
        "base.json",
        "--write-baseline",
        "x.md",
    ];
    let of = |name: &str| fs::metadata(folder.at(name)).expect("a file");
    folder.run(&args);
    let first = of("base.json");
    // A new file has the mode that the user gives to all new files.
    assert_eq!(first.mode(), of("x.md").mode());
    fs::set_permissions(folder.at("base.json"), PermissionsExt::from_mode(0o600)).expect("ours");
    folder.run(&args);
    assert_eq!(of("base.json").ino(), first.ino(), "nothing is new");
    folder.write("x.md", [PORT, PORT].concat());
    folder.run(&args);
    let second = of("base.json");
    assert_ne!(second.ino(), first.ino());
    assert_eq!(second.mode() & 0o777, 0o600);
    let names = fs::read_dir(folder.path()).expect("a folder");
    assert_eq!(names.count(), 2);

    if second.uid() == 0 {
        // Root can write everywhere.
        let set_mode = |name, mode| {
            let mode = PermissionsExt::from_mode(mode);
            fs::set_permissions(folder.at(name), mode).expect("ours");
        };
        fs::remove_file(folder.at("base.json")).expect("removed");
        set_mode(".", 0o755);
        let run = end(spawn(&mut folder.command_of_nobody(&args)));
        let why = "urlgrep: base.json: not written, because its folder is read-only\n";
        run.is(2, "", why);
    }
}

/// Writing does not drop what it cannot read.
#[test]
fn a_broken_baseline_is_not_overwritten() {
    let folder = Folder::with(&[
        ("x.md", PORT),
        ("base.json", b"<<<<<<< HEAD\n"),
        ("empty.json", b""),
    ]);
    let write = |path| folder.run(&["lint", "x.md", "--write-baseline", "--baseline", path]);
    let run = write("base.json");
    assert_eq!((run.status, &run.out[..]), (2, ""));
    ends(&run.err, "; delete it to write a new one\n");
    assert_eq!(folder.read("base.json"), b"<<<<<<< HEAD\n");
    let missing = "urlgrep: none/base.json: its folder does not exist\n";
    write("none/base.json").is(2, "", missing);
    write("empty.json").is(0, "", "urlgrep: empty.json: 1 finding written\n");
    let folder_itself = "urlgrep: .: not written, because it is not a regular file\n";
    write(".").is(2, "", folder_itself);
}

/// A baseline that is a pipe is not read: its writer may be this process.
#[cfg(unix)]
#[test]
fn a_baseline_is_a_regular_file() {
    let folder = Folder::with(&[("x.md", PORT)]);
    std::os::unix::fs::symlink("missing.json", folder.at("link.json")).expect("a link");
    for (path, why) in [
        ("/dev/stdout", "not a regular file"),
        ("link.json", "a link to a file that does not exist"),
    ] {
        let run = folder.run(&["lint", "x.md", "--write-baseline", "--baseline", path]);
        let why = format!("urlgrep: {path}: not written, because it is {why}\n");
        run.is(2, "", &why);
    }
}

#[test]
fn each_rule_explains_itself() {
    let folder = Folder::new();
    let list = folder.run(&["lint", "--list-rules"]);
    assert_eq!((list.status, list.out.lines().count()), (0, 41));
    for line in list.out.lines() {
        let (code, rest) = line.split_once("  ").expect("two columns");
        let name = rest.split(' ').next().expect("a name");
        let explained = folder.run(&["lint", "--explain", code]);
        assert!(
            explained
                .out
                .starts_with(&format!("### `{name}` ({code})\n")),
            "{}",
            explained.out
        );
        assert_eq!(explained, folder.run(&["lint", "--explain", name]));
    }
}

#[test]
fn results_do_not_depend_on_threads() {
    let folder = Folder::of((0..600).map(|i| (format!("d{}/{i}.md", i % 7), BAD)));
    let one = folder.run(&["lint", "--json", "-j1"]);
    assert_eq!(one.out.lines().count(), 600);
    assert_eq!(one, folder.run(&["lint", "--json", "-j4"]));
}

#[test]
fn summary_line() {
    let folder = Folder::with(&[("x.md", b"<HTTP://a.org:80/> <http//b.org/>\n")]);
    let run = short(&folder, &["--statistics"]);
    ends(
        &run.out,
        "1\tU103 uppercase-scheme\n1\tU104 misspelt-scheme\n1\tU301 default-port\n3\tfindings; 1 file checked\n",
    );
    let run = folder.run(&["lint"]);
    ends(
        &run.out,
        "\n3 findings, 2 fixable with --fix, 1 fixable with --unsafe-fixes\n",
    );
}

#[test]
fn a_broken_configuration_is_reported() {
    let told = |text: &[u8]| {
        let folder = Folder::with(&[("urlgrep.toml", text), ("x.md", BAD)]);
        let run = folder.run(&["lint", "--fix"]);
        assert_eq!((run.status, &run.out[..]), (2, ""), "{}", run.err);
        assert_eq!(folder.read("x.md"), BAD);
        let path = folder.path().canonicalize().expect("a folder");
        let at = format!("urlgrep: {}: ", path.join("urlgrep.toml").display());
        run.err.strip_prefix(&at).expect("its path").to_string()
    };
    let why = told(b"slect = []\n");
    assert_eq!(why, "line 1: unknown key 'slect'; did you mean 'select'?\n");
    let why = told(b"\nignore = ['bareurl']\n");
    assert_eq!(
        why,
        "line 2: unknown rule 'bareurl'; did you mean 'bare-url'?\n"
    );
    for text in [
        &b"\xff\xfe = 1\n"[..],
        b"\0",
        b"select = 1 = 2",
        b"select = ['default-port'",
        b"exclude = ['{a']\n",
        b"[per-file-ignores\n",
        b"allowed-hosts = [1]\n",
        b"select = []\nselect = []\n",
    ] {
        let why = told(text);
        assert_eq!(why.lines().count(), 1, "{why}");
        assert!(why.len() > 10, "{why}");
    }
    // A folder with the name of the configuration file.
    let folder = Folder::with(&[("urlgrep.toml/x", b""), ("x.md", BAD)]);
    let run = folder.run(&["lint", "x.md"]);
    assert_eq!((run.status, &run.out[..]), (2, ""), "{}", run.err);
}

/// Changes to files while the command works. Linux tells how much a process has read, so the moment is known.
#[cfg(target_os = "linux")]
mod meanwhile {
    use std::path::PathBuf;
    use std::process::Child;

    use super::*;

    /// A document that takes some time to lint.
    fn large() -> Vec<u8> {
        b"See <HTTP://a.org:80/x> and <http://b.org/[x]>.\n".repeat(50_000)
    }

    /// Waits until the command has read `bytes` bytes.
    fn has_read(child: &Child, bytes: usize) {
        let start = Instant::now();
        let read = || {
            let io = fs::read_to_string(format!("/proc/{}/io", child.id())).ok()?;
            let count = io.strip_prefix("rchar: ")?.split_once('\n')?.0;
            count.parse::<usize>().ok()
        };
        while read().is_none_or(|read| read < bytes) {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "nothing was read"
            );
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Lints `large.md` and other paths. Calls `does` when `large.md` was read.
    fn run(folder: &Folder, args: &[&str], does: impl FnOnce(PathBuf)) -> Run {
        let child = spawn(&mut folder.command(&[&["lint", "-j1"], args].concat()));
        has_read(&child, large().len());
        does(folder.at("large.md"));
        end(child)
    }

    fn count(folder: &Folder) -> usize {
        fs::read_dir(folder.path()).expect("a folder").count()
    }

    #[test]
    fn a_file_changed_while_it_is_fixed_is_not_replaced() {
        let folder = Folder::with(&[("large.md", &large())]);
        let run = run(&folder, &["--fix", "large.md"], |path| {
            fs::write(path, "theirs").expect("the file is writable");
        });
        let err = "urlgrep: large.md: not changed, because another program has changed it\n";
        assert_eq!((run.status, &*run.err), (2, err));
        assert_eq!(folder.read("large.md"), b"theirs");
        // No temporary file is left.
        assert_eq!(count(&folder), 1);
    }

    #[test]
    fn a_file_removed_while_it_is_fixed_is_not_recreated() {
        let folder = Folder::with(&[("large.md", &large())]);
        let run = run(&folder, &["--fix", "large.md"], |path| {
            fs::remove_file(path).expect("the file can be removed");
        });
        let err = "urlgrep: large.md: No such file or directory\n";
        assert_eq!((run.status, &*run.err), (2, err));
        assert_eq!(count(&folder), 0);
    }

    #[test]
    fn a_file_removed_before_it_is_linted_is_reported() {
        let files: [(&str, &[u8]); 3] = [("large.md", &large()), ("x.md", BAD), ("y.md", BAD)];
        let folder = Folder::with(&files);
        let args = ["--fix", "large.md", "x.md", "y.md"];
        let run = run(&folder, &args, |path| {
            fs::remove_file(path.with_file_name("x.md")).expect("the file can be removed");
        });
        let err = "urlgrep: x.md: No such file or directory\n";
        assert_eq!((run.status, &*run.err), (2, err));
        let fixed = folder.read("y.md");
        assert_eq!(fixed, b"See <http://a.org/x>.\n");
    }
}

const PORT: &[u8] = b"See <http://a.org:80/x>.\n";

#[test]
fn files_of_unknown_type_are_not_fixed() {
    for name in ["de.po", "data.json", "Makefile", "x.c", "x.mbox"] {
        let folder = Folder::with(&[(name, PORT)]);
        folder.run(&["lint", "--fix", "--select", "default-port"]);
        let left = folder.read(name);
        assert_eq!(left, PORT, "{name}");
    }
    let folder = Folder::with(&[("de.po", PORT)]);
    folder
        .run(&["lint", "--fix", "--fix-kind", "po"])
        .is(0, "1 finding fixed\n", "");
    let folder = Folder::with(&[
        ("x.conf", PORT),
        ("urlgrep.toml", b"[kinds]\n'*.conf' = 'text'\n"),
    ]);
    folder
        .run(&["lint", "--fix"])
        .is(0, "1 finding fixed\n", "");
}

#[cfg(unix)]
#[test]
fn hard_links_and_special_files_are_refused() {
    let folder = Folder::with(&[("a.md", PORT)]);
    fs::hard_link(folder.at("a.md"), folder.at("b.md")).expect("a link");
    let run = folder.run(&["lint", "--fix", "a.md"]);
    let why = "urlgrep: a.md: not changed, because it has several hard links\n";
    assert_eq!((run.status, &run.err[..]), (2, why));
    assert_eq!(folder.read("b.md"), PORT);
    let made = std::process::Command::new("mkfifo")
        .arg(folder.at("pipe.md"))
        .status();
    if made.is_ok_and(|status| status.success()) {
        // Nobody writes to it.
        let run = folder.run(&["lint", "--fix", "pipe.md"]);
        let why = "urlgrep: pipe.md: not changed, because it is not a regular file\n";
        assert_eq!((run.status, &run.err[..]), (2, why));
    }
}

#[cfg(unix)]
#[test]
fn a_directory_link_out_of_the_tree_is_not_followed() {
    use std::os::unix::fs::symlink;
    let outside = Folder::with(&[("x.md", PORT)]);
    let folder = Folder::with(&[("in/x.md", PORT)]);
    symlink(outside.path(), folder.at("out")).expect("a link");
    symlink("in", folder.at("also")).expect("a link");
    let run = folder.run(&["lint", "--fix", "out/x.md", "also/x.md"]);
    let why = "urlgrep: out/x.md: not changed, because it is a link out of the tree\n";
    assert_eq!((run.status, &run.err[..]), (2, why));
    assert_eq!(outside.read("x.md"), PORT);
    assert_ne!(folder.read("in/x.md"), PORT);
}

#[cfg(target_os = "linux")]
#[test]
fn mode_bits_and_attributes_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[("a.md", PORT)]);
    let path = folder.at("a.md");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o6750)).expect("a mode");
    let mut set = std::process::Command::new("setfattr");
    set.args(["-n", "user.note", "-v", "kept"]).arg(&path);
    let has_attribute = set.status().is_ok_and(|status| status.success());
    folder
        .run(&["lint", "--fix"])
        .is(0, "1 finding fixed\n", "");
    let mode = fs::metadata(&path)
        .expect("the file exists")
        .permissions()
        .mode();
    assert_eq!(mode & 0o7777, 0o6750);
    if has_attribute {
        let mut get = std::process::Command::new("getfattr");
        get.args(["-n", "user.note", "--only-values"]).arg(&path);
        let value = get.output().expect("setfattr ran");
        assert_eq!(value.stdout, b"kept");
    }
}

/// Runs the command as another user, which only root can.
#[cfg(unix)]
#[test]
fn a_file_of_another_user_is_not_replaced() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = Folder::with(&[("a.md", PORT)]);
    let path = folder.at("a.md");
    if fs::metadata(&path).expect("the file exists").uid() != 0 {
        return;
    }
    let mode = |path: &std::path::Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
    };
    mode(folder.path(), 0o777);
    for (bits, why) in [
        (0o644, "not changed: Permission denied"),
        (0o666, "not changed, because its owner cannot be kept"),
    ] {
        mode(&path, bits);
        let child = spawn(&mut folder.command_of_nobody(&["lint", "--fix", "a.md"]));
        assert_eq!(end(child).err, format!("urlgrep: a.md: {why}\n"));
        assert_eq!(fs::read(&path).expect("the file exists"), PORT);
        assert_eq!(fs::metadata(&path).expect("the file exists").uid(), 0);
    }
}

/// Every file has either its old or its new content, and no temporary file is left if the signal can be caught.
#[cfg(unix)]
#[test]
fn signals_leave_whole_files() {
    let good = b"See <http://a.org/x>.\n".repeat(2000);
    for name in ["-KILL", "-TERM", "-INT"] {
        for wait in [5, 20, 60, 90] {
            let files = (0..300).map(|i| (format!("{i}.md"), BAD.repeat(2000)));
            let folder = Folder::of(files);
            let child = spawn(&mut folder.command(&["lint", "--fix"]));
            thread::sleep(Duration::from_millis(wait));
            signal(&child, name);
            child.wait_with_output().expect("the command ends");
            for i in 0..300 {
                let is = folder.read(format!("{i}.md"));
                assert!(is == BAD.repeat(2000) || is == good, "{i}.md is neither");
            }
            let left = fs::read_dir(folder.path()).expect("a folder").count();
            assert!(left == 300 || name == "-KILL", "{name} after {wait} ms");
        }
    }
}

#[test]
fn a_left_temporary_file_is_not_linted() {
    let folder = Folder::with(&[(".urlgrep-x1.tmp", PORT), ("x.md", b"")]);
    folder
        .run(&["lint", "--hidden", "--fail-on", "note"])
        .is(0, "", "");
}

#[test]
fn the_configuration_can_be_named_or_left_out() {
    let folder = Folder::with(&[
        ("urlgrep.toml", b"ignore = ['default-port']\n"),
        ("other.toml", b"select = ['plain-http']\n"),
        ("x.md", PORT),
    ]);
    let (port, http) = ("x.md note default-port", "x.md note plain-http");
    for (args, want) in [
        (&[][..], &[][..]),
        (&["--isolated"], &[port]),
        (&["--config", "other.toml"], &[http]),
        (&["--extend-select", "plain-http"], &[http]),
        (&["--isolated", "--extend-ignore", "default-port"], &[]),
        (&["--isolated", "--extend-exclude", "*.md"], &[]),
    ] {
        assert_eq!(findings(&folder, args), want, "{args:?}");
    }
    assert_eq!(folder.run(&["lint", "--config", "none.toml"]).status, 2);
}

#[test]
fn a_nested_configuration_extends_the_one_above() {
    let folder = Folder::with(&[
        ("pyproject.toml", b"[project]\nname = 'x'\n[tool.urlgrep]\nextend-select = ['plain-http']\n[tool.urlgrep.severity]\n'default-port' = 'error'\n"),
        ("sub/urlgrep.toml", b"extend-ignore = ['default-port']\n"),
        ("sub/x.md", PORT),
        ("root/urlgrep.toml", b"root = true\n"),
        ("root/x.md", PORT),
        ("x.md", PORT),
    ]);
    assert_eq!(
        findings(&folder, &[]),
        [
            "root/x.md note default-port",
            "sub/x.md note plain-http",
            "x.md note plain-http",
            "x.md error default-port",
        ]
    );
}

#[test]
fn paths_may_lead_up() {
    let folder = Folder::with(&[
        ("sub/urlgrep.toml", b"select = ['default-port']\n"),
        ("sub/.git/HEAD", b""),
        (
            "other/urlgrep.toml",
            b"select = ['plain-http', 'missing-file']\n",
        ),
        ("other/x.md", b"See <http://a.org:80/x> and [it](y.md).\n"),
    ]);
    let args = ["lint", "--json", "../other/x.md"];
    let sub = folder.path().join("sub");
    let out = folder
        .command(&args)
        .current_dir(sub)
        .output()
        .expect("runs");
    let lines = String::from_utf8(out.stdout).expect("text");
    let rules: Vec<_> = lines
        .lines()
        .map(|line| json(line)["rule"].clone())
        .collect();
    assert_eq!(rules, ["plain-http", "missing-file"]);
}

#[test]
fn globs_may_begin_with_the_folder_itself() {
    let folder = Folder::with(&[
        (
            "urlgrep.toml",
            b"exclude = ['./vendor/']\n[per-file-ignores]\n'./x.md' = ['U3']\n",
        ),
        ("vendor/x.md", PORT),
        ("x.md", PORT),
        ("a/x.md", PORT),
        ("a/vendor/x.md", PORT),
        ("out/x.md", PORT),
    ]);
    assert_eq!(
        findings(&folder, &["--extend-exclude", "./out/"]),
        [
            "a/vendor/x.md note default-port",
            "a/x.md note default-port"
        ]
    );
    folder.write("urlgrep.toml", "exclude = ['../b/']\n");
    let why = "'../b/' is outside its folder; write '/b/' in urlgrep.toml of the folder above\n";
    ends(&short(&folder, &[]).err, &format!("line 1: {why}"));
    let run = short(&folder, &["--isolated", "--extend-exclude", "../b/"]);
    assert_eq!(run.status, 2);
    ends(&run.err, why);
}

#[test]
fn globs_in_tables_may_be_negated() {
    let folder = Folder::with(&[
        ("urlgrep.toml", b"[per-file-ignores]\n'!docs' = ['U3']\n"),
        ("x.md", PORT),
        ("docs/x.md", PORT),
        ("docs/a/x.md", PORT),
    ]);
    let found = [
        "docs/a/x.md note default-port",
        "docs/x.md note default-port",
    ];
    assert_eq!(findings(&folder, &[]), found);
    folder.write("urlgrep.toml", "[per-file-ignores]\n'!docs/**' = ['U3']\n");
    assert_eq!(findings(&folder, &[]), found);
    folder.write("urlgrep.toml", "[kinds]\n'!*.md' = 'rst'\n");
    has(
        &folder.run(&["lint", "--show-settings", "x.md"]).out,
        "type: markdown",
    );
    folder.write("x.txt", "x");
    has(
        &folder.run(&["lint", "--show-settings", "x.txt"]).out,
        "type: rst",
    );
}

#[test]
fn globs_that_match_nothing_are_errors() {
    let folder = Folder::with(&[("x.md", PORT)]);
    for (glob, why) in [
        ("#x.md", "'#x.md' is a comment; write \"\\\\#x.md\"\n"),
        ("", "'' matches no file\n"),
        ("!", "'!' matches no file\n"),
    ] {
        for table in [
            format!("[per-file-ignores]\n'{glob}' = ['U3']\n"),
            format!("[kinds]\n'{glob}' = 'rst'\n"),
            format!("\nexclude = ['{glob}']\n"),
        ] {
            folder.write("urlgrep.toml", &table);
            let run = short(&folder, &[]);
            assert_eq!(run.status, 2, "{table}");
            ends(&run.err, &format!("line 2: {why}"));
        }
    }
}

#[cfg(unix)]
#[test]
fn each_file_is_linted_once() {
    let folder = Folder::with(&[("x.md", BAD), ("sub/y.md", BAD)]);
    std::os::unix::fs::symlink("x.md", folder.at("z.md")).expect("a link");
    let once = findings(&folder, &["x.md"]);
    for paths in [["x.md", "./x.md"], ["sub/../x.md", "x.md"]] {
        assert_eq!(findings(&folder, &paths).len(), once.len(), "{paths:?}");
    }
    assert_eq!(findings(&folder, &["x.md", "z.md"]).len(), 2 * once.len());
    let both = ["./sub/y.md", "x.md"].map(|name| format!("{name} note uppercase-scheme"));
    assert_eq!(findings(&folder, &[".", "x.md"]), both);
    let write = ["lint", "--baseline", "b.json", "--write-baseline", "x.md"];
    folder.run(&write);
    let baseline = folder.read("b.json");
    folder.run(&[&write[..], &["./x.md"]].concat());
    assert_eq!(folder.read("b.json"), baseline);
    // A named file is checked even if it is excluded in its folder.
    folder.write("urlgrep.toml", "exclude = ['x.md']\n");
    assert_eq!(findings(&folder, &[".", "x.md"]).len(), 2 * once.len());
    let run = short(&folder, &["--fix", ".", "x.md", "z.md"]);
    assert_eq!((run.status, &run.err[..]), (0, ""));
    assert_ne!(folder.read("x.md"), BAD);
}

/// A link may have another type than its file, and another folder.
#[cfg(unix)]
#[test]
fn links_do_not_hide_files() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with(&[("README.md", BAD), ("x.md", BAD), ("sub/y.txt", b"")]);
    symlink("README.md", folder.at("README")).expect("a link");
    symlink("../x.md", folder.at("sub/link.md")).expect("a link");
    let found = |paths: &[&str]| findings(&folder, paths).join("\n");
    for name in ["./README.md", "./sub/link.md", "./x.md"] {
        has(
            &found(&["-L", "."]),
            &format!("{name} note uppercase-scheme"),
        );
    }
    let typed = found(&["README", "README.md"]);
    has(&typed, "README.md note uppercase-scheme");
    // A file is changed once, and by its own name.
    let run = short(&folder, &["-L", "--fix", "."]);
    assert_eq!((run.status, &run.err[..]), (0, ""), "{}", run.out);
    for name in ["README.md", "x.md"] {
        assert_ne!(folder.read(name), BAD);
    }
}

#[cfg(unix)]
#[test]
fn a_name_with_a_backslash_stays_in_a_baseline() {
    let folder = Folder::with(&[("a\\b.md", BAD)]);
    let write = ["lint", "--baseline", "b.json", "--write-baseline"];
    for path in [".", "urlgrep.toml"] {
        folder.write("urlgrep.toml", "");
        folder.run(&[&write[..], &[path]].concat());
        let text = String::from_utf8(folder.read("b.json")).expect("text");
        has(&text, r#""a\\b.md""#);
    }
}

#[test]
fn tables_of_the_configuration_have_an_order() {
    let folder = Folder::with(&[
        ("urlgrep.toml", b"[severity]\ndefault-port = 'error'\nupkeep = 'warning'\nall = 'off'\n[kinds]\n'docs/*.txt' = 'rst'\n'/docs/a.txt' = 'markdown'\n"),
        ("docs/a.txt", b"`<HTTP://a.org:80/x>`\n"),
        ("x.md", b"See <HTTP://a.org:80/x.> and http://a.org/.\n"),
    ]);
    assert_eq!(
        findings(&folder, &["x.md"]),
        [
            "x.md warning trailing-punctuation",
            "x.md error default-port"
        ]
    );
    let settings = folder.run(&["lint", "--show-settings", "docs/a.txt"]).out;
    has(&settings, "type: markdown");
}

#[test]
fn a_pyproject_without_our_table() {
    let folder = Folder::with(&[
        ("pyproject.toml", b"[project]\nname = 'x'\n"),
        ("x.md", PORT),
    ]);
    assert_eq!(short(&folder, &[]).err, "");
    let run = short(&folder, &["--config", "pyproject.toml"]);
    run.is(2, "", "urlgrep: pyproject.toml: no `[tool.urlgrep]`\n");
    for text in ["[[tool.urlgrep]]\nselect = []\n", "[tool]\nurlgrep = 3\n"] {
        folder.write("pyproject.toml", text);
        let run = short(&folder, &[]);
        assert_eq!(run.status, 2, "{text}");
        ends(&run.err, "expected a table, `[tool.urlgrep]`\n");
    }
}

#[test]
fn what_is_added_stays_beside_what_is_replaced() {
    let folder = Folder::with(&[
        (
            "urlgrep.toml",
            b"ignore = ['bare-url']\nextend-ignore = ['default-port']\n",
        ),
        ("x.md", b"http://a.org/ <http://a.org:80/>\n"),
    ]);
    assert_eq!(findings(&folder, &[]), [""; 0]);
}

/// As in ruff: what is nearer wins, and in one place the name of fewer rules.
#[test]
fn a_rule_is_turned_on_again() {
    let found = |above: &str, own: &str, args: &[&str]| {
        let folder = Folder::with(&[
            ("urlgrep.toml", above.as_bytes()),
            ("sub/urlgrep.toml", own.as_bytes()),
            ("sub/x.md", PORT),
        ]);
        let found = findings(&folder, args);
        found.iter().any(|found| found.ends_with("default-port"))
    };
    let off = "severity = { default-port = 'off' }";
    let ignored = "ignore = ['default-port']";
    let added = "extend-select = ['default-port']";
    for (above, own, is_on) in [
        (off, "select = ['default-port']", true),
        (off, added, true),
        (off, "ignore = []", false),
        (ignored, "select = ['upkeep']", true),
        (ignored, added, true),
        (ignored, "ignore = []", true),
        (ignored, "extend-ignore = ['bare-url']", false),
        (added, ignored, false),
        (
            "",
            "ignore = ['U3']\nextend-select = ['default-port']",
            true,
        ),
        ("", "select = ['U301']\nextend-ignore = ['upkeep']", true),
        ("", "select = ['all']\nignore = ['default-port']", false),
        (
            "",
            "ignore = ['U301']\nextend-select = ['default-port']",
            false,
        ),
        (
            "",
            "extend-select = ['U301']\nseverity = { U3 = 'off' }",
            false,
        ),
    ] {
        assert_eq!(found(above, own, &[]), is_on, "{above}, {own}");
    }
    for (own, args, is_on) in [
        (
            "",
            &["--ignore=upkeep", "--extend-select=default-port"][..],
            true,
        ),
        ("", &["--select=default-port", "--ignore=upkeep"], true),
        (ignored, &["--extend-select=upkeep"], true),
        (added, &["--ignore=all"], false),
        (off, &["--extend-select=upkeep"], true),
        (
            "per-file-ignores = { '*.md' = ['U3'] }",
            &["--select=U3"],
            false,
        ),
        (
            "per-file-ignores = { '*.md' = ['U3'] }",
            &["--extend-select=U301"],
            true,
        ),
    ] {
        assert_eq!(found("", own, args), is_on, "{own}, {args:?}");
    }
}

#[test]
fn a_rule_is_turned_off_by_its_severity() {
    let folder = Folder::with(&[
        ("urlgrep.toml", b"[severity]\ndefault-port = 'off'\n"),
        ("sub/urlgrep.toml", b"severity = { U301 = 'note' }\n"),
        ("sub/x.md", PORT),
        ("x.md", PORT),
    ]);
    let run = short(&folder, &["x.md"]);
    run.is(0, "", "");
    let of = |args: &[&str]| {
        let run = short(&folder, args);
        run.out.lines().count()
    };
    assert_eq!(of(&["sub/x.md"]), 1);
    // Arguments override the configuration.
    assert_eq!(of(&["--select", "default-port", "x.md"]), 1);
    assert_eq!(of(&["--extend-select", "default-port", "x.md"]), 1);
}

#[test]
fn files_and_settings_are_shown() {
    let folder = Folder::with(&[
        (
            "urlgrep.toml",
            b"exclude = ['old/']\n[severity]\nbare-url = 'error'\n",
        ),
        ("old/x.md", PORT),
        ("x.md", PORT),
    ]);
    folder
        .run(&["lint", "--show-files"])
        .is(0, "urlgrep.toml\nx.md\n", "");
    let run = folder.run(&["lint", "--show-settings", "x.md"]);
    assert_eq!((run.status, &run.err[..]), (0, ""));
    begins(&run.out, "x.md\n  configuration: ");
    assert!(
        run.out.contains("bare-url (error)") && run.out.contains("type: markdown"),
        "{}",
        run.out
    );
}

#[test]
fn the_baseline_is_not_linted() {
    let folder = Folder::with(&[("x.md", PORT)]);
    let args = ["lint", "--baseline", "base.json", "--write-baseline"];
    folder
        .run(&args)
        .is(0, "", "urlgrep: base.json: 1 finding written\n");
    let run = folder.run(&[
        "lint",
        "--baseline",
        "base.json",
        "--fail-on",
        "note",
        ".",
        "base.json",
    ]);
    run.is(0, "", "");
    // Nor if no option names it. Its rows name the URL with the redundant port.
    folder.run(&["lint", "--fail-on", "note", "base.json"]).is(
        0,
        "",
        "urlgrep: warning: nothing was checked: no documents\n",
    );
}

#[test]
fn standard_input_is_read_only_if_it_is_named() {
    let folder = Folder::with(&[("x.md", PORT)]);
    let short = ["lint", "--output-format", "short"];
    let pipe = |args: &[&str]| folder.pipe(&[&short[..], args].concat(), b"See <http:///x>.\n");
    // On a CI server, standard input may be an empty pipe.
    for (args, begin) in [
        (&[][..], "x.md:1:"),
        (&["-"], "<stdin>:1:"),
        (&["--stdin-path", "y.md"], "y.md:1:"),
    ] {
        let run = pipe(args);
        assert!(run.out.starts_with(begin), "{args:?} {}", run.out);
        assert_eq!(run.out.lines().count(), 1, "{args:?}");
    }
}

#[test]
fn statistics_count_the_files_that_were_checked() {
    let folder = Folder::with(&[("x.md", PORT), ("y.md", b"z\n"), ("z.md", b"z\n")]);
    let exclude = ["--extend-exclude", "z.md", "--output-format", "short"];
    let run = folder.run(&[&["lint", "--statistics"], &exclude[..]].concat());
    let end = "1\tU301 default-port\n1\tfinding; 2 files checked\n";
    ends(&run.out, end);
}

#[test]
fn statistics_count_fixes_only_with_fix() {
    let folder = Folder::with(&[("x.md", PORT)]);
    let run = short(&folder, &["--stats"]);
    ends(
        &run.out,
        "1\tU301 default-port\n1\tfinding; 1 file checked\n",
    );
    let baseline = ["--baseline", "b.json", "--write-baseline", "--statistics"];
    let run = short(&folder, &baseline);
    ends(
        &run.out,
        "1\tU301 default-port\n1\tfinding; 1 file checked\n",
    );
    let run = short(&folder, &["--fix", "--statistics"]);
    assert_eq!(run.out, "0\tfindings, 1 fixed; 1 file checked\n");
}

#[test]
fn statistics_are_no_part_of_a_document_or_a_diff() {
    let args = ["lint", "--statistics", "--stdin-path", "x.md", "--fix", "-"];
    let run = Folder::new().pipe(&args, b"See <HTTP://a.org/>.\n");
    let table = "0\tfindings, 1 fixed; 1 file checked\n";
    run.is(0, "See <http://a.org/>.\n", table);
    let folder = Folder::with(&[("x.md", PORT)]);
    let diff = folder.run(&["lint", "--diff"]).out;
    let run = folder.run(&["lint", "--diff", "--statistics"]);
    assert_eq!((run.status, run.out), (1, diff));
    assert_eq!(run.err, "0\tfindings, 1 would be fixed; 1 file checked\n");
}

#[cfg(unix)]
#[test]
fn a_file_name_cannot_forge_a_command() {
    let folder = Folder::with(&[("x\n::error::forged.md", b"See <http:///x>.\n")]);
    let run = folder.run(&["lint", "--output-format", "github"]);
    assert_eq!(run.out.lines().count(), 1, "{}", run.out);
}

fn utf_16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(|unit: u16| unit.to_le_bytes()).collect()
}

/// `patch` and `git apply` skip such a line, as that of `diff`.
#[test]
fn a_diff_has_no_lines_of_utf_16() {
    let document = utf_16("See <HTTP://a.org/x>.\n");
    let folder = Folder::with(&[("x.md", &document), ("y.md", BAD)]);
    let out = folder.run(&["lint", "--diff", "x.md", "y.md"]).out;
    let rest = out.strip_prefix("Binary files x.md and x.md differ\n");
    assert!(
        rest.is_some_and(|rest| rest.starts_with("--- y.md\n")),
        "{out}"
    );
}

#[test]
fn documents_in_utf_16_are_read_and_written() {
    let encode = utf_16;
    let document = encode("é 😀 <HTTP://a.org/x>\r\nhtpp://b.org/\r\n");
    let folder = Folder::with(&[("x.md", &document)]);
    let run = folder.run(&["lint", "--output-format", "json", "x.md"]);
    let found: Vec<Value> = run.out.lines().map(json).collect();
    assert_eq!(found.len(), 2, "{}", run.out);
    assert_eq!(
        (&found[0]["line"], &found[0]["column_chars"]),
        (&1.into(), &6.into())
    );
    let start = found[0]["start"].as_u64().expect("a number") as usize;
    assert_eq!(document[start..start + 8], encode("HTTP")[2..]);
    folder.run(&["lint", "--fix", "x.md"]);
    let fixed = folder.read("x.md");
    assert!(fixed == encode("é 😀 <http://a.org/x>\r\nhtpp://b.org/\r\n"));
}

#[test]
fn relative_targets_are_looked_for_by_option() {
    let folder = Folder::with(&[
        (
            "doc/x.md",
            b"# Top\n\n[a](y.md) [b](z.md) [c](y.md#part) [d](y.md#other) [e](#top) [f](#end)\n\n[g](../../outside.md) [h](page.html) [i](y%20z.md) [j](book.html) [k](form.html) [l](made.md) [m](copy.md) [n](notes.log)\n",
        ),
        ("doc/y.md", b"## Part\n"),
        ("doc/y z.md", b""),
        ("doc/page.md", b""),
        ("doc/book.xml", b""),
        ("doc/form.html.in", b""),
        ("doc/made.md.in", b""),
        ("doc/copy.md.txt", b""),
        ("doc/notes.log.txt", b""),
    ]);
    let run = short(&folder, &["--isolated", "doc/x.md"]);
    assert_eq!(run.out, "");
    let options = ["--select", "missing-file,missing-anchor"];
    let run = folder.run(
        &[
            &["lint", "--isolated", "--output-format", "short", "doc/x.md"],
            &options[..],
        ]
        .concat(),
    );
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        lines,
        [
            "doc/x.md:3:12: warning: there is no file `z.md` [U308 missing-file]",
            "doc/x.md:3:37: warning: no heading or anchor `#other` in y.md [U309 missing-anchor]",
            "doc/x.md:3:63: warning: no heading or anchor `#end` in this document [U309 missing-anchor]",
            "doc/x.md:5:109: warning: there is no file `notes.log` [U308 missing-file]",
        ]
    );
    // The URL of a finding, which a baseline compares too, is the target and not the label.
    let run = folder.run(&[&["lint", "--isolated", "--json", "doc/x.md"], &options[..]].concat());
    let urls: Vec<Value> = run
        .out
        .lines()
        .map(|line| json(line)["url"].take())
        .collect();
    assert_eq!(urls, ["z.md", "y.md#other", "#end", "notes.log"]);
}

#[test]
fn a_compressed_file_that_is_named_is_an_error() {
    let gz = b"\x1f\x8b\x08\0\0\0\0\0\0\x03";
    let folder = Folder::with(&[("x.md.gz", gz), ("y.md", b"http://a.org:80/\n")]);
    let run = short(&folder, &["x.md.gz"]);
    let error = "urlgrep: x.md.gz: not read (gzip file): decompress it\n";
    assert_eq!(
        (run.status, run.out.as_str(), run.err.as_str()),
        (2, "", error)
    );
    let run = short(&folder, &["."]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
}

/// The targets of links are read for their anchors. Anything may have such a name.
#[cfg(unix)]
#[test]
fn only_documents_of_the_tree_are_read_for_anchors() {
    use std::os::unix::fs::symlink;
    let outside = Folder::with(&[("x.md", b"# Part\n")]);
    let folder = Folder::with(&[(".git/x", b""), ("inside.md", b"# Part\n")]);
    folder.make_pipe("pipe.md");
    symlink("/dev/zero", folder.at("zero.md")).expect("a link");
    symlink(outside.at("x.md"), folder.at("outside.md")).expect("a link");
    let big = fs::File::create(folder.at("big.md")).expect("a file");
    big.set_len(2 << 30).expect("a file with a hole");
    let select = ["lint", "--isolated", "--select", "missing-anchor", "x.md"];
    for name in ["pipe", "zero", "outside", "big"] {
        folder.write("x.md", format!("[a]({name}.md#none) [b](inside.md#none)\n"));
        let run = folder.run_without_waiting(&[&select[..], &["--json"]].concat());
        let urls = run.out.lines().map(|line| json(line)["url"].take());
        let urls: Vec<Value> = urls.collect();
        assert_eq!(
            (urls, &*run.err),
            (vec!["inside.md#none".into()], ""),
            "{name}"
        );
    }
}

/// A folder with foreign files may have a configuration or a baseline that has no end.
#[cfg(unix)]
#[test]
fn configurations_and_baselines_are_regular_files() {
    use std::os::unix::fs::symlink;
    type Make = fn(&Folder, &str);
    let pipe: Make = |folder, name| folder.make_pipe(name);
    let zero: Make = |folder, name| symlink("/dev/zero", folder.at(name)).expect("a link");
    let big: Make = |folder, name| {
        let big = fs::File::create(folder.at(name)).expect("a file");
        big.set_len(2 << 30).expect("a file with a hole");
    };
    for (make, why, is_big) in [
        (pipe, "not a regular file", false),
        (zero, "not a regular file", false),
        (big, "larger than ", true),
    ] {
        let folder = Folder::with(&[("x.md", PORT)]);
        make(&folder, "urlgrep.toml");
        let run = folder.run_without_waiting(&["lint", "x.md"]);
        assert_eq!((run.status, &*run.out), (2, ""));
        has(&run.err, &format!("urlgrep.toml: {why}"));
        assert!(
            !is_big || run.err.ends_with("larger than 16 MiB\n"),
            "{}",
            run.err
        );

        let folder = Folder::with(&[("x.md", PORT), ("urlgrep.toml", b"baseline = 'base'")]);
        make(&folder, "base");
        let run = folder.run_without_waiting(&["lint", "x.md"]);
        has(&run.err, &format!("base: {why}"));
        assert_eq!(run.status, 2);

        // Other programs check this one.
        let folder = Folder::with(&[("x.md", PORT)]);
        make(&folder, "pyproject.toml");
        let run = folder.run_without_waiting(&["lint", "x.md"]);
        assert_eq!((run.status, &*run.err), (0, ""));
    }
}

/// What is named by the user may come from another program.
#[cfg(unix)]
#[test]
fn a_configuration_that_is_named_may_be_a_pipe() {
    let folder = Folder::with(&[("x.md", PORT)]);
    folder.make_pipe("pipe");
    thread::scope(|scope| {
        scope.spawn(|| fs::write(folder.at("pipe"), "ignore = ['default-port']"));
        let run = folder.run(&["lint", "--config", "pipe", "x.md"]);
        assert_eq!((run.status, &*run.out, &*run.err), (0, "", ""));
    });
}

/// Controls of C1 and line separators of the document do not reach the terminal, and the mark stays below the URL.
#[test]
fn excerpts_are_safe_to_print() {
    let text = "see \u{9b}31mRED\u{9d}0;pwned\u{9c} <HTTP://a.org/\u{200f}x>\u{2028}\u{feff}\n";
    let folder = Folder::with(&[("x.txt", text.as_bytes())]);
    let run = folder.run(&["lint", "--select", "uppercase-scheme"]);
    let line = "see \u{fffd}31mRED\u{fffd}0;pwned\u{fffd} <HTTP://a.org/\u{fffd}x>\u{fffd}\u{fffd}";
    let shown = |line: &&str| line.contains("RED");
    let at = run
        .out
        .lines()
        .position(|line| shown(&line))
        .expect("the line");
    let lines: Vec<&str> = run.out.lines().skip(at).take(2).collect();
    assert!(lines[0].ends_with(line), "{}", run.out);
    let column = |line: &str, c| line.chars().position(|each| each == c);
    assert_eq!(column(lines[1], '^'), column(lines[0], 'H'), "{}", run.out);
    assert!(
        run.out.chars().all(|c| c == '\n' || !c.is_control()),
        "{:?}",
        run.out
    );
}

/// XML has references to characters that do more than show text.
#[cfg(target_os = "linux")]
#[test]
fn names_in_junit_are_safe_to_print() {
    let folder = Folder::with(&[("a\u{202e}dm.\u{9b}x.md", BAD)]);
    let run = folder.run(&["lint", "--output-format", "junit"]);
    has(&run.out, "name=\"a&#x202e;dm.&#x9b;x.md\"");
    assert!(!run.out.contains(['\u{202e}', '\u{9b}']));
}
