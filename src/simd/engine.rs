//! The filter around the colon, once for all processors with vectors.

#![allow(unsafe_code, reason = "vectors are read through pointers")]

use super::PLACES;
use super::scalar::{FAR, Letters, may_pass, passes_angle};

/// How far before a block its bytes are asked for: who looks at places in between reads too slowly for the processor to see that
/// the next page follows.
const AHEAD: usize = 2048;

/// A vector of bytes.
///
/// # Safety
/// Every function may be called only where the processor has the vector's instructions; `load` only where `LEN` bytes lie at the
/// pointer.
pub(super) trait Block: Copy {
    /// How many bytes, at most 32.
    const LEN: usize;

    /// Asks for the bytes at `from` to be brought near, whether they exist or not.
    fn prefetch(_from: *const u8) {}
    /// The `LEN` bytes at `from`, which need not be aligned.
    unsafe fn load(from: *const u8) -> Self;
    /// One bit a byte: `self` is a colon, and `after` shown (more than a blank) or `before` an `l` or `o` in either case; `m` and
    /// `n`, which lie between, may come with them.
    unsafe fn may_pass(self, before: Self, after: Self) -> u32;
}

/// [`Engine::fill`](super::Engine::fill), to be inlined where the instructions of `B` are enabled.
///
/// Of ten colons a KiB nobody can predict in which block they stand. So nothing here branches on them: the first places of a
/// block are written whether they are there or not, and the end of the list moves by their number; then the list is gone
/// through once more, and what does not pass is written over.
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
    let (mut at, mut n) = (from, 0);
    let mut put = |at: usize, mut bits: u64| {
        let place = (at - from) as u32;
        // Of colons side by side only the first has a name before it.
        bits &= !(bits << 1);
        let mut list = n;
        n += bits.count_ones() as usize;
        for _ in 0..2 {
            places[list] = place + bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            list += 1;
        }
        while bits != 0 {
            places[list] = place + bits.trailing_zeros();
            bits &= bits - 1;
            list += 1;
        }
        n + 2 * B::LEN <= PLACES
    };
    let mut room = true;
    // The text's first byte has none before it, its last one none after it.
    if at == 0 && at < end {
        room = put(0, u64::from(text[0] == b':'));
        at = 1;
    }
    while at < end && at + 2 * B::LEN < text.len() && room {
        B::prefetch(text.as_ptr().wrapping_add(at + AHEAD));
        // SAFETY: `at > 0`, and the second block ends before the text.
        let (first, second) = unsafe { (block::<B>(text, at), block::<B>(text, at + B::LEN)) };
        room = put(at, first | second << B::LEN);
        at += 2 * B::LEN;
    }
    while at < end && room {
        if at + B::LEN < text.len() {
            // SAFETY: `at > 0`, and the block ends before the text.
            room = put(at, unsafe { block::<B>(text, at) });
            at += B::LEN;
        } else {
            room = put(at, u64::from(text[at] == b':'));
            at += 1;
        }
    }
    let n = keep(places, n, |place| may_pass(letters, text, from + place));
    let n = keep(places, n, |place| passes_angle(letters, text, from + place));
    (n, at)
}

/// Keeps of the first `n` places those that `passes`, without a branch.
#[inline(always)]
fn keep(places: &mut [u32; PLACES], n: usize, passes: impl Fn(usize) -> bool) -> usize {
    let mut kept = 0;
    for i in 0..n.min(PLACES) {
        let place = places[i];
        places[kept] = place;
        kept += usize::from(passes(place as usize));
    }
    kept
}

/// [`Block::may_pass`] of the block at `at`.
///
/// # Safety
/// The processor has the instructions of `B`; `at > 0` and `at + B::LEN < text.len()`, so that from the byte before the block to
/// the one behind it all lie in `text`.
#[inline(always)]
unsafe fn block<B: Block>(text: &[u8], at: usize) -> u64 {
    // SAFETY: as for this function.
    let bits = unsafe {
        let start = text.as_ptr().add(at);
        B::load(start).may_pass(B::load(start.sub(1)), B::load(start.add(1)))
    };
    u64::from(bits)
}
