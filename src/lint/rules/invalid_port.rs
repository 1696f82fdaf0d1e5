//! `invalid-port`

use crate::document::Kind;
use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U107",
    name: "invalid-port",
    severity: Severity::Error,
    spares: &[Spared::Strings],
    what: "A port that is not a number, or is over 65535",
    why: "No server can use such a port. Strings and quotations in programs are exempt: they are tests and examples.",
    reference: "RFC 1738, 3.1; RFC 3986, 3.2.3; RFC 9293, 3.1",
    bad: &[
        Example::any("See <http://a.org:8o80/x> for more."),
        Example::any("See <http://a.org:80800/x> for more."),
        Example::any("See <http://example.com:80800/x> for more."),
        Example::new(Kind::Text, "See <http://a.org:８０８０/x> for more."),
    ],
    good: &[
        Example::any(
            "See <http://a.org:8080/x>, <http://a.org:proxyport/x> and <http://a.org:$PORT/x>.",
        ),
        Example::new(
            Kind::Text,
            "Write http://ホスト名:ポート番号/ or http://:前缀吗 for more.",
        ),
        Example::any("A port of letters, such as http://example.com:80x/, is refused."),
        Example::any("Write http://joe:k3DFx90@{{ host }}/ or http://unix:SOCKET:PATH."),
        Example::any("Prolog: `format(atom(Url), 'http://a.org:~d~w', [Port, Path])`."),
        Example::any("Write <http://%HOST%:%PORT%/x> or <http://%HOSTIP:%HTTPPORT/x>."),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let not_a_number = checked.invalid(Flaw::InvalidPort);
    // `example.com:80x` demonstrates the fault.
    let demonstrated = not_a_number.is_some() && checked.is_example();
    let (at, why) = match not_a_number {
        Some(at) if checked.url.as_bytes()[at.clone()].contains(&b':') => {
            (at, "an IPv6 address is written in `[…]`")
        }
        Some(at) => (at, "not a number"),
        None => (checked.invalid(Flaw::PortOutOfRange)?, "over 65535"),
    };
    let port = &checked.url.as_bytes()[at.clone()];
    let host = checked.url.host().unwrap_or_default();
    // `http://a.org:80,socks4://b.org` are several URLs; `:80=1.2.3.4` is an option of a program.
    let list = port.iter().any(|b| matches!(b, b',' | b'='));
    let exempt = demonstrated
        || is_name(port)
        || list
        || is_placeholder(port)
        || is_placeholder(host)
        || checked.is_template_prefix();
    (!exempt).then(|| {
        Violation::new(
            at,
            format!("invalid port `{}`: {why}", String::from_utf8_lossy(port)),
        )
    })
}

/// Whether the port is a word, which stands for a number: `proxyport`, `ポート番号`.
fn is_name(port: &[u8]) -> bool {
    let is_letter = |c: char| {
        if c.is_ascii() {
            c.is_ascii_alphabetic() || matches!(c, '_' | '-')
        } else {
            // Also a mark that is a part of a letter, but no digit of another script.
            !c.is_numeric()
        }
    };
    std::str::from_utf8(port).is_ok_and(|port| port.chars().all(is_letter))
}
