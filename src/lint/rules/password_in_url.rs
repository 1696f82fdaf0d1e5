//! `password-in-url`

use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::placeholder::is_example_login;
use crate::lint::rule::{Check, Example, Group, Rule, Severity, Violation};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U201",
    name: "password-in-url",
    group: Group::Security,
    severity: Severity::Warning,
    opt_in: false,
    fix: None,
    what: "A password in a URL",
    why: "Everyone who reads the document knows the password. Placeholders, examples, anonymous access, local hosts and passwords that are too simple to be real (`secret`, `abc`) are exempt.",
    reference: "RFC 1738, 6; RFC 3986, 3.2.1",
    bad: &[Example::any("See <ftp://joe:hunter2@a.org/x> for more.")],
    good: &[
        Example::any("See <ftp://joe@a.org/x> and <ftp://anonymous:me@a.org/x>."),
        Example::any(
            "Write <ftp://user:password@a.org/x> or <ftp://joe:hunter2@ftp.example.com/>.",
        ),
        Example::any("Write <https://abc:xyz@a.org/x> or <cvs://:pserver:anoncvs@a.org:/cvs/src>."),
    ],
    check: Check::Match(check),
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    raises(checked).then(|| {
        let at = checked.range_of(checked.url.password().unwrap_or_default());
        Violation::new(at, "password in URL")
    })
}

/// Whether the URL contains a password that looks real.
pub(super) fn raises(checked: &CheckedMatch<'_>) -> bool {
    let password = checked.url.password().unwrap_or_default();
    let user = checked.url.user().unwrap_or_default();
    // `joe:joe`
    let same_as_user = password.eq_ignore_ascii_case(user);
    checked.flaws.contains(Flaw::PasswordInUrl)
        && looks_real(password)
        && !same_as_user
        && !is_anonymous(user)
        && !is_anonymous(password)
        && !is_example_login(user)
        && !is_example_login(password)
        && !checked.is_local()
        && !checked.is_sample_host()
        && !checked.is_allowed_host()
}

/// Whether the login is open to everybody.
fn is_anonymous(login: &[u8]) -> bool {
    let lower = login.to_ascii_lowercase();
    let anonymous = memchr::memmem::find(&lower, b"anon").is_some();
    anonymous || [&b"ftp"[..], b"guest"].contains(&&lower[..])
}

/// Whether it is long enough for a password, and more than a word.
fn looks_real(password: &[u8]) -> bool {
    /// Shorter ones stand for any password: `abc`, `1234`.
    const MIN: usize = 6;
    /// Longer ones are no words.
    const LONG: usize = 16;
    let has = |class: fn(&u8) -> bool| usize::from(password.iter().any(class));
    let classes = has(u8::is_ascii_lowercase)
        + has(u8::is_ascii_uppercase)
        + has(u8::is_ascii_digit)
        + has(|b| !b.is_ascii_alphanumeric());
    password.len() >= LONG || password.len() >= MIN && classes > 1
}
