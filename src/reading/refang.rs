//! Refanging: a URL that its writer made harmless, as it was before (tests/spec/refang.md).

use std::ops::{ControlFlow, Range};

use super::fold::{Fold, Gap};
use super::{Offer, Reading, rewritten, stop};
use crate::class::Class;
use crate::domain::is_top_level;
use crate::scan::{Form, mark_at, meant, slashes};

/// How far a host can go with its marks.
const MAX_HOST: usize = 512;

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
    match mark_at(text, start) {
        Some((_, b"http" | b"ftp")) => read(text, from, start, offer),
        _ => ControlFlow::Continue(()),
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
    rewritten::finish(text, fold, body)
}

/// The URL or address that begins with its name at `start`.
fn without_scheme(text: &[u8], from: usize, start: usize) -> Option<Fold> {
    let mut fold = Fold::default();
    // With what tells a path from a network's size.
    let host = start..text.len().min(host_end(text, start) + 2);
    push_marked(text, &mut fold, host);
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
        return rewritten::finish(text, fold, front.len());
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

/// Where the URL from `start` ends at the latest, its host being at `host`.
fn end(text: &[u8], from: usize, start: usize, host: usize) -> usize {
    rewritten::end(text, from, start, &stop::find(text, host))
}

/// Adds `at` with every mark as what it stands for, up to where another URL begins.
fn push_marked(text: &[u8], fold: &mut Fold, at: Range<usize>) {
    let (mut start, mut i) = (at.start, at.start);
    while i < at.end {
        match mark_at(text, i) {
            Some((len, meant)) if i + len <= at.end => {
                fold.push(start..i, Gap::None);
                if matches!(meant, b"http" | b"ftp") {
                    return;
                }
                fold.push_instead(i..i + len, meant);
                i += len;
                start = i;
            }
            _ => i += 1,
        }
    }
    fold.push(start..at.end, Gap::None);
}
