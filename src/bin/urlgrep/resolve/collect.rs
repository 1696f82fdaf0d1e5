//! The first pass: reads the identifiers of all messages and parts.

use std::mem;
use std::sync::Mutex;

use urlgrep::files::{Chunk, Chunks, Input, ReadFrom};
use urlgrep::mail::Selection;

use super::{ChunkOf, Entry, Index, Keys};
use crate::lock::lock;
use crate::strings::Strings;

/// The header fields that are read.
const MESSAGE_ID: &str = "Message-ID";
const CONTENT_ID: &str = "Content-ID";

/// No header block of a part is longer, in bytes.
const LONGEST: u64 = 64 << 10;

/// Reads all input of a search, by several threads.
pub(crate) fn collect(input: &Input, threads: usize) -> Index {
    let mut selection = Selection::default();
    selection.fields = [MESSAGE_ID, CONTENT_ID].map(String::from).to_vec();
    selection.bodies = false;
    let (keys, found) = (Keys::default(), Mutex::new(Identifiers::default()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut chunks = Chunks::default();
                while input.read(ReadFrom::AnyFile, &mut chunks) {
                    for (chunk, bytes) in chunks.drain() {
                        let read = Read::new(&keys, &selection, &chunk, bytes);
                        lock(&found).add(&chunk, read);
                    }
                }
            });
        }
    });
    let found = found.into_inner();
    found
        .unwrap_or_else(|poisoned| poisoned.into_inner())
        .index(keys)
}

/// The identifiers of a chunk.
struct Read {
    /// Each with the number of its part; empty is the message.
    entries: Vec<(Entry, String)>,
    messages: u32,
}

impl Read {
    fn new(keys: &Keys, selection: &Selection, chunk: &Chunk, bytes: &[u8]) -> Read {
        let mut read = Read {
            entries: Vec::new(),
            messages: 0,
        };
        let path = chunk.source.path.as_os_str().as_encoded_bytes();
        for text in chunk.texts_selected(bytes, selection) {
            read.messages = read.messages.max(text.place.message.unwrap_or(0));
            // A message that began in an earlier chunk has no header here.
            let message = text.place.message.filter(|&number| number > 0);
            let (Some(message), Some(field)) = (message, &text.place.field) else {
                continue;
            };
            let Some(id) = identifier(&text.bytes) else {
                continue;
            };
            let head = chunk.start + text.place.head.start as u64;
            let is_message = field.eq_ignore_ascii_case(MESSAGE_ID);
            let is_outer = is_message && text.place.part.is_empty();
            let field_at = text.map.source_of(0).start;
            let entry = Entry {
                key: if is_message {
                    keys.message(id)
                } else {
                    keys.part(path, head, id)
                },
                chunk: 0,
                message,
                offset: if is_outer {
                    head
                } else {
                    header_start(bytes, field_at - chunk.start) + chunk.start
                },
                part: 0,
            };
            let part = text.place.part_number().unwrap_or_default();
            read.entries.push((entry, part));
        }
        read
    }
}

/// The identifier in the value of a field, without `<` and `>`.
fn identifier(value: &[u8]) -> Option<&[u8]> {
    let value = value.trim_ascii();
    let id = match value.strip_prefix(b"<") {
        Some(rest) => &rest[..memchr::memchr(b'>', rest).unwrap_or(rest.len())],
        None => value.split(|b| b.is_ascii_whitespace()).next()?,
    };
    (!id.is_empty()).then_some(id)
}

/// The start of the header block that contains the byte `at`: after a blank line or a boundary line.
fn header_start(bytes: &[u8], at: u64) -> u64 {
    let line_start = |at: usize| memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |i| i + 1);
    let mut start = line_start((at as usize).min(bytes.len()));
    while start > 0 && at.saturating_sub(start as u64) < LONGEST {
        let before = line_start(start - 1);
        let line = bytes[before..start].trim_ascii_end();
        if line.is_empty() || line.starts_with(b"--") {
            break;
        }
        start = before;
    }
    start as u64
}

/// The identifiers so far, in any order.
#[derive(Default)]
struct Identifiers {
    entries: Vec<Entry>,
    chunks: Vec<ChunkOf>,
    paths: Vec<u8>,
    parts: Strings,
}

impl Identifiers {
    fn add(&mut self, chunk: &Chunk, read: Read) {
        let is_whole = chunk.number == 0 && chunk.ends_source;
        if read.entries.is_empty() && is_whole {
            return;
        }
        let path = chunk.source.path.as_os_str().as_encoded_bytes();
        // Chunks of one file often follow each other.
        let last = self.chunks.last().map(|last| last.path.clone());
        let path = match last.filter(|last| self.paths[last.clone()] == *path) {
            Some(last) => last,
            None => {
                let start = self.paths.len();
                self.paths.extend_from_slice(path);
                start..self.paths.len()
            }
        };
        let index = self.chunks.len() as u32;
        self.chunks.push(ChunkOf {
            turn: (chunk.source.number, chunk.number),
            path,
            messages: read.messages.into(),
            is_first: chunk.start == 0,
        });
        for (mut entry, part) in read.entries {
            entry.chunk = index;
            entry.part = self.parts.number(part.as_bytes());
            self.entries.push(entry);
        }
    }

    /// Sorts everything into the order of the files, so that the result does not depend on the threads.
    fn index(mut self, keys: Keys) -> Index {
        let mut order: Vec<u32> = (0..self.chunks.len() as u32).collect();
        order.sort_unstable_by_key(|&i| self.chunks[i as usize].turn);
        let mut ranks = vec![0; order.len()];
        let mut sum = 0;
        for (rank, &i) in order.iter().enumerate() {
            ranks[i as usize] = rank as u32;
            let chunk = &mut self.chunks[i as usize];
            if chunk.is_first {
                sum = 0;
            }
            let messages = mem::replace(&mut chunk.messages, sum);
            sum += messages;
        }
        self.chunks.sort_unstable_by_key(|chunk| chunk.turn);
        for entry in &mut self.entries {
            entry.chunk = ranks[entry.chunk as usize];
        }
        self.entries
            .sort_unstable_by_key(|entry| (entry.key, entry.chunk, entry.offset, entry.part));
        self.entries.dedup_by_key(|entry| entry.key);
        self.entries.shrink_to_fit();
        Index {
            entries: self.entries,
            chunks: self.chunks,
            paths: self.paths,
            parts: self.parts.list,
            keys,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers() {
        for (value, id) in [
            (&b" <1@a.org> (comment)"[..], &b"1@a.org"[..]),
            (b"1@a.org x", b"1@a.org"),
            (b"<1@a.org", b"1@a.org"),
            (b"<1 2@a.org>", b"1 2@a.org"),
        ] {
            assert_eq!(identifier(value), Some(id));
        }
        assert_eq!(identifier(b"<>"), None);
        assert_eq!(identifier(b" "), None);
    }

    #[test]
    fn header_blocks_begin_after_boundaries_and_blank_lines() {
        let text = b"A: b\n\n--x\nC: d\r\nE: f\r\n\r\nG: h";
        for (at, start) in [(0, 0), (3, 0), (11, 10), (17, 10), (25, 24), (99, 24)] {
            assert_eq!(header_start(text, at), start, "{at}");
        }
    }
}
