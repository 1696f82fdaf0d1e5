//! Blocks of x86-64.

#![allow(unsafe_code, reason = "the processor's own instructions")]

use std::arch::x86_64::*;

use super::PLACES;
use super::engine::{self, Block};
use super::scalar::Letters;

/// # Safety
/// The processor has AVX2, BMI1 and POPCNT.
#[target_feature(enable = "avx2,bmi1,popcnt")]
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
/// The processor has SSSE3 and POPCNT.
#[target_feature(enable = "ssse3,popcnt")]
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

    #[inline(always)]
    fn prefetch(from: *const u8) {
        // SAFETY: every x86-64 processor has it, and nothing is read.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) }
    }

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller's.
        unsafe { _mm256_loadu_si256(from.cast()) }
    }

    #[inline(always)]
    unsafe fn may_pass(self, before: Self, after: Self) -> u32 {
        // SAFETY: the caller's.
        unsafe {
            let is = |v, byte: u8| _mm256_cmpeq_epi8(v, _mm256_set1_epi8(byte as i8));
            let shown = _mm256_cmpeq_epi8(_mm256_max_epu8(after, _mm256_set1_epi8(0x21)), after);
            let l_to_o = is(_mm256_or_si256(before, _mm256_set1_epi8(0x23)), b'o');
            let around = _mm256_or_si256(shown, l_to_o);
            _mm256_movemask_epi8(_mm256_and_si256(is(self, b':'), around)) as u32
        }
    }
}

impl Block for __m128i {
    const LEN: usize = 16;

    #[inline(always)]
    fn prefetch(from: *const u8) {
        // SAFETY: every x86-64 processor has it, and nothing is read.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) }
    }

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller's.
        unsafe { _mm_loadu_si128(from.cast()) }
    }

    #[inline(always)]
    unsafe fn may_pass(self, before: Self, after: Self) -> u32 {
        // SAFETY: the caller's.
        unsafe {
            let is = |v, byte: u8| _mm_cmpeq_epi8(v, _mm_set1_epi8(byte as i8));
            let shown = _mm_cmpeq_epi8(_mm_max_epu8(after, _mm_set1_epi8(0x21)), after);
            let l_to_o = is(_mm_or_si128(before, _mm_set1_epi8(0x23)), b'o');
            let around = _mm_or_si128(shown, l_to_o);
            _mm_movemask_epi8(_mm_and_si128(is(self, b':'), around)) as u32
        }
    }
}
