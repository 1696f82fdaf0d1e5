//! `news:1234⏎@host`: an article's identifier that a line break cut before its host, or before a dot ahead of it
//! (tests/spec/bracketed-id.md). Without an `@` it is not an identifier yet.

use super::at_word::is_unique_part;
use crate::extent::Extent;
use crate::grammar::hostname;
use crate::text::pieces::{Gap, Pieces};

pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let (text, end) = (extent.text(), extent.stop);
    let id = &text[extent.body..end];
    if extent.has_host || id.contains(&b'@') || !is_unique_part(id) {
        return None;
    }
    let next = extent.next_line(end)?;
    let rest = &text[next..extent.word_end(next)];
    let host = memchr::memchr(b'@', rest)? + 1;
    hostname::len(&text[next + host..])?;
    if !matches!(rest[0], b'@' | b'.') {
        return None;
    }
    extent.join(Gap::Break, next, pieces);
    Some(())
}
