//! Resolves rule names of the command line and the configuration.

use urlgrep::lint::{Group, Rule, find_rule, nearest, rules};

const GROUPS: [Group; 4] = [
    Group::Appendix,
    Group::Syntax,
    Group::Security,
    Group::Upkeep,
];

/// The rule with this code or name, or an error message.
pub(super) fn one(name: &str) -> Result<&'static Rule, String> {
    find_rule(name).ok_or_else(|| unknown(name))
}

/// The rules that a name selects: a code or its beginning, a name, a group, `default`, `all`.
pub(super) fn several(name: &str) -> Result<Vec<&'static Rule>, String> {
    let name = name.trim();
    if let Some(rule) = find_rule(name) {
        return Ok(vec![rule]);
    }
    let matching =
        |matches: &dyn Fn(&Rule) -> bool| rules().iter().filter(|rule| matches(rule)).collect();
    let is = |word: &str| name.eq_ignore_ascii_case(word);
    let begins = |rule: &Rule| rule.code().starts_with(&name.to_ascii_uppercase());
    let found: Vec<_> = match GROUPS.iter().find(|group| is(group.name())) {
        _ if is("all") => matching(&|_| true),
        _ if is("default") => matching(&|rule| !rule.is_opt_in()),
        Some(group) => matching(&|rule| rule.group() == *group),
        None if name.is_empty() => Vec::new(),
        None => matching(&begins),
    };
    match found.is_empty() {
        true => Err(unknown(name)),
        false => Ok(found),
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

fn unknown(name: &str) -> String {
    let groups = GROUPS.iter().map(|group| group.name());
    let names = rules().iter().flat_map(|rule| [rule.name(), rule.code()]);
    match nearest(name, names.chain(groups).chain(["default", "all"])) {
        Some(near) => format!("unknown rule '{name}'; did you mean '{near}'?"),
        None => format!("unknown rule '{name}'; --list-rules lists all rules"),
    }
}
