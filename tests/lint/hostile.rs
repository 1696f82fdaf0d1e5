//! No document causes a panic of the linter or makes it slow.

use std::path::Path;

use proptest::prelude::*;
use urlgrep::document::Kind;

use super::growth::{assert_linear, of_thread};
use super::pieces::DOCUMENTS;
use super::properties::lint::{KINDS, all_rules, findings_are_sound};

/// Tokens of documents, some of them invalid.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::sample::select(&DOCUMENTS[..]);
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
            findings_are_sound(&linter, kind, &document);
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
        "'<a href=",
        "{<URL:",
        "%3Chttp://?",
        "](&#x",
        "// urlgrep: allow missing-wrapper http://a.org:80/\n",
        "# urlgrep: off default-port ",
        "# urlgrep: off U1\n# urlgrep: on U101\n",
        ">---\nx\n\n",
        "{%code%}",
        "{{<code>}}\n",
        "[source]\n",
        "<code>",
    ];
    for unit in units {
        for kind in KINDS {
            assert_linear(of_thread, &format!("{kind:?} {unit:?}"), 8 << 10, |size| {
                linter.lint(kind, unit.repeat(size / unit.len()).as_bytes());
            });
        }
    }
}

/// What stands before a comment may be a line of any length.
#[test]
fn a_long_line_before_a_suppression_takes_linear_time() {
    let linter = all_rules();
    for unit in ["<!--", "<a ", "</a ", "<!-- <a "] {
        assert_linear(of_thread, unit, 256 << 10, |size| {
            let line = unit.repeat(size / unit.len()) + "<!-- urlgrep: allow default-port\n";
            linter.lint(Kind::Html, line.as_bytes());
        });
    }
}

/// What stands before a URL is looked at only nearby.
#[test]
fn a_long_line_of_bare_urls_takes_linear_time() {
    let (linter, unit) = (all_rules(), "http://a.com/default-port");
    assert_linear(of_thread, unit, 32 << 10, |size| {
        linter.lint(Kind::Markdown, unit.repeat(size / unit.len()).as_bytes());
    });
}
