//! `login = [ user [ ":" password ] "@" ] host [ ":" port ]` (RFC 1738 sections 3.1 and 5).

use crate::flaw::{Flaw, Report};
use crate::grammar::{escape, host};
use crate::span::Span;

/// The parts of a login. An absent part is `None`; an empty one is an empty span.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Login {
    pub(crate) user: Option<Span>,
    pub(crate) password: Option<Span>,
    pub(crate) host: Option<Span>,
    pub(crate) port: Option<Span>,
}

/// The length of the authority that `text` begins with: up to the first `/`, `?` or `#` (RFC 3986 section 3.2).
pub(crate) fn authority_len(text: &[u8]) -> usize {
    memchr::memchr3(b'/', b'?', b'#', text).unwrap_or(text.len())
}

/// Whether no path, query or fragment begins in `text`.
pub(crate) fn is_in_authority(text: &[u8]) -> bool {
    authority_len(text) == text.len()
}

/// Where the login at `at` ends: at the first `/` or `?`.
pub(crate) fn end(raw: &[u8], at: Span) -> usize {
    let part = at.bytes(raw);
    at.start + memchr::memchr2(b'/', b'?', part).unwrap_or(part.len())
}

/// Like [`end`], for schemes without a query. A user name may contain `?`, so a `?` ends the login only if no `@` follows it.
pub(crate) fn end_without_search(raw: &[u8], at: Span) -> usize {
    let part = at.bytes(raw);
    let slash = memchr::memchr(b'/', part).unwrap_or(part.len());
    let part = &part[..slash];
    let host = memchr::memrchr(b'@', part).map_or(0, |i| i + 1);
    let question = memchr::memchr(b'?', &part[host..]).map(|i| host + i);
    at.start + question.unwrap_or(slash)
}

/// Splits the login at `at` and checks host and port.
pub(crate) fn parse(raw: &[u8], at: Span, kind: host::HostKind, report: &mut dyn Report) -> Login {
    let mut login = Login::default();
    let mut start = at.start;
    // The last `@` ends the user and password, as browsers read it.
    if let Some(i) = memchr::memrchr(b'@', at.bytes(raw)) {
        let info = &raw[start..start + i];
        if let Some(first) = memchr::memchr(b'@', info) {
            let at = start + first;
            // No standard allows a second one.
            report.invalid(Flaw::ReservedCharacter, at..at + 1);
        }
        let colon = memchr::memchr(b':', info);
        let user = start..start + colon.unwrap_or(i);
        login.user = Some(user.into());
        login.password = colon.map(|c| (start + c + 1..start + i).into());
        start += i + 1;
    }
    let hostport = &raw[start..at.end];
    // Colons within an address literal do not separate a port.
    let literal = match hostport.first() {
        Some(b'[') => memchr::memchr(b']', hostport).unwrap_or(0),
        _ => 0,
    };
    let colon = memchr::memchr(b':', &hostport[literal..]).map(|i| start + literal + i);
    let host = Span::from(start..colon.unwrap_or(at.end));
    login.host = Some(host);
    if !host.is_empty() {
        host::check(raw, host, kind, report);
    } else if kind != host::HostKind::Optional || colon.is_some() {
        let invalid = kind != host::HostKind::Optional;
        report.report(Flaw::MissingHost, invalid, host.range());
    }
    if let Some(colon) = colon {
        let port = Span::from(colon + 1..at.end);
        login.port = Some(port);
        check_port(raw, port, kind, report);
    }
    login
}

fn check_port(raw: &[u8], at: Span, kind: host::HostKind, report: &mut dyn Report) {
    let digits = at.bytes(raw);
    // If the host is not a domain name, the part after its colon need not be a port (`docker://alpine:latest`). `ssh://host:port/` is a
    // template.
    let invalid = kind == host::HostKind::Dns || digits.eq_ignore_ascii_case(b"port");
    if digits.is_empty() {
        report.flaw(Flaw::EmptyPort, at.start - 1..at.end);
    } else if !digits.iter().all(u8::is_ascii_digit) {
        report.report(Flaw::InvalidPort, invalid, at.range());
        if !invalid {
            // RFC 3986 section 3.2.2 allows no colon in a name.
            report.invalid(Flaw::ReservedCharacter, at.start - 1..at.start);
        }
    } else if number(digits).is_none_or(|port| port > 65535) {
        report.report(Flaw::PortOutOfRange, invalid, at.range());
    }
}

/// The value of a string of digits; `None` if it is empty, has another character, such as a sign, or does not fit in 64 bits.
pub(crate) fn number(digits: &[u8]) -> Option<u64> {
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    str::from_utf8(digits).ok()?.parse().ok()
}

/// The second parsing step: checks the characters of every part.
pub(crate) fn check(raw: &[u8], login: &Login, report: &mut dyn Report) {
    for part in [login.user, login.password].into_iter().flatten() {
        escape::check(raw, part, b";?&=", report);
    }
    if let Some(password) = login.password.filter(|password| !password.is_empty()) {
        report.flaw(Flaw::PasswordInUrl, password.range());
    }
    if let Some(host) = login.host {
        check_host(raw, host, report);
    }
    if let Some(port) = login.port {
        escape::check(raw, port, escape::XCHAR, report);
    }
}

/// Checks the characters of a host.
pub(crate) fn check_host(raw: &[u8], at: Span, report: &mut dyn Report) {
    if host::is_literal(at.bytes(raw)) {
        // RFC 3986 allows brackets around address literals.
        report.flaw(Flaw::NationalCharacter, at.range());
        let inner = Span::from(at.start + 1..at.end - 1);
        escape::check(raw, inner, escape::XCHAR, report);
    } else {
        escape::check(raw, at, escape::XCHAR, report);
    }
}
