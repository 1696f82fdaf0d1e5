//! `password-in-url`

use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::placeholder::{is_access_token, is_example_login};
use crate::lint::rule::Spared::{AllowedHosts, LocalHosts, SampleHosts};
use crate::lint::rule::{Check, Example, Rule, Severity};
use crate::lint::violation::Violation;
use crate::span::contains;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U201",
    name: "password-in-url",
    severity: Severity::Warning,
    spares: &[LocalHosts, SampleHosts, AllowedHosts],
    what: "A password or an access token in a URL",
    why: "Everyone who reads the document knows the password. The output, which is often a public log, has `***` in its place. Placeholders, hosts of examples, anonymous access, local hosts and passwords that are too simple to be real (`secret`, `abc`) are exempt.",
    reference: "RFC 1738, 6; RFC 3986, 3.2.1",
    bad: &[
        Example::any("See <ftp://joe:hunter2@a.org/x> for more."),
        Example::any("Clone <https://admin:Jd83jsXs8@git.corp.a.org/x>."),
        Example::any(
            "Clone <https://ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R@github.com/a/b.git>.",
        ),
    ],
    good: &[
        Example::any("See <ftp://joe@a.org/x> and <ftp://anonymous:me@a.org/x>."),
        Example::any(
            "Write <ftp://user:password@a.org/x> or <ftp://joe:hunter2@ftp.example.com/>.",
        ),
        Example::any("Write <http://joe:s3cret@a.org/x> or <http://joe:My-Passw0rd@a.org/x>."),
        Example::any("Write <https://abc:xyz@a.org/x> or <cvs://:pserver:anoncvs@a.org:/cvs/src>."),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let (secret, message) = secret(checked)?;
    Some(Violation::new(checked.range_of(secret), message))
}

/// The password that looks real, or the token, with a message.
pub(super) fn secret<'p>(checked: &CheckedMatch<'p>) -> Option<(&'p [u8], &'static str)> {
    let password = checked.url.password().unwrap_or_default();
    let user = checked.url.user().unwrap_or_default();
    let has_password = checked.flaws.contains(Flaw::PasswordInUrl);
    let token = is_access_token(user);
    if !token && !has_password {
        return None;
    }
    if token {
        return Some((user, "access token in URL; remove it, and revoke it"));
    }
    // `joe:joe`
    let same_as_user = password.eq_ignore_ascii_case(user);
    let is_real = looks_real(password)
        && !same_as_user
        && !is_anonymous(user)
        && !is_anonymous(password)
        && !is_example_login(password);
    is_real.then_some((
        password,
        "password in URL; remove it, and change it if it is real",
    ))
}

/// Whether the login is open to everybody.
fn is_anonymous(login: &[u8]) -> bool {
    let lower = login.to_ascii_lowercase();
    let anonymous = contains(&lower, b"anon");
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
