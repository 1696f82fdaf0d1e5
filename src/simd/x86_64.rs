//! Blocks of x86-64.

#![allow(unsafe_code, reason = "the processor's own instructions")]
#![allow(
    unsafe_op_in_unsafe_fn,
    reason = "each function is an instruction or two, under its caller's promise"
)]

use std::arch::x86_64::*;

use super::Task;
use super::block::Block;
use super::vectors::Vectors;

/// # Safety
/// The processor has AVX2, BMI1 and POPCNT.
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(super) unsafe fn run_avx2<T: Task>(task: T) -> T::Answer {
    // SAFETY: as for this function.
    task.run(unsafe { Vectors::<__m256i>::new() })
}

/// # Safety
/// The processor has SSSE3 and POPCNT.
#[target_feature(enable = "ssse3,popcnt")]
pub(super) unsafe fn run_ssse3<T: Task>(task: T) -> T::Answer {
    // SAFETY: as for this function.
    task.run(unsafe { Vectors::<__m128i>::new() })
}

/// A vector of `$len` bytes, its instructions, and how a table becomes one.
macro_rules! block {
    ($vector:ty, $len:literal, $load:ident, $splat:ident, $is:ident, $above:ident, $max:ident, $or:ident, $and:ident, $and_not:ident,
     $shift:ident, $shuffle:ident, $bits:ident, $table:path) => {
        impl Block for $vector {
            const LEN: usize = $len;

            #[inline(always)]
            unsafe fn load(bytes: &[u8], at: usize) -> Self {
                $load(bytes[at..at + Self::LEN].as_ptr().cast())
            }

            #[inline(always)]
            unsafe fn splat(byte: u8) -> Self {
                $splat(byte as i8)
            }

            #[inline(always)]
            unsafe fn is(self, byte: u8) -> Self {
                $is(self, Self::splat(byte))
            }

            #[inline(always)]
            unsafe fn is_ascii_above(self, byte: u8) -> Self {
                $above(self, Self::splat(byte))
            }

            #[inline(always)]
            unsafe fn is_not_zero(self) -> Self {
                $is($max(self, Self::splat(1)), self)
            }

            #[inline(always)]
            unsafe fn or(self, other: Self) -> Self {
                $or(self, other)
            }

            #[inline(always)]
            unsafe fn and(self, other: Self) -> Self {
                $and(self, other)
            }

            #[inline(always)]
            unsafe fn and_not(self, other: Self) -> Self {
                $and_not(other, self)
            }

            #[inline(always)]
            unsafe fn row_and_column(self) -> (Self, Self) {
                let low = Self::splat(15);
                ($shift::<4>(self).and(low), self.and(low))
            }

            #[inline(always)]
            unsafe fn lookup(self, table: &[u8; 16]) -> Self {
                $shuffle($table(_mm_loadu_si128(table.as_ptr().cast())), self)
            }

            #[inline(always)]
            unsafe fn bits(self) -> u32 {
                $bits(self) as u32
            }
        }
    };
}

block!(
    __m256i,
    32,
    _mm256_loadu_si256,
    _mm256_set1_epi8,
    _mm256_cmpeq_epi8,
    _mm256_cmpgt_epi8,
    _mm256_max_epu8,
    _mm256_or_si256,
    _mm256_and_si256,
    _mm256_andnot_si256,
    _mm256_srli_epi16,
    _mm256_shuffle_epi8,
    _mm256_movemask_epi8,
    // Once for each half.
    _mm256_broadcastsi128_si256
);
block!(
    __m128i,
    16,
    _mm_loadu_si128,
    _mm_set1_epi8,
    _mm_cmpeq_epi8,
    _mm_cmpgt_epi8,
    _mm_max_epu8,
    _mm_or_si128,
    _mm_and_si128,
    _mm_andnot_si128,
    _mm_srli_epi16,
    _mm_shuffle_epi8,
    _mm_movemask_epi8,
    std::convert::identity
);
