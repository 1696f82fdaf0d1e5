//! The places of a byte in a short text, as every x86-64 processor finds them.

#![allow(unsafe_code, reason = "the processor's own instructions")]

use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};

/// How many bytes are looked at at once.
const BLOCK: usize = 16;

/// Where each of `bytes` stands in a short text: a bit for each byte of the text, the first byte's the lowest. The length cannot be
/// predicted, so little depends on it: some bytes are looked at more than once.
#[inline(always)]
pub(super) fn bits_of<const N: usize>(text: &[u8], bytes: [u8; N]) -> [u128; N] {
    const STARTS: [usize; 4] = [0, BLOCK, 2 * BLOCK, 3 * BLOCK];
    let len = text.len();
    if len < BLOCK {
        return bits(&padded(text), bytes).map(u128::from);
    }
    if len <= 64 {
        let last = len - BLOCK;
        return bits_from(text, STARTS.map(|at| at.min(last)), bytes).map(u128::from);
    }
    let first = bits_from(text, STARTS, bytes);
    let last = bits_from(&text[len - 64..], STARTS, bytes);
    std::array::from_fn(|i| u128::from(first[i]) | u128::from(last[i]) << (len - 64))
}

/// Those of the blocks that begin at `starts`.
#[inline(always)]
fn bits_from<const N: usize>(text: &[u8], starts: [usize; 4], bytes: [u8; N]) -> [u64; N] {
    let mut all = [0; N];
    for at in starts {
        let block = text[at..].first_chunk();
        let found = block.map_or([0; N], |block| bits(block, bytes));
        for (all, found) in all.iter_mut().zip(found) {
            *all |= found << at;
        }
    }
    all
}

/// One bit for each byte of `block` that is the byte, the first byte's the lowest.
#[inline(always)]
fn bits<const N: usize>(block: &[u8; BLOCK], bytes: [u8; N]) -> [u64; N] {
    // SAFETY: every x86-64 processor has these instructions, and a vector is as long as a block.
    unsafe {
        let block = _mm_loadu_si128(block.as_ptr().cast());
        bytes.map(|byte| _mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8(byte as i8))) as u64)
    }
}

/// A text of less than a block, with zeros after it. Its first and last bytes are read at once.
#[inline(always)]
fn padded(text: &[u8]) -> [u8; BLOCK] {
    let len = text.len();
    let bytes = if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        u128::from(u64::from_le_bytes(*first))
            | u128::from(u64::from_le_bytes(*last)) << (8 * (len - 8))
    } else if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        u128::from(u32::from_le_bytes(*first))
            | u128::from(u32::from_le_bytes(*last)) << (8 * (len - 4))
    } else {
        text.iter()
            .rev()
            .fold(0, |bytes, &b| bytes << 8 | u128::from(b))
    };
    bytes.to_le_bytes()
}
