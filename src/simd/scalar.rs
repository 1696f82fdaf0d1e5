//! The portable engine, and what passes: the oracle of all others.

use super::PLACES;

/// How far one fill goes, so that the text is still in the cache when its places are looked at.
pub(super) const FAR: usize = 32 * 1024;

/// The bytes that can end a scheme which needs no slashes.
#[derive(Debug)]
pub(crate) struct Letters {
    is_last: [bool; 256],
}

impl Letters {
    /// Digits, and letters in both cases.
    pub(crate) const fn of(is_last: &[bool; 256]) -> Letters {
        Letters { is_last: *is_last }
    }
}

/// Whether the byte at `at` is a colon around which a URL may stand: a slash after it; the `L` of `URL:` before it; or the last
/// letter of a scheme before it and something after it. Most digits before a colon are a time of day: two bytes before one
/// that ends a scheme another letter of it stands, or the `<` that such a scheme needs.
///
/// Nobody can predict what stands around a colon, so this is one expression without a branch.
#[inline(always)]
pub(super) fn passes(letters: &Letters, text: &[u8], at: usize) -> bool {
    let around = match text.get(at.wrapping_sub(3)..at + 2) {
        Some(&[third, _, before, colon, after]) => [third, before, colon, after],
        // Too near to the text's beginning or end.
        _ => {
            let byte = |i: usize| text.get(i).copied().unwrap_or(0);
            let before = byte(at.wrapping_sub(1));
            [byte(at.wrapping_sub(3)), before, byte(at), byte(at + 1)]
        }
    };
    let [third, before, colon, after] = around;
    let of_time = before.is_ascii_digit() & ((third <= b' ') | (third == b':'));
    let last = letters.is_last[before as usize] & (after > b' ') & !of_time;
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
