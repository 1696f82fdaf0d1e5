//! Tables of comma-separated values (RFC 4180), and those with semicolons, tabs or bars.
//!
//! A separator and the end of a record delimit, and so do the quotes around a field. Quotes in such a field are doubled. References of
//! HTML are undone as in JSON.
//! The first lines of a table show which separator it has.

use std::ops::Range;

use memchr::memchr_iter;

use super::{AS_TEXT, Notation};
use crate::class::Class;
use crate::decode::url_reference;
use crate::span::{before, beginning, contains, cut as cut_at, run, without_ending};
use crate::text::{Edits, Rewrite, without_mark};

/// A table whose separator is not known before its text is read.
pub(super) static CSV: Notation = Notation {
    media_types: &[
        "application/csv",
        "text/comma-separated-values",
        "text/csv",
        "text/tab-separated-values",
    ],
    extensions: EXTENSIONS,
    ..table::<0>()
};

/// Tables whose beginning shows the separator. It holds for the whole file, which is read in pieces.
pub(super) static TAB: Notation = table::<b'\t'>();
pub(super) static COMMA: Notation = table::<b','>();
pub(super) static SEMICOLON: Notation = table::<b';'>();
pub(super) static BAR: Notation = Notation {
    // Lines with bars are more often drawings.
    matches_head: |_| false,
    ..table::<b'|'>()
};

const EXTENSIONS: &[&str] = &["csv", "tab", "tsv"];

/// Tables with this separator; with 0 each text shows its own.
const fn table<const SEPARATOR: u8>() -> Notation {
    Notation {
        name: "csv",
        matches_name: |extension, head| {
            !head.is_empty()
                && EXTENSIONS.contains(&extension)
                && separator(head).unwrap_or(b',') == SEPARATOR
        },
        matches_head: |head| SEPARATOR != 0 && is_table(head, SEPARATOR),
        cut: cut::<SEPARATOR>,
        is_readable: |text| memchr::memchr(b':', text).is_none(),
        read: read::<SEPARATOR>,
        #[cfg(feature = "lint")]
        fields: |text| Some(Fields::new::<SEPARATOR>(text)),
        ..AS_TEXT
    }
}

/// In the order of preference.
const SEPARATORS: [u8; 4] = [b'\t', b',', b';', b'|'];

/// How many lines are used to detect the separator, and how long a line may be for that.
const SAMPLE: usize = 10;
const MAX_LINE: usize = 16 << 10;

/// Whether each of the first ten lines has the same number of separators, two at least, and not all of them in URLs.
fn is_table(head: &[u8], separator: u8) -> bool {
    let line = &head[..memchr::memchr(b'\n', head).unwrap_or(0)];
    // Every text is asked, and most have few separators in their first line.
    if memchr_iter(separator, line).nth(1).is_none() {
        return false;
    }
    let mut counts = counts(head, separator);
    let first = counts.next().unwrap_or(0);
    first >= 2
        && (1..SAMPLE).all(|_| counts.next() == Some(first))
        && head
            .split(|&b| b == b'\n')
            .take(SAMPLE)
            .any(|line| has_fields(line, separator))
}

/// Whether a separator of `line` is one of fields. Those within one URL say nothing, unless what stands between them is clearly a field:
/// `http://a.org/@48.1,16.3,15z` and `http://a.org/x,_y,_z`, but `http://a.org/x,200,text/html`.
fn has_fields(line: &[u8], separator: u8) -> bool {
    let after = |mark: &[u8]| Some(memchr::memmem::find(line, mark)? + mark.len());
    let Some(body) = after(b"://").or_else(|| after(b"mailto:")) else {
        return memchr::memchr(separator, line).is_some();
    };
    let (before_body, rest) = line.split_at(body);
    let ends = |b: u8| b.is_ascii_whitespace() || matches!(b, b'"' | b'<' | b'>');
    let (url, after_url) = rest.split_at(before(rest, ends));
    let stands_outside = |part: &[u8]| part.contains(&separator);
    let (first, others) = url.split_at(before(url, |b| b == separator));
    let is_enclosed = || match opened(before_body) {
        Some(close) => !first.contains(&close) && url.contains(&close),
        None => false,
    };
    // A host has no separator.
    let is_whole = || before_body.ends_with(b"//") && !first.contains(&b'/');
    stands_outside(before_body)
        || stands_outside(after_url)
        || stands_outside(others)
            && !is_enclosed()
            && (is_whole() || has_clear_field(first, others, separator))
}

/// What closes the bracket or quote before the scheme that ends `before_body`.
fn opened(before_body: &[u8]) -> Option<u8> {
    let scheme = without_ending(before_body, b":/");
    match scheme[..scheme.len() - Class::SCHEME.run_back(scheme)].last()? {
        b'(' => Some(b')'),
        b'[' => Some(b']'),
        b'{' => Some(b'}'),
        b'\'' => Some(b'\''),
        _ => None,
    }
}

/// Whether one of the `others`, which follow the first part of a URL, is clearly a field.
fn has_clear_field(first: &[u8], others: &[u8], separator: u8) -> bool {
    let mut parts = others[1..].split(|&b| b == separator);
    let last = others.rsplit(|&b| b == separator).next();
    let last = last.unwrap_or_default();
    let page = &last[run(last, |b| b.is_ascii_digit())..];
    let is_own = match separator {
        b',' => {
            page.len() < last.len() && page.starts_with(b".htm")
                || others.contains(&b'&') && others.contains(&b'=')
        }
        _ => others.contains(&b'='),
    };
    // Coordinates, versions, and the list of a parameter.
    let mark = memchr::memrchr2(b'=', b'@', first);
    let is_list = mark.is_some_and(|mark| is_number(&first[mark + 1..]));
    let is_field = |part: &[u8]| {
        part.is_empty()
            || is_number(part) && !is_list
            || is_media_type(part)
            || contains(part, b"://")
    };
    !is_own && (matches!(first, [.., b'/' | b'\'']) || parts.any(is_field))
}

/// Whether it is a number, a date or a time.
fn is_number(field: &[u8]) -> bool {
    let is_part = |b: &u8| b.is_ascii_digit() || b"+-.:%TZ".contains(b);
    field.iter().any(u8::is_ascii_digit) && field.iter().all(is_part)
}

fn is_media_type(field: &[u8]) -> bool {
    #[rustfmt::skip]
    const KINDS: [&[u8]; 6] = [b"application", b"audio", b"font", b"image", b"text", b"video"];
    let (kind, subtype) = cut_at(field, b'/');
    let is_subtype = |b: &u8| b.is_ascii_alphanumeric() || b"+-.".contains(b);
    KINDS.contains(&kind) && subtype.is_some_and(|subtype| subtype.iter().all(is_subtype))
}

/// How many separators stand outside quotes in each of the first records.
fn counts(head: &[u8], separator: u8) -> impl Iterator<Item = usize> + '_ {
    let head = beginning(head, SAMPLE * MAX_LINE);
    let mut marks = Marks::new(head, separator);
    let records = std::iter::from_fn(move || {
        let mut count = 0;
        loop {
            match marks.next()? {
                (Mark::Record, _) => return Some(count),
                (Mark::Field, at) if head[at] == separator => count += 1,
                _ => {}
            }
        }
    });
    records.take(SAMPLE)
}

/// The separator that stands in most of the first lines as often as in the first one.
fn separator(text: &[u8]) -> Option<u8> {
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
    best.filter(|s| like_first(s) > 0).copied()
}

/// That of the table; with 0 the text shows it.
fn known_separator<const SEPARATOR: u8>(text: &[u8]) -> u8 {
    match SEPARATOR {
        0 => separator(text).unwrap_or(b','),
        known => known,
    }
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
    fn new(text: &'t [u8], separator: u8) -> Marks<'t> {
        Marks {
            text,
            separator,
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
        let begins = at == text.len() - without_mark(text).len()
            || at > 0 && (text[at - 1] == self.separator || text[at - 1] == b'\n');
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

/// The fields of a table, for the linter.
#[cfg(feature = "lint")]
pub(crate) struct Fields<'t> {
    marks: Marks<'t>,
    /// The first mark that was not passed, and whether a quoted field is before it.
    next: (usize, bool),
}

#[cfg(feature = "lint")]
impl<'t> Fields<'t> {
    fn new<const SEPARATOR: u8>(text: &'t [u8]) -> Fields<'t> {
        Fields {
            marks: Marks::new(text, known_separator::<SEPARATOR>(text)),
            next: (0, false),
        }
    }

    /// The separator that ends the field at `at`; `None` if the field is quoted. `at` never decreases.
    pub(crate) fn separator_at(&mut self, at: usize) -> Option<u8> {
        while self.next.0 < at {
            let is_quoted = self.marks.is_quoted;
            let next = self.marks.next().map_or(usize::MAX, |(_, next)| next);
            self.next = (next, is_quoted);
        }
        (!self.next.1).then_some(self.marks.separator)
    }
}

/// Cuts after a record. A quote that nothing closes may be closed by the bytes that follow.
fn cut<const SEPARATOR: u8>(text: &[u8]) -> Option<usize> {
    let mut marks = Marks::new(text, known_separator::<SEPARATOR>(text));
    let mut last = None;
    while let Some((mark, at)) = marks.next().filter(|(_, at)| *at < marks.unclosed) {
        if mark == Mark::Record {
            last = Some(at + 1);
        }
    }
    last
}

fn read<const SEPARATOR: u8>(text: &[u8], out: &mut Rewrite<'_>) {
    let mut edits = Edits::new(text, 0, out);
    let marks = Marks::new(text, known_separator::<SEPARATOR>(text));
    let mut references = references(text, marks.separator).peekable();
    for (mark, at) in marks {
        while let Some((c, reference)) = references.next_if(|(_, reference)| reference.start < at) {
            edits.put_char(c, reference);
        }
        match mark {
            Mark::Field | Mark::Record => edits.delimit(at),
            Mark::Quotes => edits.put(b"\"", at..at + 2),
        }
    }
    references.for_each(|(c, reference)| edits.put_char(c, reference));
    edits.finish();
}

/// The references to characters of a URL, as in JSON: a field is often HTML. None holds a separator.
fn references(text: &[u8], separator: u8) -> impl Iterator<Item = (char, Range<usize>)> + '_ {
    let has_any = separator != b';';
    let places = memchr_iter(b'&', text).filter(move |_| has_any);
    places.filter_map(move |at| {
        let (c, len) = url_reference(&text[at..])?;
        Some((c, at..at + len))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::text_of;

    #[test]
    fn the_beginning_of_a_file_shows_the_separator_of_all_of_it() {
        for (head, want) in [
            ("a;b\nc,d;e\n", "http://h/x,y¦z\t¦"),
            ("a,b\nc;d,e\n", "http://h/x¦y;z\t¦"),
            ("a\tb,c\n", "http://h/x,y;z¦¦"),
            ("one\n", "http://h/x¦y;z\t¦"),
        ] {
            let mut rows = super::super::TABLE.into_iter();
            let row = rows.find(|row| row.matches_name("csv", head.as_bytes()));
            let read = row.expect("a table").read;
            assert_eq!(text_of("http://h/x,y;z\t\n", read), want, "{head}");
        }
    }

    #[test]
    fn ten_lines_tell_a_table() {
        let is_csv = |head: &[u8]| is_table(head, b',');
        let line = "a,\"b,c\",d\n";
        assert!(is_csv(line.repeat(10).as_bytes()));
        assert!(!is_csv(line.repeat(9).as_bytes()));
        assert!(!is_csv(
            [line.repeat(9).as_str(), "a,b\n"].concat().as_bytes()
        ));
        assert!(!is_csv("a, b\n".repeat(20).as_bytes()));
    }

    #[test]
    fn separators_in_urls_tell_no_table() {
        let is =
            |line: &str, separator| is_table(format!("{line}\n").repeat(10).as_bytes(), separator);
        for line in [
            "http://a.org/0,1518,71251,00.html",
            "2024-01-01 GET http://a.org/0,1518,71251,00.html 200",
            "see <http://a.org/0,1518,71251,00.html> for more",
        ] {
            assert!(!is(line, b','), "{line}");
        }
        for line in [
            "https://www.google.com/maps/@48.1,16.37,15z",
            "https://a.org/x?ids=1,2,3",
            "https://a.org/x?bbox=1,2,3,4&x=y",
            "https://a.org/wiki/Foo,_Bar,_1",
            "https://a.org/combine/npm/a@1,npm/b@2,npm/c@3",
            "mailto:a@x,b@x,c@x",
            "(https://a.org/x,1,2,10)",
            "see 'https://a.org/x,1,2,10'",
            "curl https://www.google.com/maps/@48.1,16.37,15z",
            "https://a.org/wiki/Foo,_Bar,_1 - a page",
        ] {
            assert!(!is(line, b','), "{line}");
        }
        for line in ["http://a.org/x;jsessionid=1;y=2", "https://a.org/10;a;b"] {
            assert!(!is(line, b';'), "{line}");
        }
        for line in [
            "http://a.org,1,2",
            "1,2,http://a.org/x",
            "http://a.org/x,1,http://b.org/",
            "http://a.org/x,404,text/html,Not-Found",
            "http://a.org/x.png,image/png,",
            "http://a.org/,1,2",
            "http://a.org/x,200,0.31",
            "http://a.org/x.html,1,2",
            "\"http://a.org/x\",1,2",
            "'http://a.org/x','y','z'",
            "http://a.org/x?id=a,2024-01-01,y",
            "http://a.org/x,\"y\",z",
            "http://a.org,x,y",
            "http://a.org/,x,y",
            "1,https://www.google.com/maps/@48.1,x",
        ] {
            assert!(is(line, b','), "{line}");
        }
        let titled = format!("url,a,b\n{}", "http://a.org/x,1,2\n".repeat(9));
        assert!(is_table(titled.as_bytes(), b','));
    }

    #[test]
    fn cut_after_a_record() {
        assert_eq!(cut::<0>(b"a,b\nc,\"d\ne"), Some(4));
        assert_eq!(cut::<0>(b"a,b\nc,\"d\n\"e\nf"), Some(12));
        assert_eq!(cut::<0>(b"a,b"), None);
    }
}
