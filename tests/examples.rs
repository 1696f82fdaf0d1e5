//! The programs in `examples/` do what they say.

#[path = "../examples/clean.rs"]
#[allow(dead_code, reason = "its `main` is not run")]
mod clean;
#[path = "../examples/components.rs"]
#[allow(dead_code, reason = "its `main` is not run")]
mod components;
#[path = "../examples/linkify.rs"]
#[allow(dead_code, reason = "its `main` is not run")]
mod linkify;
#[cfg(feature = "mail")]
#[path = "../examples/mailbox.rs"]
#[allow(dead_code, reason = "its `main` is not run")]
mod mailbox;
#[path = "../examples/suspicious.rs"]
#[allow(dead_code, reason = "its `main` is not run")]
mod suspicious;

#[test]
fn clean_links() {
    let text = "See http://a.org/?utm_source=mail&x=1 & <URL:http://b.org/\n  c>,\r\nhttp://c.org/out?url=http%3A%2F%2Fd.org%2F%3Ffbclid%3D1.";
    let want = "See http://a.org/?x=1 & <URL:http://b.org/\n  c>,\r\nhttp://d.org/.";
    assert_eq!(clean::clean(text), want);
}

#[test]
fn components_of_a_url() {
    let described = components::describe("HTTP://joe@A.org/%7Eme/../x?y#z");
    let mut lines = described.lines();
    assert_eq!(lines.next(), Some("HTTP://joe@A.org/%7Eme/../x?y#z"));
    for line in [
        "  user: joe",
        "  port: 80",
        "  normal form: http://joe@a.org/x?y#z",
        "  RFC 3986 allows it",
    ] {
        assert!(
            described.lines().any(|found| found == line),
            "{line}: {described}"
        );
    }
    assert!(components::describe("http://a b/").contains("does not allow it"));
}

#[test]
fn links_in_html() {
    let text = "\"See\" www.example.org/a_(b)?x&y, http://b.org/<br> or joe@example.org.";
    let want = "&quot;See&quot; <a href=\"http://www.example.org/a_(b)?x&amp;y\">www.example.org/a_(b)?x&amp;y</a>, \
        <a href=\"http://b.org/\">http://b.org/</a>&lt;br&gt; or <a href=\"mailto:joe@example.org\">joe@example.org</a>.";
    assert_eq!(linkify::html(text), want);
    let script = "<URL:javascript:alert(1)> file:///etc/x";
    let want = "&lt;URL:javascript:alert(1)&gt; file:///etc/x";
    assert_eq!(linkify::html(script), want);
    assert_eq!(linkify::html(""), "");
    assert_eq!(linkify::html("no link"), "no link");
}

#[cfg(feature = "mail")]
#[test]
fn urls_of_a_mailbox() {
    let file = b"From joe@a.org Sun Jul  3 10:00:00 1994\nFrom: joe@a.org\nDate: 3 Jul 1994 10:00\n\nSee http://a.org/ and\n<URL:http://b.org/\nx>.\n";
    let found = mailbox::list(file);
    let first = file
        .windows(4)
        .position(|part| part == b"http")
        .expect("a URL");
    assert_eq!(
        found[0],
        format!("1 [] {first}..{} http://a.org/", first + 13)
    );
    assert!(found[1].ends_with(" http://b.org/x"), "{found:?}");
    assert_eq!(found.len(), 2);
}

#[test]
fn report_of_a_suspicious_text() {
    let text = "Click http://evil.example.org/x or https://eur01.safelinks.protection.outlook.com/?url=http%3A%2F%2Fevil.example.org%2Fx&data=1";
    assert_eq!(suspicious::report(text), ["hxxp://evil[.]example[.]org/x"]);
}
