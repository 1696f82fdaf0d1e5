//! `http://a.com/resource-apis.xh=⏎tml`: a soft line break of quoted-printable (RFC 2045 section 6.7) that no program decoded
//! (tests/spec/soft-break.md). The column shows it: the `=` ends a line of 76 characters, or of a few less.

use std::ops::Range;

use crate::extent::Extent;
use crate::span::contains;
use crate::text::columns::columns;
use crate::text::line::{self, line_break};
use crate::text::pieces::{Gap, Piece, Pieces};
use crate::url;

/// How many lines may be cut so.
const MAX_LINES: usize = 32;
/// The encoder's last columns; who quotes and requotes takes away some, or puts some before it.
const FULL: std::ops::RangeInclusive<usize> = 73..=76;

/// The URL joined with the text after its soft breaks. A query may have `=` of its own.
pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let (text, start, end) = (extent.text(), extent.start(), extent.stop);
    let is_encoded = extent.front.is_encoded(text);
    if !is_soft_break(text, end) || !is_encoded && has_own_sign(&text[start..end]) {
        return None;
    }
    let prefix = extent.prefix();
    let mut line = line::start(text, start)?;
    let (mut from, mut end, mut gap) = (start, end, Gap::None);
    for _ in 1..MAX_LINES {
        let own = prefix.skip(text, line).start.min(from);
        let full = |at: usize| FULL.contains(&columns(&text[at..end]));
        // Where one is known, the others stood in that column too before the lines were quoted.
        let known = is_encoded || gap == Gap::Break || full(line) || full(own);
        if !is_soft_break(text, end) || !known {
            break;
        }
        line = end + line_break(&text[end..])?;
        // No mail is a comment.
        if prefix.is_in_program(text, line) {
            break;
        }
        let next = prefix.own_text(text, line);
        let stop = extent.word_end(next);
        // Another `=` alone gives the URL that was there before.
        if matches!(text[next..stop], [] | [b'=']) {
            end -= usize::from(is_encoded);
            break;
        }
        pieces.push(from..end - 1, gap);
        (from, end, gap) = (next, stop, Gap::Break);
    }
    pieces.push(from..end, gap);
    (pieces.list.len() > 1).then_some(())
}

/// Takes the `=` of soft breaks out of the pieces that something delimits: where one stands in its column, all are. In `href=3D"…"`, and
/// after a soft break behind the scheme's colon, each `=` at a line end is one.
pub(in crate::extent) fn undo(text: &[u8], pieces: &mut Pieces) {
    if !pieces.list.iter().any(|piece| text[piece.end - 1] == b'=') {
        return;
    }
    let Range { start, end } = pieces.span();
    let scheme = text[start..pieces.list[0].end].strip_suffix(b":=");
    let is_encoded =
        is_value(&text[..start]) || scheme.and_then(url::find).is_some_and(|scheme| scheme.web);
    let url = &text[start..end];
    let query = memchr::memchr(b'?', url)
        .filter(|_| !is_encoded && has_own_sign(url))
        .map_or(end, |i| start + i);
    let is_soft = |pair: &[Piece]| {
        let end = pair[0].end;
        pair[1].gap == Gap::Break && end <= query && is_soft_break(text, end)
    };
    let full = |end: usize| {
        let line = line::start(text, end);
        line.is_some_and(|line| FULL.contains(&columns(&text[line..end])))
    };
    let mut pairs = pieces.list.windows(2);
    if is_encoded || pairs.any(|pair| is_soft(pair) && full(pair[0].end)) {
        for i in 1..pieces.list.len() {
            let soft = is_soft(&pieces.list[i - 1..=i]);
            pieces.list[i - 1].end -= usize::from(soft);
        }
        pieces.list.retain(|piece| piece.start < piece.end);
    }
}

/// Whether the text ends in `=3D"`: a value of HTML in quoted-printable follows.
pub(in crate::extent) fn is_value(before: &[u8]) -> bool {
    before.ends_with(b"=3D\"")
}

/// Whether a `=` may be the URL's: it has a query, and no `=3D` stands for a `=` in it.
fn has_own_sign(url: &[u8]) -> bool {
    url.contains(&b'?') && !contains(url, b"=3D")
}

/// Whether a `=` before `end` and a line break after it may be a soft break.
pub(in crate::extent) fn is_soft_break(text: &[u8], end: usize) -> bool {
    text[end - 1] == b'=' && line_break(&text[end..]).is_some()
}
