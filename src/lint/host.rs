//! Classifies hosts by their name or address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::domain::{self, is_under};
use crate::text::{is_one_of, strip_prefix_ignore_case};

/// Whether the host exists only on this machine or network: loopback, private and link-local addresses, names with one label or
/// under a special-use domain (RFC 6761, RFC 6762, RFC 8375).
pub(super) fn is_local(host: &[u8]) -> bool {
    let host = host.strip_suffix(b".").unwrap_or(host);
    if let Some(address) = address(host) {
        return is_local_address(address);
    }
    !host.contains(&b'.') || domain::is_local(host)
}

/// Whether it is reserved for examples (RFC 2606, RFC 6761, RFC 5737, RFC 3849).
pub(super) fn is_example(host: &[u8]) -> bool {
    let host = host.strip_suffix(b".").unwrap_or(host);
    if let Some(address) = address(host) {
        return match address {
            IpAddr::V4(v4) => v4.is_documentation(),
            IpAddr::V6(v6) => v6.segments()[..2] == [0x2001, 0xdb8],
        };
    }
    #[rustfmt::skip]
    let domains = [
        "example.com", "example.net", "example.org", "example.edu", "example", "test", "invalid",
    ];
    let mut domains = domains.iter();
    domains.any(|domain| is_under(host, domain.as_bytes()))
}

fn address(host: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(host).ok()?;
    let literal = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    match literal {
        Some(v6) => {
            let v6 = v6.split_once('%').map_or(v6, |(address, _)| address);
            v6.parse::<Ipv6Addr>().ok().map(IpAddr::V6)
        }
        None => text.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
    }
}

fn is_local_address(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.is_unspecified()
        }
        IpAddr::V6(v6) => {
            v6.is_loopback()
                || v6.is_unspecified()
                || v6.is_unique_local()
                || v6.is_unicast_link_local()
        }
    }
}

/// The name after `www.`, in any case. `None` if it does not begin with that.
pub(super) fn without_www(name: &[u8]) -> Option<&[u8]> {
    strip_prefix_ignore_case(name, b"www.")
}

/// Whether it is a top-level domain that names of projects and products do not end in, as `socket.io`, `node.js` and `ASP.NET` do.
pub(super) fn is_general(top: &[u8]) -> bool {
    let is_product = matches!(top, b"NET" | b"Net");
    !is_product && is_one_of(top, &["com", "org", "net", "edu", "gov"])
}

/// Whether the host matches a pattern of the configuration: `x.org` matches that host, `*.x.org` its subdomains. A final full stop does not
/// change a host.
pub(super) fn matches_pattern(host: &[u8], pattern: &str) -> bool {
    let host = host.strip_suffix(b".").unwrap_or(host);
    let pattern = pattern.strip_suffix('.').unwrap_or(pattern);
    match pattern.strip_prefix("*.") {
        Some(domain) => host.len() > domain.len() && is_under(host, domain.as_bytes()),
        None => host.eq_ignore_ascii_case(pattern.as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        for host in [
            "localhost",
            "127.0.0.1",
            "10.1.2.3",
            "[::1]",
            "x.local",
            "db",
            "[fe80::1]",
        ] {
            assert!(is_local(host.as_bytes()), "{host}");
        }
        for host in ["a.org", "8.8.8.8", "[2001:4860::1]", "local.org"] {
            assert!(!is_local(host.as_bytes()), "{host}");
        }
        for host in [
            "example.com",
            "WWW.example.org",
            "a.test",
            "192.0.2.7",
            "[2001:db8::1]",
        ] {
            assert!(is_example(host.as_bytes()), "{host}");
        }
        assert!(!is_example(b"myexample.com") && !is_example(b"example.de"));
        assert!(matches_pattern(b"a.x.org", "*.x.org") && !matches_pattern(b"x.org", "*.x.org"));
        assert!(matches_pattern(b"X.org", "x.org") && !matches_pattern(b"a.x.org", "x.org"));
        assert!(matches_pattern(b"x.org.", "x.org") && matches_pattern(b"a.x.org", "*.x.org."));
    }
}
