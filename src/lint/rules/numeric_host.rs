//! `numeric-host`

use std::net::Ipv4Addr;

use ::url::Host;

use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;
use crate::url::SPECIAL;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U208",
    name: "numeric-host",
    severity: Severity::Warning,
    spares: &[Spared::Strings, Spared::AllowedHosts],
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
    let is_web = SPECIAL.contains(&scheme);
    let address = rare_form(host).filter(|_| is_web)?;
    let message = format!(
        "host `{}` is the address {address}; write it in this form",
        String::from_utf8_lossy(host)
    );
    Some(Violation::new(checked.range_of(host), message))
}

/// The address that browsers read from a host in a rare form. Short decimal forms are left out: they are often versions.
pub(super) fn rare_form(host: &[u8]) -> Option<Ipv4Addr> {
    let host = std::str::from_utf8(host).ok()?;
    let name = host.trim_end_matches('.');
    // A host is an address only if its last part is a number.
    let last = name.rfind('.').map_or(name, |dot| &name[dot + 1..]);
    if !last.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut parts = name.split('.');
    let is_one = parts.clone().count() == 1;
    let is_rare = parts.any(|part| part.len() > 1 && part.starts_with('0'));
    // Browsers decode escapes first, and characters that are not in US-ASCII.
    if !host.is_ascii() || host.contains('%') || !is_one && !is_rare {
        return None;
    }
    match Host::parse(host).ok()? {
        Host::Ipv4(address) if is_rare || address.octets()[0] > 0 => Some(address),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
