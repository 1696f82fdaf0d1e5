//! `encoded-control`

use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;
use crate::text::is_one_of;
use crate::url::is_body;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U204",
    name: "encoded-control",
    severity: Severity::Warning,
    spares: &[Spared::Strings],
    what: "An encoded line break or NUL: `%0D`, `%0A`, `%00`",
    why: "When it is decoded, it may end a command of the protocol, and the rest of the URL becomes the next command. Exempt are the body of a `mailto:` URL, a Gopher+ string, a fragment, `%0A` alone in the query of an http URL, and strings and quotations in programs.",
    reference: "RFC 1738, 6; RFC 3986, 7.3",
    bad: &[
        Example::any("See <ftp://a.org/x%0D%0ADELE%20y> for more."),
        Example::any("See <http://a.org/x%00.gif> for more."),
    ],
    good: &[
        Example::any("Write to <mailto:joe@a.org?body=one%0D%0Atwo>, see <http://a.org/x%20y>."),
        Example::any("Try <https://a.org/?code=one%0Atwo>."),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let url = checked.url.as_bytes();
    let mut controls = memchr::memchr_iter(b'%', url).filter(|at| {
        let digits = url.get(at + 1..at + 3).unwrap_or_default();
        is_one_of(digits, &["0D", "0A", "00"])
    });
    let at = controls.find(|at| !is_exempt(checked, *at))?;
    let escape = String::from_utf8_lossy(&url[at..at + 3]);
    let name = if escape == "%00" { "NUL" } else { "line break" };
    let message = format!(
        "`{escape}` is an encoded {name}, which can end a command of the protocol; remove it"
    );
    Some(Violation::new(at..at + 3, message))
}

/// Whether a control character at `at` is allowed.
fn is_exempt(checked: &CheckedMatch<'_>, at: usize) -> bool {
    // A fragment is not sent to the server.
    if checked
        .url
        .fragment()
        .is_some_and(|part| checked.range_of(part).start <= at)
    {
        return true;
    }
    let before = &checked.url.as_bytes()[..at];
    match checked.url.scheme_info().name() {
        // A header field has a single line; the body may have many.
        "mailto" => {
            let field = memchr::memrchr2(b'?', b'&', before).map_or(&[][..], |i| &before[i + 1..]);
            is_body(field)
        }
        // A Gopher+ string follows the second `%09`.
        "gopher" => memchr::memmem::find_iter(before, b"%09").count() >= 2,
        // Multi-line input such as `?code=…`. Programs do not encode carriage returns there.
        "http" | "https" => {
            let search = checked.url.query().map(|part| checked.range_of(part));
            let escape = &checked.url.as_bytes()[at + 1..at + 3];
            let line_feed = escape.eq_ignore_ascii_case(b"0A");
            let alone = !before.to_ascii_uppercase().ends_with(b"%0D");
            search.is_some_and(|search| search.contains(&at)) && line_feed && alone
        }
        // The data is content; no protocol interprets it.
        "data" => true,
        _ => false,
    }
}
