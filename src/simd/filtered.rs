//! The places of a text that pass a filter, in order: found many at a time, and given one by one.

use std::marker::PhantomData;

use super::{Available, Filter, Newlines, PLACES};

/// The places of `text` that pass a filter, in order.
#[derive(Clone, Debug)]
pub(crate) struct Filtered<'t, F> {
    engine: Available,
    filter: PhantomData<F>,
    text: &'t [u8],
    /// Places that were found but not given yet: offsets from `base`.
    places: [u16; PLACES],
    given: usize,
    found: usize,
    /// Where the last fill began, and where the next one begins.
    base: usize,
    next: usize,
}

impl<'t, F: Filter> Filtered<'t, F> {
    #[inline]
    pub(crate) fn new(text: &'t [u8], engine: Available) -> Filtered<'t, F> {
        Filtered {
            engine,
            filter: PhantomData,
            text,
            places: [0; PLACES],
            given: 0,
            found: 0,
            base: 0,
            next: 0,
        }
    }

    #[inline]
    pub(crate) fn text(&self) -> &'t [u8] {
        self.text
    }

    /// The bytes that the last fill looked at: from which on, and up to which.
    #[inline]
    pub(crate) fn filled(&self) -> (usize, usize) {
        (self.base, self.next)
    }

    /// Whether all places are given that were found.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.given == self.found
    }

    /// Whether no more places can be found.
    #[inline]
    pub(crate) fn is_at_end(&self) -> bool {
        self.next == self.text.len()
    }

    /// Looks for more places, and counts newlines, if asked for.
    #[inline]
    pub(crate) fn fill(&mut self, newlines: Option<&mut Newlines>) {
        self.base = self.next;
        let places = &mut self.places;
        (self.found, self.next) = self
            .engine
            .fill::<F>(self.text, self.base, places, newlines);
        self.given = 0;
    }

    /// The next place that is not before `at`.
    #[inline]
    pub(crate) fn next_from(&mut self, at: usize) -> Option<usize> {
        loop {
            self.pass_over(at);
            if !self.is_empty() {
                return Some(self.give());
            }
            if self.is_at_end() {
                return None;
            }
            self.fill(None);
        }
    }

    /// Passes over the places before `at` that were found, eight at a time: how many these are cannot be predicted.
    #[inline]
    fn pass_over(&mut self, at: usize) {
        let at = u16::try_from(at.saturating_sub(self.base)).unwrap_or(u16::MAX);
        let before = |places: &[u16]| -> u16 { places.iter().map(|&p| u16::from(p < at)).sum() };
        while let Some(eight) = self.places[self.given..self.found].first_chunk::<8>() {
            let passed = before(eight);
            self.given += usize::from(passed);
            if passed < 8 {
                return;
            }
        }
        self.given += usize::from(before(&self.places[self.given..self.found]));
    }

    /// The next of the places that were found; there must be one.
    #[inline]
    pub(crate) fn give(&mut self) -> usize {
        let place = self.places[self.given];
        self.given += 1;
        self.base + usize::from(place)
    }
}

impl<F: Filter> Iterator for Filtered<'_, F> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.is_empty() {
            if self.is_at_end() {
                return None;
            }
            self.fill(None);
        }
        Some(self.give())
    }
}
