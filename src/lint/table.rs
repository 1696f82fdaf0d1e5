//! The table of rules: one row each, in the order of their codes.

use super::rule::Rule;
use super::rules::*;

static RULES: [Rule; 28] = [
    unclosed_wrapper::RULE,
    hyphen_at_line_end::RULE,
    broken_bare_url::RULE,
    blank_in_wrapper::RULE,
    missing_wrapper::RULE,
    bare_url::RULE,
    missing_url_prefix::RULE,
    invalid_escape::RULE,
    unsafe_character::RULE,
    uppercase_scheme::RULE,
    misspelt_scheme::RULE,
    missing_host::RULE,
    invalid_host::RULE,
    invalid_port::RULE,
    not_rfc1738::RULE,
    password_in_url::RULE,
    userinfo_in_http::RULE,
    reserved_port::RULE,
    encoded_control::RULE,
    mixed_script_host::RULE,
    text_differs_from_target::RULE,
    default_port::RULE,
    trailing_punctuation::RULE,
    obsolete_scheme::RULE,
    plain_http::RULE,
    tracking_parameter::RULE,
    example_host::RULE,
    unused_suppression::RULE,
];

/// Every rule, in the order of their codes.
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

/// The index of a rule in the table.
pub(super) fn index(rule: &Rule) -> usize {
    RULES.iter().position(|row| row == rule).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_name_the_group() {
        assert!(RULES.is_sorted_by_key(|rule| rule.code()));
        for rule in &RULES {
            let digit = &rule.code()[..2];
            assert_eq!(digit, format!("U{}", rule.group() as u8), "{rule:?}");
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
