//! Fixes that cannot hurt: where they are offered, and that they change nothing but their URL.

use urlgrep::document::{Kind, Language};
use urlgrep::lint::{Finding, Linter, Safety, find_rule, fix};

use super::properties::lint::{FIXED, fixes_keep_urls};

fn findings(kind: Kind, document: &str) -> Vec<Finding> {
    Linter::default().lint(kind, document.as_bytes())
}

/// The rules with findings in the document, each with a flag for a fix.
fn fixable(kind: Kind, document: &str) -> Vec<(&'static str, bool)> {
    let findings = findings(kind, document).into_iter();
    findings
        .map(|finding| (finding.rule.name(), finding.fix.is_some()))
        .collect()
}

/// What is too long for a match was cut, and a wrapper may close farther away than is looked for.
#[test]
fn a_url_that_is_too_long_is_left_alone() {
    let long = |len: usize| "é".repeat(len);
    let document = format!("See http://a.org/{} there.\n", long(40_000));
    assert_eq!(fixable(Kind::Markdown, &document), []);
    let document = format!("See <http://a.org/{}> there.\n", long(3000));
    assert_eq!(fixable(Kind::Markdown, &document), []);
    let document = format!("See <http://a.org/{} there.\n", "a".repeat(3000));
    assert_eq!(
        fixable(Kind::Markdown, &document),
        [("unclosed-wrapper", false)]
    );
}

#[test]
fn prose_and_targets_of_documents_are_fixed() {
    for (kind, document) in [
        (Kind::Text, "See <http://a.org:80/x>.\n"),
        (Kind::Markdown, "See [it](http://a.org:80/x).\n"),
        (Kind::Markdown, "See <http://a.org:80/x>.\n"),
        (Kind::Rst, "See `it <http://a.org:80/x>`_.\n"),
        (Kind::Rst, ".. _it: http://a.org:80/x\n"),
        (Kind::Asciidoc, "See http://a.org:80/x[it].\n"),
        (
            Kind::Html,
            "<p>See <a href=\"http://a.org:80/x\">it</a>.</p>\n",
        ),
    ] {
        assert_eq!(
            fixable(kind, document),
            [("default-port", true)],
            "{kind:?} {document}"
        );
    }
}

/// A URL in code, a string, a message or a displayed text may be a test case or a part of a signature.
#[test]
fn code_strings_comments_and_mail_are_not_fixed() {
    let mail = "From: a@a.org\nDate: now\n\nSee <http://a.org:80/x>.\n";
    let c = Kind::Source(Language::C);
    let found: &[_] = &[("default-port", false)];
    // Rules about upkeep do not apply to code.
    let none: &[_] = &[];
    for (kind, document, wanted) in [
        (Kind::Markdown, "See `<http://a.org:80/x>`.\n", none),
        (Kind::Markdown, "```\n<http://a.org:80/x>\n```\n", none),
        (Kind::Markdown, "<!-- <http://a.org:80/x> -->\n", none),
        (
            Kind::Markdown,
            "See [http://a.org:80/x](http://a.org/x).\n",
            found,
        ),
        (Kind::Rst, "See::\n\n  <http://a.org:80/x>\n", none),
        // The name of a link stands in two places.
        (Kind::Rst, "See `http://a.org:80/x`_.\n", found),
        (Kind::Rst, ".. _http://a.org:80/x: http://b.org/\n", found),
        (Kind::Asciidoc, "----\nhttp://a.org:80/x\n----\n", none),
        (
            Kind::Man,
            ".TH X 1\n.Vb 1\n\\&  get HTTP://a.org:80/x\n.Ve\n",
            &[("uppercase-scheme", false)],
        ),
        (Kind::Html, "<p><code>http://a.org:80/x</code></p>\n", none),
        (c, "// See <http://a.org:80/x>.\n", found),
        (c, "char *s = \"http://a.org:80/x\";\n", none),
        (
            Kind::Source(Language::Python),
            "x = 'http://a.org:80/x'\n",
            none,
        ),
        (Kind::Mail, mail, found),
    ] {
        assert_eq!(fixable(kind, document), wanted, "{kind:?} {document}");
    }
    let linter = Linter::builder().fix_kinds(["mail".to_string()]).build();
    assert!(linter.lint(Kind::Mail, mail.as_bytes())[0].fix.is_some());
}

#[test]
fn an_uncertain_url_is_not_fixed() {
    let port = ("default-port", false);
    let found: &[_] = &[port];
    for (document, wanted) in [
        // Marks that do not close.
        ("See (http://a.org:80/x\n", found),
        ("See \"http://a.org:80/x\n", found),
        ("See [http://a.org:80/x\n\n] and more.\n", found),
        (
            "See <http://a.org:80/x\n",
            &[("unclosed-wrapper", false), port],
        ),
        ("See “http://a.org:80/x for more.\n", found),
        // The URL goes on after what was found, so it may be a part of a template.
        ("See http://a.org:80/x{name} for more.\n", &[]),
        ("See http://a.org:80/x$name for more.\n", &[]),
        ("See http://a.org:80/x\\y for more.\n", &[]),
    ] {
        assert_eq!(fixable(Kind::Text, document), wanted, "{document}");
    }
    for document in [
        "See (http://a.org:80/x) for more.\n",
        "See “http://a.org:80/x” for more.\n",
    ] {
        assert_eq!(
            fixable(Kind::Text, document),
            [("default-port", true)],
            "{document}"
        );
    }
}

/// Gollum takes the brackets for a link, ikiwiki for a directive.
#[test]
fn no_bracket_is_written_in_two_others() {
    let document = "See [[http://a.org/x]], [[it|http://b.org/x]], [[!img http://c.org/x.png size=3 ]] and [[http://d.org/x] there].\n";
    let want = [false, false, false, true].map(|fixable| ("bare-url", fixable));
    assert_eq!(fixable(Kind::Markdown, document), want);
}

/// Programs read these lists.
#[test]
fn lists_for_programs_are_data() {
    let linter = Linter::builder()
        .select(find_rule("missing-wrapper"))
        .extend_select(find_rule("missing-url-prefix"))
        .extend_select(find_rule("default-port"))
        .build();
    let document = b"x from http://a.org:80/x or <http://a.org/y>\n";
    for (name, is_list) in [
        ("requirements.txt", true),
        ("a/dev-requirements-3.txt", true),
        ("constraints.txt", true),
        ("meson_options.txt", true),
        ("robots.txt", true),
        ("Requirements.txt", true),
        ("build_requirements_guide.txt", false),
        ("humans.txt", false),
        ("requirements/notes.txt", false),
    ] {
        let findings = linter.lint(Kind::detect(name.as_ref(), document), document);
        let found = findings
            .iter()
            .map(|found| (found.rule.name(), found.fix.is_some()));
        let found: Vec<_> = found.collect();
        let want: &[_] = if is_list {
            &[("default-port", false)]
        } else {
            &[
                ("missing-wrapper", true),
                ("default-port", true),
                ("missing-url-prefix", true),
            ]
        };
        assert_eq!(found, want, "{name}");
    }
}

/// The backslash would escape the bracket.
#[test]
fn no_bracket_is_written_after_a_backslash() {
    let cell = |text: &str| {
        let source = text.replace('\\', r"\\");
        format!(
            "{{\"cells\": [\n{{\"cell_type\": \"markdown\",\n\"source\": [\n\"{source}\"\n]}}]}}\n"
        )
    };
    for (text, is_fixed) in [
        (r"Write http://a.org/x here.", true),
        (r"Write \http://a.org/x here.", false),
        (r"Write \\http://a.org/x here.", true),
        (r"Write \\\http://a.org/x here.", false),
    ] {
        for (kind, document) in [
            (Kind::Markdown, format!("{text}\n")),
            (Kind::Notebook, cell(text)),
        ] {
            assert_eq!(
                fixable(kind, &document),
                [("bare-url", is_fixed)],
                "{document}"
            );
        }
    }
}

/// Programs read the value of an attribute that takes no URL: it may be compared with another one.
#[test]
fn data_in_html_is_not_fixed() {
    for attributes in [
        "input value=",
        "p data-x=",
        "meta name=x content=",
        "p itemid=",
        "p itemtype=",
        "p resource=",
        "p about=",
        "p title=",
        "iframe srcdoc=",
    ] {
        let document = format!("<{attributes}\"http://a.org:80/x\">\n");
        for kind in [Kind::Html, Kind::Markdown] {
            assert_eq!(
                fixable(kind, &document),
                [("default-port", false)],
                "{document}"
            );
        }
    }
    let area = "<p><textarea>http://a.org:80/x <a href=\"http://a.org:80/x\"></textarea></p>\n";
    assert_eq!(fixable(Kind::Html, area), []);
    for attributes in [
        "a href=\"",
        "img srcset=\"",
        "use xlink:href=\"",
        "meta http-equiv=refresh content=\"0; url=",
    ] {
        let document = format!("<{attributes}http://a.org:80/x\">\n");
        assert_eq!(
            fixable(Kind::Html, &document),
            [("default-port", true)],
            "{document}"
        );
    }
}

/// The columns of a table are aligned, and a title must not be longer than its underline. A fix that keeps the length is applied.
#[test]
fn the_layout_of_restructured_text_is_kept() {
    for (document, fixed) in [
        (
            "+--------------------------+---+\n| See <HTTP://a.org:80/x>. | y |\n+--------------------------+---+\n",
            "+--------------------------+---+\n| See <http://a.org:80/x>. | y |\n+--------------------------+---+\n",
        ),
        (
            "====================  ===\n<HTTP://a.org:80/x>   y\n====================  ===\n",
            "====================  ===\n<http://a.org:80/x>   y\n====================  ===\n",
        ),
        (
            "See <HTTP://a.org:80/x>\n=======================\n",
            "See <http://a.org:80/x>\n=======================\n",
        ),
    ] {
        let all = fix(
            &Linter::default(),
            Kind::Rst,
            document.as_bytes(),
            Safety::Unsafe,
            |_| true,
        );
        assert_eq!(String::from_utf8_lossy(&all.document), fixed);
        assert_eq!(all.findings.len(), 1, "{document}");
        assert!(
            all.findings[0].message.ends_with(
                "; not fixed, because the layout of its table or title could become wrong"
            ),
            "{}",
            all.findings[0].message
        );
    }
}

/// The label of an AsciiDoc link is not a part of the URL.
#[test]
fn labels_of_asciidoc_are_kept() {
    let document =
        "See https://x.org/git[archive] and https://x.org/#git-devel[#git-devel on Libera].\n";
    let fixed = fix(
        &Linter::default(),
        Kind::Asciidoc,
        document.as_bytes(),
        Safety::Unsafe,
        |_| true,
    );
    assert_eq!(String::from_utf8_lossy(&fixed.document), document);
    assert!(fixed.findings.is_empty(), "{:?}", fixed.findings);
}

/// Text may be written in AsciiDoc, whatever its file is called.
#[test]
fn brackets_at_the_end_are_kept() {
    let document = "See https://x.org/newren/filter[filter-repo], http://a.org/gitweb/[] and \
                    http://a.org/gist/[USER]/[id]/HEAD.\n";
    for kind in [Kind::Text, Kind::Markdown, Kind::Rst] {
        let linter = Linter::builder().ignore(find_rule("bare-url")).build();
        let fixed = fix(&linter, kind, document.as_bytes(), Safety::Unsafe, |_| true);
        assert_eq!(String::from_utf8_lossy(&fixed.document), document);
        assert!(fixed.findings.is_empty(), "{:?}", fixed.findings);
    }
}

/// What surrounds a fixed URL would become another URL or link: the fix is not offered, though it looks right alone.
#[test]
fn a_fix_that_changes_other_urls_is_removed() {
    let linter = Linter::default();
    for (kind, document, rule) in [
        // The address is not linked because of the colon; `<` would end it.
        (Kind::Markdown, "joe@b.org:http://a.org/x\n", "bare-url"),
        // With `://`, the brackets would be the text of a link.
        (Kind::Asciidoc, "http//d.org/[t](\n", "misspelt-scheme"),
    ] {
        assert_eq!(fixable(kind, document), [(rule, false)], "{document}");
        let fixed = fix(&linter, kind, document.as_bytes(), Safety::Unsafe, |_| true);
        assert_eq!(String::from_utf8_lossy(&fixed.document), document);
    }
}

/// After every fix of any mix of tokens, the document has the same URLs, up to escapes, the default port and case.
#[test]
fn fixes_keep_all_urls() {
    let tokens = [
        "http://a.org/x",
        "HTTP://b.org:80/y",
        "<http://c.org/[z]>",
        "[t](http://d.org:80/x[1])",
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        "`",
        "*",
        "\"",
        " ",
        " ",
        "\n",
        "\n\n",
        "# ",
        "> ",
        "- ",
        "](",
        "`` ",
        "<a href=\"http://e.org:80/\">",
        "</a>",
        "\\",
        "|",
        "see ",
        "[r]: http://f.org:80/ \n",
        "    ",
        "http://g.org/a|b",
        ".",
        ",",
        "://",
        "{x}",
        "::\n\n",
        "`t <http://h.org:80/>`_",
    ];
    let linter = Linter::default();
    let (mut seed, mut applied) = (1738u64, 0);
    for _ in 0..3000 {
        let mut document = String::new();
        for _ in 0..14 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            document += tokens[(seed >> 33) as usize % tokens.len()];
        }
        for kind in FIXED {
            applied += fixes_keep_urls(&linter, kind, document.as_bytes());
        }
    }
    assert!(applied > 3000, "{applied} fixes");
}

#[test]
fn unsafe_fixes_are_not_applied_as_safe_ones() {
    let rule = find_rule("plain-http");
    let linter = Linter::builder().select(rule).build();
    let document = b"See [it](http://a.org/x).\n";
    let found = linter.lint(Kind::Markdown, document);
    assert_eq!(
        found[0].fix.as_ref().map(|fix| fix.safety),
        Some(Safety::Unsafe)
    );
    assert_eq!(
        fix(&linter, Kind::Markdown, document, Safety::Safe, |_| true).applied,
        0
    );
    let fixed = fix(&linter, Kind::Markdown, document, Safety::Unsafe, |_| true);
    assert_eq!(fixed.document, b"See [it](https://a.org/x).\n");
}
