//! Blocks of AArch64.

#![allow(unsafe_code, reason = "the processor's own instructions")]

use std::arch::aarch64::*;

use super::PLACES;
use super::engine::{self, Block};
use super::scalar::{DIGIT, Letters};

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
    type Tables = (uint8x16_t, uint8x16_t);

    #[inline(always)]
    unsafe fn tables(letters: &Letters) -> Self::Tables {
        // SAFETY: both tables are 16 bytes long.
        unsafe {
            (
                vld1q_u8(letters.low.as_ptr()),
                vld1q_u8(letters.high.as_ptr()),
            )
        }
    }

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller's.
        unsafe { vld1q_u8(from) }
    }

    #[inline(always)]
    unsafe fn are_without_colon(self, other: Self) -> bool {
        // SAFETY: the caller's.
        unsafe {
            let colon = vdupq_n_u8(b':');
            vmaxvq_u8(vorrq_u8(vceqq_u8(self, colon), vceqq_u8(other, colon))) == 0
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
            let is = |v, byte: u8| vceqq_u8(v, vdupq_n_u8(byte));
            let colon = is(self, b':');
            if vmaxvq_u8(colon) == 0 {
                return 0;
            }
            let of_low = vqtbl1q_u8(low, vandq_u8(before, vdupq_n_u8(15)));
            let letter = vandq_u8(of_low, vqtbl1q_u8(high, vshrq_n_u8::<4>(before)));
            let shown = |v| vcgtq_u8(v, vdupq_n_u8(b' '));
            let of_name = vbicq_u8(shown(third), is(third, b':'));
            let of_time = vbicq_u8(is(letter, DIGIT), of_name);
            let letter = vbicq_u8(vtstq_u8(letter, letter), of_time);
            let l = is(vorrq_u8(before, vdupq_n_u8(0x20)), b'l');
            let around = vorrq_u8(vorrq_u8(is(after, b'/'), l), vandq_u8(letter, shown(after)));
            let bits = vandq_u8(vandq_u8(colon, around), vld1q_u8(BITS.as_ptr()));
            let (left, right) = (vget_low_u8(bits), vget_high_u8(bits));
            u64::from(vaddv_u8(left)) | u64::from(vaddv_u8(right)) << 8
        }
    }
}

const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
