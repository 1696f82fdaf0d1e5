//! `confusable-host`

use unicode_security::confusable_detection::skeleton;

use super::mixed_script_host::{displayed, subject};
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U207",
    name: "confusable-host",
    severity: Severity::Error,
    spares: &[Spared::AllowedHosts],
    what: "A host with a label that looks like one in Latin letters, but contains none",
    why: "Readers cannot distinguish `аррӏе.com`, which is written in Cyrillic letters, from `apple.com`. Hosts in Punycode (`xn--…`) are checked too. Hosts under a top-level domain in another script are exempt.",
    reference: "RFC 3987, 8; UTS 39, 4.1",
    bad: &[
        Example::any("See <https://\u{430}\u{440}\u{440}\u{4cf}\u{435}.com/> for more."),
        Example::any("See <https://xn--80ak6aa92e.com/> for more."),
    ],
    good: &[Example::any(
        "See <https://\u{43f}\u{440}\u{438}\u{43c}\u{435}\u{440}.com/>, <https://\u{430}\u{440}\u{440}.\u{440}\u{444}/> and <https://m\u{fc}nchen.de/>.",
    )],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let host = std::str::from_utf8(checked.url.host()?).ok()?;
    let (names, top) = host.trim_end_matches('.').rsplit_once('.')?;
    if !top.is_ascii() || displayed(top).is_some() {
        return None;
    }
    names.split('.').find_map(|written| {
        let label = displayed(written)?;
        let similar = latin_lookalike(&label)?;
        let subject = subject(written, &label);
        let message = format!(
            "{subject} looks like `{similar}`, but has no Latin letters, as imitations of a host do"
        );
        Some(Violation::new(
            checked.range_of(written.as_bytes()),
            message,
        ))
    })
}

/// The label in Latin letters that looks like this one, which has none.
fn latin_lookalike(label: &str) -> Option<String> {
    let foreign = label.chars().filter(|c| !c.is_ascii()).count();
    let latin = label.chars().any(|c| c.is_ascii_alphabetic());
    if foreign < 2 || latin {
        return None;
    }
    let similar: String = skeleton(label).collect();
    similar.is_ascii().then_some(similar)
}
