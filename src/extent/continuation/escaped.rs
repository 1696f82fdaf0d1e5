//! `http://a.org/x\_y`, `http://a.org/?x\u0026y`: the URL goes on after the escapes that another notation put into it
//! (tests/spec/backslash.md).

use crate::class::Class;
use crate::extent::Extent;
use crate::extent::facts::Facts;
use crate::extent::substitution::part_end;
use crate::extent::trim::at_surrounding_mark;
use crate::grammar::coded::coded;
use crate::grammar::hostname;
use crate::grammar::login::is_in_authority;
use crate::rewritten::is_escape;
use crate::scan::MAX_URL;
use crate::span::{ahead, whole_characters};
use crate::text::pieces::{Gap, Pieces};

/// Characters that may stand in the name of a host or after it, as a number.
const IN_HOST: &[u8] = b"/?#:-.";

/// Longer than any host's name.
const MAX_NAME: usize = 256;

/// Whether an escape stands there, or the `\.` of a pattern: where the rules are asked, a pattern is refused (`bare.rs`).
pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    let end = extent.stop;
    extent.text()[end..].starts_with(b"\\.") || begins_escape(extent, end)
}

fn begins_escape(extent: &Extent<'_>, at: usize) -> bool {
    let text = extent.text();
    let is_sign = || extent.front.is_escaped() && is_escaped_sign(&text[at..]);
    coded(&text[at..]).is_some() || is_escape(text, at) || is_sign()
}

pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let (text, end) = (extent.text(), extent.stop);
    // The dots of a host have backslashes in patterns only.
    let front = &text[extent.body..end];
    let in_host = || extent.has_host && is_in_authority(front);
    // A path without its slash (`http://a.org\_x`), but no name or user that goes on (`http://a.org\_x@b.org`).
    let is_path = || {
        let rest = ahead(text, end + 2, MAX_NAME);
        let ends = |b: &u8| b"/?#".contains(b) || Class::STOP.has(*b);
        let mut word = rest.iter().take_while(|b| !ends(b));
        hostname::len(front).is_some() && !word.any(|b| b".@".contains(b))
    };
    let refused = || match (coded(&text[end..]), &text[end..]) {
        (Some(coded), _) => !IN_HOST.contains(&coded.meant[0]),
        (None, [_, b'.', ..]) => true,
        (None, [_, b'_', ..]) => is_path(),
        // `http://a.org\@b.org`: browsers read the backslash as a slash.
        (None, [_, b'@', ..]) => hostname::len(front).is_some(),
        _ => false,
    };
    // `file:/\/x`: no two slashes of a host.
    let is_slash = || !extent.has_host && front == b"/" && text[end + 1] == b'/';
    if !begins_escape(extent, end) || in_host() && refused() || is_slash() {
        return None;
    }
    let (start, limit) = (
        extent.start(),
        whole_characters(text, extent.start() + MAX_URL),
    );
    let limit = part_end(text, extent.outer(), start, limit).unwrap_or(limit);
    pieces.push(start..end, Gap::None);
    let (mut at, mut escaped) = (end, end);
    while at < limit && begins_escape(extent, at) {
        let mut from = at + 1;
        escaped = from + 1;
        if let Some(coded) = coded(&text[at..]) {
            from = at + coded.len;
            escaped = from;
            pieces.push_instead(at..from, coded.meant);
        }
        at = extent.word_end(from).min(limit).max(from);
        pieces.push(from..at, Gap::None);
    }
    // The mark before the URL closes after the last escaped character.
    if extent.facts.has_all(Facts::MARK)
        && let Some(last) = pieces.list.last_mut()
    {
        last.end = at_surrounding_mark(extent, at).clamp(escaped.min(at), at);
    }
    Some(())
}

/// Whether a sign begins that vCard or Java's properties escape, as they do the colon of a scheme: `http\://a.org/x\:y`.
fn is_escaped_sign(text: &[u8]) -> bool {
    matches!(text, [b'\\', b':' | b',' | b';' | b'!', next, ..] if !Class::STOP.has(*next) || *next == b'\\')
}
