//! A vector of bytes, as every processor has it. The filter and the kinds are made of such vectors.

#![allow(unsafe_code, reason = "vectors ask for it")]
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "no vectors are known there")
)]

/// A vector of bytes, or of answers: all bits of a byte are set for yes, none for no.
///
/// # Safety
/// May be used only where the processor has the vector's instructions.
pub(super) trait Block: Copy {
    /// How many bytes: a part of a stride.
    const LEN: usize;

    /// The bytes at `at`, which need not be aligned.
    unsafe fn load(bytes: &[u8], at: usize) -> Self;
    unsafe fn splat(byte: u8) -> Self;
    /// Which are `byte`.
    unsafe fn is(self, byte: u8) -> Self;
    /// Which are more than `byte` of US-ASCII, other bytes being less than any.
    unsafe fn is_ascii_above(self, byte: u8) -> Self;
    unsafe fn is_not_zero(self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    /// `self` and not `other`.
    unsafe fn and_not(self, other: Self) -> Self;
    /// The upper and the lower four bits of each byte.
    unsafe fn row_and_column(self) -> (Self, Self);
    /// For each byte, which is less than 16, that of the table.
    unsafe fn lookup(self, table: &[u8; 16]) -> Self;
    /// One bit a byte.
    unsafe fn bits(self) -> u32;
}
