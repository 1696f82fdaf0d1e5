//! The scanner: from a text to the places where a URL may start.
//!
//! One pass looks around each colon: at a slash after it; at the last letter of a scheme before it and something after; or at
//! the `L` of `URL:`. What is let through is looked at in full ([`Candidate::at`]). The filter may lie by excess, never by
//! omission; its letters are computed from the table of schemes.

mod candidate;
mod edge;

pub use candidate::Form;
pub(crate) use candidate::{Candidate, is_known_with_slashes, scheme_at, web_scheme_before};

use crate::url::LAST_LETTERS;

/// The colons of a text around which a URL may stand, in order.
#[derive(Clone, Debug)]
pub(crate) struct Scan<'t> {
    text: &'t [u8],
    colons: memchr::Memchr<'t>,
}

impl<'t> Scan<'t> {
    pub(crate) fn of(text: &'t [u8]) -> Scan<'t> {
        Scan {
            text,
            colons: memchr::memchr_iter(b':', text),
        }
    }
}

impl Iterator for Scan<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let text = self.text;
        self.colons.find(|&colon| {
            let Some(&before) = colon.checked_sub(1).and_then(|i| text.get(i)) else {
                return false;
            };
            match text.get(colon + 1) {
                Some(b'/') => true,
                // `URL:` may be followed by a fold.
                _ if before | 0x20 == b'l' => true,
                Some(&after) => after > b' ' && LAST_LETTERS[before as usize],
                None => false,
            }
        })
    }
}
