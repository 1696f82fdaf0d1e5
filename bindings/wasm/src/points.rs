//! Positions in a string of JavaScript, which counts UTF-16 code units, from positions in its UTF-8.

/// Counts code units up to positions that mostly ascend.
pub(crate) struct Points<'t> {
    /// None if each byte counts.
    text: Option<&'t [u8]>,
    byte: usize,
    point: usize,
}

impl<'t> Points<'t> {
    pub(crate) fn new(text: &'t [u8], utf16: bool) -> Points<'t> {
        Points {
            text: (utf16 && !text.is_ascii()).then_some(text),
            byte: 0,
            point: 0,
        }
    }

    /// The code units before the byte at `at`.
    pub(crate) fn before(&mut self, at: usize) -> usize {
        let Some(text) = self.text else {
            return at;
        };
        if at >= self.byte {
            self.point += units(&text[self.byte..at])
        } else {
            self.point -= units(&text[at..self.byte])
        }
        self.byte = at;
        self.point
    }
}

/// One a character, two if its UTF-8 has four bytes.
fn units(text: &[u8]) -> usize {
    let units = |&b: &u8| usize::from(b & 0xc0 != 0x80) + usize::from(b >= 0xf0);
    text.iter().map(units).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_those_of_utf_16() {
        let text = "aé€😀\u{fffd}z";
        let mut points = Points::new(text.as_bytes(), true);
        for at in [0, 1, 3, 6, 10, 13, 14, 6, 0, 13] {
            let units = text[..at].encode_utf16().count();
            assert_eq!(points.before(at), units, "{at}");
        }
        assert_eq!(Points::new(text.as_bytes(), false).before(10), 10);
    }
}
