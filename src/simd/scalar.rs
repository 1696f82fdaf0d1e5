//! The portable engine, and what passes: the oracle of all others.

use super::PLACES;

/// How far one fill goes, so that the text is still in the cache when its places are looked at.
pub(super) const FAR: usize = 32 * 1024;

/// The ends of schemes that need no slashes.
#[derive(Debug)]
pub(crate) struct Letters {
    /// The last letters of those that stand in angle brackets only.
    is_last: [bool; 256],
    /// For the last two letters of the others, one bit for each that can stand before them; all by their lower five bits.
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

/// Whether the byte at `at` is a colon around which a URL may stand: a slash after it; the `L` of `URL:` before it; or something
/// after it, and before it the last letters of a scheme that needs no slashes, or the last letter of any with a `<` not far
/// before it. Most digits before a colon are a time of day: two bytes before one that ends a scheme another letter of it
/// stands, or the `<`.
///
/// Nobody can predict what stands around a colon, so this is one expression without a branch.
#[inline(always)]
pub(super) fn passes(letters: &Letters, text: &[u8], at: usize) -> bool {
    let around = match text.get(at.wrapping_sub(3)..at + 2) {
        Some(&[third, second, before, colon, after]) => [third, second, before, colon, after],
        // Too near to the text's beginning or end.
        _ => {
            let byte = |i: usize| text.get(i).copied().unwrap_or(0);
            let before = |n: usize| byte(at.wrapping_sub(n));
            [before(3), before(2), before(1), byte(at), byte(at + 1)]
        }
    };
    let [third, second, before, colon, after] = around;
    let of_time = before.is_ascii_digit() & ((third <= b' ') | (third == b':'));
    let ends = letters.ends[before as usize & 31][second as usize & 31];
    let opaque = before.is_ascii_alphabetic() & (ends >> (third & 31) & 1 != 0);
    let near = text.get(at.wrapping_sub(NEAR)..at.wrapping_sub(1));
    let in_angle = match near.and_then(<[u8]>::first_chunk::<{ NEAR - 1 }>) {
        Some(near) => near.iter().fold(false, |any, &b| any | (b == b'<')),
        None => true,
    };
    let last = (opaque | letters.is_last[before as usize] & !of_time & in_angle) & (after > b' ');
    let slash = (after == b'/') & (at > 0);
    (colon == b':') & (slash | (before | 0x20 == b'l') | last)
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
