//! Containers whose messages declare their length: `Content-Length` in mboxcl, `#! rnews N` in batches of news.
//!
//! A length is trusted if it leads to the end of the file or to the beginning of another message. Otherwise the next beginning is
//! searched for, so one wrong length does no further harm. Messages are located from front to back, because a body may contain
//! text that looks like the beginning of a message.

use std::ops::Range;

use super::message::{self, LayoutOf};
use super::selection::Selection;
use super::{OF_MESSAGES, Texts};
use crate::span::{ahead, beginning, run};

/// How many bytes are needed to recognise the beginning of a message.
const LOOKAHEAD: usize = 1024;

/// How to find the messages of a format. Positions are offsets in the bytes.
pub(super) struct LengthFormat {
    /// The end that the message at a position declares.
    pub(super) end: fn(&[u8], usize) -> Option<usize>,
    /// The beginning of the first message at or after a position, ignoring declared lengths.
    pub(super) next: fn(&[u8], usize) -> Option<usize>,
}

impl LengthFormat {
    /// Splits a chunk into the rest of a message that began in an earlier chunk (may be empty), and its own messages.
    fn messages(&self, chunk: &[u8]) -> (Range<usize>, Vec<Range<usize>>) {
        let first = (self.next)(chunk, 0).unwrap_or(chunk.len());
        let (mut messages, mut at) = (Vec::new(), first);
        while at < chunk.len() {
            let end = self.end_of(chunk, at);
            messages.push(at..end);
            at = (self.next)(chunk, end).unwrap_or(chunk.len());
        }
        (0..first, messages)
    }

    /// The texts of a chunk.
    pub(super) fn texts<'a>(
        &self,
        chunk: &'a [u8],
        start: u64,
        selection: &'a Selection,
        layout: LayoutOf,
    ) -> Texts<'a> {
        let (rest, messages) = self.messages(chunk);
        message::texts(chunk, start, selection, layout, rest, messages)
    }

    /// Cuts before the last message, because more bytes may continue it.
    pub(super) fn cut(&self, chunk: &[u8]) -> Option<usize> {
        let certain = |at: &usize| at + LOOKAHEAD <= chunk.len();
        let first = (self.next)(chunk, 0).filter(certain)?;
        let mut at = first;
        while self.declared_end(chunk, at).is_none_or(|end| certain(&end)) {
            match (self.next)(chunk, self.end_of(chunk, at)).filter(certain) {
                Some(next) => at = next,
                None => break,
            }
        }
        Some(at)
    }

    /// Where the first message begins whose declared end may turn out to be right when more bytes have come.
    pub(super) fn open_message(&self, chunk: &[u8]) -> Option<usize> {
        let is_open = |at| {
            let end = self.declared_end(chunk, at);
            end.is_some_and(|end| end + LOOKAHEAD > chunk.len())
                && self.trusted_end(chunk, at).is_none()
        };
        let mut at = (self.next)(chunk, 0)?;
        while !is_open(at) {
            at = (self.next)(chunk, self.end_of(chunk, at))?;
        }
        Some(at)
    }

    /// A declared length above the maximum is wrong.
    fn declared_end(&self, bytes: &[u8], at: usize) -> Option<usize> {
        (self.end)(bytes, at).filter(|&end| end - at <= OF_MESSAGES.max)
    }

    /// The declared end of the message at `at`, if it can be trusted. Line breaks after it are not part of the length.
    fn trusted_end(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let end = self
            .declared_end(bytes, at)
            .filter(|&end| end <= bytes.len())?;
        let lookahead = beginning(bytes, end + LOOKAHEAD);
        let breaks = run(ahead(lookahead, end, 4), |b| matches!(b, b'\n' | b'\r'));
        let after = end + breaks;
        (after == bytes.len() || (self.next)(lookahead, after) == Some(after)).then_some(end)
    }

    /// The end of the message at `at`: the declared one, or where the next message begins.
    fn end_of(&self, bytes: &[u8], at: usize) -> usize {
        let end = self.trusted_end(bytes, at);
        end.or_else(|| (self.next)(bytes, at + 1))
            .unwrap_or(bytes.len())
    }
}

/// The length that a header or a line declares, in bytes.
pub(super) fn length(digits: &[u8]) -> Option<usize> {
    std::str::from_utf8(digits.trim_ascii()).ok()?.parse().ok()
}

/// The first line at or after `at` that begins with `mark`, if `begins` agrees.
pub(super) fn next_marked_line(
    bytes: &[u8],
    at: usize,
    mark: &[u8],
    begins: fn(&[u8]) -> bool,
) -> Option<usize> {
    let is_start = |at: &usize| begins(&bytes[*at..]) && (*at == 0 || bytes[at - 1] == b'\n');
    if is_start(&at) {
        return Some(at);
    }
    let mut found = memchr::memmem::find_iter(&bytes[at..], mark).map(|i| at + i);
    found.find(is_start)
}
