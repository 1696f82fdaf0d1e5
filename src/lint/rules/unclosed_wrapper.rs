//! `unclosed-wrapper`

use crate::document::{Kind, Language};
use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity};
use crate::lint::violation::Violation;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U001",
    name: "unclosed-wrapper",
    severity: Severity::Error,
    what: "`<URL:…` or `<http:…` without the closing `>`",
    why: "Readers search for the `>` and treat the following text as part of the URL, or they cut the URL short.",
    reference: "RFC 1738, appendix",
    bad: &[
        Example::any("See <URL:http://a.org/x for more."),
        Example::any("See <http://a.org/x for more."),
    ],
    good: &[
        Example::any("See <URL:http://a.org/x> for more."),
        Example::any("See <URL:http://a.org/\nx> for more."),
        Example::new(
            Kind::Source(Language::C),
            "s = \"See <http://a.org/x\" \"/y>\";\n",
        ),
        Example::new(Kind::Text, "$s = 'See <http://a.org/x' .\n    '/y>';\n"),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let unclosed = checked.flaws.contains(Flaw::UnclosedWrapper) && !checked.is_template_prefix();
    // It closes farther away than a wrapper may.
    let closes = checked.after().starts_with(b">");
    (unclosed && !closes && !ends_string(checked))
        .then(|| checked.violation("missing `>` after this URL"))
}

/// Whether a string of a program ends with the URL; the program may add the rest.
fn ends_string(checked: &CheckedMatch<'_>) -> bool {
    let [b'"' | b'\'', rest @ ..] = checked.after() else {
        return false;
    };
    // `'<http://a.org/x' .`: in a language that is read as text.
    let operator = matches!(rest, [b' ', b'.' | b'+' | b'&', b' ' | b'\n' | b'\r', ..]);
    operator || matches!(checked.context.kind, Kind::Source(_))
}
