//! The scanner: from a text to the places where a URL may start.
//!
//! One pass looks around each colon: at a slash after it; at the last letter of a scheme before it and something after; or at
//! the `L` of `URL:`. What is let through is looked at in full ([`Candidate::at`]). The filter may lie by excess, never by
//! omission; its letters are computed from the table of schemes.
//!
//! What stands without a colon is looked for by option only ([`Optional`]).

mod candidate;
mod edge;
mod optional;

pub use candidate::Form;
pub(crate) use candidate::{
    Candidate, broken_web_scheme, is_known_with_slashes, scheme_at, web_scheme_at,
    web_scheme_before,
};
pub(crate) use optional::{After, Optional, Signs, after, is_scheme, mark_at, meant, slashes};

use crate::simd::{Engine, FAR, Letters, Newlines, PLACES, prefetch};
use crate::url::SHAPED_ENDS;

/// How many lines of the cache are asked for at once; who asks for all has to wait.
const LINES: usize = 8;

static LETTERS: Letters = Letters::new(&SHAPED_ENDS);

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
    /// As far as its bytes were asked for.
    ahead: usize,
    /// If lines are asked for.
    lines: Option<Box<Lines>>,
}

/// Newlines, counted on the way.
#[derive(Clone, Debug)]
struct Lines {
    /// Before the last fill.
    before: usize,
    last: Newlines,
}

impl<'t> Scan<'t> {
    pub(crate) fn new(text: &'t [u8], engine: Engine, lines: bool) -> Scan<'t> {
        let (before, last) = (0, Newlines::NONE);
        Scan {
            engine,
            text,
            places: [0; PLACES],
            given: 0,
            found: 0,
            base: 0,
            next: 0,
            ahead: 0,
            lines: lines.then(|| Box::new(Lines { before, last })),
        }
    }
}

impl Scan<'_> {
    pub(crate) fn engine(&self) -> Engine {
        self.engine
    }

    /// How many newlines stand before `at`, if they are counted.
    #[inline]
    pub(crate) fn newlines_before(&self, at: usize) -> usize {
        match &self.lines {
            None => 0,
            Some(lines) if (self.base..=self.next).contains(&at) => {
                lines.before + lines.last.before(at - self.base)
            }
            Some(_) => self.newlines_far_before(at),
        }
    }

    /// The same of what lies before the last fill, or behind it.
    #[cold]
    fn newlines_far_before(&self, at: usize) -> usize {
        let count = |bytes| memchr::memchr_iter(b'\n', bytes).count();
        match at < self.base {
            true => self.newlines_before(self.base) - count(&self.text[at..self.base]),
            false => self.newlines_before(self.next) + count(&self.text[self.next..at]),
        }
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
            let before = self.newlines_before(self.next);
            self.base = self.next;
            let newlines = self.lines.as_deref_mut().map(|lines| {
                lines.before = before;
                &mut lines.last
            });
            let places = &mut self.places;
            (self.found, self.next) = self
                .engine
                .fill(&LETTERS, self.text, self.base, places, newlines);
            self.given = 0;
            self.ahead = self.ahead.max(self.next);
        }
        let place = self.places[self.given];
        self.given += 1;
        // While what was found is looked at, the memory has nothing to do.
        if self.ahead < self.next + FAR {
            (0..LINES).for_each(|line| prefetch(self.text, self.ahead + 64 * line));
            self.ahead += 64 * LINES;
        }
        Some(self.base + usize::from(place))
    }
}
