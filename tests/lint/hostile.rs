//! No document causes a panic of the linter or makes it slow.

use std::path::Path;

use proptest::prelude::*;
use urlgrep::document::Kind;
use urlgrep::lint::{Linter, fix};

use super::growth::assert_linear;
use super::{KINDS, all_rules};

/// Lints and fixes a document. Findings and edits must lie in it.
fn lint(linter: &Linter, kind: Kind, document: &[u8]) {
    let len = document.len() as u64;
    for finding in linter.lint(kind, document) {
        assert!(finding.at.start <= finding.at.end && finding.at.end <= len);
        let edits = finding.fix.iter().flat_map(|fix| &fix.edits);
        let mut at = 0;
        for edit in edits {
            assert!(at <= edit.at.start && edit.at.start <= edit.at.end && edit.at.end <= len);
            at = edit.at.end;
        }
    }
    fix(linter, kind, document, true, |_| true);
}

/// Tokens of documents, some of them invalid.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::sample::select(vec![
        "http://",
        "https:/",
        "htpp://",
        "http//",
        "<URL:",
        "<",
        ">",
        "](",
        "[x](",
        ")",
        "`",
        "``",
        "```\n",
        "::\n\n  ",
        ".. ",
        ".. _x: ",
        "a.org",
        "a..b",
        ":80",
        ":99999",
        "/x",
        "%",
        "%0A",
        "[",
        "]",
        "{",
        "\"",
        "'",
        "<!--",
        "-->",
        "<a href=",
        "</a>",
        "<pre>",
        "//",
        "/*",
        "*/",
        "#",
        "\\",
        "\n",
        "\r\n",
        "\n\n",
        " ",
        "\t",
        "-\n",
        "> ",
        "urlgrep: allow ",
        "default-port",
        "u:p@",
        "?utm_source=x&",
        "&",
        "&amp;",
        "&#x",
        "mailto:",
        "é",
        "日本",
        "\u{430}",
        "\u{0}",
        "----\n",
        "....\n",
        ".TH X\n",
        "\\\"",
        "\\-",
        "\\(",
        "\\[ti]",
        "\\fB",
        "\\s-",
        "<a href='x'>",
        "xn--",
        "Content-Length: 9\n",
        "From: a\nTo: b\n\n",
        "=20",
        "---\n",
        "$",
        "%s",
    ]);
    let piece = prop_oneof![
        20 => pieces.prop_map(|piece| piece.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn any_document_can_be_linted(document in pieces()) {
        let linter = all_rules();
        for kind in KINDS {
            lint(&linter, kind, &document);
        }
    }

    #[test]
    fn any_document_has_a_type(document in pieces(), name in "[a-z.]{0,9}") {
        Kind::detect(Path::new(&name), &document).mask(&document);
    }
}

#[test]
fn repetition_takes_linear_time() {
    let linter = all_rules();
    let units = [
        "http://",
        "<URL:http://a.org ",
        "((((",
        "http://a)",
        ":::",
        "[x](http://a.org/ ",
        "``",
        "<a ",
        "<a href='x'>",
        "*_",
        "\"",
        "/*",
        "> ",
        "http//a.org ",
        "urlgrep: allow x\n",
        "::\n\n",
        "`x <",
        "htpp://a.org/ ",
        "[a]: http://a.org\n",
        "<!--",
        "x <a href=y>",
        "\\-",
        "\\[",
        "http://xn--a.",
    ];
    for unit in units {
        for kind in KINDS {
            assert_linear(&format!("{kind:?} {unit:?}"), 8 << 10, |size| {
                linter.lint(kind, unit.repeat(size / unit.len()).as_bytes());
            });
        }
    }
}
