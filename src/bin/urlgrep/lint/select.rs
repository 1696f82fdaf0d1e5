//! Resolves rule names of the command line and the configuration.

use urlgrep::lint::{Rule, find_rule, nearest, rules, select_rules};

/// The rule with this code or name, or an error message.
pub(super) fn one(name: &str) -> Result<&'static Rule, String> {
    find_rule(name).ok_or_else(|| {
        if select_rules(name).is_empty() {
            unknown(name, &[])
        } else {
            format!("'{name}' selects several rules; --list-rules lists each of them")
        }
    })
}

/// The rules that a name selects: a code or its beginning, a name, a group, `default`, `all`.
pub(super) fn several(name: &str) -> Result<Vec<&'static Rule>, String> {
    let name = name.trim();
    let found = select_rules(name);
    if found.is_empty() {
        let groups = rules().iter().map(|rule| rule.group().name());
        let others: Vec<_> = groups.chain(["default", "all"]).collect();
        Err(unknown(name, &others))
    } else {
        Ok(found)
    }
}

/// The rules that these names select.
pub(super) fn all<'n>(
    names: impl IntoIterator<Item = &'n str>,
) -> Result<Vec<&'static Rule>, String> {
    let several = names.into_iter().map(several);
    let found: Result<Vec<_>, _> = several.collect();
    found.map(|found| found.concat())
}

/// `others` are the names of several rules, where those are accepted.
fn unknown(name: &str, others: &[&'static str]) -> String {
    // Codes are not suggested: those of other rules are as similar.
    let names = rules().iter().map(Rule::name);
    match nearest(name, names.chain(others.iter().copied())) {
        Some(near) => format!("unknown rule '{name}'; did you mean '{near}'?"),
        None => format!("unknown rule '{name}'; --list-rules lists all rules"),
    }
}
