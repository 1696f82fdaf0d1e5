//! The filter: from all colons of a text to those around which a URL may stand, the same for every engine.
//!
//! There are ten colons in a KiB of mail, and branch prediction fails on most of them. So it goes in three steps, and no branch
//! depends on a single colon: which strides of 64 bytes have colons, seven in ten have none; where in these they are; and which
//! of them pass.

use super::newlines::Newlines;
use super::{FAR, PLACES};

/// How many bytes are looked at at once.
pub(super) const STRIDE: usize = 64;

const STRIDES: usize = FAR / STRIDE;

/// How many colons are asked about at once: those of several strides.
const COLONS: usize = PLACES / 2;

/// How many bytes are looked at before a colon; behind it is one.
const BEFORE: usize = 6;

/// Finds bytes in a stride, by whatever instructions the processor has.
pub(super) trait Stride: Copy {
    /// One bit for each byte of `stride` that is `byte`, the first byte's the lowest.
    fn bits(self, stride: &[u8; STRIDE], byte: u8) -> u64;
}

/// How names end that may stand before a colon: for their last two letters one row, with a bit for each letter before them. All
/// letters are taken by their lower five bits.
pub(crate) struct Ends([u64; 1 << 10]);

/// The upper half of a row is for words that white space may follow.
const LABEL: u32 = 32;

impl Ends {
    /// The ends of `names`, of two letters or more, in lower case. White space may follow the colon of those in `labels`.
    pub(crate) const fn new(names: &[&str], labels: &[&str]) -> Ends {
        let mut ends = Ends([0; 1 << 10]);
        let mut i = 0;
        while i < names.len() + labels.len() {
            let (name, shift) = match i < names.len() {
                true => (names[i].as_bytes(), 0),
                false => (labels[i - names.len()].as_bytes(), LABEL),
            };
            let [.., before, last] = name else {
                panic!("a scheme of one letter");
            };
            let row = ((*last as usize & 31) << 5) | (*before as usize & 31);
            // Anything may stand before the whole of it.
            let letters = match name.len() {
                2 => u32::MAX as u64,
                len => 1 << (name[len - 3] & 31),
            };
            ends.0[row] |= letters << shift;
            i += 1;
        }
        ends
    }

    /// Whether `word` ends like one of the names; other words may too.
    #[inline]
    pub(crate) fn may_end(&self, word: &[u8]) -> bool {
        let (third, before, last) = match *word {
            [.., third, before, last] => (third, before, last),
            [before, last] => (0, before, last),
            _ => return false,
        };
        let row = (usize::from(last) & 31) << 5 | usize::from(before) & 31;
        self.0[row] >> (third & 31) & 1 != 0
    }

    /// Whether a URL may stand around a colon: a slash follows it; or `URL` or `mailto` stands before it; or something follows it,
    /// and the end of a known scheme stands before it. The bytes are the six before the colon, the colon, and the one behind it.
    #[inline(always)]
    fn may_stand(&self, around: u64) -> bool {
        let after = (around >> 56) as u8;
        let row = (around >> 35 & 31 << 5 | around >> 32 & 31) as usize;
        let ends = self.0[row] >> (around >> 24 & 31);
        let named = ends & u64::from(after > b' ') | ends >> LABEL;
        (after == b'/') | (named & 1 != 0)
    }

    /// The same of the colon at `at`; so near to the beginning or the end of the text that not all are there, it may.
    #[inline(always)]
    pub(super) fn may_stand_at(&self, text: &[u8], at: usize) -> bool {
        let start = at.wrapping_sub(BEFORE);
        let around = text.get(start..start.wrapping_add(BEFORE + 2));
        let around = around.and_then(|around| around.try_into().ok());
        around.is_none_or(|around| self.may_stand(u64::from_le_bytes(around)))
    }
}

/// Puts into `places` the next colons of `text` from `from` on that pass, as offsets from `from`, in order. Gives their number and
/// where to go on. Newlines are counted from `from` on too, if asked for, and farther perhaps.
#[inline(always)]
pub(super) fn fill(
    engine: impl Stride,
    ends: &Ends,
    text: &[u8],
    from: usize,
    places: &mut [u16; PLACES],
    newlines: Option<&mut Newlines>,
) -> (usize, usize) {
    let end = text.len().min(from + FAR);
    let (strides, rest) = text[from..end].as_chunks();
    let mut last = [0; STRIDE];
    last[..rest.len()].copy_from_slice(rest);
    let (mut some, mut masks, mut count) = ([0; STRIDES], [0; STRIDES], 0);
    for (i, stride) in strides.iter().enumerate() {
        let bits = engine.bits(stride, b':');
        (some[count % STRIDES], masks[count % STRIDES]) = (i as u8, bits);
        count += usize::from(bits != 0);
    }
    if !rest.is_empty() {
        let i = count % STRIDES;
        (some[i], masks[i]) = (strides.len() as u8, engine.bits(&last, b':'));
        count += 1;
    }
    if let Some(mut counting) = newlines.map(Newlines::counting) {
        for stride in strides.iter().chain((!rest.is_empty()).then_some(&last)) {
            counting.push(engine.bits(stride, b'\n'));
        }
        counting.finish();
    }
    let (mut colons, mut known) = ([0; COLONS + STRIDE], 0);
    let mut n = 0;
    for (&i, &mask) in some.iter().zip(&masks).take(count) {
        let stride = usize::from(i) * STRIDE;
        if known >= COLONS {
            n = pass(ends, text, from, &colons[..known], places, n);
            known = 0;
            if n > PLACES - colons.len() {
                return (n, from + stride);
            }
        }
        known = flatten(mask, stride, &mut colons, known);
    }
    (pass(ends, text, from, &colons[..known], places, n), end)
}

/// Adds the place of each bit of `mask` to the `known` ones. Four at once, since few strides have more.
#[inline(always)]
fn flatten(mask: u64, stride: usize, colons: &mut [u16; COLONS + STRIDE], known: usize) -> usize {
    let count = mask.count_ones() as usize;
    let (mut bits, mut at) = (mask, known);
    while at < known + count
        && let Some(four) = colons[at..].first_chunk_mut::<4>()
    {
        for colon in four {
            *colon = (stride + bits.trailing_zeros() as usize) as u16;
            bits &= bits.wrapping_sub(1);
        }
        at += 4;
    }
    known + count
}

/// Adds those of the colons that pass to the `n` places.
#[inline(always)]
fn pass(
    ends: &Ends,
    text: &[u8],
    from: usize,
    colons: &[u16],
    places: &mut [u16; PLACES],
    mut n: usize,
) -> usize {
    for &colon in colons {
        places[n % PLACES] = colon;
        n += usize::from(ends.may_stand_at(text, from + usize::from(colon)));
    }
    n
}
