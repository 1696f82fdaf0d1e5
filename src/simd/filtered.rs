//! The places of a text that pass a filter, in order: found many at a time, and given one by one.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::ahead::Ahead;
use super::filter::around;
use super::{Available, FAR, Filter, Newlines, Ones, PLACES, short};

/// Texts of fewer bytes are short, and all their places fit into one fill.
pub(crate) const SHORT: usize = short::LONGEST;
const _: () = assert!(SHORT <= PLACES);

/// The places of `text` that pass a filter, in order.
#[derive(Clone, Debug)]
pub(crate) struct Filtered<'t, F> {
    engine: Available,
    filter: PhantomData<F>,
    text: &'t [u8],
    /// Places that were found: offsets from `base`. Those from `found` on were not written.
    places: [MaybeUninit<u16>; PLACES],
    given: usize,
    found: usize,
    /// Where the last fill began, and where the next one begins.
    base: usize,
    next: usize,
    /// How many bytes the next one looks at.
    far: usize,
    /// Of the fill after the next one.
    ahead: Ahead,
}

/// How many lines memory is asked for at each place.
const LINES: usize = 3;

impl<'t, F: Filter> Filtered<'t, F> {
    #[inline]
    pub(crate) fn new(text: &'t [u8], engine: Available) -> Filtered<'t, F> {
        Filtered {
            engine,
            filter: PhantomData,
            text,
            places: [const { MaybeUninit::uninit() }; PLACES],
            given: 0,
            found: 0,
            base: 0,
            next: 0,
            far: FAR,
            ahead: Ahead::new(text),
        }
    }

    /// Whether any place of a text of less than [`SHORT`] bytes passes.
    #[inline(always)]
    pub(crate) fn finds_any(text: &[u8]) -> bool {
        any_passes::<F>(text, short::places(text, F::BYTE))
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

    /// The places that were found but not given yet.
    #[inline]
    #[allow(unsafe_code, reason = "as in `give`")]
    fn waiting(&self) -> &[u16] {
        let waiting = &self.places[self.given..self.found];
        // SAFETY: a fill has written the first `found` places. A `u16` that was written is valid, and is as long as its `MaybeUninit`.
        unsafe { &*(std::ptr::from_ref(waiting) as *const [u16]) }
    }

    /// Says that no place passes.
    #[inline]
    pub(crate) fn end(&mut self) {
        self.next = self.text.len();
    }

    /// Whether no more places can be found.
    #[inline]
    pub(crate) fn is_at_end(&self) -> bool {
        self.next == self.text.len()
    }

    /// Looks for more places, and counts newlines, if asked for.
    #[inline]
    pub(crate) fn fill(&mut self, newlines: Option<&mut Newlines>) {
        if self.text.len() < SHORT && newlines.is_none() {
            return self.fill_at_once();
        }
        self.base = self.next;
        let places = &mut self.places;
        (self.found, self.next) = self
            .engine
            .fill::<F>(self.text, self.base, self.far, places, newlines);
        self.given = 0;
        self.ahead = Ahead::new(&self.text[self.next..]);
        // Where places stand close together, a fill ends before all of its bytes are used. These would be looked at again.
        self.far = FAR.min(2 * (self.next - self.base));
    }

    /// All places of a short text, also those before the next one.
    #[inline(never)]
    fn fill_at_once(&mut self) {
        self.next = self.text.len();
        for at in short::places(self.text, F::BYTE) {
            self.places[self.found].write(at as u16);
            self.found += usize::from(F::passes(around(self.text, at)));
        }
    }

    /// The next place that is not before `at`. Bytes before that which no fill has looked at are passed over.
    #[inline]
    pub(crate) fn next_from(&mut self, at: usize) -> Option<usize> {
        loop {
            self.pass_over(at);
            if let Some(place) = self.give() {
                return Some(place);
            }
            self.next = self.next.max(at.min(self.text.len()));
            if self.is_at_end() {
                return None;
            }
            self.fill(None);
        }
    }

    /// Passes over the places before `at` that were found, eight at a time: how many these are cannot be predicted. Where places stand
    /// close together there are often none.
    #[inline]
    fn pass_over(&mut self, at: usize) {
        let next = self.waiting().first();
        if next.is_some_and(|&next| self.base + usize::from(next) >= at) {
            return;
        }
        let at = u16::try_from(at.saturating_sub(self.base)).unwrap_or(u16::MAX);
        let before = |places: &[u16]| -> u16 { places.iter().map(|&p| u16::from(p < at)).sum() };
        while let Some(eight) = self.waiting().first_chunk::<8>() {
            let passed = before(eight);
            self.given += usize::from(passed);
            if passed < 8 {
                return;
            }
        }
        self.given += usize::from(before(self.waiting()));
    }

    /// The next of the places that were found.
    #[inline]
    #[allow(unsafe_code, reason = "most texts are short, and need no zeros")]
    pub(crate) fn give(&mut self) -> Option<usize> {
        if self.given >= self.found {
            return None;
        }
        // SAFETY: a fill has written the first `found` places.
        let place = unsafe { self.places[self.given].assume_init() };
        self.given += 1;
        if !self.is_at_end() {
            for _ in 0..LINES {
                self.ahead.prefetch();
            }
        }
        Some(self.base + usize::from(place))
    }
}

/// Whether any of these places of `text` passes.
#[inline(always)]
pub(crate) fn any_passes<F: Filter>(text: &[u8], places: Ones) -> bool {
    // A loop, because the compiler does not inline `any`.
    for at in places {
        if F::passes(around(text, at)) {
            return true;
        }
    }
    false
}

impl<F: Filter> Iterator for Filtered<'_, F> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        loop {
            let place = self.give();
            if place.is_some() || self.is_at_end() {
                return place;
            }
            self.fill(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Engine, STEP};

    #[derive(Clone, Copy)]
    struct Dots;

    impl Filter for Dots {
        const BYTE: u8 = b'.';

        fn passes([.., after]: [u8; 5]) -> bool {
            after != b' '
        }
    }

    /// The dots after `x-y`.
    #[derive(Clone, Copy)]
    struct AfterWord;

    impl Filter for AfterWord {
        const BYTE: u8 = b'.';

        fn passes([third, _, last, ..]: [u8; 5]) -> bool {
            (third, last) == (b'x', b'y')
        }
    }

    #[test]
    fn any_place_of_a_short_text() {
        let text = b"a. .b x-y. x.y xy.. .y. c.d     x.y.           . e. f . . x-y . .g .h.x-y.";
        let starts = (0..text.len()).step_by(STEP);
        let parts = starts.flat_map(|a| (a..=text.len()).map(move |b| (a, b)));
        for part in parts.map(|(start, end)| &text[start..end]) {
            let mut dots = (0..part.len()).filter(|&at| part[at] == b'.');
            let passes = |at: usize| part.get(at + 1) != Some(&b' ');
            assert_eq!(Filtered::<Dots>::finds_any(part), dots.clone().any(passes));
            let passes = |at| part[..at].len() > 2 && part[at - 3] == b'x' && part[at - 1] == b'y';
            assert_eq!(Filtered::<AfterWord>::finds_any(part), dots.any(passes));
        }
    }

    /// Dots close together and far apart, and a gap of several fills.
    #[test]
    fn places_from_anywhere_on() {
        let text = [
            "a.".repeat(3 * PLACES),
            "a. .b ".repeat(FAR / 4),
            " ".repeat(3 * FAR),
            ".".repeat(2 * PLACES),
            format!(".{}", "a".repeat(100)).repeat(FAR / 50),
            "a.a ".repeat(PLACES) + ".",
        ]
        .concat();
        // A part of it is short.
        for text in [
            text.as_bytes(),
            &text.as_bytes()[..SHORT - 1],
            &text.as_bytes()[3 * PLACES * 2 - 20..][..60],
        ] {
            check_places_from(text);
        }
    }

    fn check_places_from(text: &[u8]) {
        let is_place = |&at: &usize| text[at] == b'.' && text.get(at + 1) != Some(&b' ');
        let all: Vec<_> = (0..text.len()).filter(is_place).collect();
        for engine in Engine::available() {
            let places = Filtered::<Dots>::new(text, Available::new(engine));
            assert_eq!(places.clone().collect::<Vec<_>>(), all, "{engine:?}");
            for first in 0..3 {
                let mut places = places.clone();
                let want = all.iter().copied().find(|&at| at >= 50 * first);
                assert_eq!(places.next_from(50 * first), want, "{engine:?} {first}");
            }
            let steps = [1, 2, 5, 64, 100, 511, FAR - 1, FAR, 2 * FAR + 3, text.len()];
            for step in steps.into_iter().filter(|&step| step >= STEP * STEP) {
                let mut places = places.clone();
                let mut from = 0;
                while from <= text.len() {
                    let want = all.get(all.partition_point(|&at| at < from)).copied();
                    assert_eq!(places.next_from(from), want, "{engine:?} {from} {step}");
                    from = want.unwrap_or(text.len()) + step;
                }
                assert_eq!(places.next_from(text.len() + step), None);
            }
        }
    }
}
