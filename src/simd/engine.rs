//! The filter around the colon, once for all engines.

#![allow(unsafe_code, reason = "vectors ask for it")]

use super::PLACES;
use super::scalar::{Letters, passes};

/// How far one fill goes, so that the text is still in the cache when its places are looked at.
const FAR: usize = 32 * 1024;

/// How many colons are asked about at once.
pub(super) const STRIDE: usize = 128;

/// How many bytes before a colon are asked for; behind it is one.
pub(super) const BEFORE: usize = 3;

/// A stride with the bytes before and behind it.
pub(super) type Window = [u8; BEFORE + STRIDE + 1];

/// How an engine looks around the colons of a stride.
pub(super) trait Filter {
    /// One bit for each byte of the stride that is a colon which [may pass](super::scalar::may_pass).
    ///
    /// # Safety
    /// The processor has the filter's instructions.
    unsafe fn may_pass(window: &Window) -> u128;
}

/// [`Engine::fill`](super::Engine::fill), to be inlined where the filter's instructions are enabled.
///
/// Of ten colons a KiB nobody can predict where they stand, so none is branched on before the filter has left two or three. Whether
/// these pass is asked without a branch too.
///
/// # Safety
/// The processor has the filter's instructions.
#[inline(always)]
pub(super) unsafe fn fill<F: Filter>(
    letters: &Letters,
    text: &[u8],
    from: usize,
    places: &mut [u16; PLACES],
) -> (usize, usize) {
    let end = text.len().min(from + FAR);
    let (mut at, mut n) = (from, 0);
    while at < end && n + STRIDE <= PLACES {
        let whole = at
            .checked_sub(BEFORE)
            .and_then(|start| text[start..].first_chunk());
        // SAFETY: as for this function.
        let mut bits = unsafe {
            match whole {
                Some(window) => F::may_pass(window),
                None => F::may_pass(&padded(text, at)),
            }
        };
        while bits != 0 {
            places[n] = (at - from) as u16 + bits.trailing_zeros() as u16;
            n += 1;
            bits &= bits - 1;
        }
        at += STRIDE;
    }
    let mut kept = 0;
    for i in 0..n {
        let place = places[i];
        places[kept] = place;
        kept += usize::from(passes(letters, text, from + usize::from(place)));
    }
    (kept, at.min(text.len()))
}

/// The window at `at` where the text does not fill it.
#[cold]
fn padded(text: &[u8], at: usize) -> Window {
    let mut window = [0; BEFORE + STRIDE + 1];
    let missing = BEFORE.saturating_sub(at);
    let rest = &text[at.saturating_sub(BEFORE)..];
    let len = rest.len().min(window.len() - missing);
    window[missing..missing + len].copy_from_slice(&rest[..len]);
    window
}

/// How far before a stride its bytes are asked for: who looks at places in between reads too slowly for the processor to see that
/// the next page follows.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const AHEAD: usize = 2048;

/// How much a processor fetches at once.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const LINE: usize = 64;

/// A vector of bytes, or of answers: all bits of a byte are set for yes, none for no.
///
/// # Safety
/// May be used only where the processor has the vector's instructions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) trait Block: Copy {
    /// How many bytes, at most 32.
    const LEN: usize;

    /// Asks for the bytes at `from` to be brought near, whether they exist or not.
    fn prefetch(_from: *const u8) {}
    /// The bytes at `at` of the window, which need not be aligned.
    unsafe fn load(window: &Window, at: usize) -> Self;
    unsafe fn splat(byte: u8) -> Self;
    /// Which are `byte`.
    unsafe fn is(self, byte: u8) -> Self;
    /// Which are more than `byte` of US-ASCII, other bytes being less than any.
    unsafe fn is_ascii_above(self, byte: u8) -> Self;
    /// Which are more than `byte`.
    unsafe fn is_above(self, byte: u8) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    /// `self` and not `other`.
    unsafe fn and_not(self, other: Self) -> Self;
    /// One bit a byte.
    unsafe fn bits(self) -> u32;
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl<B: Block> Filter for B {
    #[inline(always)]
    unsafe fn may_pass(window: &Window) -> u128 {
        for line in (0..STRIDE).step_by(LINE) {
            B::prefetch(window.as_ptr().wrapping_add(AHEAD + line));
        }
        // SAFETY: the caller's.
        unsafe {
            // As many as a stride has at most.
            let mut blocks = [B::splat(0); STRIDE / 16];
            let mut any = B::splat(0);
            for (i, block) in blocks.iter_mut().enumerate().take(STRIDE / B::LEN) {
                *block = may_pass_at(window, i * B::LEN);
                any = any.or(*block);
            }
            if any.bits() == 0 {
                return 0;
            }
            let mut bits = 0;
            for (i, block) in blocks.iter().enumerate().take(STRIDE / B::LEN) {
                bits |= u128::from(block.bits()) << (i * B::LEN);
            }
            bits
        }
    }
}

/// [`may_pass`](super::scalar::may_pass) of every byte of the block at `at`.
///
/// # Safety
/// The processor has the instructions of `B`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
unsafe fn may_pass_at<B: Block>(window: &Window, at: usize) -> B {
    // SAFETY: the caller's.
    unsafe {
        let [third, before] = [B::load(window, at), B::load(window, at + BEFORE - 1)];
        let [colon, after] = [
            B::load(window, at + BEFORE),
            B::load(window, at + BEFORE + 1),
        ];
        let of_word = third
            .is_ascii_above(b' ')
            .and_not(third.is(b':'))
            .or(after.is(b'/'));
        let named = before.is_ascii_above(b'9').or(of_word);
        let shown = after.is_above(b' ').and(named);
        let label = before
            .or(B::splat(0x23))
            .is(b'o')
            .and(third.or(B::splat(0x39)).is(0x7d));
        colon.is(b':').and(shown.or(label))
    }
}
