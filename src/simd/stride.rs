//! The operations of an engine on 64 bytes. All other code is made of them, and compiled for each engine.

use super::fill::{Filter, Strides};
use super::kinds::Kinds;

/// How many bytes are looked at at once.
pub(super) const STRIDE: usize = 64;

/// Finds bytes in a stride, by whatever instructions the processor has.
pub(super) trait Stride: Copy {
    /// One bit for each byte of `stride` that is `byte`, the first byte's the lowest.
    fn bits(self, stride: &[u8; STRIDE], byte: u8) -> u64;

    /// The bytes of US-ASCII above `byte`.
    fn above(self, stride: &[u8; STRIDE], byte: u8) -> u64;

    fn kinds(self, stride: &[u8; STRIDE]) -> Kinds;

    /// The bytes of a text of a stride or less, and zeros after them.
    #[inline(always)]
    fn padded(self, text: &[u8]) -> [u8; STRIDE] {
        let mut padded = [0; STRIDE];
        padded[..text.len()].copy_from_slice(text);
        padded
    }

    /// One bit for each byte of `stride` that is one of `bytes`.
    #[inline(always)]
    fn any(self, stride: &[u8; STRIDE], bytes: &[u8]) -> u64 {
        // A closure that is not inlined is compiled without the engine's instructions, so there is none.
        let (mut any, mut i) = (0, 0);
        while i < bytes.len() {
            any |= self.bits(stride, bytes[i]);
            i += 1;
        }
        any
    }

    /// The bytes of `stride` that are `byte` and begin a line. `begins` says whether the first one would, and then whether that of the
    /// next stride would: its lowest bit.
    #[inline(always)]
    fn line_starts(self, stride: &[u8; STRIDE], byte: u8, begins: &mut u64) -> u64 {
        let newlines = self.bits(stride, b'\n');
        let lines = newlines << 1 | *begins;
        *begins = newlines >> (STRIDE - 1);
        lines & self.bits(stride, byte)
    }

    /// Lists those of `strides` that have places of a filter, and gives each stride to `each`.
    #[inline(always)]
    fn list<F: Filter>(
        self,
        strides: &[[u8; STRIDE]],
        list: &mut Strides<'_>,
        mut each: impl FnMut(&[u8; STRIDE]),
    ) {
        // Four in a row, as the loop's own instructions count here.
        let (fours, rest) = strides.as_chunks::<4>();
        for (i, four) in fours.iter().enumerate() {
            list.add_each::<F>(self, 4 * i * STRIDE, four, &mut each);
        }
        list.add_each::<F>(self, 4 * fours.len() * STRIDE, rest, each);
    }
}

/// Which of the last `len` bytes of `text`, less than a stride, are one of `bytes`.
#[inline(always)]
pub(super) fn any_of_last(engine: impl Stride, text: &[u8], len: usize, bytes: &[u8]) -> u64 {
    let mut short = [0; STRIDE];
    let (stride, passed) = match text.last_chunk() {
        Some(stride) => (stride, STRIDE - len),
        None => {
            short[..text.len()].copy_from_slice(text);
            (&short, text.len() - len)
        }
    };
    engine.any(stride, bytes).unbounded_shr(passed as u32)
}
