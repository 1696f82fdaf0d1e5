//! `--resolve`: finds the message or the part that a `mid:`, `cid:` or `news:` URL names.
//!
//! A first pass over the files ([`collect`]) reads the header fields Message-ID and Content-ID only, and makes an [`Index`]; the search
//! is the second pass. The index has 40 bytes for each identifier: instead of the identifier two hashes with random keys, 128 bits
//! together. So ten million messages fit in memory, and a wrong answer is practically impossible, even for hostile mail.

mod collect;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::ops::Range;
use std::path::Path;

use urlgrep::url::{Details, News, Url};

pub(crate) use collect::collect;

/// The identifiers of all messages and parts.
#[derive(Debug)]
pub(crate) struct Index {
    /// Sorted; of several with one key only the first one.
    entries: Vec<Entry>,
    /// In order.
    chunks: Vec<ChunkOf>,
    /// The paths of the chunks, one after the other.
    paths: Vec<u8>,
    parts: Vec<Box<str>>,
    keys: Keys,
}

type Key = [u64; 2];

/// A message or a part.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    /// The index of its chunk.
    chunk: u32,
    /// Its message, from 1, counted from the start of the chunk.
    message: u32,
    offset: u64,
    /// The index of its number among all numbers of parts; that of a whole message is empty.
    part: u32,
}

/// A chunk of a file.
#[derive(Clone, Debug)]
struct ChunkOf {
    /// Its file and its index among the chunks of that file.
    turn: (usize, usize),
    path: Range<usize>,
    /// How many messages the file has before it. Before all chunks are known: how many it has.
    messages: u64,
    /// Whether it is the first one of the file.
    is_first: bool,
}

/// The keys of identifiers.
#[derive(Default, Debug)]
struct Keys([RandomState; 2]);

impl Keys {
    fn message(&self, id: &[u8]) -> Key {
        self.0.each_ref().map(|state| state.hash_one(id))
    }

    /// The key of a part of the message whose header begins at the offset `at` of a file.
    fn part(&self, path: &[u8], at: u64, id: &[u8]) -> Key {
        self.0
            .each_ref()
            .map(|state| state.hash_one((path, at, id)))
    }
}

/// Where a message or a part stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target<'i> {
    pub(crate) path: &'i [u8],
    /// From 1.
    pub(crate) message: u64,
    /// The offset in the file of its header; in an mbox, of the line `From ` before it.
    pub(crate) offset: u64,
    pub(crate) part: Option<&'i str>,
}

impl Index {
    /// The target of a URL in the file at `path`, in the message whose header begins at `message`. `None` if its scheme names
    /// no messages, `Some(None)` if there is no such message.
    pub(crate) fn resolve(
        &self,
        url: &Url<'_, [u8]>,
        path: &Path,
        message: Option<u64>,
    ) -> Option<Option<Target<'_>>> {
        let is_cid = url.scheme_info().name() == "cid";
        Some(match url.details() {
            Details::Identifier { id, .. } if is_cid => {
                let path = path.as_os_str().as_encoded_bytes();
                message.and_then(|at| self.target(self.keys.part(path, at, &id)))
            }
            Details::Identifier { id, part } => {
                let message = self.target(self.keys.message(&id));
                let within = |part: &[u8], message: Target<'_>| {
                    self.target(self.keys.part(message.path, message.offset, part))
                };
                match part {
                    Some(part) => message.and_then(|message| within(&part, message)),
                    None => message,
                }
            }
            Details::News(News::Article(id)) => self.target(self.keys.message(&id)),
            _ => return None,
        })
    }

    fn target(&self, key: Key) -> Option<Target<'_>> {
        let found = self.entries.binary_search_by_key(&key, |entry| entry.key);
        let entry = self.entries[found.ok()?];
        let chunk = &self.chunks[entry.chunk as usize];
        let part = &*self.parts[entry.part as usize];
        Some(Target {
            path: &self.paths[chunk.path.clone()],
            message: chunk.messages + u64::from(entry.message),
            offset: entry.offset,
            part: Some(part).filter(|part| !part.is_empty()),
        })
    }
}

impl Target<'_> {
    /// The number of the message and of the part, as text: `7`, `7 part 1.2`.
    pub(crate) fn place(&self) -> String {
        match self.part {
            Some(part) => format!("{} part {part}", self.message),
            None => self.message.to_string(),
        }
    }
}
