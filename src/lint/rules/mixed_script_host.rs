//! `mixed-script-host`

use std::borrow::Cow;

use unicode_security::mixed_script::AugmentedScriptSet;

use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U205",
    name: "mixed-script-host",
    severity: Severity::Error,
    spares: &[Spared::AllowedHosts],
    what: "A host with a label that mixes scripts",
    why: "A letter that looks like one of another script can imitate a host: `pаypal.com` instead of `paypal.com`. Hosts in Punycode (`xn--…`) are checked too. Mixtures that languages use (Japanese, Korean or Chinese with Latin) are exempt.",
    reference: "RFC 3987, 8; UTS 39, 5.2",
    bad: &[
        Example::any("See <https://p\u{430}ypal.com/> for more."),
        Example::any("See <https://xn--pypal-4ve.com/> for more."),
    ],
    good: &[
        Example::any(
            "See <https://xn--mnchen-3ya.de/>, <https://xn--e1afmkfd.xn--p1ai/> and <https://xn--a.org/>.",
        ),
        Example::any(
            "See <https://\u{43f}\u{440}\u{438}\u{43c}\u{435}\u{440}.\u{440}\u{444}/>, <https://m\u{fc}nchen.de/> and <https://\u{65e5}\u{672c}go.jp/>.",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let host = checked.url.host()?;
    let text = std::str::from_utf8(host).ok()?;
    let (written, mixed) = text.split('.').find_map(|written| {
        let label = displayed(written)?;
        mixes(&label).then_some((written, label))
    })?;
    let letters: Vec<_> = mixed.chars().filter(|c| !c.is_ascii()).collect();
    let code_points: Vec<_> = letters
        .iter()
        .map(|c| format!("U+{:04X}", u32::from(*c)))
        .collect();
    let message = format!(
        "{} mixes letters of different scripts ({}), as imitations of a host do",
        subject(written, &mixed),
        code_points.join(" ")
    );
    Some(Violation::new(
        checked.range_of(written.as_bytes()),
        message,
    ))
}

/// The subject of a message: a label, and its displayed form if that is another one.
pub(super) fn subject(written: &str, displayed: &str) -> String {
    if written.is_ascii() {
        format!("`{written}` is `{displayed}` and")
    } else {
        format!("`{displayed}`")
    }
}

/// The displayed form of a label if it is not US-ASCII. Punycode is decoded (RFC 3492).
pub(super) fn displayed(label: &str) -> Option<Cow<'_, str>> {
    /// RFC 1034, 3.1.
    const MAX: usize = 63;
    if !label.is_ascii() {
        return Some(Cow::Borrowed(label));
    }
    let (prefix, code) = label.split_at_checked(4)?;
    if !prefix.eq_ignore_ascii_case("xn--") || label.len() > MAX {
        return None;
    }
    let decoded = idna::punycode::decode_to_string(code)?;
    (!decoded.is_ascii()).then_some(Cow::Owned(decoded))
}

/// Whether the label mixes scripts that no language combines. Japanese, Korean and Chinese may be combined with Latin.
fn mixes(label: &str) -> bool {
    let all = AugmentedScriptSet::for_str(label);
    let others: String = label.chars().filter(|c| !c.is_ascii()).collect();
    let others = AugmentedScriptSet::for_str(&others);
    let with_latin = others.jpan || others.kore || others.hanb;
    all.is_empty() && !with_latin
}
