//! `http://a.com/run(x,⏎y)`: the next line's only word closes the URL's own bracket (tests/spec/enclosed.md).

use super::next_word::{FULL, SHORT, WIDE};
use crate::extent::Extent;
use crate::extent::trim::at_surrounding_mark;
use crate::grammar::brackets::Brackets;
use crate::scan::word::{CLOSING, is_reference, is_sign};
use crate::text::columns::columns;
use crate::text::line;
use crate::text::pieces::{Gap, Pieces};

pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let (text, start, end) = (extent.text(), extent.start(), extent.stop);
    // `'http://a.com/{}'.format(⏎x)`
    if at_surrounding_mark(extent, end) < end {
        return None;
    }
    let next = extent.next_line(end)?;
    let word_end = extent.word_end(next);
    let mut brackets = Brackets::of_run(&text[start..end]);
    // A bracket that opened before the URL may close after it.
    let outer = (next..word_end).find(|&i| !brackets.take(text[i], 0));
    let rest = next..outer.unwrap_or(word_end);
    if !brackets.is_closed() || !text[rest.end..word_end].iter().all(|b| CLOSING.contains(b)) {
        return None;
    }
    let (last, word) = (text[end - 1], &text[rest.clone()]);
    let goes_on_after =
        |pair: &[u8]| matches!(pair[0], b'.' | b',') && pair[1].is_ascii_alphanumeric();
    let sign = word.iter().any(is_sign) || word.windows(2).any(goes_on_after);
    // Two words make a remark: `http://a.com/x(slides⏎44-53)`.
    let goes_on = match (last.is_ascii_alphanumeric(), word.first()) {
        (true, first) => sign && !first.is_some_and(u8::is_ascii_alphanumeric),
        (false, _) => sign || last != b'(',
    };
    // The line is long enough to have been broken. Only a long URL makes it longer than lines of text are.
    let line = columns(&text[line::start(text, start)?..end]);
    let broken = line >= SHORT && (line <= WIDE || columns(&text[start..end]) >= FULL);
    let at_break = line::line_break(&text[end..]).is_some() && line::ends(text, word_end);
    if !goes_on || !broken || !at_break || is_reference(word) {
        return None;
    }
    pieces.push(start..end, Gap::None);
    pieces.push(rest, Gap::Break);
    Some(())
}
