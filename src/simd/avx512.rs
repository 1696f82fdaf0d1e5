//! AVX-512 on x86-64, 64 bytes at a time. A table is one instruction, so the bytes around all colons of a stride are looked up at
//! once, and few colons are left for the filter.

#![allow(unsafe_code, reason = "the processor's own instructions")]

use std::arch::x86_64::*;

use super::PLACES;
use super::fill::{self, AHEAD, Ends, STRIDE, Stride, Strides};
use super::kinds::Kinds;
use super::newlines::Newlines;
use crate::class::Class;

/// The promise that the processor has AVX-512 with BW and VBMI, BMI1 and POPCNT.
#[derive(Clone, Copy)]
struct Avx512(());

/// # Safety
/// The processor has AVX-512 with BW and VBMI, BMI1 and POPCNT.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,popcnt")]
pub(super) unsafe fn fill_avx512(
    ends: &Ends,
    text: &[u8],
    from: usize,
    places: &mut [u16; PLACES],
    newlines: Option<&mut Newlines>,
) -> (usize, usize) {
    fill::fill(Avx512(()), ends, text, from, places, newlines)
}

impl Stride for Avx512 {
    #[inline(always)]
    fn bits(self, stride: &[u8; STRIDE], byte: u8) -> u64 {
        // SAFETY: who made it promised the instructions, and a stride has 64 bytes.
        unsafe { _mm512_cmpeq_epi8_mask(load(stride), _mm512_set1_epi8(byte as i8)) }
    }

    /// Those around which some names have the two bytes before and the byte after, by the tables of [`Ends::few`].
    #[inline(always)]
    fn add_colons(
        self,
        ends: &Ends,
        strides: &[[u8; STRIDE]],
        around: &[u8],
        list: &mut Strides<'_>,
    ) {
        let from = |at: usize| around.get(at..).unwrap_or_default().as_chunks().0;
        let around = from(1).iter().zip(from(2)).zip(from(4));
        let mut known = 0;
        for (stride, ((before, last), after)) in strides.iter().zip(around) {
            super::prefetch(stride, AHEAD);
            // SAFETY: as above.
            let passing = unsafe { passing(&ends.few, stride, before, last, after) };
            list.add(known, passing);
            known += STRIDE;
        }
        // No byte may follow the last.
        if let [.., stride] = strides
            && known < strides.len() * STRIDE
        {
            list.add(known, self.bits(stride, b':'));
        }
    }
}

/// The colons of a stride that may pass, by the bytes at each place around them.
///
/// # Safety
/// The processor has AVX-512 with BW and VBMI.
#[inline(always)]
unsafe fn passing(
    few: &[[u8; STRIDE]; 3],
    stride: &[u8; STRIDE],
    before: &[u8; STRIDE],
    last: &[u8; STRIDE],
    after: &[u8; STRIDE],
) -> u64 {
    // SAFETY: as for this function.
    unsafe {
        let splat = |byte: u8| _mm512_set1_epi8(byte as i8);
        let colons = _mm512_cmpeq_epi8_mask(load(stride), splat(b':'));
        let after = load(after);
        let index = _mm512_min_epu8(after, splat(63));
        let groups = _mm512_and_si512(
            _mm512_permutexvar_epi8(load(before), load(&few[0])),
            _mm512_permutexvar_epi8(load(last), load(&few[1])),
        );
        let groups = _mm512_and_si512(groups, _mm512_permutexvar_epi8(index, load(&few[2])));
        _mm512_mask_test_epi8_mask(colons, groups, groups)
            | _mm512_mask_cmpeq_epi8_mask(colons, after, splat(b'\\'))
    }
}

const LABEL: u8 = 1;
const NOTABLE: u8 = 2;

/// The classes of US-ASCII, in two halves.
static CLASSES: [[u8; STRIDE]; 2] = {
    let mut classes = [[0; STRIDE]; 2];
    let mut byte = 0;
    while byte < 128 {
        let label = if Class::LABEL.has(byte) { LABEL } else { 0 };
        let notable = if Class::NOTABLE.has(byte) { NOTABLE } else { 0 };
        classes[byte as usize / STRIDE][byte as usize % STRIDE] = label | notable;
        byte += 1;
    }
    classes
};

/// # Safety
/// The processor has AVX-512 with BW and VBMI.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) unsafe fn kinds_avx512(bytes: &[u8; STRIDE]) -> Kinds {
    // SAFETY: as for this function; a stride has 64 bytes.
    unsafe {
        let block = load(bytes);
        let classes = _mm512_permutex2var_epi8(load(&CLASSES[0]), block, load(&CLASSES[1]));
        let has = |class: u8| _mm512_test_epi8_mask(classes, _mm512_set1_epi8(class as i8));
        let is = |byte: u8| _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(byte as i8));
        // Outside US-ASCII.
        let high = _mm512_movepi8_mask(block);
        Kinds {
            label: has(LABEL) & !high,
            dot: is(b'.'),
            hyphen: is(b'-'),
            notable: has(NOTABLE) | high,
            len: STRIDE,
        }
    }
}

/// # Safety
/// The processor has AVX-512.
#[inline(always)]
unsafe fn load(stride: &[u8; STRIDE]) -> __m512i {
    // SAFETY: it has as many bytes, and need not be aligned.
    unsafe { _mm512_loadu_si512(stride.as_ptr().cast()) }
}
