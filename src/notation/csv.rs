//! Tables of comma-separated values (RFC 4180), and those with semicolons, tabs or bars.
//!
//! A separator and the end of a record delimit, and so do the quotes around a field. Quotes in such a field are doubled.
//! The first lines of a table show which separator it has.

use std::ops::Range;

use memchr::memchr_iter;

use super::{AS_TEXT, Notation};
use crate::text::Rewrite;

pub(super) static CSV: Notation = Notation {
    name: "csv",
    media_types: &[
        "application/csv",
        "text/comma-separated-values",
        "text/csv",
        "text/tab-separated-values",
    ],
    extensions: &["csv", "tab", "tsv"],
    matches_head,
    cut,
    is_readable: |text| memchr::memchr(b':', text).is_none(),
    read,
    ..AS_TEXT
};

/// In the order of preference.
const SEPARATORS: [u8; 4] = [b'\t', b',', b';', b'|'];

/// How many lines are used to detect the separator, and how long a line may be for that.
const SAMPLE: usize = 10;
const MAX_LINE: usize = 16 << 10;

/// Whether each of the first ten lines has the same number of one separator, two at least.
fn matches_head(head: &[u8]) -> bool {
    let is_table = |&separator: &u8| {
        let mut counts = counts(head, separator);
        let first = counts.next().unwrap_or(0);
        first >= 2 && (1..SAMPLE).all(|_| counts.next() == Some(first))
    };
    let first = &head[..memchr::memchr(b'\n', head).unwrap_or(0)];
    let may_be_table = |&&separator: &&u8| memchr_iter(separator, first).nth(1).is_some();
    SEPARATORS[..3].iter().filter(may_be_table).any(is_table)
}

/// How many separators stand outside quotes in each of the first lines.
fn counts(head: &[u8], separator: u8) -> impl Iterator<Item = usize> + '_ {
    let head = &head[..head.len().min(SAMPLE * MAX_LINE)];
    let lines = head.split_inclusive(|&b| b == b'\n').take(SAMPLE);
    let complete = lines.filter(|line| line.ends_with(b"\n"));
    complete.map(move |line| {
        let mut is_quoted = false;
        let counts = |b: &&u8| {
            is_quoted ^= **b == b'"';
            **b == separator && !is_quoted
        };
        line.iter().filter(counts).count()
    })
}

/// The separator that stands in most of the first lines as often as in the first one.
fn separator(text: &[u8]) -> u8 {
    let like_first = |&separator: &u8| {
        let mut counts = counts(text, separator);
        let first = counts.next().unwrap_or(0);
        match first {
            0 => 0,
            _ => 1 + counts.filter(|&count| count == first).count(),
        }
    };
    // Of several that are equal the last one is taken.
    let best = SEPARATORS.iter().rev().max_by_key(|s| like_first(s));
    best.filter(|s| like_first(s) > 0).copied().unwrap_or(b',')
}

/// What delimits in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    /// A separator, or a quote around a field.
    Field,
    /// Two quotes that stand for one.
    Quotes,
    Record,
}

/// The marks of a text and their positions, in order.
struct Marks<'t> {
    text: &'t [u8],
    separator: u8,
    at: usize,
    /// Whether `at` is in a quoted field.
    is_quoted: bool,
    /// From here on no quote closes.
    unclosed: usize,
}

impl<'t> Marks<'t> {
    fn new(text: &'t [u8]) -> Marks<'t> {
        Marks {
            text,
            separator: separator(text),
            at: 0,
            is_quoted: false,
            unclosed: usize::MAX,
        }
    }

    fn mark(&mut self, mark: Mark, at: usize, len: usize) -> Option<(Mark, usize)> {
        self.at = at + len;
        Some((mark, at))
    }

    /// Whether a field with quotes begins at `at` and ends somewhere.
    fn opens(&mut self, at: usize) -> bool {
        let text = self.text;
        let begins = at == 0 || text[at - 1] == self.separator || text[at - 1] == b'\n';
        if !begins || at >= self.unclosed {
            return false;
        }
        let mut from = at + 1;
        loop {
            match memchr::memchr(b'"', &text[from..]).map(|i| from + i) {
                Some(quote) if text.get(quote + 1) == Some(&b'"') => from = quote + 2,
                Some(_) => return true,
                None => {
                    self.unclosed = at;
                    return false;
                }
            }
        }
    }
}

impl Iterator for Marks<'_> {
    type Item = (Mark, usize);

    fn next(&mut self) -> Option<(Mark, usize)> {
        let text = self.text;
        if self.is_quoted {
            let quote = self.at + memchr::memchr(b'"', &text[self.at..])?;
            if text.get(quote + 1) == Some(&b'"') {
                return self.mark(Mark::Quotes, quote, 2);
            }
            self.is_quoted = false;
            return self.mark(Mark::Field, quote, 1);
        }
        loop {
            let at = self.at + memchr::memchr3(self.separator, b'"', b'\n', &text[self.at..])?;
            match text[at] {
                b'"' if self.opens(at) => {
                    self.is_quoted = true;
                    return self.mark(Mark::Field, at, 1);
                }
                b'"' => self.at = at + 1,
                b'\n' => return self.mark(Mark::Record, at, 1),
                _ => return self.mark(Mark::Field, at, 1),
            }
        }
    }
}

fn cut(text: &[u8]) -> Option<usize> {
    let records = Marks::new(text).filter(|(mark, _)| *mark == Mark::Record);
    records.last().map(|(_, at)| at + 1)
}

fn read(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let mut from = range.start;
    // What delimits between `from` and here.
    let mut delimiters = Vec::new();
    for (mark, at) in Marks::new(&text[range.clone()]) {
        let at = range.start + at;
        match mark {
            Mark::Field | Mark::Record => delimiters.push(at),
            Mark::Quotes => {
                out.copy_delimited(text, from..at, &delimiters);
                delimiters.clear();
                from = at + 2;
                out.put(b"\"", at..from);
            }
        }
    }
    out.copy_delimited(text, from..range.end, &delimiters);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> String {
        let (bytes, _) = crate::decode::decoded(text.as_bytes(), read);
        String::from_utf8(bytes)
            .expect("UTF-8")
            .replace('\x1f', "¦")
    }

    #[test]
    fn fields_and_records() {
        for (text, want) in [
            ("a,b\nc,d\n", "a¦b¦c¦d¦"),
            ("a,\"b,\"\"c\"\"\nd\",e\n", "a¦¦b,\"c\"\nd¦¦e¦"),
            ("a \"b\",c\n", "a \"b\"¦c¦"),
            // A quote that nothing closes is text.
            ("a,\"b\nc,\"\"d\n", "a¦\"b¦c¦\"\"d¦"),
            ("a;b,c\nd;e\n", "a¦b,c¦d¦e¦"),
            ("a\tb,c\nd\te\n", "a¦b,c¦d¦e¦"),
            ("", ""),
            ("a", "a"),
        ] {
            assert_eq!(decoded(text), want, "{text}");
        }
    }

    #[test]
    fn ten_lines_tell_a_table() {
        let line = "a,\"b,c\",d\n";
        assert!(matches_head(line.repeat(10).as_bytes()));
        assert!(!matches_head(line.repeat(9).as_bytes()));
        assert!(!matches_head(
            [line.repeat(9).as_str(), "a,b\n"].concat().as_bytes()
        ));
        assert!(!matches_head("a, b\n".repeat(20).as_bytes()));
    }

    #[test]
    fn cut_behind_a_record() {
        assert_eq!(cut(b"a,b\nc,\"d\ne"), Some(9));
        assert_eq!(cut(b"a,b\nc,\"d\n\"e\nf"), Some(12));
        assert_eq!(cut(b"a,b"), None);
    }
}
