//! `userinfo-in-http`

use super::password_in_url;
use crate::lint::context::CheckedMatch;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Group, Rule, Violation};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U202",
    name: "userinfo-in-http",
    group: Group::Security,
    opt_in: false,
    fix: None,
    what: "A user name in an http or https URL",
    why: "RFC 1738 does not allow it, browsers drop it or warn, and `http://bank.example@evil.example/` misleads readers.",
    reference: "RFC 1738, 3.3; RFC 9110, 4.2.4",
    bad: &[Example::any("See <http://joe@a.org/x> for more.")],
    good: &[Example::any(
        "See <ftp://joe@a.org/x> and <http://a.org/@joe>.",
    )],
    check: Check::Match(check),
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let user = checked.url.user()?;
    let password = checked.url.password().unwrap_or_default();
    let http = matches!(checked.url.scheme_info().name(), "http" | "https");
    let exempt = is_placeholder(user)
        || is_placeholder(password)
        || checked.is_allowed_host()
        || password_in_url::raises(checked);
    (http && !exempt && checked.m.is_accepted()).then(|| {
        let message = "an http URL has no user name";
        Violation::new(checked.range_of(user), message)
    })
}
