//! `invalid-host`

use super::numeric_host;
use crate::document::{Kind, Role};
use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::host;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;
use crate::scan::Form;
use crate::span::split_run;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U106",
    name: "invalid-host",
    severity: Severity::Error,
    spares: &[Spared::Strings],
    what: "An invalid host: an empty label, a label that begins or ends with `-`, a character that names do not contain, a number over 255 in an address",
    why: "Such a host cannot exist. Strings and quotations in programs are exempt: they are tests and examples.",
    reference: "RFC 1738, 3.1; RFC 1123, 2.1; RFC 3986, 3.2.2",
    bad: &[
        Example::any("See <http://www..a.org/x> for more."),
        Example::any("See <http://-a.org/x> for more."),
        Example::any("See <http://256.1.1.1/x> for more."),
        Example::any("See <http://.a.org/x> for more."),
        Example::new(Kind::Markdown, "See [it](https://.a.org/x) for more."),
    ],
    good: &[
        Example::any(
            "See <http://www.a.org/x>, <http://a_b.org/>, <http://{host}.a.org/> and http://[user@]a.org/.",
        ),
        Example::new(Kind::Text, "Write http://r&#xE9;sum&#xE9;.a.org/ for more."),
        Example::any("In Lua, `gsub(page, '<a href=\"http://www.a.org.-</a>', '')` removes it."),
        Example::new(
            Kind::Html,
            "<!ENTITY irc 'irc://&host;/x'> <!ENTITY web 'http://&name;.a.org/'>",
        ),
        Example::any("All hosts end so: https://.a.org/."),
        Example::any("Write http://-style, \"git://-etuliite\" or https://,или for more."),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let at = match checked.invalid(Flaw::InvalidHost) {
        Some(at) => at,
        None => {
            let host = checked.url.host().filter(|host| is_out_of_range(host))?;
            checked.range_of(host)
        }
    };
    let host = &checked.url.as_bytes()[at.clone()];
    // `http://../`
    let dots = !host.iter().any(|b| b.is_ascii_alphanumeric() || *b >= 0x80);
    // `credential.https://a.org.useHttpPath=true` is a key with its value.
    let setting = host.contains(&b'=');
    // `r&#xE9;sum&#xE9;.a.org` was written for HTML; its `#` does not begin a fragment.
    let reference = host.ends_with(b"&") && checked.url.as_bytes()[at.end..].starts_with(b"#");
    // An entity whose definition is not known here.
    let entity = memchr::memchr(b'&', host).is_some_and(|at| {
        let (name, rest) = split_run(&host[at + 1..], |b| b.is_ascii_alphanumeric());
        !name.is_empty() && rest.starts_with(b";")
    });
    let example = host::is_example(&without_empty_labels(host));
    // `https://.s3.a.org/` shows how hosts end, unless it is a link.
    let suffix = host.starts_with(b".") && !host.starts_with(b"..") && !is_link(checked);
    // `http://www.a.org.-</a>`: in a pattern of Lua, `.-` is any text.
    let lua = host.ends_with(b".-");
    // Browsers read `0300.0250.0.1` as octal numbers.
    let rare = numeric_host::rare_form(host).is_some();
    let exempt = dots
        || rare
        || lua
        || suffix
        || setting
        || reference
        || entity
        || example
        || is_placeholder(host)
        || is_back_reference(host)
        || checked.has_optional_part()
        || checked.is_template_prefix();
    (!exempt).then(|| {
        let message = format!(
            "invalid host `{}`: {}",
            String::from_utf8_lossy(host),
            reason(host)
        );
        Violation::new(at, message)
    })
}

/// Whether readers can follow the URL: it is the target of a link, or in angle brackets outside code.
fn is_link(checked: &CheckedMatch<'_>) -> bool {
    let in_brackets = matches!(checked.m.form(), Form::Wrapper | Form::Angle);
    match checked.role {
        Role::Target | Role::Autolink => true,
        role => in_brackets && role == Role::Prose,
    }
}

/// Whether the host is four numbers, but no IPv4 address: `256.1.1.1`.
fn is_out_of_range(host: &[u8]) -> bool {
    if !host.first().is_some_and(u8::is_ascii_digit) {
        return false;
    }
    let labels: Vec<&[u8]> = host.split(|b| *b == b'.').collect();
    let number = |label: &&[u8]| !label.is_empty() && label.iter().all(u8::is_ascii_digit);
    let small = |label: &&[u8]| {
        let text = std::str::from_utf8(label).unwrap_or_default();
        text.parse::<u8>().is_ok()
    };
    // `999.999.999.999` and `1234.1234.1234.1234` stand for any address.
    let masked = labels.windows(2).all(|pair| pair[0] == pair[1]);
    labels.len() == 4 && labels.iter().all(number) && !labels.iter().all(small) && !masked
}

/// `%1` stands for a group of a regular expression.
fn is_back_reference(host: &[u8]) -> bool {
    matches!(host, [b'%', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
}

/// `www.example..com` demonstrates the fault.
fn without_empty_labels(host: &[u8]) -> Vec<u8> {
    let labels = host.split(|b| *b == b'.').filter(|label| !label.is_empty());
    labels.collect::<Vec<_>>().join(&b'.')
}

fn reason(host: &[u8]) -> &'static str {
    let mut labels = host.split(|b| *b == b'.');
    if host.starts_with(b"[") {
        "no IPv6 address between the brackets"
    } else if is_out_of_range(host) {
        "a number of the address is over 255"
    } else if labels.clone().any(<[u8]>::is_empty) {
        "empty label"
    } else if labels.any(|label| label.starts_with(b"-") || label.ends_with(b"-")) {
        "a label begins or ends with `-`"
    } else {
        "a character that host names do not contain"
    }
}
