//! The operations of an engine on 64 bytes. All other code is made of them, and compiled for each engine.

use std::hint::select_unpredictable;
use std::mem::MaybeUninit;

use super::filter::{BEFORE, Filter};
use super::kinds::Kinds;
use super::{FAR, PLACES};

/// How many bytes are looked at at once.
pub(super) const STRIDE: usize = 64;

/// Finds bytes in a stride, by whatever instructions the processor has.
pub(super) trait Stride: Copy {
    /// One bit for each byte of `stride` that is `byte`, the first byte's the lowest.
    fn bits(self, stride: &[u8; STRIDE], byte: u8) -> u64;

    /// The bytes of US-ASCII above `byte`.
    fn above(self, stride: &[u8; STRIDE], byte: u8) -> u64;

    fn kinds(self, stride: &[u8; STRIDE]) -> Kinds;

    /// The bytes of a text of a stride or less, and zeros after them.
    #[inline(always)]
    fn padded(self, text: &[u8]) -> [u8; STRIDE] {
        let mut padded = [0; STRIDE];
        padded[..text.len()].copy_from_slice(text);
        padded
    }

    /// One bit for each byte of `stride` that is one of `bytes`.
    #[inline(always)]
    fn any(self, stride: &[u8; STRIDE], bytes: &[u8]) -> u64 {
        // A closure that is not inlined is compiled without the engine's instructions, so there is none.
        let (mut any, mut i) = (0, 0);
        while i < bytes.len() {
            any |= self.bits(stride, bytes[i]);
            i += 1;
        }
        any
    }

    /// The bytes of `stride` that are `byte` and begin a line. `begins` says whether the first one would, and then whether that of the
    /// next stride would: its lowest bit.
    #[inline(always)]
    fn line_starts(self, stride: &[u8; STRIDE], byte: u8, begins: &mut u64) -> u64 {
        let newlines = self.bits(stride, b'\n');
        let lines = newlines << 1 | *begins;
        *begins = newlines >> (STRIDE - 1);
        lines & self.bits(stride, byte)
    }

    /// Lists those of `strides` that have places of a filter, and gives each stride to `each`.
    #[inline(always)]
    fn list<F: Filter>(
        self,
        strides: &[[u8; STRIDE]],
        list: &mut Strides<'_>,
        mut each: impl FnMut(&[u8; STRIDE]),
    ) {
        // Four in a row, as the loop's own instructions count here.
        let (fours, rest) = strides.as_chunks::<4>();
        for (i, four) in fours.iter().enumerate() {
            list.add_each::<F>(self, 4 * i * STRIDE, four, &mut each);
        }
        list.add_each::<F>(self, 4 * fours.len() * STRIDE, rest, each);
    }
}

/// Which of the last `len` bytes of `text`, less than a stride, are one of `bytes`.
#[inline(always)]
pub(super) fn any_of_last(engine: impl Stride, text: &[u8], len: usize, bytes: &[u8]) -> u64 {
    let mut short = [0; STRIDE];
    let (stride, passed) = match text.last_chunk() {
        Some(stride) => (stride, STRIDE - len),
        None => {
            short[..text.len()].copy_from_slice(text);
            (&short, text.len() - len)
        }
    };
    engine.any(stride, bytes).unbounded_shr(passed as u32)
}

/// The strides of a fill that have places: where each begins, and its places. Most texts are short, so the list is not filled with zeros
/// first.
pub(super) struct Strides<'f> {
    pub(super) starts: &'f mut [MaybeUninit<u16>; ROOM],
    pub(super) places: &'f mut [MaybeUninit<u64>; ROOM],
    pub(super) count: usize,
}

/// The strides of a fill, with the part of one at its end.
pub(super) const MOST: usize = FAR / STRIDE + 1;
/// A place is an offset of two bytes.
const _: () = assert!(FAR <= 1 << 16);
/// Eight are written at once.
pub(super) const ROOM: usize = MOST + 8;

impl Strides<'_> {
    /// Adds the stride at `start`, if it has places.
    #[inline(always)]
    pub(super) fn add(&mut self, start: usize, places: u64) {
        let i = self.count();
        self.starts[i].write(start as u16);
        self.places[i].write(places);
        self.count += usize::from(places != 0);
    }

    /// Adds those of `strides` that have places; the first stride begins at `start`. Gives each stride to `each`.
    #[inline(always)]
    pub(super) fn add_each<F: Filter>(
        &mut self,
        engine: impl Stride,
        start: usize,
        strides: &[[u8; STRIDE]],
        mut each: impl FnMut(&[u8; STRIDE]),
    ) {
        for (i, stride) in strides.iter().enumerate() {
            self.add(start + i * STRIDE, engine.bits(stride, F::BYTE));
            each(stride);
        }
    }

    /// Adds the first `count` of eight strides: where each begins, and its places.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn add_eight(&mut self, starts: [u16; 8], places: [u64; 8], count: usize) {
        let i = self.count();
        self.starts[i..][..8].copy_from_slice(&starts.map(MaybeUninit::new));
        self.places[i..][..8].copy_from_slice(&places.map(MaybeUninit::new));
        self.count += count;
    }

    /// Puts what `change` makes of the places of each stride in their place.
    #[inline(always)]
    pub(super) fn change_places(&mut self, change: impl Fn(u64) -> u64) {
        for i in 0..self.count() {
            let places = self.places(i);
            self.places[i].write(change(places));
        }
    }

    /// Where the `i`-th of the list begins.
    #[inline(always)]
    #[allow(unsafe_code, reason = "as in `count`")]
    fn start(&self, i: usize) -> usize {
        debug_assert!(i < self.count);
        // SAFETY: each stride is written before it is counted.
        unsafe { self.starts[i].assume_init().into() }
    }

    /// The places of the `i`-th of the list, or none after its end.
    #[inline(always)]
    #[allow(unsafe_code, reason = "as in `count`")]
    fn places(&self, i: usize) -> u64 {
        debug_assert!(i <= self.count + 1);
        // SAFETY: those of each stride are written before it is counted, and `pass` writes two after the end.
        unsafe { self.places[i].assume_init() }
    }

    /// The number of strides that are listed. The compiler learns that it is in bounds.
    #[inline(always)]
    #[allow(
        unsafe_code,
        reason = "without checks the filter runs a tenth fewer instructions"
    )]
    fn count(&self) -> usize {
        debug_assert!(self.count <= MOST);
        // SAFETY: each stride of a fill is added once at most, and a fill has no more than `FAR` bytes.
        unsafe { std::hint::assert_unchecked(self.count <= MOST) };
        self.count
    }

    /// Puts the places that pass into `passed`; their number, and the place to go on at, if there are too many. `around` gives the
    /// bytes around one.
    #[inline(always)]
    pub(super) fn pass<F: Filter>(
        &mut self,
        passed: &mut [MaybeUninit<u16>; PLACES],
        around: impl Fn(usize) -> [u8; BEFORE + 2],
    ) -> (usize, Option<usize>) {
        let (mut i, mut n, count) = (0, 0, self.count());
        for end in &mut self.places[count..count + 2] {
            end.write(0);
        }
        let (mut places, mut next) = (self.places(0), self.places(1));
        while i < count {
            let place = self.start(i) + places.trailing_zeros() as usize;
            let Some(last) = passed.get_mut(n) else {
                return (n, Some(place));
            };
            last.write(place as u16);
            n += usize::from(F::passes(around(place)));
            // The next place of this stride, or the first one of the next. That was loaded a step before, so nothing waits for it.
            places &= places - 1;
            let is_last = places == 0;
            places = select_unpredictable(is_last, next, places);
            i += usize::from(is_last);
            next = self.places(i + 1);
        }
        (n, None)
    }
}
