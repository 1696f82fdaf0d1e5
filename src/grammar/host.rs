//! `host = hostname | hostnumber` (RFC 1738 sections 3.1 and 5), with the extensions of RFC 3986, RFC 3987 and the DNS.

use std::borrow::Cow;
use std::net::Ipv6Addr;
use std::ops::Range;

use crate::class::Class;
use crate::flaw::{Flaw, Report};
use crate::grammar::{escape, hostname};
use crate::span::{Span, before};

/// The requirements of a scheme on its host: a column of the table of schemes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HostKind {
    /// A domain name or an address; never empty.
    Dns,
    /// Any name, for example of a bucket, a socket or a device; never empty.
    Name,
    /// Any name; may be empty if a path follows.
    Optional,
}

/// Checks the host at `at`, which is not empty. Reports at most one flaw. It is invalid if `kind` is [`HostKind::Dns`] and no
/// standard allows such a host.
pub(crate) fn check(raw: &[u8], at: Span, kind: HostKind, report: &mut dyn Report) {
    let verdict = classify(at.bytes(raw));
    if verdict != Verdict::Rfc1738 {
        let invalid = verdict == Verdict::Invalid && kind == HostKind::Dns;
        report.report(Flaw::InvalidHost, invalid, at.range());
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Verdict {
    Rfc1738,
    /// Allowed by RFC 3986, RFC 3987 or today's resolvers: an address literal, `_`, a final dot, an IDN, an escape, a last label
    /// that begins with a digit.
    Later,
    Invalid,
}

fn classify(host: &[u8]) -> Verdict {
    if host.first() == Some(&b'[') {
        return literal(host);
    }
    if name(host) == Some(host.len()) {
        return Verdict::Rfc1738;
    }
    // An encoded `- . _ ~` is the character itself (RFC 3986 section 6.2.2.2): a dot separates labels, a hyphen begins none.
    let plain = escape::decode_where(host, |octet| b"-._~".contains(&octet));
    let mut worst = match plain {
        Cow::Borrowed(_) => Verdict::Rfc1738,
        Cow::Owned(_) => Verdict::Later,
    };
    let (mut labels, mut numbers, mut last) = (0, 0, &b""[..]);
    let mut dots = &plain[..];
    while !dots.is_empty() {
        let end = before(dots, |b| b == b'.');
        last = &dots[..end];
        let start = plain.len() - dots.len();
        worst = worst.max(label(&plain, start..start + end));
        labels += 1;
        numbers += usize::from(last.iter().all(u8::is_ascii_digit));
        dots = match dots.get(end + 1..) {
            // A final dot: the empty label of the DNS root.
            Some([]) => return worst.max(Verdict::Later),
            Some(rest) => rest,
            None => &[],
        };
    }
    let is_number = labels == 4 && numbers == 4;
    if !is_number && !last.first().is_some_and(u8::is_ascii_alphabetic) {
        worst = worst.max(Verdict::Later);
    }
    worst
}

/// The length of the plain domain name at the start of `rest`: labels of letters, digits and hyphens, the last one beginning with
/// a letter. [`classify`] reports nothing for such a host.
pub(crate) fn name(rest: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let len = Class::LABEL.run(&rest[at..]);
        let label = &rest[at..at + len];
        if label.first().is_none_or(|&b| b == b'-') || label[len - 1] == b'-' {
            return None;
        }
        match rest.get(at + len) {
            Some(b'.') => at += len + 1,
            _ => return Class::ALPHA.has(label[0]).then_some(at + len),
        }
    }
}

/// Whether the host is an address in brackets.
pub(crate) fn is_literal(host: &[u8]) -> bool {
    host.first() == Some(&b'[') && literal(host) == Verdict::Later
}

/// The length of the address in brackets that `host` begins with, by its characters alone. A zone may follow the address (RFC 6874).
pub(crate) fn literal_len(host: &[u8]) -> Option<usize> {
    let close = memchr::memchr(b']', host)?;
    let inner = host[..close].strip_prefix(b"[")?;
    let zone = memchr::memchr(b'%', inner).filter(|&zone| inner[zone..].starts_with(b"%25"));
    let address = |b: &u8| Class::HEX.has(*b) || b":.vV%".contains(b);
    let is_address = inner[..zone.unwrap_or(inner.len())].iter().all(address);
    (inner.len() > 1 && is_address).then_some(close + 1)
}

/// `[ IPv6address | IPvFuture ]` (RFC 3986 section 3.2.2), optionally with a zone (RFC 6874).
fn literal(host: &[u8]) -> Verdict {
    let inner = host.strip_prefix(b"[").and_then(|h| h.strip_suffix(b"]"));
    let Some(inner) = inner.and_then(|inner| std::str::from_utf8(inner).ok()) else {
        return Verdict::Invalid;
    };
    let address = match inner.split_once("%25") {
        // A zone has a name.
        Some((_, "")) => return Verdict::Invalid,
        zoned => zoned.map_or(inner, |(address, _)| address),
    };
    let future = || {
        let (version, rest) = inner.strip_prefix(['v', 'V'])?.split_once('.')?;
        let hex = !version.is_empty() && version.bytes().all(|b| b.is_ascii_hexdigit());
        let chars = |b: u8| Class::UNRESERVED.has(b) || b";:&=~".contains(&b);
        (hex && !rest.is_empty() && rest.bytes().all(chars)).then_some(())
    };
    if address.parse::<Ipv6Addr>().is_ok() || future().is_some() {
        Verdict::Later
    } else {
        Verdict::Invalid
    }
}

/// `alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit`
fn label(host: &[u8], at: Range<usize>) -> Verdict {
    let label = &host[at.clone()];
    let ([first, ..], [.., end]) = (label, label) else {
        return Verdict::Invalid;
    };
    if *first == b'-' || *end == b'-' {
        return Verdict::Invalid;
    }
    if Class::LABEL.has_all(label) {
        return Verdict::Rfc1738;
    }
    let mut i = 0;
    while i < label.len() {
        i += match label[i] {
            b if Class::LABEL.has(b) || b == b'_' => 1,
            b'%' if escape::octet(&label[i..]).is_some() => 3,
            b if Class::HIGH.has(b) => match hostname::len_in_host(host, at.start + i) {
                Some(len) => len,
                None => return Verdict::Invalid,
            },
            _ => return Verdict::Invalid,
        };
    }
    Verdict::Later
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_have_no_flaw() {
        for host in ["a", "a.b", "x-y.org", "3com.com", "a1", "a--b.c"] {
            assert_eq!(name(host.as_bytes()), Some(host.len()), "{host}");
            assert_eq!(name(format!("{host}/.").as_bytes()), Some(host.len()));
            assert_eq!(classify(host.as_bytes()), Verdict::Rfc1738);
        }
        for host in [
            "", ".", "-", "a.", "a-", "-a", ".a", "a..b", "a.-b", "a-.b", "1.2.3.4", "a.1b",
        ] {
            assert_eq!(name(host.as_bytes()), None, "{host}");
        }
    }

    #[test]
    fn hosts_by_what_allows_them() {
        for host in [
            "a",
            "a.b",
            "x-y.org",
            "3com.com",
            "1.2.3.4",
            "00.1.999.4",
            "a1",
        ] {
            assert_eq!(classify(host.as_bytes()), Verdict::Rfc1738, "{host}");
        }
        for host in [
            "[::1]",
            "[v1.a:b]",
            "[fe80::1%25eth0]",
            "a_b.org",
            "a.",
            "münchen.de",
            "www.col·legi.cat",
            "PARAL·LEL.barcelona",
            "www.il·lusio.cat",
            "il·lusio.org",
            "a%20b",
            "a%2Eorg",
            "a%2E",
            "1.2.3",
            "x.3com",
        ] {
            assert_eq!(classify(host.as_bytes()), Verdict::Later, "{host}");
        }
        for host in [
            "a·b",
            "l·a",
            "·l",
            "l·",
            "col·legi",
            "a.nl·linkedin.com",
            "a.tel·libre",
            "a..b",
            ".a",
            "-a",
            "a-",
            "a-.b",
            "[::1",
            "[zz]",
            "$host",
            "a b",
            "%zz",
            "a,b",
            "..",
            ".",
            "%2E%2Eorg",
            "a%2e.b",
            "%2Da",
        ] {
            assert_eq!(classify(host.as_bytes()), Verdict::Invalid, "{host}");
        }
    }
}
