//! `encoded-control`

use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U204",
    name: "encoded-control",
    group: Group::Security,
    opt_in: false,
    fix: None,
    what: "An encoded line break or NUL: `%0D`, `%0A`, `%00`",
    why: "Decoded, it ends a command of the protocol, and what follows is taken for the next one. The body of a `mailto:`, the end of a Gopher+ URL and a fragment may have them, and the query of a URL of http `%0A` alone.",
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
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let url = found.url.as_bytes();
    let mut controls = memchr::memchr_iter(b'%', url).filter(|at| {
        let escape = url.get(at + 1..at + 3).unwrap_or_default();
        let control = [&b"0D"[..], b"0A", b"00"];
        control
            .iter()
            .any(|digits| escape.eq_ignore_ascii_case(digits))
    });
    let at = controls.find(|at| !may_stand(found, *at))?;
    let escape = Found::shown(&url[at..at + 3]);
    let message = format!("`{escape}` can end a command of the protocol");
    Some(Raised::new(at..at + 3, message))
}

/// Whether what is encoded at `at` is meant to be there.
fn may_stand(found: &Found<'_>, at: usize) -> bool {
    // A fragment is never sent.
    if found
        .url
        .fragment()
        .is_some_and(|part| found.range_of(part).start <= at)
    {
        return true;
    }
    let before = &found.url.as_bytes()[..at];
    match found.url.scheme_info().name() {
        // A field of a header has one line, the body many.
        "mailto" => {
            let field = memchr::memrchr2(b'?', b'&', before).map_or(&[][..], |i| &before[i + 1..]);
            // In HTML.
            let field = field.strip_prefix(b"amp;").unwrap_or(field);
            let name = field.get(..5).unwrap_or_default();
            name.eq_ignore_ascii_case(b"body=")
        }
        // Behind the second `%09` stands a Gopher+ string.
        "gopher" => memchr::memmem::find_iter(before, b"%09").count() >= 2,
        // Text that someone typed, or a program: `?code=…`. A carriage return is no program's.
        "http" | "https" => {
            let search = found.url.query().map(|part| found.range_of(part));
            let escape = &found.url.as_bytes()[at + 1..at + 3];
            let line_feed = escape.eq_ignore_ascii_case(b"0A");
            let alone = !before.to_ascii_uppercase().ends_with(b"%0D");
            search.is_some_and(|search| search.contains(&at)) && line_feed && alone
        }
        // It is content, and no protocol reads it.
        "data" => true,
        _ => false,
    }
}
