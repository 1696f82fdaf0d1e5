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

/// [`Engine::fill`](super::Engine::fill) by a filter that gives one bit for each byte of the stride that is a colon which
/// [may pass](super::scalar::may_pass).
///
/// Of ten colons a KiB nobody can predict where they stand, so none is branched on before the filter has left two or three. Whether
/// these pass is asked without a branch too.
#[inline(always)]
pub(super) fn fill(
    letters: &Letters,
    text: &[u8],
    from: usize,
    places: &mut [u16; PLACES],
    may_pass: impl Fn(&Window) -> u128,
) -> (usize, usize) {
    let end = text.len().min(from + FAR);
    let (mut at, mut n) = (from, 0);
    while at < end && n + STRIDE <= PLACES {
        let whole = at
            .checked_sub(BEFORE)
            .and_then(|start| text[start..].first_chunk());
        let mut bits = match whole {
            Some(window) => may_pass(window),
            None => may_pass(&padded(text, at)),
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
    /// Which are `byte` or more.
    unsafe fn is_from(self, byte: u8) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    /// `self` and not `other`.
    unsafe fn and_not(self, other: Self) -> Self;
    /// One bit a byte.
    unsafe fn bits(self) -> u32;
}

/// [`may_pass`](super::scalar::may_pass) of every byte of the stride, by vectors.
///
/// # Safety
/// The processor has the instructions of `B`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(super) unsafe fn may_pass<B: Block>(window: &Window) -> u128 {
    for line in (0..STRIDE).step_by(LINE) {
        B::prefetch(window.as_ptr().wrapping_add(AHEAD + line));
    }
    // SAFETY: the caller's.
    unsafe {
        let mut any = B::splat(0);
        let mut at = 0;
        while at < STRIDE {
            any = any.or(may_pass_at(window, at));
            at += B::LEN;
        }
        if any.bits() == 0 {
            return 0;
        }
        let (mut bits, mut at) = (0, 0);
        while at < STRIDE {
            bits |= u128::from(may_pass_at::<B>(window, at).bits()) << at;
            at += B::LEN;
        }
        bits
    }
}

/// The same of the block at `at`.
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
        let shown = after.is_from(b' ' + 1);
        let of_word = third
            .is_from(b' ' + 1)
            .and_not(third.is(b':'))
            .or(after.is(b'/'));
        let of_time = before.and(B::splat(0xf0)).is(0x30).and_not(of_word);
        let label = before
            .or(B::splat(0x23))
            .is(b'o')
            .and(third.or(B::splat(0x39)).is(0x7d));
        colon.is(b':').and(shown.and_not(of_time).or(label))
    }
}
