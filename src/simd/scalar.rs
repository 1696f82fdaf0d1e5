//! The portable engine, and what passes: the oracle of all others.

use super::engine::{BEFORE, Filter, STRIDE, Window};

/// The ends of schemes that need no slashes.
#[derive(Debug)]
pub(crate) struct Letters {
    /// For the last two letters of those that need no angle brackets, one bit for each that can stand before them; all by their
    /// lower five bits.
    pub(super) ends: &'static [[u32; 32]; 32],
}

impl Letters {
    pub(crate) const fn of(ends: &'static [[u32; 32]; 32]) -> Letters {
        Letters { ends }
    }
}

/// One more than the longest scheme with the bracket before it.
const NEAR: usize = 65;

/// Whether a URL may stand around a colon, by the bytes around it, of which `third` is the third before it: something stands after
/// it, and it is not a time of day's; or before it the end of `URL` or `mailto`, which white space may follow.
///
/// A scheme that ends in a digit has another letter or digit, or the `<`, three bytes before its colon, unless a slash follows; an
/// hour has a blank there, and minutes a colon. What ends in `l` to `o` and has one of `delmtu` two bytes before is more than the
/// two words, but not much.
#[inline(always)]
pub(super) fn may_pass(third: u8, before: u8, colon: u8, after: u8) -> bool {
    let ascii_above = |byte: u8, than: u8| byte.is_ascii() & (byte > than);
    let of_word = ascii_above(third, b' ') & (third != b':') | (after == b'/');
    let named = ascii_above(before, b':') | of_word;
    let label = (before | 0x23 == b'o') & (third | 0x39 == 0x7d);
    (colon == b':') & ((after > b' ') & named | label)
}

/// Whether the colon at `at`, which [may pass](may_pass), does: a slash follows it; or `URL` or `mailto` stands before it; or
/// something follows it, and before it stand the last letters of a scheme that needs no slashes, or near enough a `<`.
#[inline(always)]
pub(super) fn passes(letters: &Letters, text: &[u8], at: usize) -> bool {
    let around: Option<&[u8; NEAR + 2]> = at
        .checked_sub(NEAR)
        .and_then(|start| text[start..].first_chunk());
    let Some(around @ &[.., third, second, before, _, after]) = around else {
        // Too near to the beginning or the end.
        return true;
    };
    let ends = letters.ends[before as usize & 31][second as usize & 31];
    let opaque = ends >> (third & 31) & 1 != 0;
    let in_angle = around[..NEAR - 1]
        .iter()
        .fold(0, |any, &b| any | u8::from(b == b'<'))
        != 0;
    let url = (before | 0x20 == b'l') & (third | 0x20 == b'u');
    let mail = (before | 0x20 == b'o') & (second | 0x20 == b't') & (third | 0x20 == b'l');
    (after == b'/') | url | mail | ((after > b' ') & (opaque | in_angle))
}

/// The portable engine's filter: plain Rust, of which compilers make vectors.
pub(super) struct Portable;

impl Filter for Portable {
    #[allow(
        unsafe_code,
        reason = "the filter of an engine is unsafe, but not this one"
    )]
    #[inline(always)]
    unsafe fn may_pass(window: &Window) -> u64 {
        let mut passing = [0; STRIDE];
        for (i, passing) in passing.iter_mut().enumerate() {
            let [third, before] = [window[i], window[i + BEFORE - 1]];
            let [colon, after] = [window[i + BEFORE], window[i + BEFORE + 1]];
            *passing = u8::from(may_pass(third, before, colon, after));
        }
        let (eights, _) = passing.as_chunks();
        eights.iter().rev().fold(0, |bits, &eight| {
            // Moves the lowest bit of each byte into the highest byte.
            let gathered = u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            bits << 8 | gathered
        })
    }
}
