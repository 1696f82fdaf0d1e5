//! The matches of all chunks, in the order of the files: messages and lines are counted from the beginning of the file, and the hyphens
//! of plain texts are resolved.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::mem;

use urlgrep::HyphenEvidence;
use urlgrep::files::Chunk;

use crate::files::Failure;
use crate::found::Match;
use crate::search::{Found, Header, Searched, resolve};

/// A result.
pub(crate) enum Item {
    Match(Box<Match>),
    Failure(Failure),
}

/// The file whose results come now, and the results that wait for those before them.
#[derive(Default)]
pub(crate) struct Order {
    /// Whether skipped files are failures too.
    reports_skipped: bool,
    /// The file and the chunk whose results come next.
    next: (usize, usize),
    waiting: BTreeMap<(usize, usize), Searched>,
    /// Whether the last chunk of the file has come.
    is_ended: bool,
    /// Whether some of it could not be read, so that nothing follows.
    is_failed: bool,
    pub(crate) messages: u64,
    pub(crate) newlines: u64,
    /// The header of the last message.
    header: Header,
    /// Where the evidence begins.
    window: u64,
    evidence: HyphenEvidence,
    /// Matches from the first open hyphen on.
    held: Vec<Found>,
}

impl Order {
    pub(crate) fn new(reports_skipped: bool) -> Order {
        Order {
            reports_skipped,
            ..Order::default()
        }
    }

    /// Whether later files may be read before the first one is done.
    pub(crate) fn has_room(&self) -> bool {
        self.waiting
            .values()
            .map(|one| 64 + one.found.len())
            .sum::<usize>()
            < HyphenEvidence::MOST_WAITING
    }

    pub(crate) fn take(&mut self, searched: Vec<Searched>, out: &mut VecDeque<Item>) {
        for one in searched {
            let turn = (one.chunk.source.number, one.chunk.number);
            self.waiting.insert(turn, one);
        }
        while let Some(one) = self.waiting.remove(&self.next) {
            let (file, chunk) = self.next;
            self.next = if one.chunk.ends_source {
                (file + 1, 0)
            } else {
                (file, chunk + 1)
            };
            self.chunk(one, out);
        }
    }

    fn chunk(&mut self, searched: Searched, out: &mut VecDeque<Item>) {
        if mem::take(&mut self.is_ended) {
            (self.messages, self.newlines, self.window) = (0, 0, 0);
            self.header = Header::default();
            self.evidence.clear();
            self.is_failed = false;
        }
        if self.is_failed {
            self.is_ended = searched.chunk.last;
            return;
        }
        let Searched {
            chunk,
            found,
            evidence,
            ..
        } = searched;
        if chunk.end > self.window + HyphenEvidence::WINDOW && chunk.start > self.window {
            self.resolve(out);
            self.evidence.clear_urls();
            self.window = chunk.start;
        }
        self.evidence.append(evidence);
        for mut one in found {
            self.complete(&mut one);
            match one {
                Found::Match(found) if self.held.is_empty() => out.push_back(Item::Match(found)),
                one => self.held.push(one),
            }
            if self.held.len() >= HyphenEvidence::MOST_WAITING {
                self.resolve(out);
            }
        }
        self.newlines += searched.newlines;
        self.messages += searched.messages;
        if searched.messages > 0 {
            self.header = searched.header;
        }
        self.is_failed = chunk.error.is_some();
        if chunk.last || self.is_failed {
            self.resolve(out);
            self.is_ended = chunk.last;
        }
        out.extend(self.failure(chunk).map(Item::Failure));
    }

    fn failure(&self, chunk: Chunk) -> Option<Failure> {
        let path = chunk.source.path.clone();
        let skipped = chunk
            .unread
            .filter(|unread| unread.is_reported && self.reports_skipped);
        let error = match skipped {
            Some(unread) => io::Error::other(unread),
            None => chunk.error?,
        };
        Some(Failure { path, error })
    }

    /// Adds what stands before the chunk.
    fn complete(&self, found: &mut Found) {
        let origin = match found {
            Found::Match(found) => found.shift(self.newlines),
            Found::Open(open) => {
                open.line += self.newlines;
                Some(&mut open.origin)
            }
        };
        let Some(origin) = origin else {
            return;
        };
        if origin.message == Some(0) {
            // Its message began in an earlier chunk.
            (origin.message_id, origin.date) = self.header.clone();
        }
        // A file that does not begin with a message has text before the first one.
        let message = origin.message.map(|message| message + self.messages);
        origin.message = message.filter(|&message| message > 0);
    }

    /// Resolves hyphens, and gives everything that was held.
    fn resolve(&mut self, out: &mut VecDeque<Item>) {
        resolve(&mut self.held, &mut self.evidence);
        out.extend(self.held.drain(..).filter_map(|found| match found {
            Found::Match(found) => Some(Item::Match(found)),
            Found::Open(_) => None,
        }));
    }
}
