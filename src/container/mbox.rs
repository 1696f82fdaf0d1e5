//! mbox in its kinds (RFC 4155; mboxo, mboxrd, mboxcl, mboxcl2): messages one after the other, each behind a `From ` line.
//!
//! Any line of a body may begin with `From `; so a separator must have a plausible date, come after a blank line, and be
//! followed by a field. Where a file's first line is no such separator, but is followed by a field, the looser kind is taken.

use super::header::{field_name, lines};
use super::{Container, Texts, message};

pub(super) const STRICT: Container = Container {
    name: "mbox",
    looks: |head| starts(head, is_strict),
    cut: |chunk| cut(chunk, is_strict),
    texts: |chunk, start| texts(chunk, start, is_strict),
    max: 64 << 20,
};

pub(super) const LOOSE: Container = Container {
    looks: |head| starts(head, is_loose),
    cut: |chunk| cut(chunk, is_loose),
    texts: |chunk, start| texts(chunk, start, is_loose),
    ..STRICT
};

/// Whether the line that begins at an offset of the bytes is a separator.
type Separator = fn(&[u8], usize) -> bool;

/// Blank lines may stand before the first message.
fn starts(head: &[u8], separator: Separator) -> bool {
    let first = head
        .iter()
        .position(|b| !b"\r\n".contains(b))
        .unwrap_or(head.len());
    head[first..].starts_with(b"From ") && separator(head, first)
}

fn is_strict(bytes: &[u8], at: usize) -> bool {
    let after_blank = matches!(
        &bytes[..at],
        [] | [b'\n'] | [b'\r', b'\n'] | [.., b'\n', b'\n'] | [.., b'\n', b'\r', b'\n']
    );
    after_blank && lines(&bytes[at..]).next().is_some_and(has_date) && is_loose(bytes, at)
}

fn is_loose(bytes: &[u8], at: usize) -> bool {
    let mut lines = lines(&bytes[at..]).skip(1);
    let field = |line: &[u8]| field_name(line).is_some() || line.starts_with(b">From ");
    // A message may be cut behind its separator.
    lines.next().is_none_or(field)
}

/// A time and a year: `From joe@x.org Mon Jan  3 10:00:00 1994`, with a zone or without seconds, in any order.
fn has_date(line: &[u8]) -> bool {
    let digits = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    let mut words = line
        .trim_ascii_end()
        .split(|b| b.is_ascii_whitespace())
        .skip(1);
    let (mut time, mut year) = (false, false);
    for word in &mut words {
        let parts = word.split(|&b| b == b':');
        time |= word.contains(&b':')
            && parts.clone().count() <= 3
            && parts.clone().all(|part| digits(part) && part.len() <= 2);
        year |= digits(word) && (word.len() == 4 || word.len() == 2 && time);
    }
    time && year
}

/// The separators of `bytes`, in order.
fn separators(bytes: &[u8], separator: Separator) -> impl DoubleEndedIterator<Item = usize> + '_ {
    let first = bytes.starts_with(b"From ").then_some(0);
    let found: Vec<usize> = memchr::memmem::find_iter(bytes, b"\nFrom ")
        .map(|i| i + 1)
        .collect();
    first
        .into_iter()
        .chain(found)
        .filter(move |&at| separator(bytes, at))
}

/// Before the last message: it may go on.
fn cut(chunk: &[u8], separator: Separator) -> Option<usize> {
    let mut end = chunk.len();
    while let Some(i) = memchr::memmem::rfind(&chunk[..end], b"\nFrom ") {
        // The next line must be there to tell.
        let whole = lines(&chunk[i + 1..])
            .nth(1)
            .is_some_and(|line| line.ends_with(b"\n"));
        if whole && separator(chunk, i + 1) {
            return Some(i + 1);
        }
        end = i + 1;
    }
    None
}

fn texts(chunk: &[u8], start: u64, separator: Separator) -> Texts<'_> {
    let mut starts = separators(chunk, separator).peekable();
    let before = starts.peek().copied().unwrap_or(chunk.len());
    let continued = (before > 0).then(|| message::rest(chunk, 0..before, start));
    let mut number = 0;
    let messages = std::iter::from_fn(move || {
        let at = starts.next()?..starts.peek().copied().unwrap_or(chunk.len());
        number += 1;
        Some(message::body(chunk, at, start, number))
    });
    Box::new(continued.into_iter().chain(messages))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &[u8] = b"From a@b Mon Jan  3 10:00:00 1994\nFrom: a@b\n\none\nFrom here on\n\nFrom c\nto d\n\nFrom c@d Tue Jan  4 11:22:33 +0100 1994\nFrom: c@d\n\ntwo\n";

    #[test]
    fn separators_are_told_from_bodies() {
        let texts: Vec<_> = texts(TWO, 100, is_strict).collect();
        let bodies: Vec<_> = texts
            .iter()
            .map(|t| String::from_utf8_lossy(&t.bytes))
            .collect();
        assert_eq!(bodies, ["one\nFrom here on\n\nFrom c\nto d\n\n", "two\n"]);
        assert_eq!(texts[1].place.message, Some(2));
        assert!(TWO[texts[1].place.head.clone()].starts_with(b"From c@d Tue"));
    }

    #[test]
    fn cut_before_the_last_message() {
        let second =
            TWO.len() - "From c@d Tue Jan  4 11:22:33 +0100 1994\nFrom: c@d\n\ntwo\n".len();
        assert_eq!(cut(TWO, is_strict), Some(second));
        assert_eq!(cut(&TWO[..second + 20], is_strict), None);
        assert_eq!(cut(&TWO[..second], is_strict), None);
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
