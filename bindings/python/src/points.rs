//! Positions in a `str` of Python, which counts code points, from positions in its UTF-8.

/// Counts code points up to positions that mostly ascend.
#[derive(Clone)]
pub(crate) struct Points<'t> {
    /// None if each byte is a code point.
    text: Option<&'t [u8]>,
    byte: usize,
    point: usize,
}

impl<'t> Points<'t> {
    /// Those of bytes, which are counted as they are.
    pub(crate) const BYTES: Points<'static> = Points {
        text: None,
        byte: 0,
        point: 0,
    };

    /// Those of a text with so many code points.
    pub(crate) fn of_str(text: &'t [u8], len: usize) -> Points<'t> {
        let text = (len < text.len()).then_some(text);
        Points {
            text,
            ..Points::BYTES
        }
    }

    /// The code points before the byte at `at`.
    pub(crate) fn before(&mut self, at: usize) -> usize {
        let Some(text) = self.text else {
            return at;
        };
        let count = |bytes: &[u8]| bytes.iter().filter(|&&b| b & 0xc0 != 0x80).count();
        match at >= self.byte {
            true => self.point += count(&text[self.byte..at]),
            false => self.point -= count(&text[at..self.byte]),
        }
        self.byte = at;
        self.point
    }
}
