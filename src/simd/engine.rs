//! The filter around the colon, once for all engines.

#![allow(unsafe_code, reason = "vectors ask for it")]
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "no vectors are known there")
)]

use super::newlines::{Counting, Newlines};
use super::scalar::{Letters, passes};
use super::{FAR, PLACES};

/// How many colons are asked about at once.
pub(super) const STRIDE: usize = 64;

const STRIDES: usize = FAR / STRIDE;

/// How many blocks a stride has at most.
const BLOCKS: usize = 4;

/// How many bytes before a colon are asked for; behind it is one.
pub(super) const BEFORE: usize = 3;

/// A stride with the bytes before and behind it.
pub(super) type Window = [u8; BEFORE + STRIDE + 1];

/// [`Engine::fill`](super::Engine::fill), to be inlined where the instructions of `B` are enabled: once with newlines and once
/// without.
///
/// # Safety
/// The processor has the instructions of `B`.
#[inline(always)]
pub(super) unsafe fn fill_by<B: Block>(
    letters: &Letters,
    text: &[u8],
    from: usize,
    places: &mut [u16; PLACES],
    newlines: Option<&mut Newlines>,
) -> (usize, usize) {
    // SAFETY: as for this function.
    unsafe {
        match newlines {
            None => fill::<B>(letters, text, from, places, None),
            newlines => fill::<B>(letters, text, from, places, newlines),
        }
    }
}

/// Of ten colons a KiB nobody can predict where they stand. So it goes in three steps, in which no branch depends on the text: which
/// strides have a colon, seven in ten have none; in which of these one may pass, one in seven; and which do.
///
/// # Safety
/// The processor has the instructions of `B`.
#[inline(always)]
unsafe fn fill<B: Block>(
    letters: &Letters,
    text: &[u8],
    from: usize,
    places: &mut [u16; PLACES],
    newlines: Option<&mut Newlines>,
) -> (usize, usize) {
    let end = text.len().min(from + FAR);
    let (strides, rest) = text[from..end].as_chunks();
    let mut counting = newlines.map(Newlines::counting);
    let (mut some, mut count) = ([0; STRIDES], 0);
    for (i, stride) in strides.iter().enumerate() {
        some[count] = i as u8;
        // SAFETY: as for this function.
        count += usize::from(unsafe { has_colon::<B>(stride, &mut counting) });
    }
    if !rest.is_empty() {
        let mut last = [0; STRIDE];
        last[..rest.len()].copy_from_slice(rest);
        some[count] = strides.len() as u8;
        // SAFETY: as for this function.
        count += usize::from(unsafe { has_colon::<B>(&last, &mut counting) });
    }
    if let Some(counting) = counting {
        counting.finish();
    }
    let (mut masks, mut left) = ([[0; BLOCKS]; STRIDES], 0);
    for k in 0..count {
        let at = from + usize::from(some[k]) * STRIDE;
        let near;
        let window = match window(text, at) {
            Some(window) => window,
            None => {
                near = padded(text, at);
                &near
            }
        };
        // SAFETY: as for this function.
        let mask = unsafe { look::<B>(window) };
        (some[left], masks[left]) = (some[k], mask);
        left += usize::from(mask.iter().fold(0, |any, bits| any | bits) != 0);
    }
    let mut n = 0;
    for (&i, mask) in some.iter().zip(&masks).take(left) {
        let stride = usize::from(i) * STRIDE;
        if n + STRIDE > PLACES {
            return (n, from + stride);
        }
        let mut bits = (0..STRIDE / B::LEN)
            .map(|k| u64::from(mask[k]) << (k * B::LEN))
            .fold(0, |all, bits| all | bits);
        while bits != 0 {
            let place = stride + bits.trailing_zeros() as usize;
            places[n] = place as u16;
            n += usize::from(passes(letters, text, from + place));
            bits &= bits - 1;
        }
    }
    (n, end)
}

/// Whether the next stride has a colon. Its newlines are counted on the way.
///
/// # Safety
/// The processor has the instructions of `B`.
#[inline(always)]
unsafe fn has_colon<B: Block>(stride: &[u8; STRIDE], counting: &mut Option<Counting<'_>>) -> bool {
    // SAFETY: the caller's.
    unsafe {
        let (mut any, mut newlines, mut at) = (B::splat(0), 0, 0);
        while at < STRIDE {
            let block = B::load(stride, at);
            any = any.or(block.is(b':'));
            if counting.is_some() {
                newlines |= u64::from(block.is(b'\n').bits()) << at;
            }
            at += B::LEN;
        }
        if let Some(counting) = counting {
            counting.push(newlines);
        }
        any.bits() != 0
    }
}

/// The stride at `at` with the bytes before and behind it, if the text has them.
#[inline(always)]
fn window(text: &[u8], at: usize) -> Option<&Window> {
    text.get(at.checked_sub(BEFORE)?..)?.first_chunk()
}

/// The window at `at` where the text does not fill it.
#[cold]
#[inline(never)]
fn padded(text: &[u8], at: usize) -> Window {
    let mut window = [0; BEFORE + STRIDE + 1];
    let missing = BEFORE.saturating_sub(at);
    let rest = &text[at.saturating_sub(BEFORE)..];
    let len = rest.len().min(window.len() - missing);
    window[missing..missing + len].copy_from_slice(&rest[..len]);
    window
}

/// A vector of bytes, or of answers: all bits of a byte are set for yes, none for no.
///
/// # Safety
/// May be used only where the processor has the vector's instructions.
pub(super) trait Block: Copy {
    /// How many bytes, at most 32.
    const LEN: usize;

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

/// One bit for each byte of a stride that is a colon which [may pass](super::scalar::may_pass), block by block: of one mask for all
/// of them compilers make a vector that no processor has.
///
/// # Safety
/// The processor has the instructions of `B`.
#[inline(always)]
unsafe fn look<B: Block>(window: &Window) -> [u32; BLOCKS] {
    let mut passing = [0; BLOCKS];
    for (k, passing) in passing.iter_mut().enumerate().take(STRIDE / B::LEN) {
        // SAFETY: the caller's.
        *passing = unsafe { may_pass::<B>(window, k * B::LEN).bits() };
    }
    passing
}

/// [`may_pass`](super::scalar::may_pass) of every byte of the block at `at`.
///
/// # Safety
/// The processor has the instructions of `B`.
#[inline(always)]
unsafe fn may_pass<B: Block>(window: &Window, at: usize) -> B {
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
