//! One message or news article (RFC 822, RFC 1036): the text is its body.

use super::header::{self, field_name, is_blank, lines};
use super::{Container, Texts};
use crate::text::{Map, Markup, Place, Text};

pub(super) const MESSAGE: Container = Container {
    name: "message",
    looks,
    cut: |_| None,
    texts: |chunk, start| {
        let texts: Texts<'_> = match start {
            0 => Box::new(std::iter::once(body(chunk, 0..chunk.len(), start, 1))),
            // A message past its bound, cut: the rest of its body.
            _ => Box::new(std::iter::once(rest(chunk, 0..chunk.len(), start))),
        };
        texts
    },
    max: 64 << 20,
};

/// Fields of which one says that the block before the first blank line is a message's, and fields of which another confirms
/// it: PEPs, Debian control files and YAML begin with fields too.
const FIRST: [&str; 3] = ["Received", "Return-Path", "Path"];
const MORE: [&str; 6] = [
    "Date",
    "Message-ID",
    "Subject",
    "To",
    "Newsgroups",
    "MIME-Version",
];

pub(super) fn looks(head: &[u8]) -> bool {
    let block = match head.starts_with(b"From ") {
        true => &head[lines(head).next().map_or(0, <[u8]>::len)..],
        false => head,
    };
    let (end, with_blank) = header::length(block);
    // The head may be cut within a long header block.
    let ended = with_blank > end || end == block.len();
    let names: Vec<&[u8]> = lines(&block[..end])
        .filter(|line| !is_blank(line))
        .filter_map(field_name)
        .collect();
    let is = |name: &[u8], known: &[&str]| {
        known
            .iter()
            .any(|k| name.eq_ignore_ascii_case(k.as_bytes()))
    };
    let sender = names.first().is_some_and(|name| is(name, &FIRST))
        || names.iter().any(|name| is(name, &["From"]));
    ended && sender && names.iter().any(|name| is(name, &MORE))
}

/// The body of the message at `at` of `chunk`, as it stands.
pub(super) fn body(chunk: &[u8], at: std::ops::Range<usize>, start: u64, number: u32) -> Text<'_> {
    let (head, with_blank) = header::length(&chunk[at.clone()]);
    text(
        chunk,
        at.start + with_blank..at.end,
        start,
        number,
        at.start..at.start + head,
    )
}

/// What belongs to the message that a chunk before began.
pub(super) fn rest(chunk: &[u8], at: std::ops::Range<usize>, start: u64) -> Text<'_> {
    text(chunk, at, start, 0, 0..0)
}

fn text(
    chunk: &[u8],
    at: std::ops::Range<usize>,
    start: u64,
    number: u32,
    head: std::ops::Range<usize>,
) -> Text<'_> {
    Text {
        map: Map::shift(start + at.start as u64),
        bytes: chunk[at].into(),
        markup: Markup::Plain,
        place: Place {
            message: Some(number),
            head,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn told_from_other_texts_with_fields() {
        assert!(looks(b"From: a@b\nDate: now\n\nhi"));
        assert!(looks(b"Path: news!host\nNewsgroups: a.b\n\n"));
        assert!(looks(
            b"From joe Mon Jan 3 10:00:00 1994\nReceived: x\n y\nSubject: z\n\n"
        ));
        assert!(!looks(b"PEP: 1\nTitle: x\nAuthor: y\nStatus: z\n\n"));
        assert!(!looks(b"From: here\nto there we go\n\n"));
        assert!(!looks(b"Package: x\nVersion: 1\n\n"));
        assert!(!looks(b""));
    }
}
