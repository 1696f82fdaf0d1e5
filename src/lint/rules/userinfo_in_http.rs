//! `userinfo-in-http`

use super::password_in_url;
use crate::lint::context::Found;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U202",
    name: "userinfo-in-http",
    group: Group::Security,
    opt_in: false,
    fix: None,
    what: "A user name in a URL of http or https",
    why: "RFC 1738 knows none there, browsers drop it or warn, and `http://bank.example@evil.example/` is how readers are led astray.",
    reference: "RFC 1738, 3.3; RFC 9110, 4.2.4",
    bad: &[Example::any("See <http://joe@a.org/x> for more.")],
    good: &[Example::any(
        "See <ftp://joe@a.org/x> and <http://a.org/@joe>.",
    )],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let user = found.url.user()?;
    let password = found.url.password().unwrap_or_default();
    let http = matches!(found.url.scheme_info().name(), "http" | "https");
    let spared = is_placeholder(user)
        || is_placeholder(password)
        || found.is_allowed_host()
        || password_in_url::raises(found);
    (http && !spared && found.m.is_accepted()).then(|| {
        let message = "a URL of http takes no user name";
        Raised::new(found.range_of(user), message)
    })
}
