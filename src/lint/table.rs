//! The table of rules: one row each, in the order of their codes.

use super::rule::{Group, Rule};
use super::rules::*;

static RULES: [Rule; 41] = [
    unclosed_wrapper::RULE,
    hyphen_at_line_end::RULE,
    broken_bare_url::RULE,
    blank_in_wrapper::RULE,
    missing_wrapper::RULE,
    bare_url::RULE,
    missing_url_prefix::RULE,
    unclosed_link::RULE,
    reversed_link::RULE,
    cut_url::RULE,
    invalid_escape::RULE,
    unsafe_character::RULE,
    uppercase_scheme::RULE,
    misspelt_scheme::RULE,
    missing_host::RULE,
    invalid_host::RULE,
    invalid_port::RULE,
    not_rfc1738::RULE,
    missing_scheme::RULE,
    empty_target::RULE,
    doubled_url::RULE,
    undefined_reference::RULE,
    invalid_target::RULE,
    password_in_url::RULE,
    userinfo_in_http::RULE,
    reserved_port::RULE,
    encoded_control::RULE,
    mixed_script_host::RULE,
    text_differs_from_target::RULE,
    confusable_host::RULE,
    numeric_host::RULE,
    default_port::RULE,
    trailing_punctuation::RULE,
    obsolete_scheme::RULE,
    plain_http::RULE,
    tracking_parameter::RULE,
    example_host::RULE,
    unused_suppression::RULE,
    missing_file::RULE,
    missing_anchor::RULE,
    dead_scheme::RULE,
];

/// Every rule, in the order of their codes.
///
/// ```
/// assert!(urlgrep::lint::rules().iter().any(|rule| rule.name() == "default-port"));
/// ```
pub fn rules() -> &'static [Rule] {
    &RULES
}

/// The rule with this code or name, in any case.
///
/// ```
/// use urlgrep::lint::find_rule;
/// assert_eq!(find_rule("U006").map(|rule| rule.name()), Some("bare-url"));
/// assert_eq!(find_rule("bare-url").map(|rule| rule.code()), Some("U006"));
/// ```
pub fn find_rule(name: &str) -> Option<&'static Rule> {
    let matches = |rule: &&Rule| {
        rule.code().eq_ignore_ascii_case(name) || rule.name().eq_ignore_ascii_case(name)
    };
    RULES.iter().find(matches)
}

/// The rules that a name selects: a code or its beginning (`U3`), a name, a group, `default`, `all`. Empty if it is unknown.
///
/// ```
/// use urlgrep::lint::select_rules;
/// assert!(select_rules("U3").len() > 3);
/// assert_eq!(select_rules("upkeep"), select_rules("U3"));
/// assert!(select_rules("nonsense").is_empty());
/// ```
pub fn select_rules(name: &str) -> Vec<&'static Rule> {
    if let Some(rule) = find_rule(name) {
        return vec![rule];
    }
    let upper = name.to_ascii_uppercase();
    let is = |word: &str| name.eq_ignore_ascii_case(word);
    let selects = |rule: &&'static Rule| {
        is("all")
            || is("default") && !rule.is_opt_in()
            || is(rule.group().name())
            // The group's former name.
            || is("appendix") && rule.group() == Group::Delimiters
            || upper.starts_with('U') && rule.code().starts_with(&upper)
    };
    RULES.iter().filter(selects).collect()
}

impl Rule {
    /// The index of the rule in [`rules`].
    ///
    /// ```
    /// use urlgrep::lint::rules;
    /// assert_eq!(rules()[5].index(), 5);
    /// ```
    pub fn index(&self) -> usize {
        let is_row = |row: &Rule| std::ptr::eq(row, self);
        // One that is no row is a copy of a row.
        let copied = || RULES.iter().position(|row| row == self);
        RULES
            .iter()
            .position(is_row)
            .or_else(copied)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_begin_with_a_group() {
        assert!(RULES.is_sorted_by_key(|rule| rule.code()));
        for rule in &RULES {
            assert!(
                ["U0", "U1", "U2", "U3"].contains(&&rule.code()[..2]),
                "{rule:?}"
            );
        }
    }

    #[test]
    fn every_row_is_complete() {
        for rule in &RULES {
            assert!(
                !rule.bad().is_empty() && !rule.good().is_empty(),
                "{rule:?}"
            );
            assert!(
                !rule.why().is_empty() && !rule.reference().is_empty(),
                "{rule:?}"
            );
        }
    }
}
