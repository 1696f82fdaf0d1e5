//! `mailto: joe@a.com`: blanks or a line break that crept in behind the colon (tests/spec/blank-address.md). Prose has `mailto:`
//! alone; an address in full behind it is what it names.

use super::at;
use super::blank_host::name;
use super::fold::{Fold, Gap, line_break};
use super::quote_prefix::{Prefix, blanks};
use super::stop;
use crate::class::Class;

/// The URL whose scheme begins at `start` and whose colon stands before `body`, if only white space parts it from an address.
pub(super) fn fold(text: &[u8], start: usize, body: usize) -> Option<Fold> {
    let mut local = body + blanks(&text[body..]);
    if let Some(len) = line_break(&text[local..]) {
        local = Prefix::before(text, start).skip(text, local + len).0;
    }
    let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || b"-._+=".contains(b);
    let len = text[local..].iter().take(256).take_while(letter).count();
    let end = local + len;
    if local == body || len == 0 {
        return None;
    }
    let mut fold = Fold::default();
    fold.push(start..body, Gap::None);
    if text.get(end) == Some(&b'@') {
        name(&text[end + 1..])?;
        fold.push(local..stop::find(text, end).end, Gap::Blank);
        return Some(fold);
    }
    let domain = at::domain(text, end)?;
    fold.push(local..end, Gap::Blank);
    fold.push(end + 1..end + 3, Gap::Blank);
    fold.push(domain..stop::find(text, domain).end, Gap::Blank);
    at::restore(text, &mut fold);
    fold.has_at().then_some(fold)
}
