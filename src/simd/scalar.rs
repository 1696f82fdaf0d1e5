//! The portable engine, and what passes: the oracle of all others.

use super::PLACES;

/// How far one fill goes, so that the text is still in the cache when its places are looked at.
pub(super) const FAR: usize = 32 * 1024;

/// The bytes that can end a scheme which needs no slashes, as a table and as two tables of nibbles for vectors: a byte is one if
/// `low[b & 15] & high[b >> 4]` is not 0.
#[derive(Debug)]
pub(crate) struct Letters {
    is_last: [bool; 256],
    pub(super) low: [u8; 16],
    pub(super) high: [u8; 16],
}

/// What [`Letters`]' tables give for a digit.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) const DIGIT: u8 = 1;

impl Letters {
    /// Digits, and letters in both cases.
    pub(crate) const fn of(is_last: &[bool; 256]) -> Letters {
        let (mut low, mut high) = ([0; 16], [0; 16]);
        // One bit for digits, one for each half of the alphabet.
        (high[3], high[4], high[5], high[6], high[7]) = (1, 2, 4, 2, 4);
        let mut b = 0;
        while b < 128 {
            if is_last[b] {
                low[b & 15] |= high[b >> 4];
            }
            b += 1;
        }
        Letters {
            is_last: *is_last,
            low,
            high,
        }
    }
}

/// Whether the byte at `at` is a colon around which a URL may stand: a slash after it; the `L` of `URL:` before it; or the last
/// letter of a scheme before it and something after it. Most digits before a colon are a time of day: two bytes before one
/// that ends a scheme another letter of it stands, or the `<` that such a scheme needs.
#[inline]
pub(super) fn passes(letters: &Letters, text: &[u8], at: usize) -> bool {
    if text[at] != b':' {
        return false;
    }
    let before = at.checked_sub(1).map_or(0, |i| text[i]);
    let of_time = || {
        let third = at.checked_sub(3).map_or(0, |i| text[i]);
        before.is_ascii_digit() && (third <= b' ' || third == b':')
    };
    match text.get(at + 1) {
        Some(b'/') => at > 0,
        _ if before | 0x20 == b'l' => true,
        Some(&after) => after > b' ' && letters.is_last[before as usize] && !of_time(),
        None => false,
    }
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
