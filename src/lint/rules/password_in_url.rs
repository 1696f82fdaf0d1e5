//! `password-in-url`

use crate::flaw::Flaw;
use crate::lint::context::Found;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U201",
    name: "password-in-url",
    group: Group::Security,
    opt_in: false,
    fix: None,
    what: "A password in a URL",
    why: "Who reads the document has it. Placeholders, anonymous FTP and hosts of this network are spared.",
    reference: "RFC 1738, 6; RFC 3986, 3.2.1",
    bad: &[Example::any("See <ftp://joe:hunter2@a.org/x> for more.")],
    good: &[
        Example::any("See <ftp://joe@a.org/x> and <ftp://anonymous:me@a.org/x>."),
        Example::any("Write <ftp://user:password@a.org/x>."),
    ],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    raises(found).then(|| {
        let at = found.range_of(found.url.password().unwrap_or_default());
        Raised::new(at, "everybody can read this password")
    })
}

/// Whether someone's password stands in the URL.
pub(super) fn raises(found: &Found<'_>) -> bool {
    let password = found.url.password().unwrap_or_default();
    let user = found.url.user().unwrap_or_default();
    let anonymous = [&b"anonymous"[..], b"ftp", b"guest"].contains(&user);
    // `joe:joe`
    let shown = password.eq_ignore_ascii_case(user);
    found.flaws.contains(Flaw::PasswordInUrl)
        && !anonymous
        && !shown
        && !is_placeholder(password)
        && !found.is_local()
        && !found.is_allowed_host()
}
