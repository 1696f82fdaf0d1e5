//! The scanner: from a text to the places where a URL may start.
//!
//! One pass looks around each colon: at a slash after it; at the last letter of a scheme before it and something after; or at
//! the `L` of `URL:`. What is let through is looked at in full ([`Candidate::at`]). The filter may lie by excess, never by
//! omission; its letters are computed from the table of schemes.
//!
//! What stands without a colon is looked for by option only ([`Added`]).

mod added;
mod candidate;
mod edge;

pub(crate) use added::{Added, After, Signs, after, is_scheme, mark_at, meant, slashes};
pub use candidate::Form;
pub(crate) use candidate::{
    Candidate, broken_web_scheme, is_known_with_slashes, scheme_at, web_scheme_at,
    web_scheme_before,
};

use crate::simd::{Engine, Letters, PLACES};
use crate::url::SHAPED_ENDS;

static LETTERS: Letters = Letters::of(&SHAPED_ENDS);

/// The colons of a text around which a URL may stand, in order.
#[derive(Clone, Debug)]
pub(crate) struct Scan<'t> {
    engine: Engine,
    text: &'t [u8],
    /// What was found but not given yet: offsets from `base`.
    places: [u16; PLACES],
    given: usize,
    found: usize,
    base: usize,
    /// Where the next fill begins.
    next: usize,
}

impl<'t> Scan<'t> {
    pub(crate) fn of(text: &'t [u8], engine: Engine) -> Scan<'t> {
        Scan {
            engine,
            text,
            places: [0; PLACES],
            given: 0,
            found: 0,
            base: 0,
            next: 0,
        }
    }
}

impl Scan<'_> {
    pub(crate) fn engine(&self) -> Engine {
        self.engine
    }
}

impl Iterator for Scan<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.given == self.found {
            if self.next == self.text.len() {
                return None;
            }
            self.base = self.next;
            (self.found, self.next) =
                self.engine
                    .fill(&LETTERS, self.text, self.base, &mut self.places);
            self.given = 0;
        }
        let place = self.places[self.given];
        self.given += 1;
        Some(self.base + usize::from(place))
    }
}
