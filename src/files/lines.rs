//! Lines and columns: newlines are counted forward through a chunk.
//!
//! Where the search counts them on its way, only the start of a line is looked for.

/// The lines of a chunk, counted up to some place. Matches come in order, so no byte is counted often.
///
/// ```
/// use urlgrep::files::{Buffer, Input, Lines, ReadFrom, ReadOptions};
/// let input = Input::from_reader(&b"one\ntwo http://a.org/\n"[..], ReadOptions::default());
/// let mut buffer = Buffer::default();
/// let chunk = input.next(ReadFrom::AnyFile, &mut buffer).unwrap();
/// let mut lines = Lines::new(&buffer, chunk.start, chunk.line_start);
/// assert_eq!(lines.place(8), (2, 5));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lines<'c> {
    bytes: &'c [u8],
    /// The offset in the file of the chunk.
    start: u64,
    /// The offset in the file of the line that the chunk begins in.
    first: u64,
    /// The place in the chunk that the counting has come to.
    counted: usize,
    newlines: u64,
    /// The offset in the file of the line with that place.
    line: u64,
    /// The number of newlines before the text.
    before_text: u64,
}

impl<'c> Lines<'c> {
    /// The lines of the chunk `bytes`, which begins at the offset `start` of its file; the line that it begins in, at `first`.
    ///
    /// ```
    /// use urlgrep::files::Lines;
    /// assert_eq!(Lines::new(b"b\nc", 9, 7).place(9), (1, 3));
    /// ```
    pub fn new(bytes: &'c [u8], start: u64, first: u64) -> Lines<'c> {
        Lines {
            bytes,
            start,
            first,
            counted: 0,
            newlines: 0,
            line: first,
            before_text: 0,
        }
    }

    /// The line in the chunk, and the column in bytes, of an offset in the file; both from 1. The lines of the chunks before are
    /// their [totals](Lines::total).
    ///
    /// # Panics
    ///
    /// If the offset is not one of the chunk.
    ///
    /// ```
    /// use urlgrep::files::Lines;
    /// assert_eq!(Lines::new(b"a\nbc", 0, 0).place(3), (2, 2));
    /// ```
    pub fn place(&mut self, offset: u64) -> (u64, u64) {
        self.count_to(self.at(offset));
        (self.newlines + 1, offset - self.line + 1)
    }

    /// Begins a text at an offset in the file, whose lines are counted elsewhere: with
    /// [`Builder::lines`](crate::Builder::lines) for example.
    ///
    /// # Panics
    ///
    /// If the offset is not one of the chunk.
    ///
    /// ```
    /// use urlgrep::files::Lines;
    /// let mut lines = Lines::new(b"a\nb\nc", 0, 0);
    /// lines.begin_text(2);
    /// assert_eq!(lines.place_in_text(2, 4), (3, 1));
    /// ```
    pub fn begin_text(&mut self, offset: u64) {
        self.count_to(self.at(offset));
        self.before_text = self.newlines;
    }

    /// As [`place`](Lines::place), of an offset in this line of the text, counted from 1.
    ///
    /// # Panics
    ///
    /// If the offset is not one of the chunk.
    ///
    /// ```
    /// use urlgrep::files::Lines;
    /// assert_eq!(Lines::new(b"a\nb", 0, 0).place_in_text(2, 2), (2, 1));
    /// ```
    pub fn place_in_text(&mut self, line: u32, offset: u64) -> (u64, u64) {
        let at = self.at(offset);
        if at < self.counted {
            return self.place(offset);
        }
        let newlines = self.before_text + u64::from(line) - 1;
        if newlines > self.newlines {
            self.line_begins_before(at);
            self.newlines = newlines;
        }
        self.counted = at;
        (newlines + 1, offset - self.line + 1)
    }

    /// The number of newlines in all of the chunk.
    ///
    /// ```
    /// assert_eq!(urlgrep::files::Lines::new(b"a\nb\n", 0, 0).total(), 2);
    /// ```
    pub fn total(&mut self) -> u64 {
        self.count_to(self.bytes.len());
        self.newlines
    }

    /// The place in the chunk of an offset in the file.
    fn at(&self, offset: u64) -> usize {
        (offset - self.start) as usize
    }

    fn count_to(&mut self, at: usize) {
        if at < self.counted {
            let before_text = self.before_text;
            *self = Lines::new(self.bytes, self.start, self.first);
            self.before_text = before_text;
        }
        let passed = &self.bytes[self.counted..at];
        if self.line_begins_before(at) {
            self.newlines += memchr::memchr_iter(b'\n', passed).count() as u64;
        }
        self.counted = at;
    }

    /// Finds the start of the line with `at`. Whether it is after the place that the counting has come to.
    fn line_begins_before(&mut self, at: usize) -> bool {
        let first = last_line(
            &self.bytes[self.counted..at],
            self.start + self.counted as u64,
        );
        self.line = first.unwrap_or(self.line);
        first.is_some()
    }
}

/// Where the last line begins that begins in these bytes, which stand at `start` in the file.
///
/// In UTF-16 and UTF-32 with the low byte first, zeros belong to the newline.
pub(super) fn last_line(bytes: &[u8], start: u64) -> Option<u64> {
    let newline = memchr::memrchr(b'\n', bytes)?;
    let (at, rest) = (start + newline as u64, &bytes[newline + 1..]);
    let zeros = rest.iter().take(3).take_while(|&&byte| byte == 0).count();
    let zeros = match (at % 4, zeros) {
        (0, 3) => 3,
        (0 | 2, 1..) => 1,
        _ => 0,
    };
    Some(at + 1 + zeros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_begin_after_newlines() {
        let mut lines = Lines::new(b"ab\ncd\n\ne", 100, 90);
        assert_eq!(
            lines.place(100),
            (1, 11),
            "its line began in an earlier chunk"
        );
        assert_eq!(lines.place(102), (1, 13));
        assert_eq!(lines.place(103), (2, 1));
        assert_eq!(lines.place(105), (2, 3));
        assert_eq!(lines.place(107), (4, 1));
        assert_eq!(lines.place(104), (2, 2), "backward");
        assert_eq!(lines.total(), 3);
    }

    #[test]
    fn zeros_belong_to_a_newline_with_the_low_byte_first() {
        let text = "a\nb\nĀb\n";
        let bytes = |of: fn(u16) -> [u8; 2]| Vec::from_iter(text.encode_utf16().flat_map(of));
        for utf_16 in [bytes(u16::to_le_bytes), bytes(u16::to_be_bytes)] {
            let mut lines = Lines::new(&utf_16, 100, 100);
            let places = [100, 104, 106, 108, 110].map(|at| lines.place(at));
            assert_eq!(places, [(1, 1), (2, 1), (2, 3), (3, 1), (3, 3)]);
        }
        let of: [fn(u32) -> [u8; 4]; 2] = [u32::to_le_bytes, u32::to_be_bytes];
        for of in of {
            let utf_32 = Vec::from_iter(text.chars().flat_map(|c| of(c.into())));
            let mut lines = Lines::new(&utf_32, 100, 100);
            let places = [100, 108, 112, 116, 120].map(|at| lines.place(at));
            assert_eq!(places, [(1, 1), (2, 1), (2, 5), (3, 1), (3, 5)]);
        }
    }

    #[test]
    fn a_text_counts_its_own_lines() {
        let mut lines = Lines::new(b"ab\ncd\n\ne\nfg", 100, 90);
        lines.begin_text(104);
        assert_eq!(lines.place_in_text(1, 104), (2, 2));
        assert_eq!(lines.place_in_text(3, 107), (4, 1));
        assert_eq!(lines.place_in_text(2, 106), (3, 1), "backward");
        assert_eq!(lines.place_in_text(4, 110), (5, 2));
        assert_eq!(lines.total(), 4);
    }
}
