//! The portable engine, and what passes: the oracle of all others.

use super::PLACES;

/// How far one fill goes, so that the text is still in the cache when its places are looked at.
pub(super) const FAR: usize = 32 * 1024;

/// The ends of schemes that need no slashes.
#[derive(Debug)]
pub(crate) struct Letters {
    /// The last letters of all.
    is_last: [bool; 256],
    /// For the last two letters of those that need no angle brackets, one bit for each that can stand before them; all by their
    /// lower five bits.
    ends: &'static [[u32; 32]; 32],
}

impl Letters {
    /// Digits, and letters in both cases.
    pub(crate) const fn of(is_last: &[bool; 256], ends: &'static [[u32; 32]; 32]) -> Letters {
        Letters {
            is_last: *is_last,
            ends,
        }
    }
}

/// One more than the longest scheme with the bracket before it.
const NEAR: usize = 65;

/// Whether the byte at `at` is a colon around which a URL may stand: a slash after it and no colon before it; the `L` of `URL:`
/// or `<mailto` before it; or something after it, and before it the last letters of a scheme that needs no slashes, or the last
/// letter of any with a `<` not far before it.
#[inline(always)]
pub(super) fn passes(letters: &Letters, text: &[u8], at: usize) -> bool {
    may_pass(letters, text, at) && passes_angle(letters, text, at)
}

/// [`passes`] wherever the `<` is. Most digits before a colon are a time of day: two bytes before one that ends a scheme another
/// letter of it stands, or the `<`.
///
/// Nobody can predict what stands around a colon, so this is one expression without a branch.
#[inline(always)]
pub(super) fn may_pass(letters: &Letters, text: &[u8], at: usize) -> bool {
    let around = match text.get(at.wrapping_sub(3)..at + 2) {
        Some(&[third, _, before, colon, after]) => [third, before, colon, after],
        // Too near to the text's beginning or end.
        _ => {
            let byte = |i: usize| text.get(i).copied().unwrap_or(0);
            let before = |n: usize| byte(at.wrapping_sub(n));
            [before(3), before(1), byte(at), byte(at + 1)]
        }
    };
    let [third, before, colon, after] = around;
    let of_time = before.is_ascii_digit() & ((third <= b' ') | (third == b':'));
    let last = letters.is_last[before as usize] & (after > b' ') & !of_time;
    let slash = (after == b'/') & (before != b':') & (at > 0);
    (colon == b':') & (slash | (before | 0x20 == b'l') | last | (before | 0x20 == b'o'))
}

/// Whether a `<` stands near enough before the colon at `at`, which [may pass](may_pass), or need not.
#[inline(always)]
pub(super) fn passes_angle(letters: &Letters, text: &[u8], at: usize) -> bool {
    let (Some(near), Some(&[third, second, before, _])) = (
        text.get(at.wrapping_sub(NEAR)..at.wrapping_sub(1)),
        text.get(at.wrapping_sub(3)..at + 1)
            .and_then(<[u8]>::first_chunk),
    ) else {
        return true;
    };
    let ends = letters.ends[before as usize & 31][second as usize & 31];
    let opaque = ends >> (third & 31) & 1 != 0;
    let in_angle = near.iter().fold(0, |any, &b| any | u8::from(b == b'<')) != 0;
    let after = text.get(at + 1).copied().unwrap_or(0);
    let shown = (opaque | in_angle) & (after > b' ');
    shown | (in_angle & opaque) | (before | 0x20 == b'l') | (after == b'/')
}

/// The safe [`Engine::fill`](super::Engine::fill).
pub(super) fn fill(
    letters: &Letters,
    text: &[u8],
    from: usize,
    places: &mut [u32; PLACES],
) -> (usize, usize) {
    let end = text.len().min(from + FAR);
    let mut n = 0;
    for colon in memchr::memchr_iter(b':', &text[from..end]) {
        if passes(letters, text, from + colon) {
            if n == PLACES {
                return (n, from + colon);
            }
            places[n] = colon as u32;
            n += 1;
        }
    }
    (n, end)
}
