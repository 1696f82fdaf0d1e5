//! Blocks of x86-64.

#![allow(unsafe_code, reason = "the processor's own instructions")]

use std::arch::x86_64::*;

use super::PLACES;
use super::engine::{self, Block};
use super::scalar::{DIGIT, Letters};

/// # Safety
/// The processor has AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn fill_avx2(
    letters: &Letters,
    text: &[u8],
    from: usize,
    places: &mut [u32; PLACES],
) -> (usize, usize) {
    // SAFETY: as for this function.
    unsafe { engine::fill::<__m256i>(letters, text, from, places) }
}

/// # Safety
/// The processor has SSSE3.
#[target_feature(enable = "ssse3")]
pub(super) unsafe fn fill_ssse3(
    letters: &Letters,
    text: &[u8],
    from: usize,
    places: &mut [u32; PLACES],
) -> (usize, usize) {
    // SAFETY: as for this function.
    unsafe { engine::fill::<__m128i>(letters, text, from, places) }
}

impl Block for __m256i {
    const LEN: usize = 32;
    type Tables = (__m256i, __m256i);

    #[inline(always)]
    unsafe fn tables(letters: &Letters) -> Self::Tables {
        // SAFETY: both tables are 16 bytes long.
        unsafe {
            let low = _mm_loadu_si128(letters.low.as_ptr().cast());
            let high = _mm_loadu_si128(letters.high.as_ptr().cast());
            (
                _mm256_broadcastsi128_si256(low),
                _mm256_broadcastsi128_si256(high),
            )
        }
    }

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller's.
        unsafe { _mm256_loadu_si256(from.cast()) }
    }

    #[inline(always)]
    unsafe fn are_without_colon(self, other: Self) -> bool {
        // SAFETY: the caller's.
        unsafe {
            let colon = _mm256_set1_epi8(b':' as i8);
            let either = _mm256_or_si256(
                _mm256_cmpeq_epi8(self, colon),
                _mm256_cmpeq_epi8(other, colon),
            );
            _mm256_testz_si256(either, either) != 0
        }
    }

    #[inline(always)]
    unsafe fn passing(
        self,
        third: Self,
        before: Self,
        after: Self,
        (low, high): Self::Tables,
    ) -> u64 {
        // SAFETY: the caller's.
        unsafe {
            let is = |v, byte: u8| _mm256_cmpeq_epi8(v, _mm256_set1_epi8(byte as i8));
            let colon = is(self, b':');
            if _mm256_testz_si256(colon, colon) != 0 {
                return 0;
            }
            let nibbles = _mm256_set1_epi8(15);
            let of_low = _mm256_shuffle_epi8(low, _mm256_and_si256(before, nibbles));
            let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(before), nibbles);
            let letter = _mm256_and_si256(of_low, _mm256_shuffle_epi8(high, upper));
            let no_letter = is(letter, 0);
            let shown = |v| _mm256_cmpeq_epi8(_mm256_max_epu8(v, _mm256_set1_epi8(0x21)), v);
            let of_name = _mm256_andnot_si256(is(third, b':'), shown(third));
            let of_time = _mm256_andnot_si256(of_name, is(letter, DIGIT));
            let no_letter = _mm256_or_si256(no_letter, of_time);
            let l = is(_mm256_or_si256(before, _mm256_set1_epi8(0x20)), b'l');
            let around = _mm256_or_si256(is(after, b'/'), l);
            let around = _mm256_or_si256(around, _mm256_andnot_si256(no_letter, shown(after)));
            _mm256_movemask_epi8(_mm256_and_si256(colon, around)) as u32 as u64
        }
    }
}

impl Block for __m128i {
    const LEN: usize = 16;
    type Tables = (__m128i, __m128i);

    #[inline(always)]
    unsafe fn tables(letters: &Letters) -> Self::Tables {
        // SAFETY: both tables are 16 bytes long.
        unsafe {
            let low = _mm_loadu_si128(letters.low.as_ptr().cast());
            let high = _mm_loadu_si128(letters.high.as_ptr().cast());
            (low, high)
        }
    }

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller's.
        unsafe { _mm_loadu_si128(from.cast()) }
    }

    #[inline(always)]
    unsafe fn are_without_colon(self, other: Self) -> bool {
        // SAFETY: the caller's.
        unsafe {
            let colon = _mm_set1_epi8(b':' as i8);
            let either = _mm_or_si128(_mm_cmpeq_epi8(self, colon), _mm_cmpeq_epi8(other, colon));
            _mm_movemask_epi8(either) == 0
        }
    }

    #[inline(always)]
    unsafe fn passing(
        self,
        third: Self,
        before: Self,
        after: Self,
        (low, high): Self::Tables,
    ) -> u64 {
        // SAFETY: the caller's.
        unsafe {
            let is = |v, byte: u8| _mm_cmpeq_epi8(v, _mm_set1_epi8(byte as i8));
            let colon = is(self, b':');
            if _mm_movemask_epi8(colon) == 0 {
                return 0;
            }
            let nibbles = _mm_set1_epi8(15);
            let of_low = _mm_shuffle_epi8(low, _mm_and_si128(before, nibbles));
            let upper = _mm_and_si128(_mm_srli_epi16::<4>(before), nibbles);
            let letter = _mm_and_si128(of_low, _mm_shuffle_epi8(high, upper));
            let no_letter = is(letter, 0);
            let shown = |v| _mm_cmpeq_epi8(_mm_max_epu8(v, _mm_set1_epi8(0x21)), v);
            let of_name = _mm_andnot_si128(is(third, b':'), shown(third));
            let of_time = _mm_andnot_si128(of_name, is(letter, DIGIT));
            let no_letter = _mm_or_si128(no_letter, of_time);
            let l = is(_mm_or_si128(before, _mm_set1_epi8(0x20)), b'l');
            let around = _mm_or_si128(is(after, b'/'), l);
            let around = _mm_or_si128(around, _mm_andnot_si128(no_letter, shown(after)));
            _mm_movemask_epi8(_mm_and_si128(colon, around)) as u32 as u64
        }
    }
}
