//! Containers whose messages say how long they are: `Content-Length` in mboxcl, `#! rnews N` in batches of news.
//!
//! A count is believed where it leads to the end or to the beginning of another message; else the next beginning is looked for,
//! so one count that lies spoils nothing. Where messages begin is found from the front, since what looks like a beginning may
//! stand within a message.

use std::ops::Range;

/// How many bytes tell whether a message begins.
const LOOK: usize = 1024;

/// How messages are told apart; places are offsets of the bytes.
pub(super) struct Format {
    /// Where the message that begins at a place says that it ends.
    pub(super) end: fn(&[u8], usize) -> Option<usize>,
    /// Where the first message at or behind a place begins, count or no count.
    pub(super) next: fn(&[u8], usize) -> Option<usize>,
    /// A longer message is none: its count lies.
    pub(super) max: usize,
}

impl Format {
    /// The messages of a chunk that begins with one or with the rest of one: the rest, and each message.
    pub(super) fn messages(&self, chunk: &[u8]) -> (Range<usize>, Vec<Range<usize>>) {
        let first = (self.next)(chunk, 0).unwrap_or(chunk.len());
        let (mut messages, mut at) = (Vec::new(), first);
        while at < chunk.len() {
            let end = self
                .counted(chunk, at)
                .unwrap_or_else(|| self.uncounted(chunk, at));
            messages.push(at..end);
            at = (self.next)(chunk, end).unwrap_or(chunk.len());
        }
        (0..first, messages)
    }

    /// Before the last message: more bytes may tell that it goes on.
    pub(super) fn cut(&self, chunk: &[u8]) -> Option<usize> {
        let certain = |at: &usize| at + LOOK <= chunk.len();
        let first = (self.next)(chunk, 0).filter(certain)?;
        let mut at = first;
        while self.claimed(chunk, at).is_none_or(|end| certain(&end)) {
            let end = self
                .counted(chunk, at)
                .unwrap_or_else(|| self.uncounted(chunk, at));
            match (self.next)(chunk, end).filter(certain) {
                Some(next) => at = next,
                None => break,
            }
        }
        Some(at)
    }

    fn claimed(&self, bytes: &[u8], at: usize) -> Option<usize> {
        (self.end)(bytes, at).filter(|&end| end - at <= self.max)
    }

    /// The end that the message at `at` tells, if that can be believed. A line break may follow that is not counted.
    fn counted(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let end = self.claimed(bytes, at).filter(|&end| end <= bytes.len())?;
        let look = &bytes[..bytes.len().min(end + LOOK)];
        let breaks = look[end..]
            .iter()
            .take(4)
            .take_while(|b| matches!(b, b'\n' | b'\r'))
            .count();
        let behind = end + breaks;
        (behind == bytes.len() || (self.next)(look, behind) == Some(behind)).then_some(end)
    }

    fn uncounted(&self, bytes: &[u8], at: usize) -> usize {
        (self.next)(bytes, at + 1).unwrap_or(bytes.len())
    }
}
