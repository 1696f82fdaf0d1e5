//! The filter around the colon, once for all engines.

#![allow(unsafe_code, reason = "vectors ask for it")]
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "no vectors are known there")
)]

use super::PLACES;
use super::newlines::{Counting, Newlines};
use super::scalar::{Letters, passes};

/// How far one fill goes, so that the text is still in the cache when its places are looked at.
pub(super) const FAR: usize = 8 * 1024;

/// How many colons are asked about at once.
pub(super) const STRIDE: usize = 64;

/// How many bytes before a colon are asked for; behind it is one.
pub(super) const BEFORE: usize = 3;

/// A stride with the bytes before and behind it.
pub(super) type Window = [u8; BEFORE + STRIDE + 1];

/// [`Engine::fill`](super::Engine::fill), to be inlined where the instructions of `B` are enabled: once with newlines and once without.
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

///
/// Of ten colons a KiB nobody can predict where they stand. So the filter runs over the text without a branch that depends on it, and
/// only then the strides are looked at in which it left any, one in nine.
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
    let strides = (end - from).div_ceil(STRIDE);
    let mut masks = [0; FAR / STRIDE];
    let masks = &mut masks[..strides];
    // What stands at the ends of the text has no bytes around it.
    let first = usize::from(from < BEFORE);
    let last = ((text.len() - from - 1) / STRIDE).clamp(first, strides);
    let mut inner = text
        .get((from + first * STRIDE).saturating_sub(BEFORE)..)
        .unwrap_or_default();
    let mut counting = newlines.map(Newlines::counting);
    // SAFETY: as for this function.
    unsafe {
        for mask in &mut masks[..first] {
            *mask = look::<B>(&padded(text, from), &mut counting);
        }
        for mask in &mut masks[first..last] {
            let Some(window) = inner.first_chunk() else {
                break;
            };
            *mask = look::<B>(window, &mut counting);
            inner = &inner[STRIDE..];
        }
        for (i, mask) in masks.iter_mut().enumerate().skip(last) {
            *mask = look::<B>(&padded(text, from + i * STRIDE), &mut counting);
        }
    }
    if let Some(counting) = counting {
        counting.finish();
    }
    let (mut some, mut count) = ([0; FAR / STRIDE], 0);
    for (i, &mask) in masks.iter().enumerate() {
        some[count] = i as u8;
        count += usize::from(mask != 0);
    }
    let mut n = 0;
    for i in some[..count].iter().map(|&i| usize::from(i)) {
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

/// One bit for each byte of the next stride that is a colon which [may pass](super::scalar::may_pass).
///
/// # Safety
/// The processor has the instructions of `B`.
#[inline(always)]
unsafe fn look<B: Block>(window: &Window, counting: &mut Option<Counting<'_>>) -> u64 {
    B::prefetch(window.as_ptr().wrapping_add(AHEAD));
    // SAFETY: the caller's.
    unsafe {
        let (mut passing, mut newline, mut at) = (0, 0, 0);
        while at < STRIDE {
            passing |= u64::from(may_pass::<B>(window, at).bits()) << at;
            if counting.is_some() {
                newline |= u64::from(B::load(window, at + BEFORE).is(b'\n').bits()) << at;
            }
            at += B::LEN;
        }
        if let Some(counting) = counting {
            counting.push(newline);
        }
        passing
    }
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
