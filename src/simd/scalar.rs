//! The portable engine: plain Rust, and the oracle of all others.

use super::Task;
use super::filter::Filter;
use super::kinds::Kinds;
use super::stride::{STRIDE, Stride, Strides};
use crate::class::Class;

/// The instructions of any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

/// Not inlined where there is a faster engine: its code would make all callers larger.
#[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(never))]
pub(super) fn run<T: Task>(task: T) -> T::Answer {
    task.run(Portable)
}

impl Stride for Portable {
    #[inline(always)]
    fn bits(self, stride: &[u8; STRIDE], byte: u8) -> u64 {
        transposed(answers(stride, |b| b == byte))
    }

    #[inline(always)]
    fn above(self, stride: &[u8; STRIDE], byte: u8) -> u64 {
        transposed(answers(stride, |b| b > byte && b < 0x80))
    }

    #[inline(always)]
    fn kinds(self, stride: &[u8; STRIDE]) -> Kinds {
        kinds(stride)
    }

    #[inline(always)]
    fn line_starts(self, stride: &[u8; STRIDE], byte: u8, begins: &mut u64) -> u64 {
        let marks = answers(stride, |b| b == byte);
        let starts = if marks == 0 {
            0
        } else {
            (self.bits(stride, b'\n') << 1 | *begins) & transposed(marks)
        };
        *begins = u64::from(stride[STRIDE - 1] == b'\n');
        starts
    }

    #[inline(always)]
    fn list<F: Filter>(
        self,
        strides: &[[u8; STRIDE]],
        list: &mut Strides<'_>,
        mut each: impl FnMut(&[u8; STRIDE]),
    ) {
        for (i, stride) in strides.iter().enumerate() {
            list.add(i * STRIDE, answers(stride, |b| b == F::BYTE));
            each(stride);
        }
        list.change_places(transposed);
    }
}

/// For each byte of a stride, a bit that says whether `is` accepts it: the `i`-th bit of the `j`-th byte is that of the byte
/// `8 * i + j`. The compiler makes vectors of it.
#[inline(always)]
fn answers(stride: &[u8; STRIDE], is: impl Fn(u8) -> bool) -> u64 {
    let bits: [u8; STRIDE] = std::array::from_fn(|i| if is(stride[i]) { 1 << (i / 8) } else { 0 });
    let eights = bits.as_chunks().0.iter();
    eights.fold(0, |all, &eight| all | u64::from_le_bytes(eight))
}

/// Eight bytes of eight bits, with rows and columns changed for each other: one bit for each byte of a stride, of its `answers`.
#[inline(always)]
fn transposed(bits: u64) -> u64 {
    let swap = |bits: u64, distance: u32, mask: u64| {
        let differ = (bits ^ bits >> distance) & mask;
        bits ^ differ ^ differ << distance
    };
    let bits = swap(bits, 7, 0x00aa_00aa_00aa_00aa);
    let bits = swap(bits, 14, 0x0000_cccc_0000_cccc);
    swap(bits, 28, 0x0000_0000_f0f0_f0f0)
}

/// The kinds of each byte: its label, dot, hyphen and notable bits, each the lowest of sixteen.
static FIELDS: [u64; 256] = {
    let mut fields = [0; 256];
    let mut i = 0;
    while i < 256 {
        let byte = i as u8;
        let kinds = [
            Class::LABEL.has(byte),
            byte == b'.',
            byte == b'-',
            Class::NOTABLE.has(byte),
        ];
        let mut field = 0;
        while field < kinds.len() {
            fields[i] |= (kinds[field] as u64) << (16 * field);
            field += 1;
        }
        i += 1;
    }
    fields
};

/// The kinds of bytes, sixteen at a time, up to one that ends a URL.
pub(super) fn kinds(bytes: &[u8; STRIDE]) -> Kinds {
    let mut kinds = Kinds {
        label: 0,
        dot: 0,
        hyphen: 0,
        notable: 0,
        len: 0,
    };
    for part in bytes.as_chunks::<16>().0 {
        let fields = part.iter().enumerate().fold(0, |fields, (i, &byte)| {
            fields | FIELDS[usize::from(byte)] << i
        });
        let bits = |field: u32| (fields >> (16 * field) & 0xffff) << kinds.len;
        let [label, dot, hyphen, notable] = [0, 1, 2, 3].map(bits);
        kinds.label |= label;
        kinds.dot |= dot;
        kinds.hyphen |= hyphen;
        kinds.notable |= notable;
        kinds.len += part.len();
        // No more is asked for, if it ends the URL.
        let first = bytes.get(notable.trailing_zeros() as usize);
        if first.is_some_and(|&b| Class::STOP.has(b)) {
            break;
        }
    }
    kinds
}
