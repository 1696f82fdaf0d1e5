//! The filter around the colon, once for all engines.

#![allow(unsafe_code, reason = "vectors ask for it")]
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "no vectors are known there")
)]

use super::PLACES;
use super::scalar::{Letters, passes};

/// How far one fill goes, so that the text is still in the cache when its places are looked at.
const FAR: usize = 8 * 1024;

/// How many colons are asked about at once.
pub(super) const STRIDE: usize = 64;

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
    unsafe fn may_pass(window: &Window) -> u64;
}

/// [`Engine::fill`](super::Engine::fill), to be inlined where the filter's instructions are enabled.
///
/// Of ten colons a KiB nobody can predict where they stand. So the filter runs over the text without a branch that depends on it, and
/// only then the strides are looked at in which it left any, one in nine.
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
    let mut masks = [0; FAR / STRIDE];
    let end = text.len().min(from + FAR);
    let strides = (end - from).div_ceil(STRIDE);
    let inner = from
        .checked_sub(BEFORE)
        .and_then(|start| text[start..].first_chunk());
    // SAFETY: as for this function.
    unsafe {
        match inner {
            Some(inner) => filter::<F>(inner, &mut masks),
            None => {
                for (i, mask) in masks[..strides].iter_mut().enumerate() {
                    *mask = F::may_pass(&padded(text, from + i * STRIDE));
                }
            }
        }
    }
    let (mut some, mut count) = ([0; FAR / STRIDE], 0);
    for (i, &mask) in masks[..strides].iter().enumerate() {
        some[count] = i;
        count += usize::from(mask != 0);
    }
    let mut n = 0;
    for &i in &some[..count] {
        if n + STRIDE > PLACES {
            return (n, from + i * STRIDE);
        }
        let mut bits = masks[i];
        while bits != 0 {
            let place = i * STRIDE + bits.trailing_zeros() as usize;
            places[n] = place as u16;
            n += usize::from(passes(letters, text, from + place));
            bits &= bits - 1;
        }
    }
    (n, end)
}

/// The filter on so many strides that stand within the text.
///
/// # Safety
/// The processor has the filter's instructions.
#[inline(always)]
unsafe fn filter<F: Filter>(text: &[u8; BEFORE + FAR + 1], masks: &mut [u64; FAR / STRIDE]) {
    for (i, mask) in masks.iter_mut().enumerate() {
        if let Some(window) = text[i * STRIDE..].first_chunk() {
            // SAFETY: as for this function.
            *mask = unsafe { F::may_pass(window) };
        }
    }
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
const AHEAD: usize = 2048;

/// A vector of bytes, or of answers: all bits of a byte are set for yes, none for no.
///
/// # Safety
/// May be used only where the processor has the vector's instructions.
pub(super) trait Block: Copy {
    /// How many bytes, at most 32.
    const LEN: usize;

    /// Asks for the bytes at `from` to be brought near, whether they exist or not.
    fn prefetch(_from: *const u8) {}
    /// The bytes at `at`, which need not be aligned.
    unsafe fn load(bytes: &[u8], at: usize) -> Self;
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
    /// The upper and the lower four bits of each byte.
    unsafe fn row_and_column(self) -> (Self, Self);
    /// For each byte, which is less than 16, that of the table.
    unsafe fn lookup(self, table: &[u8; 16]) -> Self;
    /// One bit a byte.
    unsafe fn bits(self) -> u32;
}

impl<B: Block> Filter for B {
    #[inline(always)]
    unsafe fn may_pass(window: &Window) -> u64 {
        B::prefetch(window.as_ptr().wrapping_add(AHEAD));
        // SAFETY: the caller's.
        unsafe {
            let (mut bits, mut at) = (0, 0);
            while at < STRIDE {
                bits |= u64::from(may_pass_at::<B>(window, at).bits()) << at;
                at += B::LEN;
            }
            bits
        }
    }
}

/// [`may_pass`](super::scalar::may_pass) of every byte of the block at `at`.
///
/// # Safety
/// The processor has the instructions of `B`.
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
        let named = before.is_ascii_above(b':').or(of_word);
        let shown = after.is_above(b' ').and(named);
        let label = before
            .or(B::splat(0x23))
            .is(b'o')
            .and(third.or(B::splat(0x39)).is(0x7d));
        colon.is(b':').and(shown.or(label))
    }
}
