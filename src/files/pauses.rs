//! The search of a stream that pauses. A chunk can end at the pause if its container can be cut; otherwise its bytes are searched
//! as they are, and once more when more of them have come.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::container::{self as mail, Container};

use super::settled::{PlacedMatch, Settled, last_blank_line};
use super::stream::Patience;
use crate::span::run;

/// After this pause a live stream is searched.
const LIVE: Duration = Duration::from_millis(5);

/// After this pause another stream is searched. Programs that write without a break are faster.
const OTHER: Duration = Duration::from_millis(100);

/// After this pause all matches of a live stream are printed, but those that wait for the header of their message.
const LONG: Duration = Duration::from_millis(500);

/// How often it is checked whether reading can stop.
const CHECK: Duration = Duration::from_millis(100);

/// A text without blank lines is cut from this size on.
const MANY: usize = 32 << 10;

/// No rule looks back further from a match: a wrapper has 4 KiB, a prefix too.
const CONTEXT: usize = 16 << 10;

/// Makes a message of lines that may begin one.
const HEADER: &[u8] =
    b"From: joe@x.org\nDate: Mon, 3 Jan 1994 10:00:00 +0000\nMessage-ID: <1@x.org>\n\n";

/// How streams are searched.
///
/// ```
/// use urlgrep::files::{ReadOptions, Settled, StreamOptions};
/// use urlgrep::{Extractor, mail::Selection};
/// let settled = Settled::new(Extractor::default(), Selection::default());
/// let mut read = ReadOptions::default();
/// read.streams = Some(StreamOptions::new(settled, true));
/// ```
#[derive(Clone, Debug)]
pub struct StreamOptions {
    settled: Arc<Settled>,
    live: bool,
}

/// The pauses of a stream.
pub(super) struct Pauses {
    options: StreamOptions,
    patience: Patience,
    /// Matches before this offset were returned.
    printed: u64,
    /// The end of the file when it was searched last.
    seen: u64,
    /// When the last byte came.
    last: Instant,
    /// Whether all matches up to that byte were returned.
    flushed: bool,
}

/// What to do in a pause.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Pause {
    Wait,
    /// Search all bytes, and return the matches that start in this range of the file.
    Search(Range<u64>),
    Cut(usize),
}

impl StreamOptions {
    /// With `live`, all matches are returned after half a second, for a person who looks at them, but those that wait for a header.
    ///
    /// ```
    /// use urlgrep::files::{Settled, StreamOptions};
    /// use urlgrep::{Extractor, mail::Selection};
    /// let settled = Settled::new(Extractor::default(), Selection::default());
    /// let streams = StreamOptions::new(settled, false);
    /// ```
    pub fn new(settled: Settled, live: bool) -> StreamOptions {
        let settled = Arc::new(settled);
        StreamOptions { settled, live }
    }

    /// A stream is searched after a pause of this length.
    pub(super) fn first(&self) -> Duration {
        if self.live { LIVE } else { OTHER }
    }
}

impl Pauses {
    pub(super) fn new(options: StreamOptions, patience: Patience) -> Pauses {
        Pauses {
            options,
            patience,
            printed: 0,
            seen: 0,
            last: Instant::now(),
            flushed: true,
        }
    }

    /// Stops looking for pauses.
    pub(super) fn end(self) {
        self.patience.set_endless();
    }

    /// Which matches of a chunk were not returned before.
    pub(super) fn new_from(&self, start: u64) -> Option<Range<u64>> {
        (self.printed > start).then_some(self.printed..u64::MAX)
    }

    /// Whether the kind of a stream that begins with these bytes can be detected: after a blank line, or if they begin no message. The first
    /// header of a mailbox says which variant it is.
    pub(super) fn is_clear(&self, head: &[u8]) -> bool {
        let Some(end) = memchr::memrchr(b'\n', head) else {
            return false;
        };
        let lines = &head[..=end];
        let with_header = [lines, HEADER].concat();
        let begun = &lines[run(lines, |b| b"\r\n".contains(&b))..];
        let kind = mail::detect(lines).name();
        // The beginning of a field is no field.
        if mail::detect(head).name() != kind {
            return false;
        }
        match kind {
            _ if last_blank_line(begun).is_some() => true,
            "mbox" => false,
            "text" => mail::detect(&with_header).name() == "text",
            _ => true,
        }
    }

    /// What to do with the chunk so far, which begins at the offset `start`. If its kind may change, only a long pause counts.
    pub(super) fn next(
        &mut self,
        container: &Container,
        may_change: bool,
        bytes: &[u8],
        start: u64,
    ) -> Pause {
        let end = start + bytes.len() as u64;
        if end > self.seen {
            self.seen = end;
            self.last = Instant::now()
                .checked_sub(self.options.first())
                .unwrap_or_else(Instant::now);
            self.flushed = false;
        } else if self.flushed {
            self.patience.set(CHECK);
            return Pause::Wait;
        }
        let waited = self.last.elapsed();
        let all = self.options.live && waited >= LONG;
        if may_change && !all {
            self.wait(waited);
            return Pause::Wait;
        }
        if let Some(cut) = self.cut(container, bytes, start) {
            // The rest is looked at as if it were new.
            self.seen = start + cut as u64;
            return Pause::Cut(cut);
        }
        let found = self.options.settled.find(container, bytes, start);
        let blank = last_blank_line(bytes).filter(|_| !self.options.live);
        let blank = blank.map_or(0, |at| start + at as u64);
        let is_open = |m: &&PlacedMatch| {
            let is_settled = m.is_final || m.has_context && m.end <= blank;
            m.awaits_header || !all && !is_settled
        };
        // Its declared length may be wrong.
        let open_message = (container.open_message)(bytes).filter(|_| !all);
        let open_message = open_message.map(|at| start + at as u64);
        let limit = found.iter().find(is_open).map(|m| m.start);
        let limit = limit.into_iter().chain(open_message).min();
        let limit = limit.unwrap_or(u64::MAX);
        let new = found
            .iter()
            .filter(|m| (self.printed..limit).contains(&m.start));
        let new_end = new.map(|m| m.end).max();
        if limit == u64::MAX {
            self.flushed = true;
            self.patience.set(CHECK);
        } else {
            self.wait(waited);
        }
        if let Some(end) = new_end {
            let range = self.printed..limit;
            self.printed = end;
            return Pause::Search(range);
        }
        if container.name() == "text" && bytes.len() >= MANY {
            let is_free = |at: &usize| {
                let at = start + *at as u64;
                let before = found.partition_point(|m| m.start < at);
                at <= self.printed.min(limit) && found[..before].last().is_none_or(|m| m.end <= at)
            };
            let ends = memchr::memrchr_iter(b'\n', &bytes[..bytes.len() - CONTEXT]);
            if let Some(cut) = ends.map(|end| end + 1).find(is_free) {
                return Pause::Cut(cut);
            }
        }
        Pause::Wait
    }

    /// Where to cut a chunk of these bytes: not where a match that is not printed would lack lines. Those of a message end with it.
    fn cut(&self, container: &Container, bytes: &[u8], start: u64) -> Option<usize> {
        let settled = &self.options.settled;
        let cut = container.cut(bytes)?;
        let is_mail = container.notation.is_none() && container.name() != "text";
        if settled.lines_after == 0 || is_mail {
            return Some(cut);
        }
        let complete = &bytes[..cut];
        match settled.first_that_lacks_lines(container, complete, start, self.printed) {
            None => Some(cut),
            Some(first) => container.cut(complete.get(..(first - start) as usize)?),
        }
    }

    /// Waits for more bytes. All matches of a live stream are returned after a long pause.
    fn wait(&mut self, waited: Duration) {
        self.flushed = !self.options.live || waited >= LONG;
        self.patience.set(if self.flushed {
            CHECK
        } else {
            LONG.saturating_sub(waited)
        });
    }
}
