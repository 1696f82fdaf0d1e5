//! `uppercase-scheme`

use crate::document::{Kind, Language};
use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Rule, Safety, Severity, Spared};
use crate::lint::violation::Violation;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U103",
    name: "uppercase-scheme",
    severity: Severity::Note,
    spares: &[Spared::Strings],
    fix: Some(Safety::Safe),
    what: "A scheme in upper case",
    why: "Schemes are written in lower case; some programs do not accept upper case. Strings and quotations in programs are exempt: they are tests and examples.",
    reference: "RFC 1738, 2.1; RFC 3986, 3.1",
    bad: &[Example::any("See <HTTP://a.org/x> for more.")],
    good: &[
        Example::any("See <http://A.org/X> for more. Its form is Service://Hostname:Port/Path."),
        Example::any("ORGANIZER:MAILTO:joe@a.org"),
        Example::new(
            Kind::Source(Language::C),
            "char der[] = \"\\x86\\x44\\x68ttp://www.a.org/x\";\n",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    if !checked.flaws.contains(Flaw::UppercaseScheme) {
        return None;
    }
    let scheme = checked.url.scheme()?;
    let at = checked.range_of(scheme);
    // `FILE:/tmp/x` is also the syntax of programs other than browsers.
    let url = checked.url.host().is_some_and(|host| !host.is_empty())
        || matches!(checked.url.scheme_info().name(), "mailto" | "news");
    let exempt = is_escaped(checked, scheme)
        || is_calendar_address(checked, scheme)
        || checked.url.host().is_some_and(is_placeholder);
    (url && !exempt).then(|| {
        Violation::new(
            at.clone(),
            format!(
                "scheme `{}` in upper case; write `{}`",
                String::from_utf8_lossy(scheme),
                String::from_utf8_lossy(&scheme.to_ascii_lowercase())
            ),
        )
        .edit(at, scheme.to_ascii_lowercase())
    })
}

/// Whether escapes of a string spell the scheme: in `"\x44\x68ttp"` the first one is the length of the rest.
fn is_escaped(checked: &CheckedMatch<'_>, scheme: &[u8]) -> bool {
    let context = checked.context;
    let start = checked.m.span().start;
    let at = context.range_in_file(start..start + scheme.len());
    let written = context.file.get(at.start as usize..at.end as usize);
    matches!(context.kind, Kind::Source(_)) && written != Some(scheme)
}

/// Whether it is an address as RFC 2445 writes it: `ORGANIZER:MAILTO:joe@a.org`.
fn is_calendar_address(checked: &CheckedMatch<'_>, scheme: &[u8]) -> bool {
    scheme == b"MAILTO" && checked.before().ends_with(b":")
}
