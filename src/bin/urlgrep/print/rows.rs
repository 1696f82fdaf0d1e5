//! Rows: matches as they are printed, rendered by the workers and kept in one buffer a batch.
//!
//! Lines and messages are numbered from the start of a chunk. A worker does not know how many come before the chunk, so it leaves
//! such a number out and notes its place. The number is written when the rows are printed in order.

use std::ops::Range;

use super::text::{TextBuffer, TextStyle};

/// Ends a field of a row that is not printed as it is. No URL contains it, and it is removed from other text.
const FIELD_END: u8 = 0x1f;

/// Room for the text of a few hundred rows.
const SOME: usize = 32 << 10;

/// Rendered matches.
#[derive(Default, Debug)]
pub(crate) struct Rows {
    pub(super) text: TextBuffer,
    numbers: Vec<Number>,
    rows: Vec<Row>,
}

/// A number that counts from the start of a chunk. That of a line before the chunk is less than 1 and wraps around.
#[derive(Clone, Debug)]
struct Number {
    /// The position in the text.
    at: usize,
    counts: Counts,
    number: u64,
}

#[derive(Clone, Copy, Debug)]
enum Counts {
    Lines,
    Messages,
}

/// Where the parts of a row end; each begins where the part before it ends.
#[derive(Clone, Copy, Default, Debug)]
struct Row {
    key: usize,
    text: usize,
    /// The index after its last number.
    numbers: usize,
}

/// How many newlines and messages the file has before the chunk.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Base {
    pub(crate) newlines: u64,
    pub(crate) messages: u64,
}

impl Rows {
    pub(crate) fn new(style: TextStyle) -> Rows {
        let bytes = Vec::new();
        Rows {
            text: TextBuffer { bytes, style },
            ..Rows::default()
        }
    }

    /// Removes all rows and keeps their memory for more.
    pub(crate) fn clear(&mut self) {
        self.text.bytes.clear();
        self.numbers.clear();
        self.rows.clear();
    }

    /// Frees the room for more rows if they are few: many such may wait for their turn.
    pub(crate) fn compact(&mut self) {
        if self.text.bytes.len() < SOME / 4 {
            // As copies: the holes that `shrink_to_fit` leaves are too small for the next rows.
            self.text.bytes = self.text.bytes.clone();
            self.numbers = self.numbers.clone();
            self.rows = self.rows.clone();
        }
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// About how many bytes of memory they take.
    pub(crate) fn weight(&self) -> usize {
        self.text.bytes.len()
            + self.rows.len() * size_of::<Row>()
            + self.numbers.len() * size_of::<Number>()
    }

    /// Adds a row that `render` writes. The key is not printed; [`key`](Rows::key) returns it.
    #[inline]
    pub(crate) fn add(&mut self, key: Option<&[u8]>, render: impl FnOnce(&mut Rows)) {
        if self.rows.is_empty() {
            self.rows.reserve(SOME / 64);
            self.text.bytes.reserve(SOME);
        }
        if let Some(key) = key {
            self.text.write(key);
        }
        let key = self.text.bytes.len();
        render(self);
        self.rows.push(Row {
            key,
            text: self.text.bytes.len(),
            numbers: self.numbers.len(),
        });
    }

    /// Adds a row that is a URL.
    #[inline]
    pub(crate) fn add_url(&mut self, url: &[u8]) {
        self.add(None, |rows| {
            rows.text.write(url);
            rows.text.write(b"\n");
        });
    }

    /// Writes the end of a field, which may have been begun.
    pub(super) fn write_field(&mut self, bytes: &[u8]) {
        for part in bytes.split(|&b| b == FIELD_END) {
            self.text.write(part);
        }
        self.text.write(&[FIELD_END]);
    }

    /// Writes the number of a line; `line` counts from the start of the chunk.
    pub(super) fn write_line(&mut self, line: u64) {
        self.write_number(Counts::Lines, line);
    }

    /// Writes the number of a message; `message` counts from the start of the chunk.
    pub(super) fn write_message(&mut self, message: u64) {
        self.write_number(Counts::Messages, message);
    }

    fn write_number(&mut self, counts: Counts, number: u64) {
        let at = self.text.bytes.len();
        self.numbers.push(Number { at, counts, number });
    }

    /// The end of the row before `i`.
    fn before(&self, i: usize) -> Row {
        i.checked_sub(1).map_or(Row::default(), |i| self.rows[i])
    }

    pub(crate) fn key(&self, i: usize) -> &[u8] {
        &self.text.bytes[self.before(i).text..self.rows[i].key]
    }

    /// The text of a row without numbers.
    pub(super) fn text(&self, i: usize) -> &[u8] {
        &self.text.bytes[self.rows[i].key..self.rows[i].text]
    }

    /// A row of fields with its numbers; [`fields`] splits it.
    pub(super) fn row(&self, i: usize, base: Base) -> Vec<u8> {
        let mut row = TextBuffer::default();
        self.write_to(&mut row, i..i + 1, base);
        row.bytes
    }

    /// Writes a range of rows. Either all rows have a key that is empty, or the range is one row.
    pub(super) fn write_to(&self, out: &mut TextBuffer, range: Range<usize>, base: Base) {
        if range.is_empty() {
            return;
        }
        let (before, end) = (self.before(range.start), self.rows[range.end - 1]);
        let mut from = self.rows[range.start].key;
        for number in &self.numbers[before.numbers..end.numbers] {
            out.write(&self.text.bytes[from..number.at]);
            out.write_number(number.number.wrapping_add(base.count(number.counts)));
            from = number.at;
        }
        out.write(&self.text.bytes[from..end.text]);
    }
}

/// The fields of a row.
pub(super) fn fields(row: &[u8]) -> impl Iterator<Item = &[u8]> {
    row.split(|&b| b == FIELD_END)
}

impl Base {
    fn count(self, counts: Counts) -> u64 {
        match counts {
            Counts::Lines => self.newlines,
            Counts::Messages => self.messages,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_last() {
        let mut rows = Rows::default();
        for (line, url) in [(1, "a"), (20, "b")] {
            rows.add(None, |rows| {
                rows.write_line(line);
                rows.text.write(format!(":{url}:").as_bytes());
                rows.write_message(line);
            });
        }
        let base = Base {
            newlines: 100,
            messages: 7,
        };
        for (range, want) in [
            (0..2, "101:a:8120:b:27"),
            (0..1, "101:a:8"),
            (1..2, "120:b:27"),
            (1..1, ""),
        ] {
            let mut out = TextBuffer::default();
            rows.write_to(&mut out, range, base);
            assert_eq!(out.bytes, want.as_bytes());
        }
    }

    #[test]
    fn few_rows_take_little_memory() {
        let mut rows = Rows::default();
        rows.add_url(b"http://a.org/");
        assert!(rows.text.bytes.capacity() >= SOME);
        rows.compact();
        assert_eq!(rows.text.bytes.capacity(), "http://a.org/\n".len());
        assert_eq!(
            (rows.rows.capacity(), rows.text(0)),
            (1, &b"http://a.org/\n"[..])
        );
    }

    #[test]
    fn keys_are_not_printed() {
        let mut rows = Rows::default();
        for text in ["a", "b"] {
            let key = text.to_uppercase();
            rows.add(Some(key.as_bytes()), |rows| {
                rows.text.write(text.as_bytes())
            });
        }
        let mut out = TextBuffer::default();
        rows.write_to(&mut out, 1..2, Base::default());
        assert_eq!((rows.key(1), &out.bytes[..]), (&b"B"[..], &b"b"[..]));
        assert_eq!((rows.key(0), rows.text(0)), (&b"A"[..], &b"a"[..]));
    }
}
