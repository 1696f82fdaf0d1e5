//! Addresses without `mailto:` (tests/spec/email.md). In the URL what a local part may hold and a URL may not is encoded
//! (RFC 1738 section 3.5: "the percent sign is commonly used within RFC 822 addresses and must be encoded").

use std::ops::ControlFlow;

use super::fold::{Fold, Gap};
use super::{Offer, Reading};
use crate::class::Class;
use crate::scan::Candidate;

/// Offers the one reading of an address.
pub(super) fn read<'t>(text: &'t [u8], c: &Candidate, offer: Offer<'_, 't>) -> ControlFlow<()> {
    let mut fold = Fold::default();
    let mut start = c.start;
    for i in c.start..c.named {
        if !is_plain(text[i]) {
            fold.push(start..i, Gap::None);
            fold.push_instead(i..i + 1, &ENCODED[text[i] as usize]);
            start = i + 1;
        }
    }
    fold.push(start..c.named, Gap::None);
    fold.put_front(b"mailto:");
    offer(Reading::folded(text, fold, c.start..c.named, c.form))
}

fn is_plain(byte: u8) -> bool {
    Class::ALPHADIGIT.has(byte) || Class::HIGH.has(byte) || b"-._~!$'*+,=:@".contains(&byte)
}

static ENCODED: [[u8; 3]; 256] = {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let (mut table, mut i) = ([[b'%'; 3]; 256], 0);
    while i < 256 {
        table[i] = [b'%', HEX[i >> 4], HEX[i & 15]];
        i += 1;
    }
    table
};
