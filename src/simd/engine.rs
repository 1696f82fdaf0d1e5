//! The filter around the colon, once for all processors with vectors.

#![allow(unsafe_code, reason = "vectors are read through pointers")]

use super::PLACES;
use super::scalar::{FAR, Letters, passes};

/// A vector of bytes.
///
/// # Safety
/// Every function may be called only where the processor has the vector's instructions; `load` only where `LEN` bytes lie at the
/// pointer.
pub(super) trait Block: Copy {
    /// How many bytes, at most 64.
    const LEN: usize;
    /// The tables of [`Letters`], ready for use.
    type Tables: Copy;

    unsafe fn tables(letters: &Letters) -> Self::Tables;
    /// The `LEN` bytes at `from`, which need not be aligned.
    unsafe fn load(from: *const u8) -> Self;
    /// Whether neither holds a colon.
    unsafe fn are_without_colon(self, other: Self) -> bool;
    /// One bit a byte: `self` is a colon, and what stands around it passes. `third` is what stands three bytes before.
    unsafe fn passing(self, third: Self, before: Self, after: Self, tables: Self::Tables) -> u64;
}

/// [`Engine::fill`](super::Engine::fill), to be inlined where the instructions of `B` are enabled.
///
/// # Safety
/// The processor has the instructions of `B`.
#[inline(always)]
pub(super) unsafe fn fill<B: Block>(
    letters: &Letters,
    text: &[u8],
    from: usize,
    places: &mut [u32; PLACES],
) -> (usize, usize) {
    let end = text.len().min(from + FAR);
    // SAFETY: as for this function.
    let tables = unsafe { B::tables(letters) };
    let (mut at, mut n) = (from, 0);
    // The text's first bytes have too few before them, its last one none after it.
    while at < end && n + B::LEN <= PLACES {
        if at < 3 || at + B::LEN >= text.len() {
            if passes(letters, text, at) {
                places[n] = (at - from) as u32;
                n += 1;
            }
            at += 1;
            continue;
        }
        // Most blocks hold no colon.
        while at < end && at + 2 * B::LEN < text.len() {
            // SAFETY: both blocks lie in `text`.
            let without = unsafe {
                let start = text.as_ptr().add(at);
                B::load(start).are_without_colon(B::load(start.add(B::LEN)))
            };
            if !without {
                break;
            }
            at += 2 * B::LEN;
        }
        if at + B::LEN >= text.len() {
            continue;
        }
        // SAFETY: from three bytes before `at` to the one behind the block all lie in `text`: `at >= 3`, and
        // `at + B::LEN < text.len()`.
        let mut bits = unsafe {
            let start = text.as_ptr().add(at);
            let (third, before) = (B::load(start.sub(3)), B::load(start.sub(1)));
            B::load(start).passing(third, before, B::load(start.add(1)), tables)
        };
        while bits != 0 {
            places[n] = (at - from) as u32 + bits.trailing_zeros();
            n += 1;
            bits &= bits - 1;
        }
        at += B::LEN;
    }
    (n, at)
}
