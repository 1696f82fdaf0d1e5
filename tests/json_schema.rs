//! The output of `--json` is valid by `docs/search.schema.json`, which has the keys of `docs/json.md`.

#![cfg(feature = "cli")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name);
    fs::read_to_string(path).expect("the document can be read")
}

fn schema() -> Value {
    serde_json::from_str(&document("search.schema.json")).expect("the schema is JSON")
}

/// Whether a value is valid by a schema, as far as this schema needs it: `type`, `enum`, `minimum`, `items`, `properties`, `required`,
/// `additionalProperties`.
fn check(value: &Value, schema: &Value, path: &str) -> Result<(), String> {
    let fail = |why: &str| Err(format!("{path}: {why}: {value}"));
    let is_type = match schema["type"].as_str() {
        None => true,
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        Some(other) => panic!("type {other} is not checked"),
    };
    if !is_type {
        return fail("wrong type");
    }
    if schema["enum"]
        .as_array()
        .is_some_and(|all| !all.contains(value))
    {
        return fail("unknown value");
    }
    if schema["minimum"].as_u64() > value.as_u64() {
        return fail("too small");
    }
    for (i, item) in value.as_array().into_iter().flatten().enumerate() {
        check(item, &schema["items"], &format!("{path}[{i}]"))?;
    }
    let object = value.as_object();
    for (key, value) in object.into_iter().flatten() {
        match schema["properties"].get(key) {
            Some(schema) => check(value, schema, &format!("{path}.{key}"))?,
            None => return fail(&format!("unknown key {key}")),
        }
    }
    for key in schema["required"].as_array().into_iter().flatten() {
        let key = key.as_str().expect("a string");
        if object.is_none_or(|object| !object.contains_key(key)) {
            return fail(&format!("no {key}"));
        }
    }
    Ok(())
}

/// The keys of a value, those of `message` too.
fn keys(value: &Value) -> Vec<String> {
    let mut keys = Vec::new();
    for (key, value) in value.as_object().into_iter().flatten() {
        keys.push(key.clone());
        let inner = value.as_object().into_iter().flatten();
        keys.extend(inner.map(|(inner, _)| format!("{key}.{inner}")));
    }
    keys
}

/// The keys of a table in `docs/json.md`, in order: the first one is that of a search, the second one that of `parse`.
fn documented(table: usize) -> Vec<String> {
    let document = document("json.md");
    let mut tables = document.split("\n| key |");
    let rows = tables.nth(table + 1).expect("a table");
    let names = rows.lines().filter_map(|line| line.strip_prefix("| `"));
    let names = names.filter_map(|line| line.split('`').next());
    names.map(str::to_string).collect()
}

/// Runs the command in the repository and returns its lines.
fn lines(args: &[&str], folder: &Path) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urlgrep"));
    command
        .current_dir(folder)
        .arg("--json")
        .args(args)
        .stdin(Stdio::null());
    let output = command.output().expect("the command starts");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn output_is_valid_and_every_key_occurs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    // What the corpora have not.
    let page =
        b"<html><a href='https://www.google.com/url?q=http://a.org/&sa=D'>x</a> <URL:www.b.org> \
        <http://c.org/ca\xe9>\n";
    fs::write(folder.path().join("page.html"), page).expect("a file");
    #[cfg(unix)]
    let name: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(b"n\xe9".to_vec());
    #[cfg(not(unix))]
    let name: std::ffi::OsString = "n".into();
    let letter = b"From: a@a.org\nDate: now\nMessage-ID: <1@a.org>\nContent-Type: multipart/mixed; boundary=b\n\n\
        --b\nContent-ID: <2@a.org>\n\n<mid:1@a.org/2@a.org>\n--b--\n";
    // Some systems accept UTF-8 names only.
    let _ = fs::write(folder.path().join(name), letter);
    let links = b"From: a@a.org\nDate: now\nMessage-ID: <3@a.org>\n\n<mid:3@a.org> <mid:4@a.org> gopher://e.org/\n";
    fs::write(folder.path().join("letter"), links).expect("a file");
    fs::write(folder.path().join("broken"), b"<URL:www.b.org/x>").expect("a file");
    let mut found = lines(
        &[
            "--headers",
            "--email",
            "--refang",
            "--schemeless",
            "corpora",
            "tests/cli/search.in",
        ],
        root,
    );
    found.extend(lines(&["--unwrap", "."], folder.path()));
    let gateway = "gopher=https://gw.example/{url}";
    found.extend(lines(
        &["--resolve", "--gateway", gateway, "."],
        folder.path(),
    ));
    found.extend(lines(&["--all", "--as", "text", "."], folder.path()));
    assert!(found.len() > 500, "{}", found.len());
    let (schema, documented) = (schema(), documented(0));
    let mut seen = BTreeSet::new();
    for value in &found {
        check(value, &schema, "").unwrap_or_else(|why| panic!("{why}\n{value}"));
        let keys = keys(value);
        let mut order = documented.iter();
        for key in &keys {
            assert!(
                order.any(|known| known == key),
                "{key} is out of order: {value}"
            );
        }
        seen.extend(keys);
    }
    for key in &documented {
        let is_seen =
            seen.contains(key) || key.ends_with("path_bytes") && !cfg!(target_os = "linux");
        assert!(is_seen, "no output has {key}");
    }
}

#[test]
fn the_table_and_the_schema_have_the_same_keys() {
    let schema = schema();
    let mut known = Vec::new();
    for (key, value) in schema["properties"].as_object().expect("an object") {
        known.push(key.clone());
        let inner = value["properties"].as_object().into_iter().flatten();
        known.extend(inner.map(|(inner, _)| format!("{key}.{inner}")));
    }
    let (mut table, mut known) = (documented(0), known);
    table.sort();
    known.sort();
    assert_eq!(table, known);
}

#[test]
fn the_keys_of_parsed_urls_are_documented() {
    let links = [
        "https://www.google.com/url?q=http://joe:pw@a.org:81/x&sa=D",
        "HTTP://a.org/",
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let options = [
        "parse",
        "--unwrap",
        "--steps",
        "--all-profiles",
        "--profile",
        "whatwg",
    ];
    let found = lines(&[&options[..], &links].concat(), folder);
    let documented = documented(1);
    let mut seen = BTreeSet::new();
    for value in &found {
        let flaw = &value["flaws"][0];
        let mut keys: Vec<_> = value.as_object().expect("an object").keys().collect();
        let of_flaw: Vec<_> = flaw
            .as_object()
            .expect("a flaw")
            .keys()
            .map(|key| format!("flaws.{key}"))
            .collect();
        let at = keys.iter().position(|key| *key == "flaws").expect("flaws");
        keys.splice(at + 1..at + 1, of_flaw.iter());
        let mut order = documented.iter();
        for key in &keys {
            assert!(order.any(|known| known == *key), "{key}: {value}");
        }
        seen.extend(keys.into_iter().cloned());
    }
    assert_eq!(seen, documented.into_iter().collect());
}

#[test]
fn the_checker_finds_faults() {
    let schema = schema();
    let found = lines(&["README.md"], Path::new(env!("CARGO_MANIFEST_DIR")));
    let good = found.first().expect("a URL");
    assert_eq!(check(good, &schema, ""), Ok(()));
    for (key, value) in [
        ("line", Value::from(0)),
        ("line", Value::from("1")),
        ("form", Value::from("round")),
        ("flaws", Value::from(vec![1])),
        ("surprise", Value::from(true)),
    ] {
        let mut bad = good.clone();
        bad[key] = value;
        assert!(check(&bad, &schema, "").is_err(), "{bad}");
    }
    let mut bad = good.clone();
    bad.as_object_mut().expect("an object").remove("url");
    assert!(check(&bad, &schema, "").is_err());
}
