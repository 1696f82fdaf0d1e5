//! The places of bytes in a short text. To call an engine for one byte would take longer than the search, so this uses what every
//! processor has.

#[cfg(target_arch = "x86_64")]
use super::sse2::bits_of;
use super::stride::{STRIDE, Stride};
use super::{Available, Engine, Task};

/// The most bytes that are looked at.
pub(super) const LONGEST: usize = 128;

/// Where each of `bytes` stands in a short text: a bit for each byte of the text, the first byte's the lowest.
#[inline]
#[cfg(not(target_arch = "x86_64"))]
fn bits_of<const N: usize>(text: &[u8], bytes: [u8; N]) -> [u128; N] {
    bytes.map(|byte| memchr::memchr_iter(byte, text).fold(0, |bits, at| bits | 1 << at))
}

/// The same search by an engine.
struct Find<'t, const N: usize> {
    text: &'t [u8],
    bytes: [u8; N],
}

impl<const N: usize> Task for Find<'_, N> {
    type Answer = [u128; N];

    #[inline(always)]
    fn run(self, engine: impl Stride) -> [u128; N] {
        let (first, rest) = self.text.split_at(self.text.len().min(STRIDE));
        let mut found = [0; N];
        let stride = engine.padded(first);
        for (found, byte) in found.iter_mut().zip(self.bytes) {
            *found = engine.bits(&stride, byte).into();
        }
        if !rest.is_empty() {
            let stride = engine.padded(rest);
            for (found, byte) in found.iter_mut().zip(self.bytes) {
                *found |= u128::from(engine.bits(&stride, byte)) << STRIDE;
            }
        }
        found
    }
}

/// The places of `byte` in a short text, in order.
#[inline(always)]
pub(super) fn places(text: &[u8], byte: u8) -> Ones {
    let [bits] = bits_of(text, [byte]);
    Ones(bits)
}

/// Which bits of a number are set, the lowest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ones(pub(crate) u128);

impl Iterator for Ones {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let next = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        next
    }
}

impl Available {
    /// The colons of a short text; and its dots and `@` that stand neither before a blank, nor before one of their kind, nor at the end.
    #[inline]
    pub(crate) fn signs(self, text: &[u8]) -> [u128; 3] {
        let bytes = [b':', b'.', b'@', b' '];
        // Only this engine reads a text of any length without looking at its length.
        let [colons, dots, ats, blanks] = match self.0 {
            Engine::Avx512 => self.run(Find { text, bytes }),
            _ => bits_of(text, bytes),
        };
        let last = 1_u128.unbounded_shl(text.len() as u32) >> 1;
        let before_word = |at: u128| at & !((at | blanks) >> 1 | last);
        [colons, before_word(dots), before_word(ats)]
    }
}

/// Where `byte` stands first in a text of any length. A call of `memchr` costs more than to look at the bytes that are near.
#[inline]
pub(crate) fn first_place(text: &[u8], byte: u8) -> Option<usize> {
    let Some((near, far)) = text.split_first_chunk::<64>() else {
        return memchr::memchr(byte, text);
    };
    let at = places(near, byte).next();
    at.or_else(|| Some(near.len() + memchr::memchr(byte, far)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::STEP;

    #[test]
    fn first_places_in_texts_of_any_length() {
        for len in (0..200).step_by(STEP) {
            let mut text = vec![b'x'; len];
            assert_eq!(first_place(&text, b'\n'), None);
            for at in (0..len).rev() {
                text[at] = b'\n';
                assert_eq!(first_place(&text, b'\n'), Some(at));
            }
        }
    }

    #[test]
    fn places_are_those_of_a_search_byte_by_byte() {
        let text = b"x..y.a......b.............c.d.....................................x........"
            .repeat(2);
        for start in (0..text.len()).step_by(STEP) {
            for len in (0..=LONGEST.min(text.len() - start)).step_by(STEP) {
                let text = &text[start..start + len];
                for byte in [b'.', b'x'] {
                    let want: Vec<_> = (0..len).filter(|&at| text[at] == byte).collect();
                    assert_eq!(places(text, byte).collect::<Vec<_>>(), want, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn signs_are_those_of_a_search_byte_by_byte() {
        let text = b"a.b:@c@@d..e. f@ .-g:@h./@\xc3.\xc3@.,x@-:".repeat(6);
        for len in (0..LONGEST).step_by(STEP) {
            let texts = text.windows(len + 1).map(|text| &text[1..]);
            for text in texts.take(45).step_by(STEP) {
                let bits = |is: &dyn Fn(usize) -> bool| {
                    (0..len)
                        .filter(|&at| is(at))
                        .fold(0, |bits, at| bits | 1 << at)
                };
                let is_word = |at: usize, b: u8| b != b' ' && b != text[at];
                let before_word = |at: usize| text.get(at + 1).is_some_and(|&b| is_word(at, b));
                let sign = |byte| bits(&|at| text[at] == byte && before_word(at));
                let want = [bits(&|at| text[at] == b':'), sign(b'.'), sign(b'@')];
                for engine in Engine::available() {
                    assert_eq!(
                        Available::new(engine).signs(text),
                        want,
                        "{engine:?} {text:?}"
                    );
                }
            }
        }
    }
}
