//! `http:// host`, `mailto: joe@a.com`: blanks or a line break that crept in behind the scheme (tests/spec/blank-host.md,
//! blank-address.md). Prose has `mailto:` alone; a full address after it is the one it names.

use super::at_word::{self, LOCAL};
use crate::extent::pieces::{Gap, Pieces};
use crate::extent::{Extent, host};

/// Longer than any login, in bytes.
const MAX: usize = 320;

pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    extent.has_host || extent.is_address()
}

pub(super) fn pieces(extent: &Extent<'_>, _: usize, pieces: &mut Pieces) -> Option<()> {
    let (text, body, at) = (extent.text(), extent.body, extent.behind_blanks());
    if at == body {
        return None;
    }
    let near = &text[at..text.len().min(at + MAX)];
    let user = LOCAL.run(near);
    match near.get(user) {
        Some(b'@') if user > 0 => host::named(&near[user + 1..])?,
        _ if extent.has_host => host::named(near)?,
        _ => {
            at_word::domain(text, at + user).filter(|_| user > 0)?;
            pieces.push(extent.start()..body, Gap::None);
            pieces.push(at..at + user, Gap::Blank);
            return at_word::join_domain(extent, at + user, pieces);
        }
    };
    extent.join(body, Gap::Blank, at, pieces)
}
