//! URLs without a scheme (tests/spec/schemeless.md): the scheme that is meant is put before them, and the rest is read as in any
//! bare URL. And addresses without `mailto:` (tests/spec/email.md).

use super::reading::{Offers, Reading, Scratch, Taken};
use crate::class::Class;
use crate::grammar::escape;
use crate::scan::{AfterName, Candidate, Form, after_name};
use crate::text::pieces::Gap;

/// Whether something that belongs to a URL may follow the name of the candidate.
pub(super) fn goes_on(text: &[u8], c: &Candidate) -> bool {
    matches!(
        after_name(text, c.name_end),
        AfterName::Path | AfterName::More
    )
}

/// Offers the one reading of an address. In the URL, what a local part may hold and a URL may not is encoded (RFC 1738
/// section 3.5: "the percent sign is commonly used within RFC 822 addresses and must be encoded").
pub(super) fn read_address(text: &[u8], c: &Candidate, offers: &mut Offers<'_>) -> Taken {
    let Scratch { pieces, url, .. } = offers.scratch;
    pieces.list.clear();
    pieces.push_instead(c.start..c.start + 1, b"mailto:");
    let mut start = c.start;
    for (i, &byte) in (c.start..).zip(&text[c.start..c.name_end]) {
        if !is_plain(byte) {
            pieces.push(start..i, Gap::None);
            pieces.push_instead(i..i + 1, &escape::ENCODED[usize::from(byte)]);
            start = i + 1;
        }
    }
    pieces.push(start..c.name_end, Gap::None);
    let mut reading = Reading::new(text, pieces, url);
    reading.form = Form::Email;
    (offers.take)(&reading)
}

/// Whether the address is one that [`read_address`] offers as it stands, without a flaw.
pub(super) fn is_plain_address(address: &[u8]) -> bool {
    address
        .iter()
        .all(|&b| b == b'@' || Class::PLAIN_LOCAL.has(b))
}

fn is_plain(byte: u8) -> bool {
    Class::WORD.has(byte) || b"-._~!$'*+,=:@".contains(&byte)
}
