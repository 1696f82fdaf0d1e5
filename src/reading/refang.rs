//! Refanging: a URL that its writer made harmless, as it was before (tests/spec/refang.md).

use std::ops::{ControlFlow, Range};

use super::fold::{Fold, Gap};
use super::{Offer, Reading, finish, stop, twin};
use crate::class::Class;
use crate::domain::is_top_level;
use crate::scan::{Form, is_scheme, mark_at, meant, slashes};

/// How far a host or an address can go with its marks.
const MAX_HOST: usize = 512;
/// How many URLs one may hold (`hxxp://a.org/?u=hxxp://b.org/`), so that the work stays bounded.
const MAX_INNER: usize = 4;

/// Offers the URL that begins at `start` and has a mark in its scheme or in its name.
pub(super) fn read<'t>(
    text: &'t [u8],
    from: usize,
    start: usize,
    offer: Offer<'_, 't>,
) -> ControlFlow<()> {
    let fold = match scheme(text, start) {
        Some((fold, host)) => with_scheme(text, from, start, fold, host),
        None => without_scheme(text, from, start),
    };
    offer_marked(text, start, fold, offer)
}

/// Offers the URL that begins at `start` in a wrapper, if its scheme is a mark.
pub(super) fn read_wrapped<'t>(
    text: &'t [u8],
    from: usize,
    start: usize,
    offer: Offer<'_, 't>,
) -> ControlFlow<()> {
    match is_scheme(text, start) {
        true => read(text, from, start, offer),
        false => ControlFlow::Continue(()),
    }
}

/// Offers a URL whose scheme is as it should be, from `start` to its host at `host`, if the host has a mark.
pub(super) fn read_host<'t>(
    text: &'t [u8],
    from: usize,
    start: usize,
    host: usize,
    offer: Offer<'_, 't>,
) -> ControlFlow<()> {
    let dot = |i| mark_at(text, i).is_some_and(|(_, meant)| meant == b".");
    if !(host..host_end(text, host)).any(dot) {
        return ControlFlow::Continue(());
    }
    let fold = with_scheme(text, from, start, Fold::of(start..host), host);
    offer_marked(text, start, fold, offer)
}

fn offer_marked<'t>(
    text: &'t [u8],
    start: usize,
    fold: Option<Fold>,
    offer: Offer<'_, 't>,
) -> ControlFlow<()> {
    let Some(fold) = fold.filter(Fold::is_rewritten) else {
        return ControlFlow::Continue(());
    };
    let end = fold.end().unwrap_or(start);
    offer(Reading::folded(text, fold, start..end, Form::Refanged))
}

/// The scheme that begins at `start`, in any dress, and where the host begins behind it.
fn scheme(text: &[u8], start: usize) -> Option<(Fold, usize)> {
    let mut fold = Fold::default();
    let mut at = start;
    if let Some((len, meant @ (b"http" | b"ftp"))) = mark_at(text, start) {
        fold.push_instead(start..start + len, meant);
        at += len;
    }
    let letters = text[at..]
        .iter()
        .take(8)
        .take_while(|&&b| Class::ALPHA.has(b))
        .count();
    fold.push(at..at + letters, Gap::None);
    let colon = at + letters;
    let host = slashes(text, colon)?;
    push_marked(text, &mut fold, colon..host);
    Some((fold, host))
}

/// The URL whose scheme is `fold` and whose host begins at `host`.
fn with_scheme(
    text: &[u8],
    from: usize,
    start: usize,
    mut fold: Fold,
    host: usize,
) -> Option<Fold> {
    let body = fold.unfold(text).0.len();
    push_marked(text, &mut fold, host..end(text, from, start, host));
    finish(text, fold, Some(body), body)
}

/// The URL or address that begins with its name at `start`.
fn without_scheme(text: &[u8], from: usize, start: usize) -> Option<Fold> {
    let mut fold = Fold::default();
    // With what tells a path from a network's size.
    let name = start..text.len().min(name_end(text, start) + 2);
    push_marked(text, &mut fold, name);
    let bytes = fold.unfold(text).0;
    let at = memchr::memchr(b'@', &bytes).map_or(0, |at| at + 1);
    let name = Name::in_front(&bytes[at..])?;
    let front: &[u8] = match meant(&bytes) {
        _ if at > 0 => b"mailto:",
        "ftp" => b"ftp://",
        _ => b"http://",
    };
    if at == 0 && name.goes_on {
        let mut fold = Fold::default();
        push_marked(text, &mut fold, start..end(text, from, start, start));
        fold.put_front(front);
        return finish(text, fold, Some(front.len()), front.len());
    }
    // A number alone is a version as well.
    let is_name = at > 0 || !name.is_number;
    fold.truncate(at + name.len);
    fold.put_front(front);
    is_name.then_some(fold)
}

/// The name that stands in front of `bytes`.
struct Name {
    len: usize,
    is_number: bool,
    /// Whether a path or a port follows.
    goes_on: bool,
}

impl Name {
    fn in_front(bytes: &[u8]) -> Option<Name> {
        let letter = |b: &&u8| {
            Class::ALPHADIGIT.has(**b) || Class::HIGH.has(**b) || matches!(**b, b'-' | b'.')
        };
        let len = bytes.iter().take_while(letter).count();
        let name = bytes[..len].strip_suffix(b".").unwrap_or(&bytes[..len]);
        let rest = &bytes[name.len()..];
        let mut labels = name.rsplit(|&b| b == b'.');
        let number = |label: &[u8]| label.len() < 4 && label.iter().all(u8::is_ascii_digit);
        let is_number = labels.clone().count() == 4 && labels.clone().all(number);
        let valid = labels
            .clone()
            .all(|label| !label.is_empty() && label[0] != b'-' && label.last() != Some(&b'-'));
        let top = labels.next()?;
        let digit = rest.get(1).is_some_and(u8::is_ascii_digit);
        // `10.0.0[.]0/8` is a network.
        let goes_on = match rest.first() {
            Some(b':') => digit,
            Some(b'/') => !(is_number && digit),
            _ => false,
        };
        let real = is_number || labels.next().is_some() && is_top_level(top);
        (valid && real).then_some(Name {
            len: name.len(),
            is_number,
            goes_on,
        })
    }
}

/// Where the run of the host that begins at `start` ends.
fn host_end(text: &[u8], start: usize) -> usize {
    let run = text[start..].iter().take(MAX_HOST);
    start
        + run
            .take_while(|&&b| !Class::STOP.has(b) && !matches!(b, b'/' | b'?' | b'#'))
            .count()
}

/// Where the name that begins at `start` ends, or the address: at its second `@` at the latest.
fn name_end(text: &[u8], start: usize) -> usize {
    let (mut at, mut ats) = (start, 0);
    while at < text.len().min(start + MAX_HOST) {
        let (len, is_at) = match mark_at(text, at) {
            Some((len, meant)) if Class::BRACKET.has(text[at]) => (len, meant == b"@"),
            _ => (1, text[at] == b'@'),
        };
        ats += usize::from(is_at);
        if ats > 1 || Class::STOP.has(text[at]) || matches!(text[at], b'/' | b'?' | b'#') {
            break;
        }
        at += len;
    }
    at
}

/// Where the URL from `start` ends at the latest, its host being at `host`.
fn end(text: &[u8], from: usize, start: usize, host: usize) -> usize {
    let stop = stop::find(&text[..next_url(text, host)], host);
    twin::cut(text, from, start, stop.end)
}

/// Where behind `host` a blank stands or another URL begins whose scheme is a mark; one that a redirector has is part of this.
fn next_url(text: &[u8], host: usize) -> usize {
    let limit = text.len().min(host + stop::MAX_URL);
    let (mut at, mut inner) = (host, 0);
    while at < limit && !Class::STOP.has(text[at]) {
        let marked = is_scheme(text, at);
        inner += usize::from(marked || text[at..].starts_with(b"://"));
        let free = at == host || !b"/=?&".contains(&text[at - 1]);
        if marked && free || inner > MAX_INNER {
            break;
        }
        at += 1;
    }
    at
}

/// Adds `at` with every mark as what it stands for.
fn push_marked(text: &[u8], fold: &mut Fold, at: Range<usize>) {
    let (mut start, mut i) = (at.start, at.start);
    while i < at.end {
        match mark_at(text, i) {
            Some((len, meant)) if i + len <= at.end => {
                fold.push(start..i, Gap::None);
                fold.push_instead(i..i + len, meant);
                i += len;
                start = i;
            }
            _ => i += 1,
        }
    }
    fold.push(start..at.end, Gap::None);
}
