//! Looking around colons, dots and `@` with vectors: the only place with `unsafe` code.
//!
//! [`Available`] is the safe face. [`fill`] finds the colons, dots, `@` and marks that matter; [`kinds`] where a host's name and a URL may
//! end, [`around`] also where they begin; [`line_start`] the lines where a message of a mailbox may begin, and [`fields`] the fields of its
//! header. Each is a [`Task`] over [`stride`]s of 64 bytes, which [`vectors`] of [`block`]s answer for, and a thin file for each processor
//! provides these. [`scalar`] is the portable engine and the oracle. In a short text no engine is asked: [`short`] finds the places.
//! [`filtered`] gives those of either one by one, and [`newlines`] keeps where lines end, seen on the way.

#![cfg_attr(
    not(feature = "mail"),
    allow(dead_code, reason = "only messages have headers")
)]

#[cfg(target_arch = "aarch64")]
mod aarch64;
mod ahead;
mod around;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod block;
mod ends;
mod fields;
mod fill;
mod filter;
mod filtered;
mod kinds;
mod line_start;
mod newlines;
mod notable;
mod places;
mod plain;
mod scalar;
mod short;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod stride;
mod vectors;
#[cfg(target_arch = "x86_64")]
mod x86_64;

pub(crate) use ends::Ends;
pub(crate) use filter::Filter;
pub(crate) use filtered::{Filtered, SHORT, any_passes};
pub(crate) use kinds::Kinds;
pub(crate) use newlines::Newlines;
pub(crate) use notable::Notable;
#[cfg(feature = "mail")]
pub(crate) use places::Places;
pub(crate) use plain::Labels;
pub(crate) use short::Ones;
#[cfg(feature = "mail")]
pub(crate) use short::first_place;

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::sync::LazyLock;

use stride::{STRIDE, Stride};

/// How many bytes a fill looks at: while its places are read, the bytes of the next one come from memory.
pub(crate) const FAR: usize = 4096;

/// How many places a fill gives at most.
pub(crate) const PLACES: usize = 128;

/// Which code looks for colons. All give the same places.
///
/// ```
/// use urlgrep::{Engine, Extractor};
/// for engine in Engine::available() {
///     let urls = Extractor::builder().engine(engine).build();
///     assert_eq!(urls.extract("http://a.org/ and <URL:news:*>").count(), 2);
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Engine {
    /// Safe Rust for any processor.
    Portable,
    /// x86-64 with SSSE3, 16 bytes at a time.
    Ssse3,
    /// x86-64 with AVX2, 32 bytes at a time.
    Avx2,
    /// x86-64 with AVX-512 (F, BW and VBMI), 64 bytes at a time.
    Avx512,
    /// AArch64, 16 bytes at a time.
    Neon,
}

impl Engine {
    const ALL: [Engine; 5] = [
        Engine::Avx512,
        Engine::Avx2,
        Engine::Ssse3,
        Engine::Neon,
        Engine::Portable,
    ];

    /// The fastest that runs here.
    ///
    /// ```
    /// use urlgrep::Engine;
    /// assert_eq!(Some(Engine::best()), Engine::available().next());
    /// ```
    pub fn best() -> Engine {
        static BEST: LazyLock<Engine> =
            LazyLock::new(|| Engine::available().next().unwrap_or(Engine::Portable));
        *BEST
    }

    /// Those that run here, the fastest first.
    ///
    /// ```
    /// use urlgrep::Engine;
    /// assert!(Engine::available().any(|engine| engine == Engine::Portable));
    /// ```
    pub fn available() -> impl Iterator<Item = Engine> {
        Engine::ALL
            .into_iter()
            .filter(|engine| engine.is_available())
    }

    /// The name, as option `--engine` has it.
    ///
    /// ```
    /// assert_eq!(urlgrep::Engine::Portable.name(), "portable");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Engine::Portable => "portable",
            Engine::Ssse3 => "ssse3",
            Engine::Avx2 => "avx2",
            Engine::Avx512 => "avx512",
            Engine::Neon => "neon",
        }
    }

    fn is_available(self) -> bool {
        match self {
            Engine::Portable => true,
            // The standard library asks the processor once.
            #[cfg(target_arch = "x86_64")]
            Engine::Ssse3 => {
                is_x86_feature_detected!("ssse3") && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "aarch64")]
            Engine::Neon => true,
            _ => false,
        }
    }
}

named!(Engine, Engine::ALL, "engine");

/// An engine that runs here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Available(Engine);

impl Available {
    /// The fastest one.
    #[inline]
    pub(crate) fn best() -> Available {
        Available(Engine::best())
    }

    /// This engine, or the portable one if it does not run here.
    pub(crate) fn new(engine: Engine) -> Available {
        if engine.is_available() {
            Available(engine)
        } else {
            Available(Engine::Portable)
        }
    }

    /// Puts into `passed` the next places of `text` from `from` on that pass, as offsets from `from`, in order; at most `far` bytes are
    /// looked at. Gives their number and where to go on. Newlines are counted from `from` on too, if asked for, and farther perhaps.
    ///
    /// Not inlined, because the loop over matches needs the registers.
    #[inline(never)]
    fn fill<F: Filter>(
        self,
        text: &[u8],
        from: usize,
        far: usize,
        passed: &mut [MaybeUninit<u16>; PLACES],
        newlines: Option<&mut Newlines>,
    ) -> (usize, usize) {
        self.run(Fill::<F> {
            filter: PhantomData,
            text,
            from,
            far,
            passed,
            newlines,
        })
    }

    /// The kinds of the bytes of `text` from `at` on: of 64 or fewer; the end of the text counts as a notable byte.
    #[inline]
    pub(crate) fn kinds(self, text: &[u8], at: usize) -> Kinds {
        let rest = text.get(at..).unwrap_or_default();
        match rest.first_chunk() {
            Some(block) => self.run(KindsOf(block)),
            None => self.last_kinds(rest),
        }
    }

    #[inline(never)]
    fn last_kinds(self, rest: &[u8]) -> Kinds {
        self.run(LastKinds(rest))
    }

    #[inline]
    #[allow(
        unsafe_code,
        reason = "the engines are chosen by what the processor has"
    )]
    fn run<T: Task>(self, task: T) -> T::Answer {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512 => {
                // SAFETY: `new` has seen that the processor has what it needs.
                unsafe { avx512::run(task) }
            }
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2 => {
                // SAFETY: as above.
                unsafe { x86_64::run_avx2(task) }
            }
            #[cfg(target_arch = "x86_64")]
            Engine::Ssse3 => {
                // SAFETY: as above.
                unsafe { x86_64::run_ssse3(task) }
            }
            #[cfg(target_arch = "aarch64")]
            Engine::Neon => {
                // SAFETY: every AArch64 processor has NEON.
                unsafe { aarch64::run(task) }
            }
            _ => scalar::run(task),
        }
    }
}

/// A function that is compiled for each engine.
trait Task {
    type Answer;

    fn run(self, engine: impl Stride) -> Self::Answer;
}

struct Fill<'f, F> {
    filter: PhantomData<F>,
    text: &'f [u8],
    from: usize,
    far: usize,
    passed: &'f mut [MaybeUninit<u16>; PLACES],
    newlines: Option<&'f mut Newlines>,
}

impl<F: Filter> Task for Fill<'_, F> {
    type Answer = (usize, usize);

    #[inline(always)]
    fn run(self, engine: impl Stride) -> (usize, usize) {
        let Fill {
            text,
            from,
            far,
            passed,
            newlines,
            ..
        } = self;
        fill::fill::<F>(engine, text, from, far, passed, newlines)
    }
}

struct KindsOf<'b>(&'b [u8; STRIDE]);

impl Task for KindsOf<'_> {
    type Answer = Kinds;

    #[inline(always)]
    fn run(self, engine: impl Stride) -> Kinds {
        engine.kinds(self.0)
    }
}

/// Those of less than a stride.
struct LastKinds<'b>(&'b [u8]);

impl Task for LastKinds<'_> {
    type Answer = Kinds;

    #[inline(always)]
    fn run(self, engine: impl Stride) -> Kinds {
        engine.kinds(&engine.padded(self.0))
    }
}

/// Miri takes seconds for what takes microseconds: it tries only every 13th case.
#[cfg(test)]
const STEP: usize = if cfg!(miri) { 13 } else { 1 };

#[cfg(test)]
mod tests {
    use super::*;

    static ENDS: Ends = Ends::new(&["mailto", "s3", "h323"], &["url", "mailto"], &[]);

    #[derive(Clone, Copy)]
    struct Colons;

    impl Filter for Colons {
        const BYTE: u8 = b':';

        fn passes(around: [u8; 5]) -> bool {
            ENDS.groups(around) != 0
        }
    }

    /// The colons that pass, asked one by one.
    fn oracle(text: &[u8]) -> Vec<usize> {
        let padded = [&[0; 3], text, &[0]].concat();
        let passes = |&at: &usize| {
            text[at] == b':' && ENDS.groups(padded[at..at + 5].try_into().unwrap()) != 0
        };
        (0..text.len()).filter(passes).collect()
    }

    fn all(engine: Engine, text: &[u8]) -> Vec<usize> {
        let places = |text| Filtered::<Colons>::new(text, Available::new(engine));
        let all: Vec<_> = places(text).collect();
        // No engine is asked for the places of a short text.
        let long = [&[0; SHORT], text].concat();
        let in_long: Vec<_> = places(&long).map(|at| at - SHORT).collect();
        assert_eq!(all, in_long, "{engine:?} {text:?}");
        all
    }

    #[test]
    fn what_passes() {
        println!("{:?}", Engine::available().collect::<Vec<_>>());
        let text = [
            &[b'.'; 80][..],
            b"x:/ a:b mailto:x mailto: o: o:\n url: url:x URL:\n 3:x <s3:x 13:3: :: :/ <mailto: h323:joe o:",
        ]
        .concat();
        let want = oracle(&text);
        let shown: Vec<_> = want
            .iter()
            .map(|&i| &text[i.saturating_sub(1)..(i + 2).min(text.len())])
            .collect();
        let expected: [&[u8]; 10] = [
            b"x:/", b"o:x", b"o: ", b"l: ", b"l:x", b"L:\n", b"3:x", b" :/", b"o: ", b"3:j",
        ];
        assert_eq!(shown, expected);
        for engine in Engine::available() {
            assert_eq!(all(engine, &text), want, "{engine:?}");
        }
    }

    /// A colon at every offset around the seams of blocks and fills.
    #[test]
    fn engines_agree_at_seams() {
        for len in [1, 2, 31, 32, 33, 34, 35, 63, 64, 65, 66, 67, 100, 200] {
            for at in (0..len).step_by(STEP) {
                for around in [b"o:x", b"x:/", b"l: ", b"o: ", b"::/", b"3:x"] {
                    let mut text = vec![b'.'; len];
                    for (i, &b) in around.iter().enumerate() {
                        if let Some(byte) = (at + i).checked_sub(1).and_then(|i| text.get_mut(i)) {
                            *byte = b;
                        }
                    }
                    let want = oracle(&text);
                    for engine in Engine::available() {
                        assert_eq!(all(engine, &text), want, "{engine:?} {len} {at}");
                    }
                }
            }
        }
    }

    #[test]
    fn engines_agree_on_noise() {
        let mut state = 1u64;
        let bytes = b":::///olLsxX33< \n\0\xff";
        for len in (0..9000).step_by(19 * STEP * STEP) {
            let text: Vec<u8> = (0..len)
                .map(|_| {
                    state = state
                        .wrapping_mul(6364136223846793005)
                        .wrapping_add(1442695040888963407);
                    bytes[(state >> 33) as usize % bytes.len()]
                })
                .collect();
            let want = oracle(&text);
            for engine in Engine::available() {
                assert_eq!(all(engine, &text), want, "{engine:?} {len}");
            }
        }
    }
}
