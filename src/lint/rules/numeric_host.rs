//! `numeric-host`

use std::net::Ipv4Addr;

use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Violation};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U208",
    name: "numeric-host",
    severity: Severity::Warning,
    spares_strings: true,
    what: "A host that is an IPv4 address in a rare form: one number, or numbers in octal or hexadecimal",
    why: "Browsers open `http://3232235777/` as `http://192.168.1.1/`, but readers and filters do not see the address. Phishing mail uses this. An address with leading zeros (`010.0.0.1`) is another one than it seems. Short forms such as `127.1` are exempt, and so are strings and quotations in programs.",
    reference: "RFC 3986, 7.4; WHATWG URL, 3.5",
    bad: &[
        Example::any("See <http://3232235777/x> for more."),
        Example::any("See <http://0xC0.0xA8.0x1.0x1/x> for more."),
        Example::any("See <http://0300.0250.0.1/x> for more."),
    ],
    good: &[Example::any(
        "See <http://192.168.1.1/>, <http://127.1/>, <http://1.2.3/> and <ssh://3232235777/>.",
    )],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let host = checked.url.host()?;
    let scheme = checked.url.scheme_info().name();
    let is_web = ["http", "https", "ftp", "ws", "wss"].contains(&scheme);
    let address = rare_form(host).filter(|_| is_web && !checked.is_allowed_host())?;
    let message = format!(
        "host `{}` is the address {address}; write it in this form",
        CheckedMatch::display(host)
    );
    Some(Violation::new(checked.range_of(host), message))
}

/// The address that a host in a rare form stands for. Short decimal forms are left out: they are often versions.
pub(super) fn rare_form(host: &[u8]) -> Option<Ipv4Addr> {
    let host = host.strip_suffix(b".").unwrap_or(host);
    let parts: Vec<&[u8]> = host.split(|&b| b == b'.').collect();
    let is_rare = |part: &&[u8]| part.len() > 1 && part[0] == b'0';
    let address = address(&parts)?;
    let is_one_number = parts.len() == 1 && address.octets()[0] > 0;
    (is_one_number || parts.iter().any(is_rare)).then_some(address)
}

/// The numbers as browsers and `inet_aton` read them: the last one fills what is left of 32 bits.
fn address(parts: &[&[u8]]) -> Option<Ipv4Addr> {
    let (last, first) = parts.split_last().filter(|(_, first)| first.len() < 4)?;
    let mut address = 0;
    for part in first {
        address = address << 8 | u32::from(u8::try_from(number(part)?).ok()?);
    }
    let bits = 32 - 8 * first.len() as u32;
    let last = number(last).filter(|&last| u64::from(last) < 1 << bits)?;
    // Of 32 bits nothing stands before the last one.
    let first = address.checked_shl(bits).unwrap_or_default();
    Some(Ipv4Addr::from(first | last))
}

fn number(part: &[u8]) -> Option<u32> {
    let (digits, radix) = match part {
        [b'0', b'x' | b'X', hex @ ..] if !hex.is_empty() => (hex, 16),
        [b'0', octal @ ..] if !octal.is_empty() => (octal, 8),
        _ => (part, 10),
    };
    let digits = std::str::from_utf8(digits).ok();
    let digits = digits.filter(|digits| !digits.starts_with('+'))?;
    u32::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parser of the WHATWG is the oracle.
    #[cfg(feature = "url")]
    #[test]
    fn addresses_are_those_of_a_browser() {
        let parts = [
            "0",
            "1",
            "010",
            "0x",
            "0x7f",
            "0XfF",
            "255",
            "256",
            "0400",
            "65536",
            "4294967295",
            "4294967296",
            "08",
            "+1",
            "x",
            "",
        ];
        for first in parts {
            for second in parts {
                for host in [
                    first.to_string(),
                    format!("{first}.{second}"),
                    format!("1.{first}.{second}"),
                    format!("1.2.{first}.{second}"),
                    format!("1.2.3.{first}.{second}"),
                ] {
                    let numbers: Vec<&[u8]> = host.as_bytes().split(|&b| b == b'.').collect();
                    let oracle = url::Host::parse(&host).ok().and_then(|host| match host {
                        url::Host::Ipv4(address) => Some(address),
                        _ => None,
                    });
                    let ours = address(&numbers);
                    // `0x` alone is 0 for a browser, and so is a part before a last dot.
                    let is_empty = numbers.iter().any(|part| [&b"0x"[..], b""].contains(part));
                    assert!(
                        ours == oracle || is_empty && ours.is_none(),
                        "{host}: {ours:?}, not {oracle:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn rare_forms() {
        for host in ["3232235777", "0300.0250.0.1", "0xc0a80101.", "127.0.0.0x1"] {
            assert!(rare_form(host.as_bytes()).is_some(), "{host}");
        }
        for host in [
            "192.168.1.1",
            "127.1",
            "1.2.3",
            "123",
            "0",
            "1.2.3.08",
            "0x.org",
            "256.1.1.1",
        ] {
            assert!(rare_form(host.as_bytes()).is_none(), "{host}");
        }
    }
}
