//! `urlgrep: allow RULE`.

use urlgrep::document::{Kind, Language};
use urlgrep::lint::{Linter, select_rules};

fn raised(kind: Kind, document: &str) -> Vec<(&'static str, String)> {
    let findings = Linter::default().lint(kind, document.as_bytes());
    let raised = findings.into_iter();
    raised.map(|f| (f.rule.name(), f.message)).collect()
}

fn names(kind: Kind, document: &str) -> Vec<&'static str> {
    raised(kind, document)
        .iter()
        .map(|raised| raised.0)
        .collect()
}

#[test]
fn applies_to_its_line_and_the_next() {
    let document =
        "<http://a.org:80/> urlgrep: allow default-port\n<http://a.org:80/>\n<http://a.org:80/>\n";
    assert_eq!(names(Kind::Text, document), ["default-port"]);
}

/// reStructuredText needs a blank line after a comment, and formatters of Markdown write one.
#[test]
fn one_blank_line_may_follow_a_comment_on_its_own_line() {
    let unused = ["unused-suppression", "default-port"];
    let bad = "<http://a.org:80/>\n";
    for (comment, want) in [
        ("<!-- urlgrep: allow default-port -->\n\n", &[][..]),
        ("<!-- urlgrep: allow default-port -->\n \n\n", &unused),
        ("x <!-- urlgrep: allow default-port -->\n", &[]),
        ("x <!-- urlgrep: allow default-port -->\n\n", &unused),
        ("x.<!--urlgrep: allow default-port -->\n\n", &unused),
        ("> * <!--urlgrep: allow default-port -->\n\n", &[]),
        ("1. <!-- urlgrep: allow default-port -->\n\n   See ", &[]),
        ("1) <!-- urlgrep: allow default-port -->\n\n   See ", &[]),
        ("<!-- x --> <!-- urlgrep: allow default-port -->\n\n", &[]),
        (
            "<div align=center><!-- urlgrep: allow default-port -->\n\n",
            &[],
        ),
        (
            "<http://a.org/> <!-- urlgrep: allow default-port -->\n\n",
            &unused,
        ),
        (
            "<!-- urlgrep: allow default-port -->\n\n<!-- urlgrep: allow bare-url -->\n\nhttp://b.org/ and ",
            &[],
        ),
    ] {
        let document = comment.to_string() + bad;
        assert_eq!(names(Kind::Markdown, &document), want, "{document}");
    }
    let document = ".. urlgrep: allow default-port\n\nSee http://a.org:80/x.\n";
    assert_eq!(names(Kind::Rst, document), [""; 0]);
    for comment in ["@c", "@comment"] {
        let document = format!("{comment} urlgrep: allow default-port\n\nSee http://a.org:80/x.\n");
        assert_eq!(names(Kind::Texinfo, &document), [""; 0], "{document}");
    }
    let document = "<http://a.org:80/> urlgrep: allow default-port\n\n<http://a.org:80/>\n";
    assert_eq!(names(Kind::Text, document), ["default-port"]);
}

/// What the mask of a program takes for code may be a comment after syntax that it does not know.
#[test]
fn code_that_shows_a_comment_is_none_in_documents_only() {
    for (kind, document, want) in [
        (
            Kind::Source(Language::C),
            "x = 1'000; // urlgrep: allow default-port\n// See http://a.org:80/x\n",
            &[][..],
        ),
        (
            Kind::Source(Language::Script),
            "x = <p>it's</p>; // urlgrep: allow default-port\n// See http://a.org:80/x\n",
            &[],
        ),
        (
            Kind::Texinfo,
            "@example\n@c urlgrep: allow default-port\n@url{http://a.org:80/x}\n@end example\n",
            &[],
        ),
        (
            Kind::Markdown,
            "`<!-- urlgrep: allow default-port -->` <http://a.org:80/x>\n",
            &["default-port"],
        ),
    ] {
        assert_eq!(names(kind, document), want, "{document}");
    }
}

#[test]
fn several_rules_by_name_or_code() {
    let document = "urlgrep: allow default-port, U103\n<HTTP://a.org:80/>\n";
    assert_eq!(names(Kind::Text, document), [""; 0]);
    let document =
        "urlgrep: allow default-port\nurlgrep: allow uppercase-scheme\n<HTTP://a.org:80/>\n";
    assert_eq!(names(Kind::Text, document), [""; 0]);
}

/// A suppression in a table ends with its field.
#[test]
fn fields_of_a_table() {
    let table = |head: &str| Kind::detect("x.csv".as_ref(), head.as_bytes());
    for (document, want) in [
        ("x,urlgrep: allow default-port,http://a.org:80/\n", &[][..]),
        (
            "x,urlgrep: allow default-port,U103\nHTTP://a.org:80/,y,z\n",
            &["uppercase-scheme"],
        ),
        (
            "x,\"urlgrep: allow default-port, U103\",HTTP://a.org:80/\n",
            &[],
        ),
        (
            "\"1\"\"\",x,urlgrep: allow default-port,U103\n1,http://a.org:80/,y\n",
            &[],
        ),
        (
            "x\turlgrep: off\tdefault-port\nHTTP://a.org:80/\ty\tz\n",
            &[],
        ),
        (
            "x\turlgrep:\tallow default-port\nhttp://a.org:80/\ty\tz\n",
            &["default-port"],
        ),
        ("a;b;c\nx;urlgrep: allow U301, U103;HTTP://a.org:80/\n", &[]),
        // A field of several lines. A quote within a field is text.
        (
            "a,b\n1,\"x\n\"\"urlgrep: allow default-port, U103\nHTTP://a.org:80/\"\n",
            &[],
        ),
        (
            "a,b,c\n5\" x,\"\nz\",y\n1,urlgrep: allow default-port,U103\nHTTP://a.org:80/,y,z\n",
            &["uppercase-scheme"],
        ),
    ] {
        assert_eq!(names(table(document), document), want, "{document}");
    }
}

#[test]
fn applies_only_in_comments() {
    let document = "urlgrep: allow default-port\n<http://a.org:80/>\n";
    assert_eq!(names(Kind::Markdown, document), ["default-port"]);
    let document = "<!-- urlgrep: allow default-port-->\n<http://a.org:80/>\n";
    assert_eq!(names(Kind::Markdown, document), [""; 0]);
}

#[test]
fn unused_suppressions_are_reported() {
    let document = "urlgrep: allow default-prt\n<http://a.org:80/>\n";
    let raised = raised(Kind::Text, document);
    let message = "unknown rule `default-prt`; did you mean `default-port`?";
    assert_eq!(raised[0], ("unused-suppression", message.to_string()));
    assert_eq!(raised[1].0, "default-port");
    let document = "urlgrep: allow default-port, unused-suppression\n<http://a.org/>\n";
    assert_eq!(names(Kind::Text, document), [""; 0]);
    let linter = Linter::builder()
        .ignore(urlgrep::lint::find_rule("default-port"))
        .build();
    let findings = linter.lint(
        Kind::Text,
        b"urlgrep: allow default-port\n<http://a.org:80/>\n",
    );
    assert!(
        findings.is_empty(),
        "a disabled rule has no unused suppressions: {findings:?}"
    );
}

#[test]
fn groups_files_and_regions() {
    let mark = |comment: &str| format!("<!-- urlgrep: {comment} -->\n");
    let bad = "<http://a.org:80/>\n";
    let names_of = |document: &str| names(Kind::Markdown, document);
    assert_eq!(names_of(&(mark("allow U3") + bad)), [""; 0]);
    assert_eq!(names_of(&(mark("allow upkeep") + bad)), [""; 0]);
    let good = "<http://a.org/>\n";
    assert_eq!(
        names_of(&(mark("allow upkeep") + good)),
        ["unused-suppression"]
    );
    assert_eq!(
        names_of(&(mark("allow U1") + bad)),
        ["unused-suppression", "default-port"]
    );
    assert_eq!(
        names_of(&(bad.to_string() + bad + &mark("allow-file default-port"))),
        [""; 0]
    );
    let region = mark("off") + bad + bad + &mark("on") + bad;
    assert_eq!(names_of(&region), ["default-port"]);
    let region = mark("off default-port") + "<HTTP://a.org:80/>\n" + &mark("on default-port") + bad;
    assert_eq!(names_of(&region), ["uppercase-scheme", "default-port"]);
    // `on` with one name leaves the others off.
    let region = mark("off") + bad + &mark("on default-port") + "<HTTP://a.org:80/>\n";
    assert_eq!(names_of(&region), ["default-port"]);
    // A second `off` is for the rules that are not off.
    let escape = "<http://a.org/%zz>\n";
    let region = mark("off U1") + escape + &mark("on U103") + &mark("off U1") + escape;
    assert_eq!(names_of(&region), ["unused-suppression"]);
    // Without `on`, the rest of the document is off.
    assert_eq!(names_of(&(mark("off U301") + bad + bad)), [""; 0]);
}

#[test]
fn comments_that_look_like_suppressions_are_reported() {
    let document = |comment: &str| format!("<!-- urlgrep: {comment} -->\n<http://a.org:80/>\n");
    for (comment, message) in [
        (
            "alow default-port",
            "unknown instruction `alow`; did you mean `allow`?",
        ),
        (
            "ignore default-port",
            "unknown instruction `ignore`; use `allow`, `allow-file`, `off` or `on`",
        ),
        (
            "allow",
            "`allow` needs the names of rules: `allow default-port, plain-http`",
        ),
        (
            "allow: default-port",
            "`allow` needs the names of rules: `allow default-port, plain-http`",
        ),
        (
            "skip-file",
            "unknown instruction `skip-file`; use `allow`, `allow-file`, `off` or `on`",
        ),
        (
            "allow-next default-port",
            "unknown instruction `allow-next`; did you mean `allow`?",
        ),
    ] {
        let raised = raised(Kind::Markdown, &document(comment));
        assert_eq!(raised[0], ("unused-suppression", message.to_string()));
        assert_eq!(raised[1].0, "default-port");
    }
    // Without a comma the second name begins an explanation.
    for comment in [
        "allow bare-url default-port",
        "off bare-url default-port",
        "allow-file bare-url U301",
    ] {
        let raised = raised(Kind::Markdown, &document(comment));
        let name = comment.split(' ').next_back().unwrap_or_default();
        let why = format!("`{name}` is not read as a rule: write a comma before it");
        assert!(
            raised.contains(&("unused-suppression", why)),
            "{comment}: {raised:?}"
        );
    }
    for comment in [
        "allow default-port (plain-http is off)",
        "allow default-port because of the server",
    ] {
        assert_eq!(
            names(Kind::Markdown, &document(comment)),
            [""; 0],
            "{comment}"
        );
    }
    // Data may be any text, so no comment is sure to be meant as one.
    let yaml = Kind::detect("x.yaml".as_ref(), b"");
    let data = "# urlgrep: allow\na: http://a.org:80/x\n";
    assert_eq!(names(yaml, data), ["default-port"]);
    // Sentences about the program.
    for comment in ["see its manual", "also a tool", "PATH: reason"] {
        assert_eq!(
            names(Kind::Markdown, &document(comment)),
            ["default-port"],
            "{comment}"
        );
    }
}

/// Otherwise a rule stays off to the end of the document, and nothing says so.
#[test]
fn an_on_that_ends_nothing_is_reported() {
    let unused = |message: &str| ("unused-suppression", message.to_string());
    for (ended, want) in [
        ("default-port", None),
        ("", None),
        ("upkeep", None),
        (
            "defualt-port",
            Some(unused(
                "unknown rule `defualt-port`; did you mean `default-port`?",
            )),
        ),
        (
            "bare-url",
            Some(unused("`bare-url` is not off here; remove it")),
        ),
    ] {
        let document = format!(
            "<!-- urlgrep: off default-port -->\n\n<http://a.org:80/>\n\n<!-- urlgrep: on {ended} -->\n"
        );
        let found = raised(Kind::Markdown, &document);
        assert_eq!(found, Vec::from_iter(want), "{document}");
    }
    let document = "<!-- urlgrep: on -->\n";
    let want = unused("no rule is off here; remove it");
    assert_eq!(raised(Kind::Markdown, document), [want]);
    // A sentence.
    assert_eq!(
        names(Kind::Text, "urlgrep: on Windows it works, too\n"),
        [""; 0]
    );
}

#[test]
fn findings_in_targets_of_rewritten_links() {
    let linter = Linter::builder().rewritten_links(true).build();
    let names = |document: &str| {
        let findings = linter.lint(Kind::Markdown, document.as_bytes());
        let names = findings.iter().map(|finding| finding.rule.name());
        names.collect::<Vec<_>>()
    };
    let link = "<https://www.google.com/url?q=http%3A%2F%2Fa.org%3A80%2Fx&sa=D>\n";
    assert_eq!(names(link), ["default-port"]);
    let allowed = format!("<!-- urlgrep: allow default-port -->\n{link}");
    assert_eq!(names(&allowed), [""; 0]);
    let off = format!("<!-- urlgrep: off default-port -->\n\n{link}");
    assert_eq!(names(&off), [""; 0]);
    // How a URL stands in its text is a question about the link, not about its target.
    let all = Linter::builder().select(select_rules("delimiters"));
    let all = all.rewritten_links(true).build();
    assert_eq!(all.lint(Kind::Markdown, link.as_bytes()), []);
}

#[test]
fn a_missing_colon_is_reported() {
    let document = "<!-- urlgrep allow default-port -->\n<http://a.org:80/>\n";
    let found = raised(Kind::Markdown, document);
    let message = "a colon is missing: `urlgrep:`".to_string();
    assert_eq!(found[0], ("unused-suppression", message));
    assert_eq!(found[1].0, "default-port");
    let sentence = "<!-- urlgrep allow everything -->\n";
    assert_eq!(names(Kind::Markdown, sentence), [""; 0]);
    assert_eq!(names(Kind::Text, "urlgrep allow default-port\n"), [""; 0]);
}
