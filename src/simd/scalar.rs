//! The portable engine, and what passes: the oracle of all others.

use super::engine::{BEFORE, STRIDE};
use super::newlines::Newlines;
use super::{FAR, PLACES};

/// The ends of schemes that need no slashes.
#[derive(Debug)]
pub(crate) struct Letters {
    /// For the last two letters of those that need no angle brackets, one bit for each that can stand before them; all by their
    /// lower five bits.
    pub(super) ends: &'static [[u32; 32]; 32],
}

impl Letters {
    pub(crate) const fn new(ends: &'static [[u32; 32]; 32]) -> Letters {
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

/// [`Engine::fill`](super::Engine::fill) of the portable engine.
pub(super) fn fill(
    letters: &Letters,
    text: &[u8],
    from: usize,
    places: &mut [u16; PLACES],
    newlines: Option<&mut Newlines>,
) -> (usize, usize) {
    let end = text.len().min(from + FAR);
    let (mut some, mut count) = ([0; FAR / STRIDE], 0);
    for (i, stride) in text[from..end].chunks(STRIDE).enumerate() {
        some[count] = i;
        let any = match stride.first_chunk::<STRIDE>() {
            Some(stride) => stride.iter().fold(0, |any, &b| any | u8::from(b == b':')) != 0,
            None => true,
        };
        count += usize::from(any);
    }
    if let Some(mut counting) = newlines.map(Newlines::counting) {
        for stride in text[from..end].chunks(STRIDE) {
            counting.push(bits_of(b'\n', stride));
        }
        counting.finish();
    }
    let mut n = 0;
    for &i in &some[..count] {
        if n + STRIDE > PLACES {
            return (n, from + i * STRIDE);
        }
        let stride = from + i * STRIDE..end.min(from + (i + 1) * STRIDE);
        let mut bits = bits_of(b':', &text[stride]);
        while bits != 0 {
            let place = i * STRIDE + bits.trailing_zeros() as usize;
            places[n] = place as u16;
            n +=
                usize::from(may_pass_at(text, from + place) && passes(letters, text, from + place));
            bits &= bits - 1;
        }
    }
    (n, end)
}

/// One bit for each of at most so many bytes as a stride has that is `byte`.
#[inline(always)]
fn bits_of(byte: u8, bytes: &[u8]) -> u64 {
    let Some(bytes) = bytes.first_chunk::<STRIDE>() else {
        return bytes
            .iter()
            .rev()
            .fold(0, |bits, &b| bits << 1 | u64::from(b == byte));
    };
    let is = bytes.map(|b| u8::from(b == byte));
    let (eights, _) = is.as_chunks();
    eights.iter().rev().fold(0, |bits, &eight| {
        // Moves the lowest bit of each byte into the highest byte.
        let gathered = u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits << 8 | gathered
    })
}

/// Whether the colon at `at` [may pass](may_pass).
#[inline(always)]
fn may_pass_at(text: &[u8], at: usize) -> bool {
    let around = at
        .checked_sub(BEFORE)
        .and_then(|start| text[start..].first_chunk());
    let byte = |i: usize| text.get(i).copied().unwrap_or(0);
    let [third, _, before, colon, after] = match around {
        Some(&around) => around,
        None => [3, 2, 1, 0, usize::MAX].map(|n| byte(at.wrapping_sub(n))),
    };
    may_pass(third, before, colon, after)
}
