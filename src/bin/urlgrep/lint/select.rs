//! Resolves rule names of the command line and the configuration.

use std::cmp::Reverse;

use urlgrep::lint::{Builder, Rule, find_rule, nearest, rules, select_rules};

/// The rules that one name selects.
pub(super) type Selector = Vec<&'static Rule>;

/// The rules that the command line or one configuration file switches on or off.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection {
    /// Replaces everything that is said above.
    pub(super) select: Option<Vec<Selector>>,
    pub(super) extend_select: Vec<Selector>,
    pub(super) ignore: Vec<Selector>,
    /// The rules with the severity `off`.
    pub(super) off: Vec<&'static Rule>,
}

impl Selection {
    /// Applies it after the ones above. A name of fewer rules overrides one of more; of equal ones, the one to ignore counts.
    pub(super) fn apply(&self, mut linter: Builder) -> Builder {
        if self.select.is_some() {
            linter = linter.select([]);
        }
        let selected = self.select.iter().flatten().chain(&self.extend_select);
        let selected = selected.map(|selector| (selector, true));
        let ignored = self.ignore.iter().map(|selector| (selector, false));
        let mut selectors: Vec<_> = selected.chain(ignored).collect();
        selectors.sort_by_key(|(selector, _)| Reverse(selector.len()));
        for (selector, is_on) in selectors {
            let rules = selector.iter().copied();
            linter = if is_on {
                linter.extend_select(rules)
            } else {
                linter.ignore(rules)
            };
        }
        linter.ignore(self.off.iter().copied())
    }
}

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
pub(super) fn several(name: &str) -> Result<Selector, String> {
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

/// `others` are the names of several rules, where those are accepted.
fn unknown(name: &str, others: &[&'static str]) -> String {
    // Codes are not suggested: those of other rules are as similar.
    let names = rules().iter().map(Rule::name);
    match nearest(name, names.chain(others.iter().copied())) {
        Some(near) => format!("unknown rule '{name}'; did you mean '{near}'?"),
        None => format!("unknown rule '{name}'; --list-rules lists all rules"),
    }
}
