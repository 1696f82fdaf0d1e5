//! `hyphen-at-line-end`

use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity};
use crate::lint::violation::Violation;
use crate::why::Why;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U002",
    name: "hyphen-at-line-end",
    severity: Severity::Note,
    what: "A URL that is broken over lines after a hyphen",
    why: "The hyphen may belong to the URL, or it may come from the line break; readers cannot know. Break the line elsewhere.",
    reference: "RFC 1738, appendix",
    bad: &[Example::any("See <URL:http://bat-\nman.a.org/x> for more.")],
    good: &[
        Example::any("See <URL:http://bat-man.a.org/\nx> for more."),
        Example::any("See <URL:http://bat-man.a.org/x> for more."),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    // Without a wrapper, `broken-bare-url` reports the line break.
    if !checked.flaws.contains(Flaw::HyphenAtBreak) || checked.flaws.contains(Flaw::BrokenBareUrl) {
        return None;
    }
    let other = checked
        .m
        .alternatives()
        .iter()
        .find(|other| other.why() == Why::Hyphen);
    let other = other.map(|other| {
        format!(
            ": it may also be `{}`",
            String::from_utf8_lossy(other.url())
        )
    });
    let message = "line break after a hyphen; the hyphen may or may not belong to the URL";
    Some(checked.violation(format!("{message}{}", other.unwrap_or_default())))
}
