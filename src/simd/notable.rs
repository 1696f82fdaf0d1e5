//! The notable bytes of a text: those that end a URL, or may end it ([`Class::NOTABLE`](crate::class::Class::NOTABLE)).

use super::{Available, Kinds};

/// The notable bytes of a text, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notable<'t> {
    text: &'t [u8],
    engine: Available,
    /// Where the block at hand begins, its notable bytes as bits, and its length.
    base: usize,
    bits: u64,
    len: usize,
}

impl<'t> Notable<'t> {
    pub(crate) fn new(text: &'t [u8], at: usize, engine: Available) -> Notable<'t> {
        Notable::after(&engine.kinds(text, at), text, at, engine)
    }

    /// Those from `at` on, where the kinds of the first bytes are known.
    #[inline]
    pub(crate) fn after(
        kinds: &Kinds,
        text: &'t [u8],
        at: usize,
        engine: Available,
    ) -> Notable<'t> {
        Notable {
            text,
            engine,
            base: at,
            bits: kinds.notable,
            len: kinds.len,
        }
    }

    /// The first notable byte at `at` or after it. If no such byte follows: the end of the text, or a place after it.
    #[inline]
    pub(crate) fn next(&mut self, mut at: usize) -> usize {
        loop {
            let passed = at - self.base;
            if passed < self.len {
                let rest = self.bits >> passed;
                if rest != 0 {
                    return at + rest.trailing_zeros() as usize;
                }
                at = self.base + self.len;
            }
            if at >= self.text.len() {
                return at;
            }
            *self = Notable::new(self.text, at, self.engine);
        }
    }
}
