//! `http:// host`: blanks or a line break that crept in behind `://` (tests/spec/blank-host.md).

use crate::class::Class;
use crate::extent::line::{blanks, line_break};
use crate::extent::pieces::{Gap, Pieces};
use crate::extent::{Extent, host};

pub(super) fn pieces(extent: &Extent<'_>, _: usize, pieces: &mut Pieces) -> Option<()> {
    let (text, start, body) = (extent.text(), extent.start(), extent.body);
    let mut at = body + blanks(&text[body..]);
    if let Some(len) = line_break(&text[at..]) {
        at = extent.prefix().skip(text, at + len).0;
    }
    if at == body || !is_host(text, at) {
        return None;
    }
    pieces.push(start..body, Gap::None);
    pieces.push(at..extent.word_end(at), Gap::Blank);
    Some(())
}

/// Whether `[user@]name.tld` begins at `at` and ends, or goes on with `/ : ? #`.
fn is_host(text: &[u8], at: usize) -> bool {
    let rest = &text[at..text.len().min(at + 320)];
    let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || b"-._".contains(b);
    let user = rest.iter().take_while(letter).count();
    let host = match rest.get(user) {
        Some(b'@') => &rest[user + 1..],
        _ => rest,
    };
    host::named(host).is_some()
}
