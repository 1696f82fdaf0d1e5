//! Blocks of AArch64.

#![allow(unsafe_code, reason = "the processor's own instructions")]
#![allow(
    unsafe_op_in_unsafe_fn,
    reason = "each function is an instruction or two, under its caller's promise"
)]

use std::arch::aarch64::*;

use super::Task;
use super::block::Block;
use super::vectors::Vectors;

/// # Safety
/// The processor has NEON, as every AArch64 one.
#[target_feature(enable = "neon")]
pub(super) unsafe fn run<T: Task>(task: T) -> T::Answer {
    // SAFETY: as for this function.
    task.run(unsafe { Vectors::<uint8x16_t>::new() })
}

impl Block for uint8x16_t {
    const LEN: usize = 16;

    #[inline(always)]
    unsafe fn load(bytes: &[u8], at: usize) -> Self {
        let bytes = &bytes[at..at + Self::LEN];
        // SAFETY: the slice has as many bytes as are loaded. Here and below, the caller promised the instructions.
        vld1q_u8(bytes.as_ptr())
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        vdupq_n_u8(byte)
    }

    #[inline(always)]
    unsafe fn is(self, byte: u8) -> Self {
        vceqq_u8(self, Self::splat(byte))
    }

    #[inline(always)]
    unsafe fn is_ascii_above(self, byte: u8) -> Self {
        vcgtq_s8(vreinterpretq_s8_u8(self), vdupq_n_s8(byte as i8))
    }

    #[inline(always)]
    unsafe fn is_not_zero(self) -> Self {
        vtstq_u8(self, self)
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        vorrq_u8(self, other)
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        vandq_u8(self, other)
    }

    #[inline(always)]
    unsafe fn and_not(self, other: Self) -> Self {
        vbicq_u8(self, other)
    }

    #[inline(always)]
    unsafe fn row_and_column(self) -> (Self, Self) {
        (vshrq_n_u8::<4>(self), self.and(Self::splat(15)))
    }

    #[inline(always)]
    unsafe fn lookup(self, table: &[u8; 16]) -> Self {
        // SAFETY: sixteen bytes lie there.
        vqtbl1q_u8(vld1q_u8(table.as_ptr()), self)
    }

    #[inline(always)]
    unsafe fn bits(self) -> u32 {
        let bits = vandq_u8(self, vld1q_u8(BITS.as_ptr()));
        let (left, right) = (vget_low_u8(bits), vget_high_u8(bits));
        u32::from(vaddv_u8(left)) | u32::from(vaddv_u8(right)) << 8
    }
}

const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
