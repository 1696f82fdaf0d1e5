//! The next line that begins with a byte. Few do, so there is a branch for each stride.

use super::stride::{STRIDE, Stride};
use super::{Available, Task};

impl Available {
    /// Where the first line begins, from `from` on, that begins with `byte`. The text itself begins a line.
    #[inline]
    pub(crate) fn line_start(self, text: &[u8], from: usize, byte: u8) -> Option<usize> {
        self.run(LineStart { text, from, byte })
    }
}

struct LineStart<'t> {
    text: &'t [u8],
    from: usize,
    byte: u8,
}

impl Task for LineStart<'_> {
    type Answer = Option<usize>;

    #[inline(always)]
    fn run(self, engine: impl Stride) -> Option<usize> {
        let LineStart { text, from, byte } = self;
        let mut begins = u64::from(from == 0 || text[from - 1] == b'\n');
        let mut at = from;
        let (strides, rest) = text[from..].as_chunks();
        for stride in strides {
            let lines = engine.line_starts(stride, byte, &mut begins);
            if lines != 0 {
                return Some(at + lines.trailing_zeros() as usize);
            }
            at += STRIDE;
        }
        let lines = engine.line_starts(&engine.padded(rest), byte, &mut begins);
        (lines != 0).then(|| at + lines.trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::simd::STEP;

    #[test]
    fn lines_are_those_of_a_search_byte_by_byte() {
        let text = b"From\nF\n\nF: FF\nForm\n From\nfrom\nFr\r\nFo x\0F\n".repeat(30);
        let far = [
            &b"F\n"[..],
            &b"x F".repeat(400),
            b"\nF\n",
            &[b' '; 255],
            b"\nF",
        ]
        .concat();
        for engine in Engine::available().map(Available::new) {
            for text in [&text, &far] {
                for start in (0..70).step_by(STEP) {
                    for len in (0..300)
                        .step_by(STEP)
                        .chain([511, 512, 513, text.len() - start])
                    {
                        let text = &text[start..][..len];
                        let begins =
                            |&at: &usize| text[at] == b'F' && (at == 0 || text[at - 1] == b'\n');
                        for from in [0, len / 3, len] {
                            let want = (from..len).find(begins);
                            let line = engine.line_start(text, from, b'F');
                            assert_eq!(line, want, "{engine:?} {start} {len} {from}");
                        }
                    }
                }
            }
        }
    }
}
