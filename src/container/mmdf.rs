//! MMDF: each message is enclosed by lines of four control-A characters.

use super::header::lines;
use super::message::{self, Layout};
use super::selection::Selection;
use super::{Container, OF_MESSAGES, Texts, backwards, places};
use crate::text::{line_len, mark_len, without_mark};

const MARK: &[u8] = b"\x01\x01\x01\x01";
/// The same after a line.
const NEXT_MARK: &[u8] = b"\n\x01\x01\x01\x01";

pub(super) const MMDF: Container = Container {
    name: "mmdf",
    matches_head: |head| begins_with_mark(without_mark(head)),
    cut,
    texts,
    is_cut_locally: true,
    ..OF_MESSAGES
};

fn is_mark(line: &[u8]) -> bool {
    line.trim_ascii_end() == MARK
}

fn begins_with_mark(bytes: &[u8]) -> bool {
    lines(bytes).next().is_some_and(is_mark)
}

/// Cuts before the last such line: the message before it is complete.
fn cut(chunk: &[u8]) -> Option<usize> {
    let is_complete_mark =
        |at: &usize| begins_with_mark(&chunk[*at..]) && chunk[*at..].contains(&b'\n');
    backwards(chunk, NEXT_MARK)
        .map(|i| i + 1)
        .find(is_complete_mark)
}

fn texts<'a>(chunk: &'a [u8], start: u64, selection: &'a Selection) -> Texts<'a> {
    let next = memchr::memmem::find_iter(chunk, NEXT_MARK).map(|i| i + 1);
    // A byte order mark may stand before the first one.
    let marks = std::iter::once(mark_len(chunk)).chain(next);
    let marks = marks.filter(|&at| begins_with_mark(&chunk[at..]));
    let (rest, sections) = places(marks, chunk.len());
    let messages =
        sections.map(|section| section.start + line_len(&chunk[section.clone()])..section.end);
    // Between two messages stand two marks.
    let messages = messages.filter(|message| !message.is_empty());
    message::texts(chunk, start, selection, Layout::parse, rest, messages)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &[u8] = b"\x01\x01\x01\x01\nFrom: a@b\n\none\n\x01\x01\x01\x01\n\x01\x01\x01\x01\nFrom: c@d\n\ntwo\n\x01\x01\x01\x01\n";

    #[test]
    fn messages_stand_between_marks() {
        assert!((MMDF.matches_head)(TWO) && !(MMDF.matches_head)(b"\x01\x01\x01\x01\x01\n"));
        assert_eq!(MMDF.bodies(TWO), ["one\n", "two\n"]);
        MMDF.check_cuts(TWO);
    }
}
