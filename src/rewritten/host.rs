//! Hosts that their writer made harmless: with marks (`evil[.]com`), or with words for dots (`evil dot com`).

use std::ops::Range;

use crate::class::Class;
use crate::domain::is_top_level;
use crate::scan::{after_slashes, mark_at};
use crate::span::{ahead, beginning, ending_run};
use crate::text::strip_prefix_ignore_case;

/// How far a host or an address can go with its marks, in bytes.
pub(super) const MAX_HOST: usize = 512;
/// How long a scheme with its marks can be, in bytes.
const MAX_SCHEME: usize = 24;

/// The length of the word `dot` at `at`, with its blanks, or of a mark for a dot with one: `evil [.] com`, `evil[.] com`.
pub(super) fn dot_len(text: &[u8], at: usize) -> Option<usize> {
    const DOT: &[u8] = b" dot ";
    let rest = text.get(at..)?;
    if strip_prefix_ignore_case(rest, DOT).is_some() {
        return Some(DOT.len());
    }
    let mark = at + usize::from(rest.starts_with(b" "));
    let (len, _) = mark_at(text, mark).filter(|(_, meant)| *meant == b".")?;
    let end = mark + len;
    let end = end + usize::from(text.get(end) == Some(&b' '));
    (end - at > len).then_some(end - at)
}

/// Where the slashes of the URL that begins at `start` end.
pub(super) fn body(text: &[u8], start: usize) -> Option<usize> {
    let mut near = start..text.len().min(start + MAX_SCHEME);
    match mark_at(text, start) {
        Some((len, meant)) if meant.ends_with(b"//") => Some(start + len),
        _ => near.find_map(|at| after_slashes(text, at)),
    }
}

/// Whether the name at `start` has a mark.
pub(crate) fn has_mark_in_name(text: &[u8], start: usize) -> bool {
    let near = ahead(text, start, MAX_HOST);
    matches!(mark_at(near, Class::NAME.run(near)), Some((_, b".")))
}

/// Whether the host at `body` has a mark, or one after it for its slash, or a dot that is a word.
pub(crate) fn has_mark_in_host(text: &[u8], body: usize) -> bool {
    let near = beginning(text, body + MAX_HOST);
    let mut at = body;
    loop {
        at += Class::NAME.run(&near[at..]);
        at += match mark_at(near, at) {
            Some((_, b".")) => return true,
            Some((_, b"/")) => return at > body,
            // A user, a port.
            Some((len, b"@" | b":")) => len,
            None if near.get(at).is_some_and(|b| b":@%".contains(b)) => 1,
            _ => return dot_len(near, at).is_some() && end_of_spelled(text, body).is_some(),
        };
    }
}

/// The host of the URL that begins at `start`, if dots of it are words; otherwise empty.
pub(crate) fn spelled(text: &[u8], start: usize) -> Range<usize> {
    spelled_after(text, body(text, start))
}

/// The same, where its slashes end at `body`.
pub(super) fn spelled_after(text: &[u8], body: Option<usize>) -> Range<usize> {
    let host = body.and_then(|body| Some(body..end_of_spelled(text, body)?));
    host.unwrap_or_default()
}

/// Where the host at `body` ends if dots of it are words: `evil dot example dot org`.
fn end_of_spelled(text: &[u8], body: usize) -> Option<usize> {
    let near = beginning(text, body + MAX_HOST);
    let (mut at, mut dots, mut numbers) = (body, 0, 0);
    let (mut is_whole, mut end) = (false, None);
    loop {
        let label = at;
        at += Class::NAME.run(&near[at..]);
        at -= ending_run(&near[label..at], b'.');
        let last = near[label..at].rsplit(|&b| b == b'.').next()?;
        if last.is_empty() {
            return end;
        }
        numbers += usize::from(last.iter().all(u8::is_ascii_digit));
        let is_top = is_top_level(last) || numbers == 4 || last == b"localhost";
        // A sentence may go on after a whole name: `http://a.org dot is`.
        let goes_on = is_whole && near.get(at) == Some(&b' ');
        if dots > 0 && is_top && !goes_on {
            end = Some(at);
        }
        is_whole |= is_top;
        at += match (dot_len(near, at), mark_at(near, at)) {
            (Some(len), _) => {
                dots += 1;
                len
            }
            (_, Some((len, b"."))) => len,
            _ => return end,
        };
    }
}
