//! The filter: from all colons of a text to those around which a URL may stand, the same for every engine. Dots, `@` and some marks
//! are found in the same way.
//!
//! There are ten colons in a KiB of mail, and branch prediction fails on most of them. So no branch depends on a single one: first
//! the strides of 64 bytes that have colons are listed, in mail half of all; then four lookups say whether a colon passes.

use std::hint::select_unpredictable;
use std::mem::MaybeUninit;

use super::ahead::Ahead;
use super::newlines::Newlines;
use super::stride::{STRIDE, Stride, any_of_last};
use super::{FAR, PLACES};

/// How many bytes are looked at before a place.
pub(super) const BEFORE: usize = 3;

/// Says which places of a text pass.
pub(crate) trait Filter: Copy {
    /// It stands at the place.
    const BYTE: u8;

    /// Whether a place passes, by three bytes before it, its own, and the byte after it. At the beginning and the end of a text, zeros stand
    /// for those that are not there.
    fn passes(around: [u8; BEFORE + 2]) -> bool;
}

/// The bytes that may stand around a colon. For the third, second and first byte before it and for the byte after it, each
/// byte has one bit for each group of names that may have it there: a colon passes where all four share a bit.
pub(crate) struct Ends {
    groups: [[u64; 256]; 4],
}

/// A slash after the colon is a group of its own.
const SLASH: u64 = 1 << 63;
/// So are the words that white space may follow.
const LABELS: u64 = 3 << GROUPS;
/// And all those that a line break may follow.
const BEFORE_BREAK: u32 = 62;
const GROUPS: u32 = 60;

impl Ends {
    /// The ends of `names`, of two letters or more, in lower case; `labels` are the words that white space may follow, and `broken`
    /// those that a line break may follow.
    pub(crate) const fn new(names: &[&str], labels: &[&str], broken: &[&str]) -> Ends {
        assert!(labels.len() <= LABELS.count_ones() as usize);
        let mut ends = Ends {
            groups: [[SLASH; 256]; 4],
        };
        let mut i = 0;
        while i < labels.len() {
            ends.add(labels[i].as_bytes(), GROUPS + i as u32);
            i += 1;
        }
        i = 0;
        while i < broken.len() {
            ends.add(broken[i].as_bytes(), BEFORE_BREAK);
            i += 1;
        }
        i = 0;
        while i < names.len() {
            let (third, last) = match names[i].as_bytes() {
                [.., third, _, last] => (*third, *last),
                [_, last] => (0, *last),
                // When the table is compiled.
                _ => panic!("a scheme of one letter"),
            };
            // Names of a group mostly end alike. The factors are the best of a million for mail and HTML: of the words that pass there,
            // six of seven or more end as a name does.
            let hash = last as u32 * 15_387 + third as u32 * 24_475;
            let group = (hash >> 8) % GROUPS;
            ends.add(names[i].as_bytes(), group);
            i += 1;
        }
        i = 0;
        while i < 256 {
            // A backslash may stand before the slash.
            let slash = if matches!(i as u8, b'/' | b'\\') {
                SLASH
            } else {
                0
            };
            let names = match i as u8 {
                b'\n' | b'\r' => 1 << BEFORE_BREAK,
                ..=b' ' => 0,
                _ => !SLASH,
            };
            ends.groups[3][i] = slash | names | LABELS;
            i += 1;
        }
        ends
    }

    const fn add(&mut self, name: &[u8], group: u32) {
        let mut place = 0;
        while place < 3 {
            let (first, last) = match name.len() + place {
                // Anything may stand before the whole of it.
                ..3 => (0, 255),
                end => (name[end - 3], name[end - 3]),
            };
            let mut byte = first;
            loop {
                self.groups[place][byte as usize] |= 1 << group;
                self.groups[place][byte.to_ascii_uppercase() as usize] |= 1 << group;
                if byte == last {
                    break;
                }
                byte += 1;
            }
            place += 1;
        }
    }

    /// Whether `word` ends like one of the names; other words may too.
    #[inline]
    pub(crate) fn may_end(&self, word: &[u8]) -> bool {
        let (third, before, last) = match *word {
            [.., third, before, last] => (third, before, last),
            [before, last] => (0, before, last),
            _ => return false,
        };
        self.groups([third, before, last, b':', b'a']) != 0
    }

    /// The groups that may stand around a colon: three bytes before it, the colon, and the byte after it.
    #[inline(always)]
    pub(crate) fn groups(&self, around: [u8; 5]) -> u64 {
        let [third, before, last, _, after] = around.map(usize::from);
        self.groups[0][third]
            & self.groups[1][before]
            & self.groups[2][last]
            & self.groups[3][after]
    }
}

/// The strides of a fill that have places: where each begins, and its places. Most texts are short, so the list is not filled with zeros
/// first.
pub(super) struct Strides<'f> {
    starts: &'f mut [MaybeUninit<u16>; ROOM],
    places: &'f mut [MaybeUninit<u64>; ROOM],
    count: usize,
}

/// The strides of a fill, with the part of one at its end.
pub(super) const MOST: usize = FAR / STRIDE + 1;
/// A place is an offset of two bytes.
const _: () = assert!(FAR <= 1 << 16);
/// Eight are written at once.
const ROOM: usize = MOST + 8;

impl Strides<'_> {
    /// Adds those of `strides` that have places: first `has` says which these are, as half have none, and then `bits` where they
    /// are.
    #[inline(always)]
    pub(super) fn add_all(
        &mut self,
        strides: &[[u8; STRIDE]],
        mut has: impl FnMut(&[u8; STRIDE]) -> bool,
        bits: impl Fn(&[u8; STRIDE]) -> u64,
    ) {
        for (i, stride) in strides.iter().enumerate() {
            self.starts[self.count()].write((i * STRIDE) as u16);
            self.count += usize::from(has(stride));
        }
        for i in 0..self.count() {
            self.places[i].write(bits(&strides[self.start(i) / STRIDE]));
        }
    }

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
    fn pass<F: Filter>(
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

/// The bytes around a place of a text.
#[inline(always)]
pub(super) fn around(text: &[u8], at: usize) -> [u8; BEFORE + 2] {
    let byte = |at: Option<usize>| at.and_then(|at| text.get(at)).copied().unwrap_or(0);
    let at_edge = || std::array::from_fn(|i| byte((at + i).checked_sub(BEFORE)));
    all_around(text, at).unwrap_or_else(at_edge)
}

/// The same, if all of them are there.
#[inline(always)]
fn all_around(text: &[u8], at: usize) -> Option<[u8; BEFORE + 2]> {
    text.get(at.checked_sub(BEFORE)?..)?.first_chunk().copied()
}

/// Of a long text, few places are so near its edges.
#[cold]
#[inline(never)]
fn around_at_edge(text: &[u8], at: usize) -> [u8; BEFORE + 2] {
    around(text, at)
}
