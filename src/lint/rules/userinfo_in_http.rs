//! `userinfo-in-http`

use super::password_in_url;
use crate::domain::{Trust, is_under, trust};
use crate::lint::context::CheckedMatch;
use crate::lint::placeholder::is_example_login;
use crate::lint::rule::Spared::{AllowedHosts, LocalHosts, Refused, SampleHosts, Strings};
use crate::lint::rule::{Check, Example, Rule, Severity};
use crate::lint::violation::Violation;
use crate::span::contains;
use crate::text::is_one_of;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U202",
    name: "userinfo-in-http",
    severity: Severity::Warning,
    spares: &[Refused, Strings, LocalHosts, SampleHosts, AllowedHosts],
    what: "A user name in an http or https URL",
    why: "RFC 9110 does not allow it, browsers drop it or warn, and `http://www.bank.com@evil.org/` misleads readers. Exempt are examples, placeholders, the addresses of repositories, and strings and quotations in programs.",
    reference: "RFC 1738, 3.3; RFC 9110, 4.2.4",
    bad: &[
        Example::any("See <http://joe@a.org/x> for more."),
        Example::any("See <https://login.bank.com@a.org/x> for more."),
    ],
    good: &[Example::any(
        "See <http://user.name@a.org/x>, <ftp://joe@a.org/x>, <http://joe@example.com/>, <https://git@a.org/x>, <git+https://joe@a.org/x> and <http://a.org/@joe>.",
    )],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let user = checked.url.user()?;
    // `git+https` is for programs.
    let http = is_one_of(checked.url.scheme()?, &["http", "https"]);
    let exempt = is_example_login(user) && !imitates_host(user)
        || checked.url.password().is_some_and(is_example_login)
        || is_repository(checked)
        || password_in_url::secret(checked).is_some();
    (http && !exempt).then(|| {
        let message = format!(
            "user name `{}` in a web URL: remove it, as browsers drop it or warn",
            String::from_utf8_lossy(user)
        );
        Violation::new(checked.range_of(user), message)
    })
}

/// Whether the user name looks like the host that the reader wants: `login.bank.com`. `user.name` is a login.
fn imitates_host(user: &[u8]) -> bool {
    let in_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.');
    let top = memchr::memrchr(b'.', user).map(|dot| trust(&user[dot + 1..]));
    user.iter().all(in_name) && matches!(top, Some(Some(Trust::Name | Trust::Long)))
}

/// Whether the URL is the address of a repository or a service for programs, where a user name or a key is common.
fn is_repository(checked: &CheckedMatch<'_>) -> bool {
    let user = checked.url.user().unwrap_or_default();
    let (host, path) = (
        checked.url.host().unwrap_or_default(),
        checked.url.path().unwrap_or_default(),
    );
    let forges = [
        "bitbucket.org",
        "github.com",
        "gitlab.com",
        "dev.azure.com",
        "visualstudio.com",
        "sentry.io",
    ];
    let known = forges.iter().any(|forge| is_under(host, forge.as_bytes()));
    // The key of a service: 32 hexadecimal digits.
    let key = user.len() >= 20 && user.iter().all(u8::is_ascii_hexdigit);
    let repository = path.ends_with(b".git") || contains(path, b".git/");
    let program = [
        &b"git"[..],
        b"oauth2",
        b"x-access-token",
        b"x-oauth-basic",
        b"x-token-auth",
    ];
    known || key || repository || program.contains(&user)
}
