//! `mailto: joe@a.com`: blanks or a line break that crept in behind the colon (tests/spec/blank-address.md). Prose has `mailto:`
//! alone; a full address after it is the one it names.

use super::at_word;
use crate::class::Class;
use crate::extent::line::{blanks, line_break};
use crate::extent::pieces::{Gap, Pieces};
use crate::extent::{Extent, host};

pub(super) fn pieces(extent: &Extent<'_>, _: usize, pieces: &mut Pieces) -> Option<()> {
    let (text, start, body) = (extent.text(), extent.start(), extent.body);
    let mut local = body + blanks(&text[body..]);
    if let Some(len) = line_break(&text[local..]) {
        local = extent.prefix().skip(text, local + len).0;
    }
    let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || b"-._+=".contains(b);
    let len = text[local..].iter().take(256).take_while(letter).count();
    let end = local + len;
    if local == body || len == 0 {
        return None;
    }
    pieces.push(start..body, Gap::None);
    if text.get(end) == Some(&b'@') {
        host::named(&text[end + 1..])?;
        pieces.push(local..extent.word_end(end), Gap::Blank);
        return Some(());
    }
    let domain = at_word::domain(text, end)?;
    pieces.push(local..end, Gap::Blank);
    pieces.push(end + 1..end + 3, Gap::Blank);
    pieces.push(domain..extent.word_end(domain), Gap::Blank);
    at_word::restore(text, pieces);
    pieces.has_at().then_some(())
}
