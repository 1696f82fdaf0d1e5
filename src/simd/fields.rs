//! Lines that begin with a word and a colon, as the fields of a header do. A stride takes the same steps whatever it holds, so
//! that branch prediction has nothing to fail on.

use super::stride::{STRIDE, Stride};
use super::{Available, Task};

impl Available {
    /// Where in `text`, from the line at `from` on, the first line begins that is not plainly a field, nor a continuation of one: a line
    /// that begins with a blank, unless it is the first of `text`. Gives `visit` the fields before it that begin with `C` or `c`, and perhaps
    /// that line. With `from_next` the line at `from` is passed over.
    ///
    /// The name of a field has no blanks, controls, colons or bytes outside US-ASCII and does not begin with a hyphen. No slash
    /// follows its colon.
    #[inline]
    pub(crate) fn plain_fields(
        self,
        text: &[u8],
        from: usize,
        from_next: bool,
        visit: impl FnMut(usize),
    ) -> usize {
        self.run(Fields {
            text,
            visit,
            line: from,
            begins: u64::from(!from_next),
            open: 0,
            colon: 0,
        })
    }
}

struct Fields<'t, F> {
    text: &'t [u8],
    visit: F,
    /// The last field so far.
    line: usize,
    /// Whether the next stride begins with a line, with more of a name, after the colon of a name: its lowest bit.
    begins: u64,
    open: u64,
    colon: u64,
}

impl<F: FnMut(usize)> Task for Fields<'_, F> {
    type Answer = usize;

    #[inline(always)]
    fn run(mut self, engine: impl Stride) -> usize {
        let from = self.line;
        let (strides, rest) = self.text.get(from..).unwrap_or_default().as_chunks();
        for (i, stride) in strides.iter().enumerate() {
            if let Some(line) = self.stride(engine, stride, from + i * STRIDE, u64::MAX) {
                return line;
            }
        }
        // Zeros end a name that has no colon.
        let mask = (1 << rest.len()) - 1;
        let line = self.stride(
            engine,
            &engine.padded(rest),
            self.text.len() - rest.len(),
            mask,
        );
        line.unwrap_or(self.text.len())
    }
}

impl<F: FnMut(usize)> Fields<'_, F> {
    /// The line in the stride at `base`, or that goes on there, which is not plainly a field. The bytes of `mask` are the text's.
    #[inline(always)]
    fn stride(
        &mut self,
        engine: impl Stride,
        stride: &[u8; STRIDE],
        base: usize,
        mask: u64,
    ) -> Option<usize> {
        let (newlines, printed) = (engine.bits(stride, b'\n'), engine.above(stride, b' '));
        let colons = engine.bits(stride, b':');
        let starts = (newlines << 1 | self.begins) & mask;
        self.begins = newlines >> (STRIDE - 1);
        let first = u64::from(base == 0);
        let blanks = engine.bits(stride, b' ') | engine.bits(stride, b'\t');
        let fields = starts & (!blanks | first);

        // A run of bits plus its first bit is the bit after the run.
        let name = printed & !colons;
        let begun = fields | self.open;
        let (behind, goes_on) = name.overflowing_add(begun & name);
        let ends = (behind | begun) & !name;
        let hyphens = fields & engine.bits(stride, b'-');
        let slashes = (ends << 1 | self.colon) & engine.bits(stride, b'/');
        let odd = ends & !colons | fields & colons | hyphens | slashes;
        (self.open, self.colon) = (u64::from(goes_on), ends >> (STRIDE - 1));

        // Up to the first odd one.
        let before = fields & (odd ^ odd.wrapping_sub(1));
        if before != 0 {
            self.line = base + before.ilog2() as usize;
        }
        let mut marked = before & (engine.bits(stride, b'C') | engine.bits(stride, b'c'));
        while marked != 0 {
            (self.visit)(base + marked.trailing_zeros() as usize);
            marked &= marked - 1;
        }
        (odd != 0).then_some(self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::simd::STEP;
    use crate::span::split_before;

    /// The same, line by line.
    fn oracle(text: &[u8], from: usize) -> (usize, Vec<usize>) {
        let (mut at, mut marked) = (from, Vec::new());
        for line in text[from..].split_inclusive(|&b| b == b'\n') {
            let is_continued = at > 0 && matches!(line[0], b' ' | b'\t');
            let ends = |b: u8| !(b'!'..=0x7f).contains(&b) || b == b':';
            let (name, after) = split_before(line, ends);
            let is_field = after.starts_with(b":")
                && !after.starts_with(b":/")
                && !name.is_empty()
                && !name.starts_with(b"-");
            if !is_continued && !is_field {
                return (at, marked);
            }
            if !is_continued && matches!(line[0], b'C' | b'c') {
                marked.push(at);
            }
            at += line.len();
        }
        (at, marked)
    }

    fn check(text: &[u8], from: usize) {
        let line = text[from..].split_inclusive(|&b| b == b'\n').next();
        let next = from + line.map_or(0, <[u8]>::len);
        for (from_next, want) in [(false, oracle(text, from)), (true, oracle(text, next))] {
            for engine in Engine::available() {
                let (engine, mut marked) = (Available::new(engine), Vec::new());
                let end = engine.plain_fields(text, from, from_next, |at| marked.push(at));
                marked.pop_if(|at| *at == end);
                let shown = String::from_utf8_lossy(text);
                assert_eq!(
                    (end, marked),
                    want,
                    "{engine:?} {from} {from_next} {shown:?}"
                );
            }
        }
    }

    #[test]
    fn engines_agree_with_a_loop_over_lines() {
        let mut state = 1u64;
        let mut below = |n: usize| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize % n
        };
        let pieces: [&[u8]; 24] = [
            b"Subject: x\n",
            b"Cc: joe@x.org\n",
            b"content-type: text/plain\n",
            b" continued\n",
            b"\tcontinued: and so on\n",
            b"X-A-Very-Long-Name-That-Fills-More-Than-One-Stride-Of-Sixty-Four-Bytes-And-Goes-On: x\n",
            b"Date: Tue, 24 Nov 2026 10:00:00 +0000 (which is long enough for a stride)\n",
            b"A:\n",
            b"B::/x\n",
            b"C:\r\n",
            b"D: ",
            b"x",
            b"\n",
            b"\r\n",
            b"\n\n",
            b"--x: y\n",
            b"-x: y\n",
            b"http://x/\n",
            b"no field\n",
            b"E : x\n",
            b": x\n",
            b"\xc3\xa9: x\n",
            b"\x7f: x\n",
            b"From joe\n",
        ];
        for _ in 0..4000 / STEP / STEP {
            let mut text = Vec::new();
            for _ in 0..below(24) {
                // Those that end a header are fewer.
                let kinds = if below(12) == 0 { pieces.len() } else { 10 };
                text.extend_from_slice(pieces[below(kinds)]);
            }
            check(&text, 0);
            if let Some(newline) = text.iter().position(|&b| b == b'\n') {
                check(&text, newline + 1);
            }
            let cut = text.len() - below(text.len() + 1);
            check(&text[..cut], 0);
        }
    }
}
