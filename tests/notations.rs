//! The table of notations in `docs/notations.md`, and their pages in `tests/spec`, are complete.

#![cfg(feature = "mail")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The names of the notations: what the file of an unknown type can be read as, but for mail and news.
fn names() -> BTreeSet<String> {
    let mail = [
        "pipermail",
        "mbox",
        "mmdf",
        "babyl",
        "rnews",
        "message",
        "warc",
        "emlx",
    ];
    let names = urlgrep::mail::names().filter(|name| !mail.contains(name));
    names.map(str::to_string).collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file")
}

#[test]
fn the_docs_list_every_notation() {
    let table = read("docs/notations.md");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    let listed: BTreeSet<String> = rows
        .filter_map(|row| Some(row.split_once('`')?.0.to_string()))
        .collect();
    assert_eq!(listed, names());
}

#[test]
fn some_extensions_say_little() {
    let name = |path: &str, head: &str| {
        let container = urlgrep::mail::detect_file(Path::new(path), head.as_bytes());
        container.name()
    };
    let xml = "<?xml version=\"1.0\"?><TS>";
    assert_eq!(name("de.ts", xml), "xml");
    assert_eq!(name("x.ts", "let x = 1;"), "source");
    assert_eq!(name("x.schemas", xml), "xml");
    assert_eq!(name("spring.schemas", "http\\://a.org/x=y"), "ini");
    assert_eq!(name("MANIFEST.MF", "Manifest-Version: 1.0\n"), "calendar");
    assert_eq!(name("A.SF", "Signature-Version: 1.0\r\n"), "calendar");
    for markdown in [
        "x.mdwn", "x.mkdn", "x.mkdown", "x.Rmd", "x.qmd", "x.ronn", "x.livemd",
    ] {
        assert_eq!(name(markdown, "# x"), "markdown", "{markdown}");
    }
    for turtle in ["x.nt", "x.nq", "x.ttl", "x.trig", "x.n3"] {
        assert_eq!(name(turtle, "<a> "), "turtle", "{turtle}");
    }
}

#[test]
fn each_notation_has_a_page_of_cases() {
    for name in names().iter().filter(|name| *name != "text") {
        let page = read(&format!("tests/spec/notation-{name}.md"));
        let mut blocks = page.lines().filter(|line| line.starts_with("```text"));
        let case = format!("as={name}");
        assert!(
            blocks.any(|line| line.split(' ').any(|word| word == case)),
            "{name}"
        );
    }
}

/// The names without a scheme that are found in a file.
fn names_without_a_scheme(path: &str, file: &[u8]) -> Vec<String> {
    let extractor = urlgrep::Extractor::builder().schemeless(true).build();
    let selection = urlgrep::mail::Selection::from(&extractor);
    let container = urlgrep::mail::detect_file(Path::new(path), file);
    let texts: Vec<_> = container.texts_selected(file, 0, &selection).collect();
    let matches = texts.iter().flat_map(|text| extractor.extract_text(text));
    matches.map(|m| m.to_string()).collect()
}

#[test]
fn names_without_a_scheme_stand_in_comments_and_strings_of_scripts() {
    let code = b"x.at = `on a.org`; // b.org\nif (device.ie && /x.at/.test(s)) { move(x.from.ch, 'c.org') }\n";
    for path in ["x.js", "x.tsx", "x.ts", "x.mts", "x.d.cts", "x.go"] {
        let found = names_without_a_scheme(path, code);
        assert_eq!(found, ["http://a.org", "http://b.org", "http://c.org"]);
    }
}

#[test]
fn names_without_a_scheme_stand_in_comments_of_shaders() {
    let code = b"color = vec4(in.color.xyz * light.ba, 1.0); // as on a.org\np = q.xyz / q.w;\n";
    for path in ["x.glsl", "x.vert", "x.frag", "x.wgsl"] {
        assert_eq!(names_without_a_scheme(path, code), ["http://a.org"]);
    }
}

#[test]
fn names_without_a_scheme_stand_in_comments_and_strings_of_styles_for_bibtex() {
    let code =
        b"% On a.org\nFUNCTION {bbl.th} { \"th\" cap.no * }\n\"http://b.org/\" write$ \"c.org\"\n";
    for path in ["x.bst", "x.mbs"] {
        let found = names_without_a_scheme(path, code);
        assert_eq!(found, ["http://a.org", "http://b.org/", "http://c.org"]);
    }
}

#[test]
fn names_without_a_scheme_in_source_maps_begin_with_www() {
    let map = br#"{"version": 3, "sourcesContent": ["// See www.a.org/x\nthis.hd.il = me.il; f(\"b.no\", \"http://c.org\")"]}"#;
    let found = names_without_a_scheme("x.js.map", map);
    assert_eq!(found, ["http://www.a.org/x", "http://c.org"]);
    let found = names_without_a_scheme("x.json", br#"{"a": "See b.org"}"#);
    assert_eq!(found, ["http://b.org"]);
}

#[test]
fn a_quote_in_a_regular_expression_opens_no_string() {
    let code = b"s = s.replace(/[`*_{/]/g, x.y.is); b = ['a.org', /\"/, z.at]; // on b.org\nreturn p.q.is(c, `c.org`)";
    let found = names_without_a_scheme("x.js", code);
    assert_eq!(found, ["http://a.org", "http://b.org", "http://c.org"]);
}
