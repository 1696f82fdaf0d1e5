//! The portable engine: plain Rust, and the oracle of all others.

use super::fill::{STRIDE, Stride};
use super::kinds::Kinds;
use crate::class::Class;

/// The instructions of any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Stride for Portable {
    #[inline(always)]
    fn bits(self, stride: &[u8; STRIDE], byte: u8) -> u64 {
        let is = stride.map(|b| u8::from(b == byte));
        let (eights, _) = is.as_chunks();
        eights.iter().rev().fold(0, |bits, &eight| {
            // Moves the lowest bit of each byte into the highest byte.
            let gathered = u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            bits << 8 | gathered
        })
    }
}

/// The kinds of bytes up to the first one that ends any URL.
pub(super) fn kinds(bytes: &[u8; STRIDE]) -> Kinds {
    let mut kinds = Kinds {
        label: 0,
        dot: 0,
        hyphen: 0,
        notable: 0,
        len: 0,
    };
    for (i, &byte) in bytes.iter().enumerate() {
        kinds.label |= u64::from(Class::LABEL.has(byte)) << i;
        kinds.dot |= u64::from(byte == b'.') << i;
        kinds.hyphen |= u64::from(byte == b'-') << i;
        kinds.notable |= u64::from(Class::NOTABLE.has(byte)) << i;
        kinds.len = i + 1;
        if Class::STOP.has(byte) {
            break;
        }
    }
    kinds
}
