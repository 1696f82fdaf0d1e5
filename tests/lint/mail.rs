//! Links in the HTML parts of mail.

use urlgrep::document::Kind;
use urlgrep::lint::{Linter, find_rule};

/// A message with a part of HTML in this encoding.
fn message(encoding: &str, body: &str) -> String {
    format!(
        "From: a@a.org\nDate: now\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
         --b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n{body}\n--b--\n"
    )
}

/// The labels of the links whose text differs from their target, as written in the message.
fn differing(message: &str) -> Vec<&str> {
    let rule = find_rule("text-differs-from-target");
    let linter = Linter::builder().select(rule).build();
    let findings = linter.lint(Kind::Mail, message.as_bytes());
    let at = |at: &std::ops::Range<u64>| &message[at.start as usize..at.end as usize];
    findings.iter().map(|finding| at(&finding.at)).collect()
}

#[test]
fn texts_of_links_are_compared_with_their_targets() {
    let plain = message(
        "7bit",
        "<p><a href=\"https://evil.org/\">https://bank.com/</a>",
    );
    assert_eq!(differing(&plain), ["https://bank.com/"]);
    let quoted = message(
        "quoted-printable",
        "<p>=C3=A9<a href=3D\"https://evil.org/\">https://ba=\nnk.com/</a>",
    );
    assert_eq!(differing(&quoted), ["https://ba=\nnk.com/"]);
    let encoded = message(
        "base64",
        "PHA+PGEgaHJlZj0iaHR0cHM6Ly9ldmlsLm9yZy8iPmh0dHBzOi8vYmFuay5jb20vPC9hPgo=",
    );
    assert_eq!(differing(&encoded).len(), 1);
}

/// Phishing hides names from programs with characters that show nothing.
#[test]
fn invisible_characters_do_not_hide_a_name() {
    for text in [
        "bank.com&#8203;",
        "ba\u{200d}nk\u{ad}.com",
        "\u{2060}www.bank.com",
    ] {
        let body = format!("<p><a href=\"https://evil.org/\">{text}</a>");
        assert_eq!(differing(&message("8bit", &body)), [text]);
    }
}

#[test]
fn the_same_site_and_displayed_markup_are_no_differences() {
    for body in [
        "<a href=\"https://www.bank.com/\">https://bank.com/</a>",
        "&lt;a href=\"https://evil.org/\"&gt;https://bank.com/&lt;/a&gt;",
        "<a href=\"https://evil.org/\"></a>",
    ] {
        let message = message("8bit", body);
        assert!(differing(&message).is_empty(), "{body}");
    }
    let text = "From: a@a.org\nDate: now\n\n<a href=\"https://evil.org/\">https://bank.com/</a>\n";
    assert!(differing(text).is_empty());
}

/// Their positions are those of the encoded link.
#[test]
fn targets_of_rewritten_links_in_each_encoding() {
    let link = "https://www.google.com/url?q=http%3A%2F%2Fa.org%3A80%2Fx&amp;sa=D";
    let body = format!("<p><a href=\"{link}\">x</a>\n");
    let linter = Linter::builder().rewritten_links(true).build();
    for (encoding, body) in [
        ("7bit", body.clone()),
        ("quoted-printable", body.replace('=', "=3D")),
        ("base64", 
"PHA+PGEgaHJlZj0iaHR0cHM6Ly93d3cuZ29vZ2xlLmNvbS91cmw/cT1odHRwJTNBJTJGJTJGYS5vcmclM0E4MCUyRngmYW1wO3NhPUQiPng8L2E+Cg==".to_string()),
    ] {
        let message = message(encoding, &body);
        let findings = linter.lint(Kind::Mail, message.as_bytes());
        let names: Vec<&str> = findings.iter().map(|finding| finding.rule.name()).collect();
        assert_eq!(names, ["default-port"], "{encoding}");
        let at = findings[0].at.start as usize;
        let beginning = if encoding == "base64" { "aHR0cHM6" } else { "https://www" };
        assert!(message[at..].starts_with(beginning), "{message}");
    }
}
