//! AVX-512 on x86-64, 64 bytes at a time.

#![allow(unsafe_code, reason = "the processor's own instructions")]

use std::arch::x86_64::*;
use std::mem::transmute;

use super::Task;
use super::filter::Filter;
use super::kinds::Kinds;
use super::stride::{STRIDE, Stride, Strides};
use crate::class::Class;

/// The promise that the processor has AVX-512 with BW and VBMI, BMI1 and POPCNT.
#[derive(Clone, Copy)]
struct Avx512(());

/// # Safety
/// The processor has AVX-512 with BW and VBMI, BMI1 and POPCNT.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,popcnt")]
pub(super) unsafe fn run<T: Task>(task: T) -> T::Answer {
    task.run(Avx512(()))
}

impl Avx512 {
    /// The strides that have places, at the beginning of both arrays, and their number.
    #[inline(always)]
    fn with_places(self, starts: &[u64; 8], places: &[u64; 8]) -> ([u16; 8], [u64; 8], usize) {
        // SAFETY: who made it promised the instructions, and a vector has as many bytes as the numbers.
        unsafe {
            let starts = _mm512_loadu_si512(starts.as_ptr().cast());
            let places = _mm512_loadu_si512(places.as_ptr().cast());
            let has = _mm512_test_epi64_mask(places, places);
            let starts = _mm512_cvtepi64_epi16(_mm512_maskz_compress_epi64(has, starts));
            let places = _mm512_maskz_compress_epi64(has, places);
            let starts = transmute::<__m128i, [u16; 8]>(starts);
            let places = transmute::<__m512i, [u64; 8]>(places);
            (starts, places, has.count_ones() as usize)
        }
    }
}

impl Stride for Avx512 {
    #[inline(always)]
    fn bits(self, stride: &[u8; STRIDE], byte: u8) -> u64 {
        // SAFETY: who made it promised the instructions, and a stride has 64 bytes.
        unsafe { _mm512_cmpeq_epi8_mask(load(stride), _mm512_set1_epi8(byte as i8)) }
    }

    #[inline(always)]
    fn padded(self, text: &[u8]) -> [u8; STRIDE] {
        assert!(text.len() <= STRIDE);
        let has = u64::MAX.unbounded_shr((STRIDE - text.len()) as u32);
        // SAFETY: who made it promised the instructions, and no byte is read that the text does not have.
        unsafe { transmute(_mm512_maskz_loadu_epi8(has, text.as_ptr().cast())) }
    }

    /// Those without places are left out by eights.
    #[inline(always)]
    fn list<F: Filter>(
        self,
        strides: &[[u8; STRIDE]],
        list: &mut Strides<'_>,
        mut each: impl FnMut(&[u8; STRIDE]),
    ) {
        let mut starts = std::array::from_fn(|i| (i * STRIDE) as u64);
        let (eights, rest) = strides.as_chunks::<8>();
        for eight in eights {
            let places = std::array::from_fn(|i| {
                each(&eight[i]);
                self.bits(&eight[i], F::BYTE)
            });
            let (starts_of, places, count) = self.with_places(&starts, &places);
            list.add_eight(starts_of, places, count);
            starts = starts.map(|start| start + 8 * STRIDE as u64);
        }
        list.add_each::<F>(self, 8 * eights.len() * STRIDE, rest, each);
    }

    #[inline(always)]
    fn above(self, stride: &[u8; STRIDE], byte: u8) -> u64 {
        // SAFETY: as above.
        unsafe { _mm512_cmpgt_epi8_mask(load(stride), _mm512_set1_epi8(byte as i8)) }
    }

    #[inline(always)]
    fn kinds(self, stride: &[u8; STRIDE]) -> Kinds {
        // SAFETY: as above.
        unsafe {
            let block = load(stride);
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
/// The processor has AVX-512.
#[inline(always)]
unsafe fn load(stride: &[u8; STRIDE]) -> __m512i {
    // SAFETY: it has as many bytes, and need not be aligned.
    unsafe { _mm512_loadu_si512(stride.as_ptr().cast()) }
}
