//! Fixes are idempotent, and they change nothing but URLs.

use urlgrep::document::Kind;
use urlgrep::lint::{Linter, Safety, find_rule, fix, rules};
use urlgrep::{Extractor, url};

use super::properties::lint::all_rules;

const KINDS: [Kind; 5] = [
    Kind::Text,
    Kind::Markdown,
    Kind::Rst,
    Kind::Html,
    Kind::Mail,
];

/// All bad examples, one after the other.
fn document() -> String {
    let examples = rules().iter().flat_map(|rule| rule.bad());
    let texts = examples.map(|example| format!("{}\n\n", example.text.trim_end()));
    texts.collect()
}

/// A mark after a URL may close emphasis.
#[test]
fn emphasis_stays() {
    for (document, wanted) in [
        ("_See https://a.org/x_\n", "_See <https://a.org/x>_\n"),
        (
            "__See https://a.org/x__\r\n",
            "__See <https://a.org/x>__\r\n",
        ),
        ("~~See https://a.org/x~~.\n", "~~See <https://a.org/x>~~.\n"),
        (
            "| _See https://a.org/x_ |\n",
            "| _See <https://a.org/x>_ |\n",
        ),
        ("See https://a.org/x_\n", "See <https://a.org/x_>\n"),
    ] {
        let fixed = fix(
            &Linter::default(),
            Kind::Markdown,
            document.as_bytes(),
            Safety::Safe,
            |_| true,
        );
        assert_eq!(String::from_utf8_lossy(&fixed.document), wanted);
    }
    let notebook =
        r#"{"cells": [{"cell_type": "markdown", "source": ["_See https://a.org/x_\n"]}]}"#;
    let fixed = fix(
        &Linter::default(),
        Kind::Notebook,
        notebook.as_bytes(),
        Safety::Safe,
        |_| true,
    );
    assert_eq!(String::from_utf8_lossy(&fixed.document), notebook);
}

#[test]
fn fixes_are_idempotent() {
    for kind in KINDS {
        for safety in [Safety::Safe, Safety::Unsafe] {
            for linter in [Linter::default(), all_rules()] {
                let once = fix(&linter, kind, document().as_bytes(), safety, |_| true);
                // Mail is not changed.
                assert_eq!(once.applied > 0, kind != Kind::Mail, "{kind:?}");
                let twice = fix(&linter, kind, &once.document, safety, |_| true);
                assert_eq!(twice.applied, 0, "{kind:?} {:?}", twice.findings);
                assert_eq!(twice.document, once.document);
            }
        }
    }
}

/// In `<…>` markdown-it displays a character reference as it is written.
#[test]
fn character_references_stay_outside_of_brackets() {
    for document in [
        "See http://b.org/?c&amp;d.\n",
        "See http://b.org/&mdash;the.\n",
    ] {
        let fixed = fix(
            &Linter::default(),
            Kind::Markdown,
            document.as_bytes(),
            Safety::Unsafe,
            |_| true,
        );
        assert_eq!((fixed.applied, fixed.findings.len()), (0, 1), "{document}");
    }
    let document = b"See http://b.org/?c&amp=d.\n";
    let fixed = fix(
        &Linter::default(),
        Kind::Markdown,
        document,
        Safety::Safe,
        |_| true,
    );
    assert_eq!(fixed.document, b"See <http://b.org/?c&amp=d>.\n");
}

/// A plain text after all safe fixes.
fn fixed(document: &[u8]) -> Vec<u8> {
    let linter = Linter::default();
    fix(&linter, Kind::Text, document, Safety::Safe, |_| true).document
}

#[test]
fn line_breaks_byte_order_marks_and_line_ends_are_kept() {
    let document = b"\xef\xbb\xbfSee <HTTP://a.org:80/x>\r\nand <HTTP://b.org/>\xff";
    let want: &[u8] = b"\xef\xbb\xbfSee <http://a.org/x>\r\nand <http://b.org/>\xff";
    assert_eq!(fixed(document), want);
}

#[test]
fn folded_urls_are_fixed_through_their_segments() {
    let document = b"> See <URL:HTTP://a.org:8\n> 0/x[\n> 1]/>.\n";
    // The port is split, so it is not fixed.
    assert_eq!(
        fixed(document),
        b"> See <URL:http://a.org:8\n> 0/x%5B\n> 1%5D/>.\n"
    );
}

#[test]
fn encoded_text_is_not_fixed() {
    let message = b"From: a@a.org\nDate: now\nMIME-Version: 1.0\n\
        Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n\
        U2VlIDxIVFRQOi8vYS5vcmc6ODAveD4uCg==\n";
    let linter = Linter::default();
    let findings = linter.lint(Kind::Mail, message);
    assert_eq!(findings.len(), 2, "{findings:?}");
    assert!(findings.iter().all(|finding| finding.fix.is_none()));
    // The character references of HTML are kept.
    let page = b"<html><a href=\"HTTP://a.org/?a=1&amp;b=[\">x</a>";
    let fixed = fix(&linter, Kind::Html, page, Safety::Safe, |_| true);
    let text = String::from_utf8_lossy(&fixed.document);
    assert!(text.contains("&amp;"), "{text}");
}

#[test]
fn a_fix_keeps_the_declared_length_of_a_message() {
    let linter = Linter::builder().fix_kinds(["mail".to_string()]).build();
    let mailbox = |field: &str| {
        let from = "From a@a.org Mon Jan  1 10:00:00 2024\nFrom: a@a.org\nDate: now\n";
        format!("{from}{field}\n<HTTP://a.org:80/>\n\n")
    };
    let article = "From: a@a.org\nNewsgroups: a.b\n\n<HTTP://a.org:80/>\n";
    let batch = format!("#! rnews {}\n{article}", article.len());
    for (document, count) in [
        (mailbox("Content-Length: 19\n"), Some("Content-Length")),
        (mailbox("content-length : 19\n"), Some("Content-Length")),
        (mailbox(""), None),
        (batch, Some("the length in its batch")),
    ] {
        let fixed = fix(
            &linter,
            Kind::Mail,
            document.as_bytes(),
            Safety::Unsafe,
            |_| true,
        );
        assert_eq!(fixed.document.len() == document.len(), count.is_some());
        let text = String::from_utf8_lossy(&fixed.document).into_owned();
        assert!(text.contains("<http://a.org"), "{text}");
        let left: Vec<_> = fixed
            .findings
            .iter()
            .map(|left| &left.message[..])
            .collect();
        match count {
            Some(count) => assert!(left.len() == 1 && left[0].contains(count), "{left:?}"),
            None => assert!(left.is_empty(), "{left:?}"),
        }
    }
}

/// Escapes of roff in a URL are not reported and not fixed.
#[test]
fn roff_escapes_are_decoded() {
    let page = |text: &str| format!(".TH X 1\n.SH NAME\n{text}\n");
    let linter = Linter::default();
    for clean in [
        r"See https://www.x\-y.org/\:a\%b\(tic\&.",
        r"See <https://x.org/a\-b\:/c>.",
        r"\fBhttps://x.org/a\fR and \fI<https://x.org/b>\fP, \s-1https://x.org/\s0.",
        ".UR https://x\\-y.org/a\\:b.html\n.UE .",
        r"\[la]https://x.org/a\[ra] or \(lahttps://x.org/\(ra",
        "See https://x.org/\\\nabc for more.",
        r"The unit \*(xy is at https://x.org/\*(xy.",
    ] {
        let findings = linter.lint(Kind::Man, page(clean).as_bytes());
        assert!(findings.is_empty(), "{clean} {findings:?}");
    }
    let bad = page(r"See <HTTP://x\-y.org:80/a\-b> and http://localhost:\%25/.");
    let fixed = fix(&linter, Kind::Man, bad.as_bytes(), Safety::Unsafe, |_| true);
    let raised: Vec<_> = fixed.findings.iter().map(|left| left.rule.name()).collect();
    assert_eq!(raised, ["uppercase-scheme", "default-port"]);
    assert_eq!(fixed.findings[0].url, b"HTTP://x-y.org:80/a-b");
    assert_eq!(fixed.document, bad.as_bytes());
}

/// The normalized URLs are the same before and after the fix.
#[test]
fn safe_fixes_keep_the_meaning_of_urls() {
    let before = "<HTTP://a.org:80/x> <http://a.org/a[1].html> <https://a.org:443/x[0].y>";
    let fixed = fix(
        &Linter::default(),
        Kind::Text,
        before.as_bytes(),
        Safety::Safe,
        |_| true,
    );
    let urls = |text: &[u8]| -> Vec<String> {
        let normalized = Extractor::default().extract_bytes(text).map(|m| {
            let url = url::parse(m.as_bytes()).0.normalized();
            let url = String::from_utf8_lossy(&url).into_owned();
            url.replace('^', "%5E")
                .replace('[', "%5B")
                .replace(']', "%5D")
        });
        normalized.collect()
    };
    assert_eq!(urls(before.as_bytes()), urls(&fixed.document));
    assert_eq!(fixed.applied, 5);
}

#[test]
fn a_scheme_that_ends_with_s_becomes_https() {
    let fixed = fix(
        &Linter::default(),
        Kind::Text,
        b"See htts://a.org/x and htt://a.org/x.\n",
        Safety::Unsafe,
        |_| true,
    );
    let text = String::from_utf8_lossy(&fixed.document);
    assert_eq!(text, "See https://a.org/x and http://a.org/x.\n");
}

#[test]
fn a_substitution_in_a_target_is_reported_and_not_encoded() {
    let document = b".. _it: http://a.org/|release|/x\n\nSee it_.\n";
    let findings = Linter::default().lint(Kind::Rst, document);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].fix.is_none() && findings[0].message.contains("`|release|`"));
}

#[test]
fn a_link_with_all_its_brackets_does_not_lack_one() {
    let message = |document: &[u8]| {
        let findings = Linter::default().lint(Kind::Markdown, document);
        let [finding] = &findings[..] else {
            panic!("{findings:?}")
        };
        finding.message.clone()
    };
    for document in [
        &b"Call `x. See [`it`](http://a.org/x).\n"[..],
        b"See [x [y](http://a.org/y)](http://a.org/x).\n",
    ] {
        assert!(message(document).starts_with("not a link: "));
    }
    assert!(message(b"See [it](http://a.org/x for more.\n").contains("missing `)`"));
    let broken = b"See [it](http://www.a.org/a/rather/long/path/that/somebody/broke/over/lines/\nsecond/part.html).\n";
    assert!(message(broken).starts_with("line break"));
    let parenthesis = b"See [it](http://a.org/(/x) [too](http://a.org/y).\n";
    assert!(message(parenthesis).ends_with("write `%28`"));
}

/// A plain text after all fixes of a rule.
fn fixed_by(rule: &str, document: &str) -> String {
    let linter = Linter::builder().select(find_rule(rule)).build();
    let fixed = fix(
        &linter,
        Kind::Text,
        document.as_bytes(),
        Safety::Unsafe,
        |_| true,
    );
    String::from_utf8_lossy(&fixed.document).into_owned()
}

#[test]
fn the_first_part_of_a_scheme_is_kept() {
    assert_eq!(
        fixed_by(
            "plain-http",
            "Clone <git+http://a.org/x>, see <HTTP://a.org/y>.\n"
        ),
        "Clone <git+https://a.org/x>, see <https://a.org/y>.\n"
    );
}

/// The URL of an archive, which is broken too.
#[test]
fn a_part_of_a_broken_url_is_kept() {
    let rest =
        "http://www.b.org/a/rather/long/path/that/somebody/broke/over/lines/\nsecond/part.html";
    let archived = format!("See https://web.archive.org/web/\n2008/{rest}\n");
    assert_eq!(fixed_by("broken-bare-url", &archived), archived);
    let alone = format!("See {rest}\n");
    assert_eq!(
        fixed_by("broken-bare-url", &alone),
        format!("See <URL:{rest}>\n")
    );
}

#[test]
fn a_port_has_one_protocol() {
    let document = "See <http://a.org:8080/x>.\n";
    assert_eq!(fixed_by("plain-http", document), document);
}

#[test]
fn no_sign_stays_after_a_tracking_parameter() {
    for (query, want) in [
        ("?utm_source=x&utm_medium=y", ""),
        ("?utm_source=x&utm_medium=y&a=1", "?a=1"),
        ("?a=1&utm_source=x&utm_medium=y&utm_term=z", "?a=1"),
        ("?utm_source=x&a=1&utm_medium=y&b=2&utm_term=z", "?a=1&b=2"),
    ] {
        assert_eq!(
            fixed_by(
                "tracking-parameter",
                &format!("See <http://a.org/{query}>.\n")
            ),
            format!("See <http://a.org/{want}>.\n")
        );
    }
}

#[test]
fn a_message_says_what_to_write() {
    let message = |kind: Kind, document: &str| {
        let linter = Linter::builder()
            .extend_select(find_rule("bare-url"))
            .build();
        let findings = linter.lint(kind, document.as_bytes());
        findings
            .first()
            .map(|finding| finding.message.clone())
            .unwrap_or_default()
    };
    assert!(
        message(Kind::Text, "See http://2001:db8::1/x.\n")
            .contains("an IPv6 address is written in `[…]`")
    );
    assert!(message(Kind::Html, "<a href=\"http://a.org/x.h tml\">x</a>").contains("line break"));
    // `<http://…>` is a tag there.
    assert!(message(Kind::Mdx, "See http://a.org/x here.\n").ends_with("write `[text](…)`"));
}

#[test]
fn an_unsafe_fix_leaves_the_targets_of_other_links() {
    let other = "[y](/web/2001/http://www.acme.org:80/x)\n";
    let document = format!("xx https:relay.dev/faq as well.\n\n{other}");
    let linter = Linter::default();
    let findings = linter.lint(Kind::Markdown, document.as_bytes());
    let offered = findings.iter().filter_map(|finding| finding.fix.as_ref());
    let places: Vec<u64> = offered.map(|fix| fix.edits[0].at.start).collect();
    assert_eq!(places, [3]);
    let fixed = fix(
        &linter,
        Kind::Markdown,
        document.as_bytes(),
        Safety::Unsafe,
        |_| true,
    );
    let want = format!("xx https://relay.dev/faq as well.\n\n{other}");
    assert_eq!(String::from_utf8_lossy(&fixed.document), want);
}

#[test]
fn an_unsafe_fix_may_change_a_tag_with_more_attributes() {
    for document in [
        "x <a href=\"htpp://www.acme.com/h\" target=\"_blank\">h</a>\n",
        "x <a href=\"htpp://www.acme.com/h\"><img src=\"i.png\"></a> <a href=\"/x\">y</a>\n",
        "x <a href=\"htpp://www.acme.com/h\">an <b class=\"c\">h</b></a>\n",
    ] {
        for kind in [Kind::Html, Kind::Markdown] {
            let linter = Linter::default();
            let fixed = fix(&linter, kind, document.as_bytes(), Safety::Unsafe, |_| true);
            let want = document.replace("htpp", "http");
            assert_eq!(String::from_utf8_lossy(&fixed.document), want, "{kind:?}");
        }
    }
}

#[test]
fn a_target_in_brackets_may_have_blanks() {
    let document = "See [w](<https://www.acme.com/My Documents/file name.pdf>) and [r].\n\n\
        [r]: <https://www.acme.com/Program Files/x.txt>\n";
    let findings = Linter::default().lint(Kind::Markdown, document.as_bytes());
    assert!(findings.is_empty(), "{findings:?}");
}

/// A blank line ends a paragraph in both.
#[test]
fn line_ends_change_neither_findings_nor_fixes() {
    for (kind, document) in [
        (Kind::Markdown, "See (http://a.org/x\n\nor b) there.\n"),
        (Kind::Markdown, "See \"HTTP://a.org/x\n\nor \"b there.\n"),
        (
            Kind::Markdown,
            "A {% b\n\nsee http://a.org/x\n\nand c %} d.\n",
        ),
        (Kind::Markdown, "A [[ b\n\nsee http://a.org/x or\nc ]] d.\n"),
        (Kind::Text, "See (HTTP://a.org:80/x\n\nor b) there.\n"),
    ] {
        let linter = all_rules();
        let run = |document: &str| {
            let fixed = fix(&linter, kind, document.as_bytes(), Safety::Unsafe, |_| true);
            let found = linter.lint(kind, document.as_bytes());
            let codes: Vec<_> = found.iter().map(|finding| finding.rule.code()).collect();
            let text = String::from_utf8_lossy(&fixed.document).replace("\r\n", "\n");
            (codes, fixed.applied, text)
        };
        assert_eq!(
            run(&document.replace('\n', "\r\n")),
            run(document),
            "{document}"
        );
    }
}
