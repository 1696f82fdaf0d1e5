//! Vectors of bytes. The filter and the kinds are made of them, on every processor.

#![allow(unsafe_code, reason = "vectors ask for it")]
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "no vectors are known there")
)]

use std::marker::PhantomData;

use super::kinds::{self, Kinds};
use super::stride::{STRIDE, Stride};

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

/// The promise that the processor has the instructions of `B`.
pub(super) struct Vectors<B>(PhantomData<B>);

impl<B: Block> Vectors<B> {
    /// # Safety
    /// The processor has the instructions of `B`, and the caller enables them.
    #[inline(always)]
    pub(super) unsafe fn new() -> Vectors<B> {
        Vectors(PhantomData)
    }
}

impl<B> Clone for Vectors<B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Vectors<B> {}

impl<B: Block> Vectors<B> {
    /// One bit for each byte of `stride` that `is` accepts.
    #[inline(always)]
    fn each(self, stride: &[u8; STRIDE], is: impl Fn(B) -> B) -> u64 {
        let (mut bits, mut at) = (0, 0);
        while at < STRIDE {
            // SAFETY: who made it promised that.
            bits |= unsafe { u64::from(is(B::load(stride, at)).bits()) } << at;
            at += B::LEN;
        }
        bits
    }
}

impl<B: Block> Stride for Vectors<B> {
    #[inline(always)]
    fn bits(self, stride: &[u8; STRIDE], byte: u8) -> u64 {
        // SAFETY: as above.
        self.each(stride, |block| unsafe { block.is(byte) })
    }

    #[inline(always)]
    fn above(self, stride: &[u8; STRIDE], byte: u8) -> u64 {
        // SAFETY: as above.
        self.each(stride, |block| unsafe { block.is_ascii_above(byte) })
    }

    #[inline(always)]
    fn kinds(self, stride: &[u8; STRIDE]) -> Kinds {
        // SAFETY: as above.
        unsafe { kinds::classify::<B>(stride) }
    }
}
