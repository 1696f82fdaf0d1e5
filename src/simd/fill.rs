//! The filter: from all colons of a text to those around which a URL may stand, the same for every engine. Dots, `@` and some marks
//! are found in the same way.
//!
//! There are ten colons in a KiB of mail, and branch prediction fails on most of them. So no branch depends on a single one: first
//! the strides of 64 bytes that have colons are listed, in mail half of all; then four lookups say whether a colon passes.

use std::mem::MaybeUninit;

use super::ahead::Ahead;
use super::filter::{BEFORE, Filter, all_around, around};
use super::newlines::Newlines;
use super::stride::{ROOM, STRIDE, Stride, Strides, any_of_last};
use super::{FAR, PLACES};

/// Puts into `passed` the next places of `text` from `from` on that pass, as offsets from `from`, in order; at most `far` bytes are looked
/// at, and no more than [`FAR`]. Gives their number and where to go on. Newlines are counted from `from` on too, if asked for, and farther perhaps.
#[inline(always)]
pub(super) fn fill<F: Filter>(
    engine: impl Stride,
    text: &[u8],
    from: usize,
    far: usize,
    passed: &mut [MaybeUninit<u16>; PLACES],
    newlines: Option<&mut Newlines>,
) -> (usize, usize) {
    let end = text.len().min(from + far.min(FAR));
    let (strides, rest) = text[from..end].as_chunks();
    let (seen, last) = (&text[..end], rest.len());

    let mut list = Strides {
        starts: &mut [MaybeUninit::uninit(); ROOM],
        places: &mut [MaybeUninit::uninit(); ROOM],
        count: 0,
    };
    let mut ahead = Ahead::new(&text[from..]);
    match newlines.map(Newlines::counting) {
        None => engine.list::<F>(strides, &mut list, |_| ahead.prefetch()),
        Some(mut counting) => {
            engine.list::<F>(strides, &mut list, |stride| {
                ahead.prefetch();
                counting.push(engine.bits(stride, b'\n'));
            });
            counting.push(any_of_last(engine, seen, last, b"\n"));
            counting.finish();
        }
    }
    list.add(
        strides.len() * STRIDE,
        any_of_last(engine, seen, last, &[F::BYTE]),
    );

    let before = from.checked_sub(BEFORE);
    let (n, next) = match before.and_then(|at| text[at..].first_chunk()) {
        Some(bytes) => list.pass::<F>(passed, |place| around_in(bytes, place)),
        None => list.pass::<F>(passed, |place| {
            all_around(text, from + place).unwrap_or_else(|| around_at_edge(text, from + place))
        }),
    };
    (n, next.map_or(end, |place| from + place))
}

/// The bytes around a place of a fill, which are all there.
#[inline(always)]
#[allow(unsafe_code, reason = "as in `Strides::count`")]
fn around_in(bytes: &[u8; FAR + BEFORE + 1], place: usize) -> [u8; BEFORE + 2] {
    debug_assert!(place < FAR);
    // SAFETY: the places of a list stand in the strides of a fill, which has no more than `FAR` bytes.
    unsafe { std::hint::assert_unchecked(place < FAR) };
    std::array::from_fn(|i| bytes[place + i])
}

/// Of a long text, few places are so near its edges.
#[cold]
#[inline(never)]
fn around_at_edge(text: &[u8], at: usize) -> [u8; BEFORE + 2] {
    around(text, at)
}
