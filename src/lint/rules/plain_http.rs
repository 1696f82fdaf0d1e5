//! `plain-http`

use crate::document::{Kind, Language};
use crate::lint::context::CheckedMatch;
use crate::lint::rule::Spared::{AllowedHosts, LocalHosts, Refused, Templates};
use crate::lint::rule::{Check, Example, Rule, Safety, Severity};
use crate::lint::violation::Violation;
use crate::span::{run, run_back};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U304",
    name: "plain-http",
    severity: Severity::Note,
    opt_in: true,
    spares: &[Refused, Templates, LocalHosts, AllowedHosts],
    fix: Some(Safety::Unsafe),
    what: "An http URL where https may be possible",
    why: "Data sent over http can be read and changed on the way. Names of the W3C that look like addresses (`http://www.w3.org/2000/svg`) and namespaces of XML (`xmlns:x=\"http://a.org/x\"`) are exempt: programs compare them byte by byte.",
    reference: "RFC 7258; RFC 9110, 4.2.2",
    bad: &[Example::any("See <http://a.org/x> for more.")],
    good: &[
        Example::any("See <https://a.org/x> and <http://localhost/x>."),
        Example::new(
            Kind::Markdown,
            "Write `<doc xmlns:x=\"http://a.org/x\">` or `s = \"<a xmlns=\\\"http://a.org/x\\\">\"`.",
        ),
        Example::new(
            Kind::Html,
            "<p>&lt;doc<br>\n&nbsp;xmlns:x=\"http://a.org/x\"<br>\n",
        ),
        Example::new(
            Kind::Source(Language::C),
            "a { background: url('data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\"/>') }",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let scheme = checked.url.scheme()?;
    let plain = checked.url.scheme_info().name() == "http";
    (plain && !is_namespace(checked) && !is_name_of_w3c(checked)).then(|| {
        // `git+http`
        let end = checked.range_of(scheme).end;
        let at = end - b"http".len()..end;
        let message = "http is not encrypted; use https if the server supports it";
        let violation = Violation::new(at.clone(), message);
        // A server speaks one protocol at a port.
        match checked.url.port() {
            Some(_) => violation,
            None => violation.edit(at, "https"),
        }
    })
}

/// Whether it is the value of an attribute that names a namespace: `xmlns="…"`, `xmlns:x='…'`, `targetNamespace="…"`.
fn is_namespace(checked: &CheckedMatch<'_>) -> bool {
    let line = checked.context.line_before(checked.m.span().start);
    let end = line.len() - run_back(line, |b| b"\"'\\= ".contains(&b));
    let len = run_back(&line[..end], |b| {
        b.is_ascii_alphanumeric() || b":_.-".contains(&b)
    });
    let name = &line[end - len..end];
    let is_name = name == b"xmlns" || name.starts_with(b"xmlns:") || name == b"targetNamespace";
    is_name && line[end..].contains(&b'=')
}

/// Whether it is a namespace, an algorithm or a feature: `http://www.w3.org/2000/svg`. A page has a suffix or a longer path.
fn is_name_of_w3c(checked: &CheckedMatch<'_>) -> bool {
    let path = checked.url.path().unwrap_or_default();
    let year = run(path, |b| b.is_ascii_digit()) == 4;
    let is_page =
        path.contains(&b'.') || path.ends_with(b"/") || path.split(|&b| b == b'/').count() > 3;
    let is_name = year && !is_page
        || path.starts_with(b"ns/")
        || [&b"XML/1998/namespace"[..], b"TR/SVG11/feature"].contains(&path);
    checked.url.host() == Some(b"www.w3.org") && is_name
}
