//! `http://a.org/ESC[31mfooESC[0m/bar`: a program coloured a part of the URL, as `grep --color` does (tests/spec/colour.md).
//!
//! A colour that opened before the URL closes after it, so only one that opens and closes in the URL is left out.

use crate::extent::Extent;
use crate::extent::facts::Facts;
use crate::extent::substitution::part_end;
use crate::extent::trim::at_surrounding_mark;
use crate::scan::MAX_URL;
use crate::span::whole_characters;
use crate::text::colour::{self, Change};
use crate::text::pieces::{Gap, Pieces};

pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let (text, start) = (extent.text(), extent.start());
    let limit = whole_characters(text, start + MAX_URL);
    let limit = part_end(text, extent.outer(), start, limit).unwrap_or(limit);
    pieces.push(start..extent.stop, Gap::None);
    let first = pieces.list.len();
    // The pieces after which every colour is closed.
    let (mut at, mut open, mut closed) = (extent.stop, 0, first);
    let before = extent.before();
    let is_coloured = colour::ends(before.strip_suffix(b"URL:").unwrap_or(before));
    loop {
        let (next, is_end) = skip(text, at, &mut open, is_coloured);
        at = if is_end || next > limit {
            next
        } else {
            extent.word_end(next).min(limit).max(next)
        };
        pieces.push(next..at, Gap::None);
        if open == 0 {
            closed = pieces.list.len();
        }
        if at == next {
            break;
        }
    }
    pieces.list.truncate(closed);
    // The mark before the URL closes after its first part.
    if extent.facts.has_all(Facts::MARK)
        && let Some(last) = pieces.list.last_mut()
    {
        last.end = at_surrounding_mark(extent, last.end).clamp(last.start, last.end);
    }
    (closed > first).then_some(())
}

/// Where the changes of colour end that begin at `at`, and whether one of them closes a colour that opened before the URL. `open` counts
/// the colours that are open in it.
fn skip(text: &[u8], mut at: usize, open: &mut u32, is_coloured: bool) -> (usize, bool) {
    while let Some((change, len)) = colour::change(&text[at..]) {
        *open = match change {
            Change::None => *open,
            Change::Opens => *open + 1,
            Change::Replaces if *open > 0 || !is_coloured => 1,
            Change::Closes if *open > 0 => *open - 1,
            Change::ClosesAll if *open > 0 => 0,
            Change::Replaces | Change::Closes | Change::ClosesAll => return (at, true),
        };
        at += len;
    }
    (at, false)
}
