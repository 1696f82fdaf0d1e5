//! Where any of some bytes stand in a text. They are found 64 bytes at a time, which costs less than a search for each where they stand
//! close together, as line breaks do.

use super::stride::{STRIDE, Stride, any_of_last};
use super::{Available, Task};

/// How many strides are looked at before the first byte of them is given.
const BATCH: usize = 8;

/// How many places are listed at once.
const FEW: usize = 4;

/// The places of any of `N` bytes, in order.
#[derive(Clone, Debug)]
pub(crate) struct Places<'t, const N: usize> {
    text: &'t [u8],
    engine: Available,
    bytes: [u8; N],
    /// Where the strides at hand begin, and the next ones.
    base: usize,
    next: usize,
    /// The places in these strides, as offsets from `base`.
    places: [u16; BATCH * STRIDE + FEW],
    given: usize,
    found: usize,
}

impl<'t, const N: usize> Places<'t, N> {
    /// Those from `from` on.
    pub(crate) fn new(
        engine: Available,
        text: &'t [u8],
        from: usize,
        bytes: [u8; N],
    ) -> Places<'t, N> {
        Places {
            text,
            engine,
            bytes,
            base: from,
            next: from,
            places: [0; BATCH * STRIDE + FEW],
            given: 0,
            found: 0,
        }
    }

    /// Lists those of the next strides.
    #[inline(never)]
    fn fill(&mut self) {
        self.base = self.next;
        self.next = self.text.len().min(self.base + BATCH * STRIDE);
        self.given = 0;
        self.found = self.engine.run(List {
            text: &self.text[..self.next],
            from: self.base,
            bytes: self.bytes,
            places: &mut self.places,
        });
    }
}

impl<const N: usize> Iterator for Places<'_, N> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.given == self.found {
            if self.next >= self.text.len() {
                return None;
            }
            self.fill();
        }
        let place = self.places[self.given];
        self.given += 1;
        Some(self.base + usize::from(place))
    }
}

struct List<'t, 'p, const N: usize> {
    text: &'t [u8],
    from: usize,
    bytes: [u8; N],
    places: &'p mut [u16; BATCH * STRIDE + FEW],
}

impl<const N: usize> Task for List<'_, '_, N> {
    type Answer = usize;

    #[inline(always)]
    fn run(self, engine: impl Stride) -> usize {
        let (strides, rest) = self.text[self.from..].as_chunks();
        let mut found = 0;
        let mut add = |stride: usize, bits: u64| {
            if bits == 0 {
                return;
            }
            let (mut rest, mut at) = (bits, found);
            // Most strides have few, so no branch depends on their number.
            loop {
                for place in &mut self.places[at..at + FEW] {
                    *place = (stride * STRIDE) as u16 + rest.trailing_zeros() as u16;
                    rest &= rest.wrapping_sub(1);
                }
                at += FEW;
                if rest == 0 {
                    break;
                }
            }
            found += bits.count_ones() as usize;
        };
        for (i, stride) in strides.iter().enumerate() {
            add(i, engine.any(stride, &self.bytes));
        }
        let last = any_of_last(engine, self.text, rest.len(), &self.bytes);
        add(strides.len(), last);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::simd::STEP;

    #[test]
    fn places_are_those_of_a_search_byte_by_byte() {
        let text = b"=0A soft=\nhard\n \n\n===20 and a long stretch of text that has neither of both in its words".repeat(30);
        for engine in Engine::available() {
            for from in [0, 1, 63, 64, 100] {
                for len in (0..300)
                    .step_by(STEP)
                    .chain([1000, 1023, 1024, 1025, text.len()])
                {
                    let text = &text[..len];
                    let places = Places::new(Available::new(engine), text, from, [b'=', b'\n']);
                    let is_place = |&at: &usize| matches!(text[at], b'=' | b'\n');
                    let want: Vec<_> = (from..len).filter(is_place).collect();
                    assert_eq!(places.collect::<Vec<_>>(), want, "{engine:?} {from} {len}");
                }
            }
        }
    }
}
