//! The places of a byte in a short text, as every x86-64 processor finds them.

#![allow(unsafe_code, reason = "the processor's own instructions")]

use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};

use super::short::LONGEST;

/// How many bytes are looked at at once.
const BLOCK: usize = 16;

/// The places of `byte` in a short text, in order.
#[inline(always)]
pub(super) fn places(text: &[u8], byte: u8) -> impl Iterator<Item = usize> {
    Places::new(text, byte)
}

/// The places as bits: those of the first 64 bytes, and of the bytes after them.
struct Places {
    first: u64,
    rest: u64,
}

impl Places {
    /// No loop depends on the length, which cannot be predicted. Some bytes are looked at twice.
    #[inline(always)]
    fn new(text: &[u8], byte: u8) -> Places {
        let len = text.len();
        let block = |at: usize| {
            text[at..]
                .first_chunk()
                .map_or(0, |block| bits_of(block, byte))
        };
        let two = |at: usize| block(at) | block(at + BLOCK) << BLOCK;
        let four = |at: usize| two(at) | two(at + 2 * BLOCK) << (2 * BLOCK);
        let first = match len {
            0..16 => (0..)
                .zip(text)
                .fold(0, |bits, (i, b)| bits | u64::from(*b == byte) << i),
            16..32 => block(0) | block(len - 16) << (len - 16),
            32..64 => two(0) | two(len - 32) << (len - 32),
            _ => four(0),
        };
        let rest = match len {
            0..65 => 0,
            _ => four(len - 64) >> (LONGEST - len),
        };
        Places { first, rest }
    }
}

impl Iterator for Places {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let (bits, base) = match self.first {
            0 => (&mut self.rest, 64),
            _ => (&mut self.first, 0),
        };
        let place = (*bits != 0).then(|| base + bits.trailing_zeros() as usize);
        *bits &= bits.wrapping_sub(1);
        place
    }
}

/// One bit for each byte of `block` that is `byte`, the first byte's the lowest.
#[inline(always)]
fn bits_of(block: &[u8; BLOCK], byte: u8) -> u64 {
    // SAFETY: every x86-64 processor has these instructions, and a vector is as long as a block.
    unsafe {
        let block = _mm_loadu_si128(block.as_ptr().cast());
        _mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8(byte as i8))) as u64
    }
}
