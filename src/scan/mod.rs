//! The scanner: from a text to the places where a URL may start.
//!
//! One pass looks around each colon: at a slash after it; at the last letter of a scheme before it and something after; or at
//! the `L` of `URL:`. Colons that pass this filter are examined in full ([`Candidate::at`]). The filter may return false
//! positives but never misses a URL; its letters are computed from the table of schemes.
//!
//! URLs without a colon are searched for only if an option asks for them ([`Optional`]).

mod candidate;
pub(crate) mod content;
pub(crate) mod datum;
mod edge;
mod optional;
mod shaped;
pub(crate) mod word;

pub use candidate::Form;
pub(crate) use candidate::{Candidate, SchemeAt, glued_url, is_known_with_slashes, scheme_at};
pub(crate) use optional::{
    AfterName, Optional, Signs, after_name, after_slashes, is_marked_scheme, mark_at,
    may_begin_mark, meant_scheme,
};

pub(crate) use shaped::has_shape;

use crate::simd::{Available, Ends, Filter, Filtered, Newlines, Ones, any_passes};
use crate::url::NAMES;

/// The longest URL, in bytes; a longer one is cut.
pub(crate) const MAX_URL: usize = 64 * 1024;

/// White space may follow `URL:` in a wrapper, and `mailto:`; a line break may part `http:` from its slashes.
static ENDS: Ends = Ends::new(&NAMES, &["url", "mailto"], &["http", "https", "ftp"]);

#[derive(Clone, Copy, Debug)]
struct Colons;

impl Filter for Colons {
    const BYTE: u8 = b':';

    #[inline(always)]
    fn passes(around: [u8; 5]) -> bool {
        ENDS.groups(around) != 0
    }
}

/// The colons of a text around which a URL may stand, in order.
#[derive(Clone, Debug)]
pub(crate) struct Scan<'t> {
    colons: Filtered<'t, Colons>,
    /// If lines are asked for.
    lines: Option<Box<Lines>>,
}

/// Newlines, counted on the way.
#[derive(Clone, Debug)]
struct Lines {
    /// Before the last fill.
    before: usize,
    last: Newlines,
    /// The last place that was asked for, and how many newlines stand before it.
    at: usize,
    count: usize,
}

impl<'t> Scan<'t> {
    #[inline]
    pub(crate) fn new(text: &'t [u8], engine: Available, lines: bool) -> Scan<'t> {
        Scan {
            colons: Filtered::new(text, engine),
            lines: lines.then(|| {
                Box::new(Lines {
                    before: 0,
                    last: Newlines::NONE,
                    at: 0,
                    count: 0,
                })
            }),
        }
    }
}

impl Scan<'_> {
    /// Whether a search in `text` finds any place; for short texts.
    #[inline]
    pub(crate) fn finds_any(text: &[u8]) -> bool {
        Filtered::<Colons>::finds_any(text)
    }

    /// The same for a text whose colons are known.
    #[inline(always)]
    pub(crate) fn finds_any_of(text: &[u8], colons: u128) -> bool {
        any_passes::<Colons>(text, Ones(colons))
    }

    /// Says that there is no place. Newlines are counted nevertheless.
    #[inline]
    pub(crate) fn end(&mut self) {
        if self.lines.is_none() {
            self.colons.end();
        }
    }

    /// How many newlines stand before `at`, if they are counted.
    #[inline]
    pub(crate) fn newlines_before(&mut self, at: usize) -> usize {
        let Some(lines) = &mut self.lines else {
            return 0;
        };
        let (base, next) = self.colons.filled();
        let count = if (base..=next).contains(&at) {
            lines.before + lines.last.before(at - base)
        } else {
            lines.count_to(self.colons.text(), at)
        };
        (lines.at, lines.count) = (at, count);
        count
    }
}

impl Lines {
    /// Counts from the last place that was asked for: matches come in order, so no byte is counted often.
    #[cold]
    fn count_to(&self, text: &[u8], at: usize) -> usize {
        let newlines = |bytes| memchr::memchr_iter(b'\n', bytes).count();
        if self.at <= at {
            self.count + newlines(&text[self.at..at])
        } else {
            self.count - newlines(&text[at..self.at])
        }
    }
}

impl Iterator for Scan<'_> {
    type Item = usize;

    // A call would take longer than most of what it does.
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        loop {
            let place = self.colons.give();
            if place.is_some() || self.colons.is_at_end() {
                return place;
            }
            let (base, next) = self.colons.filled();
            let newlines = self.lines.as_deref_mut().map(|lines| {
                lines.before += lines.last.before(next - base);
                &mut lines.last
            });
            self.colons.fill(newlines);
        }
    }
}
