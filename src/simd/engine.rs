//! The filter around the colon, once for all processors with vectors.

#![allow(unsafe_code, reason = "vectors are read through pointers")]

use super::PLACES;
use super::scalar::{FAR, Letters, passes};

/// How far before a block its bytes are asked for: who looks at places in between reads too slowly for the processor to see that
/// the next page follows.
const AHEAD: usize = 2048;

/// How much the processor fetches at once.
const LINE: usize = 64;

/// A vector of bytes, or of answers: all bits of a byte are set for yes, none for no.
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
    /// Which are `byte`.
    unsafe fn is(self, byte: u8) -> Self;
    /// Which are `byte` or more.
    unsafe fn is_from(self, byte: u8) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    /// `self` and not `other`.
    unsafe fn and_not(self, other: Self) -> Self;
    unsafe fn splat(byte: u8) -> Self;
    /// One bit a byte.
    unsafe fn bits(self) -> u32;

    /// Which of `colon` can [pass](super::scalar::passes), by the bytes around them; some more, none less.
    #[inline(always)]
    unsafe fn may_pass(third: Self, before: Self, colon: Self, after: Self) -> Self {
        // SAFETY: the caller's.
        unsafe {
            let shown = after.is_from(b' ' + 1);
            // `l` and `o` in either case, and what lies between.
            let l_to_o = before.or(Self::splat(0x23)).is(b'o');
            // `:` and what follows it in US-ASCII stand before no colon of a URL either.
            let digit = before.and(Self::splat(0xf0)).is(0x30);
            let of_word = third.is_from(b' ' + 1).and_not(third.is(b':'));
            let of_time = digit.and_not(of_word);
            colon.is(b':').and(shown.and_not(of_time).or(l_to_o))
        }
    }
}

/// How many blocks are asked at once whether any of their bytes may pass.
const BLOCKS: usize = 4;

/// [`Engine::fill`](super::Engine::fill), to be inlined where the instructions of `B` are enabled.
///
/// Of ten colons a KiB nobody can predict where they stand, so none is branched on before the vectors have left two. The places
/// of these are then gone through once more, without a branch, and what does not pass is written over.
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
    let mut put = |at: usize| {
        places[n] = (at - from) as u32;
        n += 1;
        // Room for all of the blocks that come next.
        n + BLOCKS * B::LEN <= PLACES
    };
    let mut room = true;
    while at < end && at < BEFORE {
        if text[at] == b':' {
            room = put(at);
        }
        at += 1;
    }
    while at < end && at + BLOCKS * B::LEN < text.len() && room {
        for line in (0..BLOCKS * B::LEN).step_by(LINE) {
            B::prefetch(text.as_ptr().wrapping_add(at + AHEAD + line));
        }
        // SAFETY: `BEFORE` bytes lie before the blocks, and one behind them.
        let (blocks, any) = unsafe {
            let blocks: [B; BLOCKS] = std::array::from_fn(|i| block(text, at + i * B::LEN));
            let any = blocks.into_iter().reduce(|a, b| a.or(b));
            (blocks, any.map_or(0, |any| any.bits()))
        };
        if any != 0 {
            for (i, block) in blocks.into_iter().enumerate() {
                // SAFETY: as for this function.
                let mut bits = unsafe { block.bits() };
                while bits != 0 {
                    room = put(at + i * B::LEN + bits.trailing_zeros() as usize);
                    bits &= bits - 1;
                }
            }
        }
        at += BLOCKS * B::LEN;
    }
    // Less than some blocks are left.
    if at < end && room {
        for colon in memchr::memchr_iter(b':', &text[at..end]) {
            put(at + colon);
        }
        at = end;
    }
    let n = keep(places, n, |place| passes(letters, text, from + place));
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

/// How many bytes before a block are asked for.
const BEFORE: usize = 3;

/// [`Block::may_pass`] of the block at `at`.
///
/// # Safety
/// The processor has the instructions of `B`; from `BEFORE` bytes before the block to one behind it all lie in `text`.
#[inline(always)]
unsafe fn block<B: Block>(text: &[u8], at: usize) -> B {
    // SAFETY: as for this function.
    unsafe {
        let start = text.as_ptr().add(at);
        let [third, before, colon, after] = [start.sub(BEFORE), start.sub(1), start, start.add(1)];
        B::may_pass(B::load(third), B::load(before), B::load(colon), B::load(after))
    }
}
