//! `http://www.st-⏎andrews.ac.uk/`: a line break after a hyphen of the host (tests/spec/broken-host.md). No host ends in a hyphen,
//! so neither the line's length nor what else stands on the next line matters.

use crate::class::Class;
use crate::extent::Extent;
use crate::grammar::hostname;
use crate::text::pieces::{Gap, Pieces};

pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let (text, end) = (extent.text(), extent.stop);
    let begun = text[extent.body..end].strip_suffix(b"-")?;
    if !Class::ALPHADIGIT.has(*begun.last()?) || Class::NAME.run(begun) < begun.len() {
        return None;
    }
    let word = extent.next_line(end)?;
    if !Class::ALPHADIGIT.has(*text.get(word)?) {
        return None;
    }
    hostname::len(&text[word..])?;
    extent.join(Gap::Break, word, pieces)
}
