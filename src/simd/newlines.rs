//! The newlines in the bytes of a fill. They are found in the same pass, so counting lines needs no pass of its own.

use super::stride::{MOST, STRIDE};

const STRIDES: usize = MOST.next_power_of_two();

/// The newlines of a fill.
#[derive(Clone, Debug)]
pub(crate) struct Newlines {
    /// One bit for each byte of a stride.
    bits: [u64; STRIDES],
    /// How many stand before a stride.
    before: [u16; STRIDES],
    /// How many strides are known.
    strides: usize,
    all: u16,
}

impl Newlines {
    pub(crate) const NONE: Newlines = Newlines {
        bits: [0; STRIDES],
        before: [0; STRIDES],
        strides: 0,
        all: 0,
    };

    /// How many of the fill's stand before the byte at `at`.
    #[inline]
    pub(crate) fn before(&self, at: usize) -> usize {
        let i = at / STRIDE;
        if i >= self.strides {
            return self.all.into();
        }
        let passed = self.bits[i] & ((1 << (at % STRIDE)) - 1);
        usize::from(self.before[i]) + passed.count_ones() as usize
    }

    /// Begins with those of another fill.
    #[inline(always)]
    pub(super) fn counting(&mut self) -> Counting<'_> {
        Counting {
            newlines: self,
            strides: 0,
            all: 0,
        }
    }
}

/// Newlines that are being counted; the numbers stay in registers.
pub(super) struct Counting<'n> {
    newlines: &'n mut Newlines,
    strides: usize,
    all: u16,
}

impl Counting<'_> {
    /// Adds those of the next stride.
    #[inline(always)]
    pub(super) fn push(&mut self, bits: u64) {
        let i = self.strides % STRIDES;
        (self.newlines.bits[i], self.newlines.before[i]) = (bits, self.all);
        self.strides += 1;
        self.all += bits.count_ones() as u16;
    }

    #[inline(always)]
    pub(super) fn finish(self) {
        (self.newlines.strides, self.newlines.all) = (self.strides, self.all);
    }
}
