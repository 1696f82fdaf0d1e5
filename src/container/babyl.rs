//! Babyl, the format of Emacs' Rmail. The options come first; then each message follows a control-underscore and a form feed.
//!
//! A message has a line of labels, its original header, `*** EOOH ***`, and the part that Rmail displays: a shortened header and
//! the body. If the header was not shortened, the original header is empty.

use std::ops::Range;

use super::content::Content;
use super::header::{Head, is_blank, lines};
use super::message::{self, Known, Layout};
use super::selection::Selection;
use super::{Container, OF_MESSAGES, Texts, backwards, places};
use crate::text::without_mark;

const OPTIONS: &[u8] = b"BABYL OPTIONS:";
const MARK: &[u8] = b"\n\x1f";
const EOOH: &[u8] = b"*** EOOH ***";

pub(super) const BABYL: Container = Container {
    name: "babyl",
    matches_head: |head| without_mark(head).starts_with(OPTIONS),
    cut: |chunk| backwards(chunk, MARK).next().map(|i| i + 1),
    texts,
    is_cut_locally: true,
    ..OF_MESSAGES
};

fn texts<'a>(chunk: &'a [u8], start: u64, selection: &'a Selection) -> Texts<'a> {
    let marks = memchr::memmem::find_iter(chunk, MARK).map(|i| i + 1);
    let first = chunk.first().filter(|&&b| b == 0x1f).map(|_| 0);
    let (before, sections) = places(first.into_iter().chain(marks), chunk.len());
    let rest = if without_mark(chunk).starts_with(OPTIONS) {
        0..0
    } else {
        before
    };
    let sections = sections.map(|section| section.start + 1..section.end);
    // Nothing follows the last mark.
    let messages = sections.filter(|section| !chunk[section.clone()].trim_ascii().is_empty());
    message::texts(chunk, start, selection, layout, rest, messages)
}

/// Finds header and body of the message in `section`, which begins after the mark.
fn layout<'a>(chunk: &'a [u8], section: Range<usize>, known: &mut Known<'a>) -> Layout {
    let bytes = &chunk[..section.end];
    let line = |at: usize| lines(&bytes[at..]).next().unwrap_or_default();
    let mut at = section.start;
    // The rest of the line with the form feed.
    if line(at).trim_ascii().is_empty() {
        at += line(at).len();
    }
    // Labels: `1, answered,,`.
    if matches!(line(at), [b'0' | b'1', b',', ..]) {
        at += line(at).len();
    }
    let original = Head::parse(&bytes[at..]);
    let mut eooh = at + original.body;
    while is_blank(line(eooh)) {
        eooh += line(eooh).len();
    }
    if !line(eooh).starts_with(EOOH) {
        return Layout::parse(bytes, at..section.end, known);
    }
    let visible = Layout::parse(bytes, eooh + line(eooh).len()..section.end, known);
    match original.end {
        0 => visible,
        end => Layout {
            content: Content::from_header(&bytes[at..], &original, Content::PLAIN.kind).into(),
            head: at..at + end,
            ..visible
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::message_id;
    use super::*;

    const TWO: &[u8] = b"BABYL OPTIONS: -*- rmail -*-\nVersion: 5\n\x1f\x0c\n1, answered,,\nFrom: a@b\nMessage-ID: <1@b>\nContent-Transfer-Encoding: quoted-printable\n\n*** EOOH ***\nFrom: a@b\n\none=21\n\x1f\x0c\n0, unseen,,\n*** EOOH ***\nFrom: c@d\nMessage-ID: <2@d>\n\ntwo\n\x1f";

    #[test]
    fn full_and_shortened_headers() {
        assert!((BABYL.matches_head)(TWO));
        assert_eq!(BABYL.bodies(TWO), ["one!\n", "two\n"]);
        let ids = BABYL
            .texts(TWO, 0)
            .map(|text| message_id(&TWO[text.place.head]));
        assert_eq!(ids.collect::<Vec<_>>(), [Some(&b"1@b"[..]), Some(b"2@d")]);
        BABYL.check_cuts(TWO);
    }
}
