//! The classes of the bytes after a scheme, as bits: where a host's name ends and where a URL may end, without a loop over
//! bytes.

#![allow(unsafe_code, reason = "vectors ask for it")]
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "no vectors are known there")
)]

use super::block::Block;

/// Of 64 bytes, one bit each, the first byte's the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kinds {
    /// Letters, digits and hyphens: [`Class::LABEL`](crate::class::Class::LABEL).
    pub(crate) label: u64,
    pub(crate) dot: u64,
    pub(crate) hyphen: u64,
    /// [`Class::NOTABLE`](crate::class::Class::NOTABLE).
    pub(crate) notable: u64,
    /// How many bytes these are of.
    pub(crate) len: usize,
}

/// Classes of bytes that are rows of a table of sixteen columns: one bit each.
const DIGIT: u8 = 1;
const LETTER_TO_O: u8 = 1 << 1;
const LETTER_FROM_P: u8 = 1 << 2;
const LETTERS: u8 = DIGIT | LETTER_TO_O | LETTER_FROM_P;
/// The notable bytes by their row; controls and bytes outside US-ASCII are recognised in another way.
const ROW_2: u8 = 1 << 3;
const ROW_3: u8 = 1 << 4;
const ROWS_4_6: u8 = 1 << 5;
const ROW_5: u8 = 1 << 6;
const ROW_7: u8 = 1 << 7;

/// The classes that have a byte in a row.
const ROWS: [u8; 16] = [
    0,
    0,
    ROW_2,
    ROW_3 | DIGIT,
    ROWS_4_6 | LETTER_TO_O,
    ROW_5 | LETTER_FROM_P,
    ROWS_4_6 | LETTER_TO_O,
    ROW_7 | LETTER_FROM_P,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
];

/// The classes that have a byte in a column.
const COLUMNS: [u8; 16] = {
    let mut columns = [0; 16];
    let mut at = 0;
    while at < 16 {
        columns[at] |= if at <= 9 { DIGIT } else { 0 };
        columns[at] |= if at >= 1 { LETTER_TO_O } else { 0 };
        columns[at] |= if at <= 10 { LETTER_FROM_P } else { 0 };
        at += 1;
    }
    const fn put(columns: &mut [u8; 16], bytes: &[u8], class: u8) {
        let mut i = 0;
        while i < bytes.len() {
            columns[bytes[i] as usize & 15] |= class;
            i += 1;
        }
    }
    put(&mut columns, b" \"&'()", ROW_2);
    put(&mut columns, b":<>", ROW_3);
    put(&mut columns, b"@`", ROWS_4_6);
    put(&mut columns, b"[\\]^", ROW_5);
    put(&mut columns, b"{|}\x7f", ROW_7);
    columns
};

/// The kinds of 64 bytes.
///
/// # Safety
/// The processor has the instructions of `B`.
#[inline(always)]
pub(super) unsafe fn classify<B: Block>(bytes: &[u8; 64]) -> Kinds {
    let mut kinds = Kinds {
        label: 0,
        dot: 0,
        hyphen: 0,
        notable: 0,
        len: bytes.len(),
    };
    let mut at = 0;
    while at < bytes.len() {
        // SAFETY: the caller's.
        unsafe {
            let block = B::load(bytes, at);
            let (row, column) = block.row_and_column();
            let classes = row.lookup(&ROWS).and(column.lookup(&COLUMNS));
            let (hyphen, dot) = (block.is(b'-'), block.is(b'.'));
            let label = classes.and(B::splat(LETTERS)).is_not_zero().or(hyphen);
            // As of a signed byte, all but what is printed in US-ASCII is less than a blank.
            let printed = block.is_ascii_above(b' ' - 1);
            let plain = printed.and_not(classes.and(B::splat(!LETTERS)).is_not_zero());
            kinds.label |= u64::from(label.bits()) << at;
            kinds.dot |= u64::from(dot.bits()) << at;
            kinds.hyphen |= u64::from(hyphen.bits()) << at;
            let plain = u64::from(plain.bits()) << at;
            kinds.notable |= !plain & (u64::MAX >> (64 - B::LEN)) << at;
        }
        at += B::LEN;
    }
    kinds
}

#[cfg(test)]
mod tests {
    use crate::class::Class;
    use crate::simd::{Available, Engine};

    #[test]
    fn kinds_are_the_classes() {
        for engine in Engine::available() {
            for first in [0, 64, 128, 192] {
                let bytes: [u8; 64] = std::array::from_fn(|i| first + i as u8);
                let kinds = Available::new(engine).kinds(&bytes, 0);
                for (i, &byte) in bytes.iter().enumerate().take(kinds.len) {
                    let has = |bits: u64| bits >> i & 1 != 0;
                    let told = [kinds.label, kinds.dot, kinds.hyphen, kinds.notable].map(has);
                    let (label, notable) = (Class::LABEL.has(byte), Class::NOTABLE.has(byte));
                    assert_eq!(told, [label, byte == b'.', byte == b'-', notable], "{byte}");
                }
            }
        }
    }
}
