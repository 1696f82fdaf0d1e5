//! `mixed-script-host`

use std::borrow::Cow;

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
    why: "A letter of one script that looks like one of another makes `pаypal.com` out of `paypal.com`, also where the host is written in Punycode (`xn--…`). Mixtures that languages have (Japanese, Korean, Chinese with Latin) are spared.",
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
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let host = found.url.host()?;
    let text = std::str::from_utf8(host).ok()?;
    let (written, mixed) = text.split('.').find_map(|written| {
        let label = shown(written)?;
        mixes(&label).then_some((written, label))
    })?;
    if found.is_allowed_host() {
        return None;
    }
    let letters: Vec<_> = mixed.chars().filter(|c| !c.is_ascii()).collect();
    let shown: Vec<_> = letters
        .iter()
        .map(|c| format!("U+{:04X}", u32::from(*c)))
        .collect();
    let is = match written.is_ascii() {
        true => format!("`{written}` is `{mixed}` and"),
        false => format!("`{mixed}`"),
    };
    let message = format!("{is} mixes scripts: {}", shown.join(" "));
    Some(Raised::new(found.range_of(written.as_bytes()), message))
}

/// A label as it is shown, if that is not US-ASCII: decoded from Punycode (RFC 3492) where it is written so.
fn shown(label: &str) -> Option<Cow<'_, str>> {
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

/// Whether its letters are of several scripts that no language writes together. Latin stands beside what Japanese, Korean and
/// Chinese are written in.
fn mixes(label: &str) -> bool {
    let all = AugmentedScriptSet::for_str(label);
    let others: String = label.chars().filter(|c| !c.is_ascii()).collect();
    let others = AugmentedScriptSet::for_str(&others);
    let with_latin = others.jpan || others.kore || others.hanb;
    all.is_empty() && !with_latin
}
