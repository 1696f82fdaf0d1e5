//! The operations of a stride, made of vectors.

#![allow(unsafe_code, reason = "vectors ask for it")]
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "no vectors are known there")
)]

use std::marker::PhantomData;

use super::block::Block;
use super::kinds::{self, Kinds};
use super::stride::{STRIDE, Stride};

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
