//! Blocks of AArch64.

#![allow(unsafe_code, reason = "the processor's own instructions")]

use std::arch::aarch64::*;

use super::PLACES;
use super::engine::{self, Block};
use super::scalar::Letters;

/// # Safety
/// The processor has NEON, as every AArch64 one.
#[target_feature(enable = "neon")]
pub(super) unsafe fn fill_neon(
    letters: &Letters,
    text: &[u8],
    from: usize,
    places: &mut [u32; PLACES],
) -> (usize, usize) {
    // SAFETY: as for this function.
    unsafe { engine::fill::<uint8x16_t>(letters, text, from, places) }
}

impl Block for uint8x16_t {
    const LEN: usize = 16;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller's.
        unsafe { vld1q_u8(from) }
    }

    #[inline(always)]
    unsafe fn may_pass(self, before: Self, after: Self) -> u32 {
        // SAFETY: the caller's.
        unsafe {
            let is = |v, byte: u8| vceqq_u8(v, vdupq_n_u8(byte));
            let shown = vcgtq_u8(after, vdupq_n_u8(b' '));
            let l_to_o = is(vorrq_u8(before, vdupq_n_u8(0x23)), b'o');
            let passing = vandq_u8(is(self, b':'), vorrq_u8(shown, l_to_o));
            let bits = vandq_u8(passing, vld1q_u8(BITS.as_ptr()));
            let (left, right) = (vget_low_u8(bits), vget_high_u8(bits));
            u32::from(vaddv_u8(left)) | u32::from(vaddv_u8(right)) << 8
        }
    }
}

const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
