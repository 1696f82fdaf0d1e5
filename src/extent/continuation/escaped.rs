//! `http://a.org/x\_y`: the URL goes on after the backslashes that another notation put into it (tests/spec/backslash.md).

use crate::extent::Extent;
use crate::grammar::hostname;
use crate::rewritten::is_escape;
use crate::scan::MAX_URL;
use crate::text::pieces::{Gap, Pieces};

pub(super) fn pieces(extent: &Extent<'_>, end: usize, pieces: &mut Pieces) -> Option<()> {
    let text = extent.text();
    // The dots of a host have backslashes in patterns only.
    let in_host = || extent.has_host && !text[extent.body..end].contains(&b'/');
    // A path without its slash: `http://a.org\_x\y`.
    let is_path = |rest: &[u8]| {
        hostname::named(&text[extent.body..end]).is_some() && hostname::named(rest).is_none()
    };
    let refused = || match text[end..] {
        [_, b'.', ..] => true,
        [_, b'_' | b'-', ref rest @ ..] => is_path(rest),
        _ => false,
    };
    if !is_escape(text, end) || in_host() && refused() {
        return None;
    }
    pieces.push(extent.start()..end, Gap::None);
    let mut at = end;
    while is_escape(text, at) && at - extent.start() < MAX_URL {
        let end = extent.word_end(at + 1);
        pieces.push(at + 1..end, Gap::None);
        at = end;
    }
    Some(())
}
