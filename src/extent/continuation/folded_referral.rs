//! `# refldap://a.org/DC=a,DC=o⏎ rg`: `ldapsearch` folds the lines of LDIF, those of a referral too (tests/spec/folded-referral.md). Where the
//! whole text is LDIF, they are unfolded before it is searched.

use crate::class::Class;
use crate::extent::Extent;
use crate::text::line::{self, line_break};
use crate::text::pieces::{Gap, Pieces};

/// The columns of a line that is folded: 78, and one more in a comment.
const WIDTHS: [usize; 2] = [78, 79];

const MAX_LINES: usize = 8;

/// Whether the line of a referral ends where it is folded.
pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    indent(extent).is_some()
}

pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let indent = indent(extent)?;
    let text = extent.text();
    let (mut from, mut end, mut gap) = (extent.start(), extent.stop, Gap::None);
    for _ in 0..MAX_LINES {
        let Some(next) = folded(text, end, indent) else {
            break;
        };
        pieces.push(from..end, gap);
        (from, end, gap) = (next, extent.word_end(next), Gap::Break);
    }
    pieces.push(from..end, gap);
    (gap == Gap::Break).then_some(())
}

/// What stands before the referral in each line of it.
fn indent<'t>(extent: &Extent<'t>) -> Option<&'t [u8]> {
    let (text, start) = (extent.text(), extent.start());
    let line = line::start(text, start)?;
    let before = &text[line..start];
    let indent = before
        .strip_suffix(b"# ref")
        .or_else(|| before.strip_suffix(b"ref: "))?;
    let width = extent.stop - line - indent.len();
    WIDTHS.contains(&width).then_some(indent)
}

/// Where the text of the next line begins, if it is the rest of the line that ends at `end`: a blank stands before it.
fn folded(text: &[u8], end: usize, indent: &[u8]) -> Option<usize> {
    let line = end + line_break(&text[end..])?;
    let rest = text[line..].strip_prefix(indent)?.strip_prefix(b" ")?;
    let goes_on = rest.first().is_some_and(|&b| !Class::STOP.has(b));
    goes_on.then(|| text.len() - rest.len())
}
