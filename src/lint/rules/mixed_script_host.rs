//! `mixed-script-host`

use unicode_security::mixed_script::AugmentedScriptSet;

use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U205",
    name: "mixed-script-host",
    group: Group::Security,
    opt_in: false,
    fix: None,
    what: "A label of a host that mixes scripts",
    why: "A letter of one script that looks like one of another makes `pаypal.com` out of `paypal.com`. Mixtures that languages have (Japanese, Korean, Chinese with Latin) are spared.",
    reference: "RFC 3987, 8; UTS 39, 5.2",
    bad: &[Example::any("See <https://p\u{430}ypal.com/> for more.")],
    good: &[Example::any(
        "See <https://\u{43f}\u{440}\u{438}\u{43c}\u{435}\u{440}.\u{440}\u{444}/>, <https://m\u{fc}nchen.de/> and <https://\u{65e5}\u{672c}go.jp/>.",
    )],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let host = found.url.host()?;
    if host.is_ascii() || found.is_allowed_host() {
        return None;
    }
    let text = std::str::from_utf8(host).ok()?;
    let mixed = text
        .split('.')
        .find(|label| !label.is_ascii() && mixes(label))?;
    let letters: Vec<_> = mixed.chars().filter(|c| !c.is_ascii()).collect();
    let shown: Vec<_> = letters
        .iter()
        .map(|c| format!("U+{:04X}", u32::from(*c)))
        .collect();
    let message = format!("`{mixed}` mixes scripts: {}", shown.join(" "));
    Some(Raised::new(found.range_of(mixed.as_bytes()), message))
}

/// Whether its letters are of several scripts that no language writes together. Latin stands beside what Japanese, Korean and
/// Chinese are written in.
fn mixes(label: &str) -> bool {
    let all = AugmentedScriptSet::for_str(label);
    let others: String = label.chars().filter(|c| !c.is_ascii()).collect();
    let others = AugmentedScriptSet::for_str(&others);
    let with_latin = others.jpan || others.kore || others.hanb;
    all.is_empty() && !with_latin
}
