//! Where any of some bytes stand in a text. They are found 64 bytes at a time, which costs less than a search for each where they stand
//! close together, as line breaks do.

use super::stride::{STRIDE, Stride, bits_of_last};
use super::{Available, Task};

/// How many strides are looked at before the first byte of them is given.
const BATCH: usize = 16;

/// The places of any of `N` bytes, in order.
pub(crate) struct Places<'t, const N: usize> {
    text: &'t [u8],
    engine: Available,
    bytes: [u8; N],
    /// Where the strides at hand begin, and the next ones.
    base: usize,
    next: usize,
    /// The places in each stride, one bit for each byte.
    bits: [u64; BATCH],
    /// The stride at hand, and what of its places has not been given.
    stride: usize,
    rest: u64,
}

impl<'t, const N: usize> Places<'t, N> {
    /// Those from `from` on.
    pub(crate) fn new(text: &'t [u8], from: usize, bytes: [u8; N]) -> Places<'t, N> {
        Places {
            text,
            engine: Available::best(),
            bytes,
            base: from,
            next: from,
            bits: [0; BATCH],
            stride: BATCH - 1,
            rest: 0,
        }
    }
}

impl<const N: usize> Iterator for Places<'_, N> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            self.stride += 1;
            if self.stride == BATCH {
                if self.next >= self.text.len() {
                    self.stride -= 1;
                    return None;
                }
                (self.base, self.stride) = (self.next, 0);
                self.next = self.text.len().min(self.base + BATCH * STRIDE);
                self.engine.run(Mark {
                    text: &self.text[..self.next],
                    from: self.base,
                    bytes: self.bytes,
                    bits: &mut self.bits,
                });
            }
            self.rest = self.bits[self.stride];
        }
        let at = self.base + self.stride * STRIDE + self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(at)
    }
}

struct Mark<'t, 'b, const N: usize> {
    text: &'t [u8],
    from: usize,
    bytes: [u8; N],
    bits: &'b mut [u64; BATCH],
}

impl<const N: usize> Task for Mark<'_, '_, N> {
    type Answer = ();

    #[inline(always)]
    fn run(self, engine: impl Stride) {
        let (strides, rest) = self.text[self.from..].as_chunks();
        let bytes = || self.bytes.iter();
        for (stride, bits) in strides.iter().zip(&mut *self.bits) {
            *bits = bytes().fold(0, |any, &byte| any | engine.bits(stride, byte));
        }
        let behind = self.bits.get_mut(strides.len()..).unwrap_or_default();
        if let Some((last, behind)) = behind.split_first_mut() {
            let bits = |byte| bits_of_last(engine, self.text, rest.len(), byte);
            *last = bytes().fold(0, |any, &byte| any | bits(byte));
            behind.fill(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;

    #[test]
    fn places_are_those_of_a_search_byte_by_byte() {
        let text = b"=0A soft=\nhard\n \n\n===20 and a long stretch of text that has neither of both in its words".repeat(30);
        for engine in Engine::available() {
            for from in [0, 1, 63, 64, 100] {
                for len in (0..300).chain([1000, 1023, 1024, 1025, text.len()]) {
                    let text = &text[..len];
                    let mut places = Places::new(text, from, [b'=', b'\n']);
                    places.engine = Available::new(engine);
                    let is_place = |&at: &usize| matches!(text[at], b'=' | b'\n');
                    let want: Vec<_> = (from..len).filter(is_place).collect();
                    assert_eq!(places.collect::<Vec<_>>(), want, "{engine:?} {from} {len}");
                }
            }
        }
    }
}
