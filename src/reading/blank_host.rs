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
    let len = name(host);
    let (host, after) = host.split_at(len);
    let ended = after
        .first()
        .is_none_or(|&b| Class::STOP.has(b) || b"/:?#),;!".contains(&b));
    let host = host.strip_suffix(b".").unwrap_or(host);
    let Some(dot) = memchr::memrchr(b'.', host) else {
        return false;
    };
    let labels = host.split(|&b| b == b'.').all(|label| !label.is_empty());
    ended && labels && is_top_level(&host[dot + 1..])
}
