//! `news:<id@host>`: an article's identifier with the brackets that its own header has (tests/spec/bracketed-id.md). RFC 1738,
//! section 3.6 leaves them out of the URL.

use super::fold::{End, Fold, Gap, walk};
use super::quote_prefix::Prefix;
use super::{at, blank_host, join, stop};
use crate::class::Class;

/// The longest identifier: a header's line.
const MAX_ID: usize = 998;

/// The URL that begins at `start` and has its identifier in the brackets at `parse_authority`, and where they close. One line break may stand
/// in them.
pub(super) fn read(text: &[u8], start: usize, open: usize) -> Option<(Fold, usize)> {
    let id = open + 1;
    let rest = &text[id..text.len().min(id + MAX_ID)];
    let stop = id + rest.iter().position(|b| Class::STOP.has(*b))?;
    let mut fold = Fold::default();
    fold.push(start..open, Gap::None);
    let close = match text[stop] {
        b'>' => {
            fold.push(id..stop, Gap::None);
            stop
        }
        b'\r' | b'\n' if stop > id => {
            let (inner, End::Closed(close)) = walk(text, id, b'>', Prefix::before(text, start))
            else {
                return None;
            };
            let breaks = inner.runs.iter().filter(|run| run.gap == Gap::Break);
            if breaks.count() != 1 || inner.has(Gap::Blank) {
                return None;
            }
            fold.runs.extend(inner.runs);
            close
        }
        _ => return None,
    };
    let is_id = fold
        .runs
        .iter()
        .skip(1)
        .any(|run| text[run.at.clone()].contains(&b'@'));
    is_id.then_some((fold, close))
}

/// The URL `start..end` of an identifier that a line break cut before its host, or before a dot ahead of it: without an `@` it is none
/// yet. `body` is where the identifier begins.
pub(super) fn broken(text: &[u8], start: usize, body: usize, end: usize) -> Option<Fold> {
    let id = &text[body.min(end)..end];
    if id.contains(&b'@') || !at::may_stand("news", id) {
        return None;
    }
    let (_, next) = join::next_line(text, end, Prefix::before(text, start))?;
    let rest = &text[next..stop::find(text, next).end];
    let host = memchr::memchr(b'@', rest)? + 1;
    blank_host::name(&text[next + host..])?;
    matches!(rest[0], b'@' | b'.').then(|| {
        let mut fold = Fold::of(start..end);
        fold.push(next..next + rest.len(), Gap::Break);
        fold
    })
}
