//! `http:// host`: a blank or a line break that crept in behind `://` (tests/spec/blank-host.md).

use super::fold::{Fold, Gap, line_break};
use super::quote_prefix::{Prefix, blanks};
use super::stop;
use crate::class::Class;
use crate::domain::is_top_level;

/// The URL whose scheme begins at `start` and whose `//` ends at `body`, if only white space parts it from its host.
#[inline]
pub(super) fn fold(text: &[u8], start: usize, body: usize) -> Option<Fold> {
    match text.get(body) {
        Some(b' ' | b'\t' | b'\r' | b'\n' | 0xc2) => over_blanks(text, start, body),
        _ => None,
    }
}

fn over_blanks(text: &[u8], start: usize, body: usize) -> Option<Fold> {
    let mut at = body + blanks(&text[body..]);
    if let Some(len) = line_break(&text[at..]) {
        at = Prefix::before(text, start).skip(text, at + len).0;
    }
    if at == body || !is_host(text, at) {
        return None;
    }
    let mut fold = Fold::default();
    fold.push(start..body, Gap::None);
    fold.push(at..stop::find(text, at).end, Gap::Blank);
    Some(fold)
}

/// Whether `[user@]name.tld` begins at `at` and ends, or goes on with `/ : ? #`.
fn is_host(text: &[u8], at: usize) -> bool {
    let rest = &text[at..text.len().min(at + 320)];
    let name = |bytes: &[u8]| {
        let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || b"-._".contains(b);
        bytes.iter().take_while(letter).count()
    };
    let mut host = rest;
    if rest.get(name(rest)) == Some(&b'@') {
        host = &rest[name(rest) + 1..];
    }
    self::name(host).is_some()
}

/// The length of the `name.tld` that `validate` begins with, if it ends there or goes on with `/ : ? #`; dots that close a sentence are
/// no part of it.
pub(super) fn name(rest: &[u8]) -> Option<usize> {
    let rest = &rest[..rest.len().min(256)];
    let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || b"-._".contains(b);
    let (host, after) = rest.split_at(rest.iter().take_while(letter).count());
    let ended = after
        .first()
        .is_none_or(|&b| Class::STOP.has(b) || b"/:?#),;!]'".contains(&b));
    let host = match after.first() {
        Some(b'/' | b':' | b'?' | b'#') => host.strip_suffix(b".").unwrap_or(host),
        _ => &host[..host.len() - host.iter().rev().take_while(|&&b| b == b'.').count()],
    };
    let dot = memchr::memrchr(b'.', host)?;
    let labels = host.split(|&b| b == b'.').all(|label| !label.is_empty());
    (ended && labels && is_top_level(&host[dot + 1..])).then_some(host.len())
}
