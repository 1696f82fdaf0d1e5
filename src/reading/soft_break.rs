//! `http://a.com/resource-apis.xh=⏎tml`: a soft break of quoted-printable (RFC 2045 section 6.7) that nobody took out
//! (tests/spec/soft-break.md). Its sign is the column: such lines end in a `=` as their 76th.

use super::fold::{Fold, Gap, line_break};
use super::join::{self, columns};
use super::quote_prefix::Prefix;
use super::stop;

/// How many lines may be cut so.
const MAX_LINES: usize = 8;
/// The encoder's last columns; those who quote and requote take away some or put some before it.
const FULL: std::ops::RangeInclusive<usize> = 73..=76;

/// Whether the URL that ends at `end` may be cut so.
#[inline]
pub(super) fn may_go_on(text: &[u8], end: usize) -> bool {
    text[end - 1] == b'=' && line_break(&text[end..]).is_some()
}

/// The URL `start..end` with what stands behind its soft breaks. A query has `=` of its own.
pub(super) fn fold(text: &[u8], start: usize, end: usize) -> Option<Fold> {
    if !may_go_on(text, end) || text[start..end].contains(&b'?') {
        return None;
    }
    let prefix = Prefix::before(text, start);
    let mut line = join::line_start(text, start)?;
    let mut fold = Fold::default();
    let (mut from, mut end, mut gap) = (start, end, Gap::None);
    for _ in 1..MAX_LINES {
        let own = prefix.skip(text, line).0.min(from);
        let full = |at: usize| FULL.contains(&columns(&text[at..end]));
        // Where one is known, the others stood in that column too before the lines were quoted.
        let known = gap == Gap::Break || full(line) || full(own);
        if !may_go_on(text, end) || !known {
            break;
        }
        line = end + line_break(&text[end..])?;
        let next = match prefix {
            Prefix::Marks(0) => line,
            _ => prefix.skip(text, line).0,
        };
        let stop = stop::find(text, next).end;
        if stop == next {
            break;
        }
        fold.push(from..end - 1, gap);
        (from, end, gap) = (next, stop, Gap::Break);
    }
    fold.push(from..end, gap);
    fold.is_joined().then_some(fold)
}
