//! mbox in its variants (RFC 4155; mboxo, mboxrd, mboxcl, mboxcl2): a sequence of messages, each after a `From ` line.
//!
//! Any line of a body may begin with `From `. So a separator must have a plausible date, follow a blank line, and precede a header
//! field. Some programs write no blank line. Then the date must have a weekday and a month, and a field must follow that messages
//! begin with. New versions of Thunderbird write a bare `From `, also into mailboxes that older ones began with dates. If the
//! first line of the file is not such a separator, but a header field follows it, the loose variant is used.

use super::date::has_day;
use super::header::{Head, field_name, is_from_line, lines};
use super::message::{self, Known, Layout};
use super::selection::Selection;
use super::{Container, OF_MESSAGES, Texts, backwards};
use crate::simd::Available;
use crate::span::{before, last_line};
use crate::text::{is_one_of, line_len, mark_len, without_mark};

pub(super) const STRICT: Container = Container {
    name: "mbox",
    matches_head: |head| starts(head, is_dated),
    cut: |chunk| cut(chunk, is_strict),
    texts: |chunk, start, selection| texts(chunk, start, selection, is_strict),
    is_cut_locally: true,
    ..OF_MESSAGES
};

pub(super) const LOOSE: Container = Container {
    matches_head: |head| starts(head, |bytes, at| is_loose(bytes, at) && has_next(bytes, at)),
    cut: |chunk| cut(chunk, is_loose),
    texts: |chunk, start, selection| texts(chunk, start, selection, is_loose),
    ..STRICT
};

/// Whether the line at an offset of the bytes is a separator.
pub(super) type Separator = fn(&[u8], usize) -> bool;

/// Where the first line that is not blank begins, after a byte order mark.
pub(super) fn first_line(head: &[u8]) -> usize {
    let mark = mark_len(head);
    mark + before(&head[mark..], |b| !b"\r\n".contains(&b))
}

/// Whether the first line that is not blank is a separator.
pub(super) fn starts(head: &[u8], separator: Separator) -> bool {
    let first = first_line(head);
    // Where lines end in CR alone, the whole file would be one line.
    let has_lines = memchr::memchr(b'\n', &head[first..]).is_some();
    has_lines && head[first..].starts_with(b"From ") && separator(head, first)
}

pub(super) fn is_strict(bytes: &[u8], at: usize) -> bool {
    let (before, (line, next)) = (without_mark(&bytes[..at]), split_line(&bytes[at..]));
    let after_blank = matches!(
        before,
        [] | [b'\n'] | [b'\r', b'\n'] | [.., b'\n', b'\n'] | [.., b'\n', b'\r', b'\n']
    );
    let glued = || begins_message(next) && !ends_in_header(before);
    if has_date(line) {
        return begins_header(next) && (after_blank || has_day(line) && glued());
    }
    let begins = || begins_message(next) || next.starts_with(b"X-Mozilla-");
    line.trim_ascii_end() == b"From" && (after_blank && begins() || glued())
}

/// Whether it is a separator with a date. Where the first one has none, any line that a header follows may be one.
fn is_dated(bytes: &[u8], at: usize) -> bool {
    is_strict(bytes, at) && has_date(split_line(&bytes[at..]).0)
}

/// Whether a field follows that messages begin with.
fn begins_message(next: &[u8]) -> bool {
    #[rustfmt::skip]
    const FIRST: [&str; 7] = [
        "Return-Path", "Received", "Delivered-To", "Message-ID", "Date", "From", "To",
    ];
    field_name(next).is_some_and(|name| is_one_of(name, &FIRST))
}

/// Whether the last line of `before` is one of a header.
fn ends_in_header(before: &[u8]) -> bool {
    let lines = before.strip_suffix(b"\n").unwrap_or(before);
    let last = &before[memchr::memrchr(b'\n', lines).map_or(0, |i| i + 1)..];
    is_from_line(last) || field_name(last).is_some()
}

fn is_loose(bytes: &[u8], at: usize) -> bool {
    begins_header(split_line(&bytes[at..]).1)
}

/// Whether a line follows the one at an offset. A single line that begins with `From ` is prose.
fn has_next(bytes: &[u8], at: usize) -> bool {
    !split_line(&bytes[at..]).1.is_empty()
}

/// Splits `bytes` after its first line.
pub(super) fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    bytes.split_at(line_len(bytes))
}

/// Whether a header follows. A chunk may end after its separator.
fn begins_header(next: &[u8]) -> bool {
    next.is_empty() || field_name(next).is_some() || next.starts_with(b">From ")
}

/// Whether it has a time and a year, in any order, as in `From joe@x.org Mon Jan  3 10:00:00 1994`. It may have a zone or no seconds.
pub(super) fn has_date(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let digits = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    // The usual form.
    if let Some([a, b, b':', c, d, b':', e, f, b' ', year @ ..]) =
        line.len().checked_sub(13).map(|at| &line[at..])
        && digits(&[*a, *b, *c, *d, *e, *f])
        && digits(year)
    {
        return true;
    }
    let words = line.split(|&b| b == b' ' || b == b'\t');
    let (mut time, mut year) = (false, false);
    for word in words
        .skip(1)
        .filter(|word| word.first().is_some_and(u8::is_ascii_digit))
    {
        let mut parts = word.splitn(4, |&b| b == b':');
        match word.len() {
            2 => year |= time && digits(word),
            4 if digits(word) => year = true,
            3..=8 => {
                time |= word.contains(&b':') && parts.all(|part| part.len() <= 2 && digits(part))
            }
            _ => {}
        }
    }
    time && year
}

/// The first separator of `bytes` at or after `from`.
pub(super) fn next_separator(bytes: &[u8], mut from: usize, separator: Separator) -> Option<usize> {
    let is_separator = |at: usize| bytes[at..].starts_with(b"From ") && separator(bytes, at);
    let mark = mark_len(bytes);
    if from == 0 && mark > 0 && is_separator(mark) {
        return Some(mark);
    }
    loop {
        let at = Available::best().line_start(bytes, from, b'F')?;
        if is_separator(at) {
            return Some(at);
        }
        from = at + 1;
    }
}

/// The messages of a chunk. Most separators are searched for after the header of a message.
struct Layouts<'a> {
    chunk: &'a [u8],
    separator: Separator,
    /// Where the next message begins.
    next: Option<usize>,
    known: Known<'a>,
}

fn layouts(chunk: &[u8], separator: Separator) -> Layouts<'_> {
    Layouts {
        chunk,
        separator,
        next: next_separator(chunk, 0, separator),
        known: Known::default(),
    }
}

impl Iterator for Layouts<'_> {
    type Item = Layout;

    #[inline]
    fn next(&mut self) -> Option<Layout> {
        let chunk = self.chunk;
        let at = self.next?;
        let mut head = Head::default();
        let is_whole = head.parse_without_separator(&chunk[at..]);
        let body = if is_whole { head.body } else { 1 };
        self.next = next_separator(chunk, at + body, self.separator);
        let message = at..self.next.unwrap_or(chunk.len());
        if !is_whole {
            head = Head::parse(&chunk[message.clone()]);
        }
        Some(Layout::new(chunk, message, &head, &mut self.known))
    }
}

/// Cuts before the last message, because more bytes may continue it.
pub(super) fn cut(chunk: &[u8], separator: Separator) -> Option<usize> {
    // A separator is recognised only together with its next line.
    let has_next_line = |at: &usize| {
        lines(&chunk[*at..])
            .nth(1)
            .is_some_and(|line| line.ends_with(b"\n"))
    };
    // A line directly after one that begins with `From ` is no separator.
    let follows_another = |at: usize| last_line(&chunk[..at - 1]).starts_with(b"From ");
    let mut last = backwards(chunk, b"\nFrom ").map(|i| i + 1);
    last.find(|&at| has_next_line(&at) && separator(chunk, at) && !follows_another(at))
}

pub(super) fn texts<'a>(
    chunk: &'a [u8],
    start: u64,
    selection: &'a Selection,
    separator: Separator,
) -> Texts<'a> {
    let layouts = layouts(chunk, separator);
    let rest = 0..layouts.next.unwrap_or(chunk.len());
    message::texts_of(chunk, start, selection, rest, layouts)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &[u8] = b"From a@b Mon Jan  3 10:00:00 1994\nFrom: a@b\n\none\nFrom here on\n\nFrom c\nto d\n\nFrom c@d Tue Jan  4 11:22:33 +0100 1994\nFrom: c@d\n\ntwo\n";

    fn separators(bytes: &[u8], separator: Separator) -> Vec<usize> {
        let next = |from| next_separator(bytes, from, separator);
        std::iter::successors(next(0), |at| next(at + 1)).collect()
    }

    #[test]
    fn separators_are_distinguished_from_body_lines() {
        let texts: Vec<_> = texts(TWO, 100, Selection::DEFAULT, is_strict).collect();
        let bodies: Vec<_> = texts
            .iter()
            .map(|t| String::from_utf8_lossy(&t.bytes))
            .collect();
        assert_eq!(bodies, ["one\nFrom here on\n\nFrom c\nto d\n\n", "two\n"]);
        assert_eq!(texts[1].place.message, Some(2));
        assert!(TWO[texts[1].place.head.clone()].starts_with(b"From c@d Tue"));
    }

    /// A separator may stand where the header of the message before it would go on.
    #[test]
    fn headers_that_a_separator_ends() {
        let pieces = [
            "From a@b Mon Jan  3 10:00:00 1994\n",
            "From c\n",
            ">From d\n",
            "From: e\n",
            "Content-Type: text/plain\n",
            "Subject: f\n",
            " g\n",
            "stray\n",
            "--h\n",
            "\n",
        ];
        let mut state = 1u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            (state >> 33) as usize % n
        };
        for _ in 0..5000 {
            let mut mailbox = pieces[0].to_string();
            for _ in 0..below(16) {
                mailbox.push_str(pieces[below(pieces.len())]);
            }
            let mailbox = mailbox.as_bytes();
            let starts = separators(mailbox, is_strict);
            let ends = starts.iter().skip(1).copied().chain([mailbox.len()]);
            let parse = |(start, end)| Layout::parse(mailbox, start..end, &mut Known::default());
            let places = |layout: Layout| (layout.head, layout.body);
            let want: Vec<_> = starts
                .iter()
                .copied()
                .zip(ends)
                .map(parse)
                .map(places)
                .collect();
            let found: Vec<_> = layouts(mailbox, is_strict).map(places).collect();
            assert_eq!(found, want, "{}", String::from_utf8_lossy(mailbox));
        }
    }

    #[test]
    fn separators_of_thunderbird() {
        // An old one and a new one. A line of a body is `>From ` there.
        let both = "From - Mon Jan  3 10:00:00 1994\nX-Mozilla-Status: 0001\nFrom: a\n\none\n\nFrom \nX-Mozilla-Status: 0001\nFrom: b\n\ntwo\n>From \nTo: c\nFrom \nTo: c\n\nFrom \nno header\n\nFrom c\nTo: d\n\n";
        for text in [both.to_string(), both.replace('\n', "\r\n")] {
            let starts = separators(text.as_bytes(), is_strict);
            assert_eq!(
                starts,
                [0, text.find("From \r\n").or(text.find("From \n")).unwrap()]
            );
        }
        // One that another program wrote; its later separators have no date.
        let bare = b"From \nFrom: a\n\none\n\nFrom joe@x.org\nFrom: b\n\ntwo\n\nFrom \nX-Foo: y\n";
        assert!(!(STRICT.matches_head)(bare) && (LOOSE.matches_head)(bare));
        assert_eq!(separators(bare, is_strict).len(), 1);
        let glued = b"From \nFrom: a\n\none\nFrom \nTo: c\nFrom: d\n\ntwo\nFrom \nHere: x\n";
        assert_eq!(separators(glued, is_strict).len(), 2);
    }

    #[test]
    fn separators_without_a_blank_line() {
        let starts = |bytes: &[u8]| separators(bytes, is_strict).len();
        let second = "From c@d Tue Jan  4 11:22:33 1994\nReceived: x\n\ntwo\n";
        let after = |line: &str| {
            starts(
                format!("From a@b Mon Jan  3 10:00:00 1994\nFrom: a@b\n\n{line}\n{second}")
                    .as_bytes(),
            )
        };
        assert_eq!(["--b--", "one", "http://a.org/"].map(after), [2, 2, 2]);
        // These are lines of a header that holds another separator.
        assert_eq!(
            ["From x@y", ">From x@y", "Status: RO"].map(after),
            [1, 1, 1]
        );
        // A number before the time is no year.
        let first = "From a@b Mon Jan  3 10:00:00 1994\nFrom: a@b\n\none\n";
        let prose = format!("{first}\nFrom b 94 is 10:30 noon\nTo: c\n\ntwo\n");
        assert_eq!(starts(prose.as_bytes()), 1);
        // A header may begin with a quoted separator.
        let quoted = second.replace(
            "Received: x",
            ">From c Mon Jan  3 10:00:00 1994\nReceived: x",
        );
        assert_eq!(starts(format!("{first}\n{quoted}").as_bytes()), 2);
        let undated = second.replace("Tue Jan  4", "4.1.94");
        assert_eq!(
            starts(
                format!("From a@b Mon Jan  3 10:00:00 1994\nFrom: a@b\n\none\n{undated}")
                    .as_bytes()
            ),
            1
        );
    }

    #[test]
    fn a_single_line_without_a_date_is_prose() {
        let matches = |head: &[u8]| (STRICT.matches_head)(head) || (LOOSE.matches_head)(head);
        assert!(!matches(b"From joe http://a.org/x\n") && !matches(b"\nFrom joe\r\n"));
        assert!(matches(b"From joe@x.org Mon Jan  3 10:00:00 1994\n"));
        assert!(matches(b"From joe@x.org\nTo: a\n"));
    }

    #[test]
    fn cuts_before_the_last_message() {
        let second =
            TWO.len() - "From c@d Tue Jan  4 11:22:33 +0100 1994\nFrom: c@d\n\ntwo\n".len();
        assert_eq!(cut(TWO, is_strict), Some(second));
        assert_eq!(cut(&TWO[..second + 20], is_strict), None);
        assert_eq!(cut(&TWO[..second], is_strict), None);
    }

    #[test]
    fn lines_that_end_in_cr_alone_are_no_mbox() {
        let cr: Vec<u8> = TWO
            .iter()
            .map(|&b| if b == b'\n' { b'\r' } else { b })
            .collect();
        assert!((STRICT.matches_head)(TWO));
        assert!(!(STRICT.matches_head)(&cr) && !(LOOSE.matches_head)(&cr));
    }

    #[test]
    fn dates() {
        assert!(has_date(b"From joe Mon Jan  3 10:00:00 1994\n"));
        assert!(has_date(b"From joe at x.org  Tue, 3 Jan 2006 10:00 +0100"));
        assert!(has_date(
            b"From MAILER-DAEMON Fri Jan  3 10:00:00 MET 94\r\n"
        ));
        assert!(!has_date(b"From here on we have 1994 ways\n") && !has_date(b"From 10:30 on\n"));
    }
}
