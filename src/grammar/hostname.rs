//! Names of hosts in prose: where a name ends, and how much of a refused host is a name (tests/spec/refused-host.md).

use std::net::{IpAddr, Ipv4Addr};

use crate::character;
use crate::class::Class;
use crate::domain::{ends_in_top_level, is_encoded_label, is_local, is_top_level};
use crate::grammar::ending;
use crate::span::{self, beginning, ending_run, run_back};

/// The length of the `name.tld` that `rest` begins with, if it ends there, or at a word or a mark outside US-ASCII that ran into it, or
/// goes on with `/ : ? #`; dots that close a sentence are no part of it.
pub(crate) fn len(rest: &[u8]) -> Option<usize> {
    let rest = beginning(rest, 256);
    let name = Class::NAME.run(rest);
    let (host, after) = rest.split_at(glued(&rest[..name]).unwrap_or(name));
    let ended = after
        .first()
        .is_none_or(|&b| Class::STOP.has(b) || Class::HIGH.has(b) || b"/:?#),;!]'".contains(&b));
    let host = match after.first() {
        Some(b'/' | b':' | b'?' | b'#') => host.strip_suffix(b".").unwrap_or(host),
        _ => &host[..host.len() - ending_run(host, b'.')],
    };
    let dot = memchr::memrchr(b'.', host)?;
    let labels = host.split(|&b| b == b'.').all(|label| !label.is_empty());
    (ended && labels && is_top_level(&host[dot + 1..])).then_some(host.len())
}

/// The length of `name` before a word of a script without blanks that follows a top-level domain: `a.org的`, `a.orgとb.org`, or before an
/// ending after a hyphen: `a.org-ზე`. A label that only begins like such a domain is a name: `www.it博客.com`, `www.it博客x.com`.
pub(crate) fn before_word(name: &[u8]) -> Option<usize> {
    if name.is_ascii() {
        return None;
    }
    let cut = |dot: usize| {
        let rest = &name[dot + 1..];
        let end = memchr::memchr(b'.', rest);
        let label = &rest[..end.unwrap_or(rest.len())];
        // A full stop may follow the last one.
        let next = end.filter(|at| at + 1 < rest.len());
        let latin = Class::HIGH.before(label);
        let (c, len) = character::decode(label, latin);
        let ending = ending::find(label).filter(|_| next.is_none());
        let is_word = || match next {
            // Chinese of another charset than UTF-8 is no UTF-8.
            None => len == 1 || !character::is_latin(c),
            Some(_) => {
                let is_name = !name[..dot].eq_ignore_ascii_case(b"www");
                let ends_latin = label.last().is_some_and(u8::is_ascii_alphanumeric);
                is_name && ends_latin && character::is_unspaced(c)
            }
        };
        let top = ending.unwrap_or(latin);
        let runs_on = latin < label.len() && is_word() && is_top_level(&label[..top]);
        runs_on.then_some(dot + 1 + top)
    };
    memchr::memchr_iter(b'.', name)
        .filter(|&dot| dot > 0)
        .find_map(cut)
}

/// The length of an address or a local name that a word outside US-ASCII ran into: `192.0.2.1에`, `localhost的`.
pub(crate) fn before_glued_word(name: &[u8]) -> Option<usize> {
    let whole = Class::HIGH.before(name);
    let is_word =
        || character::is_unspaced(character::decode(name, whole).0) || ending::find(name).is_some();
    let host = &name[..whole];
    let may_be = whole > 0 && whole < name.len() && !name[whole..].contains(&b'.');
    (may_be && (is_ipv4(host) || is_local(host)) && is_word()).then_some(whole)
}

/// Whether the bracket at `at` closes one that opened before a dot of the host, `example[.com]/x`: more of the URL follows it.
pub(crate) fn closes_mark(text: &[u8], at: usize) -> bool {
    let alphanumeric = |b: &u8| Class::ALPHADIGIT.has(*b);
    match text.get(at..) {
        Some([b']', b'/' | b'?' | b'#', ..]) => true,
        Some([b']', b':', next, ..]) => next.is_ascii_digit(),
        Some([b']', b'.', next, ..]) => alphanumeric(next),
        _ => false,
    }
}

/// Where a URL whose host begins at `host` can end within it: at its last full label, if a bracket, a quote or the end follows. After a
/// top-level domain it can also end before a hyphen, an ellipsis, a sign (an undecoded `=20`), or a dash or the like outside US-ASCII; after an
/// address or a local name before a hyphen, a dash or the like.
pub(crate) fn cut(text: &[u8], host: usize, end: usize) -> Option<usize> {
    let name = host + Class::NAME.run(&text[host..end]);
    let ellipsis = || Some(host + memchr::memmem::find(&text[host..name], b"...")?);
    if let Some(mark) = punctuation(text, host, name).or_else(ellipsis) {
        let name = &text[host..mark];
        return (ends_in_top_level(name) || is_ipv4(name) || is_local(name)).then_some(mark);
    }
    let cut = name - run_back(&text[host..name], |b| b"-._".contains(&b));
    let ends = |&b: &u8| {
        let sign = || {
            let apart = b"-=,;!$&*+".contains(&b) || b == b':' && is_prose(&text[cut + 1..]);
            let name = &text[host..cut];
            apart && ends_in_top_level(name) || b == b'-' && (is_ipv4(name) || is_local(name))
        };
        b == b'\'' || Class::BRACKET.has(b) || sign()
    };
    // `http://localhost:8080's`
    let port = text[cut..end]
        .strip_prefix(b":")
        .map(|rest| Class::DIGIT.run(rest));
    if let Some(port) = port.filter(|&port| port > 0)
        && text.get(cut + 1 + port) == Some(&b'\'')
    {
        return Some(cut + 1 + port);
    }
    // `http://evil{.}com`: a part of another host.
    let hides_dot = [&b"{.}"[..], b"{dot}"].iter().any(|mark| {
        let label = text[cut..].strip_prefix(*mark).and_then(<[u8]>::first);
        label.is_some_and(u8::is_ascii_alphanumeric)
    });
    (cut > host && !hides_dot && (cut == end || text.get(cut).is_none_or(ends))).then_some(cut)
}

/// Whether a word follows a colon that is not `port`, and no path that word: `http://www.a.com:Great site`.
fn is_prose(rest: &[u8]) -> bool {
    let (word, rest) = Class::ALPHA.split(rest);
    !word.is_empty() && word != b"port" && rest.first() != Some(&b'/')
}

/// `name` without what ran into it, a word, a quote or a bracket outside US-ASCII, or is tied to it: `a.org”`, `a.org的`, `192.0.2.1的`,
/// `a.org-based`.
pub(crate) fn without_word(name: &[u8]) -> &[u8] {
    let address = &name[..Class::HIGH.before(name)];
    if is_ipv4(address) {
        return address;
    }
    let name = &name[..glued(name).unwrap_or(name.len())];
    // What a hyphen ties to it. No top-level domain has one but those of an IDN.
    let last = memchr::memrchr(b'.', name).map_or(0, |dot| dot + 1);
    let tied = memchr::memchr(b'-', &name[last..]).filter(|&i| i > 0);
    match tied.filter(|_| last > 0 && !is_encoded_label(&name[last..])) {
        Some(tied) => &name[..last + tied],
        None => name,
    }
}

/// Where a mark or a word outside US-ASCII begins that ran into `name`: `a.org”`, `a.org的`.
fn glued(name: &[u8]) -> Option<usize> {
    let mark = punctuation(name, 0, name.len());
    before_word(&name[..mark.unwrap_or(name.len())]).or(mark)
}

/// Whether `name` is an address of IPv4 or IPv6, without brackets.
pub(crate) fn is_ip(name: &[u8]) -> bool {
    str::from_utf8(name).is_ok_and(|name| name.parse::<IpAddr>().is_ok())
}

pub(crate) fn is_ipv4(name: &[u8]) -> bool {
    str::from_utf8(name).is_ok_and(|name| name.parse::<Ipv4Addr>().is_ok())
}

/// The length of the character outside US-ASCII at `at` of a host; `None` if it is punctuation or white space.
pub(super) fn len_in_host(text: &[u8], at: usize) -> Option<usize> {
    let (c, len) = character::decode(text, at);
    let is_letter = || c == '·' && is_catalan(&text[..at], &text[at + len..]);
    let is_part = !character::is_punctuation(c) && !c.is_whitespace();
    (is_part || is_letter()).then_some(len)
}

/// Whether a middle dot between `before` and `after` is a letter of Catalan (RFC 5892 appendix A.3), and none that parts two names: it stands
/// between two `l`, not in the last label, and not after a top-level domain unless the host is one of Catalan: `col·legi.cat`,
/// `www.il·lusio.cat`, but `a.nl·linkedin.com`.
fn is_catalan(before: &[u8], after: &[u8]) -> bool {
    /// No host is longer.
    const MAX: usize = 253;
    let is_l = |b: Option<&u8>| matches!(b, Some(b'l' | b'L'));
    let (before, after) = (span::ending(before, MAX), beginning(after, MAX));
    let rest = &after[..Class::NAME.run(after)];
    let rest = &rest[..rest.len() - ending_run(rest, b'.')];
    let Some(dot) = memchr::memrchr(b'.', rest) else {
        return false;
    };
    let top = rest[dot + 1..].to_ascii_lowercase();
    let is_of_catalan = || matches!(&top[..], b"ad" | b"barcelona" | b"cat" | b"es");
    let name = &before[before.len() - Class::NAME.run_back(before)..];
    is_l(before.last()) && is_l(after.first()) && (is_of_catalan() || !ends_in_top_level(name))
}

/// The first punctuation outside US-ASCII.
fn punctuation(text: &[u8], start: usize, end: usize) -> Option<usize> {
    let mut at = start;
    while at < end {
        if !Class::HIGH.has(text[at]) {
            at += 1;
            continue;
        }
        match len_in_host(text, at) {
            Some(len) => at += len,
            None => return Some(at),
        }
    }
    None
}
