//! The kinds of the bytes around a place: before and after an `@` or a dot.

use super::kinds::Kinds;
use super::stride::{STRIDE, Stride};
use super::{Available, Engine, Task};
use crate::span::{ahead, behind};

/// The bytes around an `@` or a dot, up to 64 on each side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around {
    /// Those before it: the last one's bit is the highest.
    pub(crate) before: Kinds,
    /// Which of these are digits.
    digits: u64,
    pub(crate) after: Kinds,
}

impl Around {
    /// Which of the last `len` bytes before it are digits, the first one's bit the lowest; of 64 at most.
    #[inline]
    pub(crate) fn digits(&self, len: usize) -> u64 {
        self.digits.unbounded_shr(64 - len.min(64) as u32)
    }
}

struct KindsAround<'b> {
    before: &'b [u8; STRIDE],
    after: &'b [u8; STRIDE],
}

impl Task for KindsAround<'_> {
    type Answer = Around;

    #[inline(always)]
    fn run(self, engine: impl Stride) -> Around {
        let above = |byte| engine.above(self.before, byte);
        Around {
            before: engine.kinds(self.before),
            digits: above(b'0' - 1) & !above(b'9'),
            after: engine.kinds(self.after),
        }
    }
}

/// At most a stride on each side.
struct KindsNearEnd<'b> {
    before: &'b [u8],
    after: &'b [u8],
}

impl Task for KindsNearEnd<'_> {
    type Answer = Around;

    #[inline(always)]
    fn run(self, engine: impl Stride) -> Around {
        let before = engine.padded(self.before);
        let after = engine.padded(self.after);
        let (before, after) = (&before, &after);
        let mut around = KindsAround { before, after }.run(engine);
        // The zeros stand after the bytes, not before them.
        let zeros = (STRIDE - self.before.len()) as u32;
        let kinds = &mut around.before;
        for bits in [
            &mut kinds.label,
            &mut kinds.dot,
            &mut kinds.hyphen,
            &mut around.digits,
        ] {
            *bits = bits.unbounded_shl(zeros);
        }
        kinds.notable = !(!kinds.notable).unbounded_shl(zeros);
        around
    }
}

impl Available {
    /// The kinds of the bytes before the `@` or dot at `at`, and after it. The beginning and the end of the text count as notable bytes.
    #[inline]
    pub(crate) fn around(self, text: &[u8], at: usize) -> Around {
        let (before, after) = (&text[..at], &text[at + 1..]);
        match (before.last_chunk(), after.first_chunk()) {
            (Some(before), Some(after)) => self.run(KindsAround { before, after }),
            _ => self.around_near_end(text, at),
        }
    }

    /// With zeros where the text has no bytes.
    #[inline(never)]
    fn around_near_end(self, text: &[u8], at: usize) -> Around {
        let before = behind(text, at, STRIDE);
        let after = ahead(text, at + 1, STRIDE);
        if self.0 == Engine::Avx512 {
            return self.run(KindsNearEnd { before, after });
        }
        // For others it is one copy instead of two.
        let mut near = [0; 2 * STRIDE + 1];
        let from = STRIDE - before.len();
        near[from..=STRIDE + after.len()]
            .copy_from_slice(&text[at - before.len()..=at + after.len()]);
        self.around(&near, STRIDE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn around_an_at() {
        for engine in Engine::available() {
            for (before, after) in [
                (0, 90),
                (1, 5),
                (12, 0),
                (63, 64),
                (64, 64),
                (65, 1),
                (90, 63),
            ] {
                let around = [b"7a-3".repeat(30), b"@".to_vec(), b"b.c9".repeat(30)].concat();
                let text = &around[120 - before..=120 + after];
                let found = Available::new(engine).around(text, before);
                let near = behind(text, before, 64);
                for len in 0..=near.len() {
                    let digits = found.digits(len);
                    for (i, b) in near[near.len() - len..].iter().enumerate() {
                        assert_eq!(
                            digits >> i & 1 != 0,
                            b.is_ascii_digit(),
                            "{engine:?} {len} {i}"
                        );
                    }
                }
                let kinds = Available::new(engine).kinds(text, before + 1);
                assert_eq!(found.after, kinds, "{engine:?} {before} {after}");
                let run = [0, near.len()][usize::from(near.len() < 64)];
                let found = found.before.plain_run_before();
                // The portable engine may stop before that.
                assert!(found == run || engine == Engine::Portable && found == 0);
            }
        }
    }
}
