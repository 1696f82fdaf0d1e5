//! The places of a byte in a short text. To call an engine would take longer than to look, so this uses what every processor has.

/// The most bytes that a short text has.
pub(super) const LONGEST: usize = 128;

/// How many bytes are looked at at once.
const BLOCK: usize = 16;

/// The places of a byte in a short text, in order: bits of the first 64 bytes and of those after them.
pub(super) struct Places {
    first: u64,
    rest: u64,
}

impl Places {
    /// No loop depends on the length, which cannot be predicted. Some bytes are looked at twice.
    #[inline(always)]
    pub(super) fn new(text: &[u8], byte: u8) -> Places {
        let len = text.len();
        let block = |at: usize| {
            text[at..]
                .first_chunk()
                .map_or(0, |block| bits_of(block, byte))
        };
        let two = |at: usize| block(at) | block(at + BLOCK) << BLOCK;
        let four = |at: usize| two(at) | two(at + 2 * BLOCK) << (2 * BLOCK);
        let first = match len {
            ..16 => (0..)
                .zip(text)
                .fold(0, |bits, (i, b)| bits | u64::from(*b == byte) << i),
            ..32 => block(0) | block(len - 16) << (len - 16),
            ..64 => two(0) | two(len - 32) << (len - 32),
            _ => four(0),
        };
        let rest = match len {
            ..65 => 0,
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
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "the processor's own instructions")]
fn bits_of(block: &[u8; BLOCK], byte: u8) -> u64 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};
    // SAFETY: every x86-64 processor has these instructions, and a vector is as long as a block.
    unsafe {
        let block = _mm_loadu_si128(block.as_ptr().cast());
        _mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8(byte as i8))) as u64
    }
}

/// One bit for each byte of `block` that is `byte`, the first byte's the lowest.
#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
fn bits_of(block: &[u8; BLOCK], byte: u8) -> u64 {
    (0..)
        .zip(block)
        .fold(0, |bits, (i, b)| bits | u64::from(*b == byte) << i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_a_search_byte_by_byte() {
        let text = b"x..y.a......b.............c.d.....................................x........"
            .repeat(2);
        for start in 0..text.len() {
            for len in 0..=LONGEST.min(text.len() - start) {
                let text = &text[start..start + len];
                for byte in [b'.', b'x'] {
                    let want: Vec<_> = (0..len).filter(|&at| text[at] == byte).collect();
                    assert_eq!(
                        Places::new(text, byte).collect::<Vec<_>>(),
                        want,
                        "{text:?}"
                    );
                }
            }
        }
    }
}
