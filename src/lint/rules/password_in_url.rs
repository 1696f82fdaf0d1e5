//! `password-in-url`

use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Group, Rule, Violation};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U201",
    name: "password-in-url",
    group: Group::Security,
    opt_in: false,
    fix: None,
    what: "A password in a URL",
    why: "Everyone who reads the document knows it. Placeholders, anonymous FTP and local hosts are exempt.",
    reference: "RFC 1738, 6; RFC 3986, 3.2.1",
    bad: &[Example::any("See <ftp://joe:hunter2@a.org/x> for more.")],
    good: &[
        Example::any("See <ftp://joe@a.org/x> and <ftp://anonymous:me@a.org/x>."),
        Example::any("Write <ftp://user:password@a.org/x>."),
    ],
    check: Check::Match(check),
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    raises(checked).then(|| {
        let at = checked.range_of(checked.url.password().unwrap_or_default());
        Violation::new(at, "everybody can read this password")
    })
}

/// Whether the URL contains a password that should be secret.
pub(super) fn raises(checked: &CheckedMatch<'_>) -> bool {
    let password = checked.url.password().unwrap_or_default();
    let user = checked.url.user().unwrap_or_default();
    let anonymous = [&b"anonymous"[..], b"ftp", b"guest"].contains(&user);
    // `joe:joe`
    let same_as_user = password.eq_ignore_ascii_case(user);
    checked.flaws.contains(Flaw::PasswordInUrl)
        && !anonymous
        && !same_as_user
        && !is_placeholder(password)
        && !checked.is_local()
        && !checked.is_allowed_host()
}
