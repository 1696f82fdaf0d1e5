//! Blocks of x86-64.

#![allow(unsafe_code, reason = "the processor's own instructions")]

use std::arch::x86_64::*;

use super::PLACES;
use super::engine::{self, Block};
use super::kinds::{self, Kinds};
use super::scalar::Letters;

/// # Safety
/// The processor has AVX2, BMI1 and POPCNT.
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(super) unsafe fn fill_avx2(
    letters: &Letters,
    text: &[u8],
    from: usize,
    places: &mut [u16; PLACES],
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
    places: &mut [u16; PLACES],
) -> (usize, usize) {
    // SAFETY: as for this function.
    unsafe { engine::fill::<__m128i>(letters, text, from, places) }
}

/// # Safety
/// The processor has AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn kinds_avx2(bytes: &[u8; 64]) -> Kinds {
    // SAFETY: as for this function.
    unsafe { kinds::of::<__m256i>(bytes) }
}

/// # Safety
/// The processor has SSSE3.
#[target_feature(enable = "ssse3")]
pub(super) unsafe fn kinds_ssse3(bytes: &[u8; 64]) -> Kinds {
    // SAFETY: as for this function.
    unsafe { kinds::of::<__m128i>(bytes) }
}

impl Block for __m256i {
    const LEN: usize = 32;

    #[inline(always)]
    fn prefetch(from: *const u8) {
        // SAFETY: every x86-64 processor has it, and nothing is read.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) }
    }

    #[inline(always)]
    unsafe fn load(bytes: &[u8], at: usize) -> Self {
        let bytes = &bytes[at..at + Self::LEN];
        // SAFETY: so many bytes lie there; the instructions are the caller's affair, here and below.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        unsafe { _mm256_set1_epi8(byte as i8) }
    }

    #[inline(always)]
    unsafe fn is(self, byte: u8) -> Self {
        unsafe { _mm256_cmpeq_epi8(self, Self::splat(byte)) }
    }

    #[inline(always)]
    unsafe fn is_ascii_above(self, byte: u8) -> Self {
        unsafe { _mm256_cmpgt_epi8(self, Self::splat(byte)) }
    }

    #[inline(always)]
    unsafe fn is_above(self, byte: u8) -> Self {
        unsafe { _mm256_cmpeq_epi8(_mm256_max_epu8(self, Self::splat(byte + 1)), self) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { _mm256_or_si256(self, other) }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        unsafe { _mm256_and_si256(self, other) }
    }

    #[inline(always)]
    unsafe fn and_not(self, other: Self) -> Self {
        unsafe { _mm256_andnot_si256(other, self) }
    }

    #[inline(always)]
    unsafe fn row_and_column(self) -> (Self, Self) {
        unsafe {
            let low = Self::splat(15);
            (_mm256_srli_epi16::<4>(self).and(low), self.and(low))
        }
    }

    #[inline(always)]
    unsafe fn lookup(self, table: &[u8; 16]) -> Self {
        // SAFETY: sixteen bytes lie there.
        unsafe {
            let table = _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast()));
            _mm256_shuffle_epi8(table, self)
        }
    }

    #[inline(always)]
    unsafe fn bits(self) -> u32 {
        unsafe { _mm256_movemask_epi8(self) as u32 }
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
    unsafe fn load(bytes: &[u8], at: usize) -> Self {
        let bytes = &bytes[at..at + Self::LEN];
        // SAFETY: so many bytes lie there; the instructions are the caller's affair, here and below.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        unsafe { _mm_set1_epi8(byte as i8) }
    }

    #[inline(always)]
    unsafe fn is(self, byte: u8) -> Self {
        unsafe { _mm_cmpeq_epi8(self, Self::splat(byte)) }
    }

    #[inline(always)]
    unsafe fn is_ascii_above(self, byte: u8) -> Self {
        unsafe { _mm_cmpgt_epi8(self, Self::splat(byte)) }
    }

    #[inline(always)]
    unsafe fn is_above(self, byte: u8) -> Self {
        unsafe { _mm_cmpeq_epi8(_mm_max_epu8(self, Self::splat(byte + 1)), self) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { _mm_or_si128(self, other) }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        unsafe { _mm_and_si128(self, other) }
    }

    #[inline(always)]
    unsafe fn and_not(self, other: Self) -> Self {
        unsafe { _mm_andnot_si128(other, self) }
    }

    #[inline(always)]
    unsafe fn row_and_column(self) -> (Self, Self) {
        unsafe {
            let low = Self::splat(15);
            (_mm_srli_epi16::<4>(self).and(low), self.and(low))
        }
    }

    #[inline(always)]
    unsafe fn lookup(self, table: &[u8; 16]) -> Self {
        // SAFETY: sixteen bytes lie there.
        unsafe {
            let table = _mm_loadu_si128(table.as_ptr().cast());
            _mm_shuffle_epi8(table, self)
        }
    }

    #[inline(always)]
    unsafe fn bits(self) -> u32 {
        unsafe { _mm_movemask_epi8(self) as u32 }
    }
}
