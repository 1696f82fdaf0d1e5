//! The search of a chunk. Its matches are numbered within it; `order` adds what stands before it.

use std::sync::Arc;

use urlgrep::files::{Chunk, Lines};
use urlgrep::mail::{self, Selection};
use urlgrep::{HyphenEvidence, Map, Text};

use crate::extractor::Extractor;
use crate::found::{Match, Origin};
use crate::points::Points;

/// The identifier and the date of a message.
pub(crate) type Header = (Option<Arc<str>>, Option<i64>);

/// The matches of a chunk.
pub(crate) struct Searched {
    pub(crate) chunk: Chunk,
    pub(crate) found: Vec<Found>,
    pub(crate) messages: u64,
    pub(crate) newlines: u64,
    /// The header of the last message that begins here.
    pub(crate) header: Header,
    /// The evidence of a plain text.
    pub(crate) evidence: HyphenEvidence,
}

/// A match, or one whose hyphen is open.
pub(crate) enum Found {
    Match(Box<Match>),
    Open(Box<Open>),
}

pub(crate) struct Open {
    pub(crate) m: urlgrep::Match<'static, [u8]>,
    map: Arc<Map>,
    pub(crate) origin: Origin,
    pub(crate) line: u64,
    /// The place of the URL with its hyphen, and the bytes of the file there.
    start: u64,
    bytes: Box<[u8]>,
}

impl Open {
    /// The match, after its hyphen was resolved.
    pub(crate) fn close(&self) -> Match {
        let mut found = in_file(&self.m, &self.map, self.line, self.origin.clone());
        if found.start as u64 <= self.start {
            return found;
        }
        // The URL began with the hyphen that it has lost.
        let column = self.origin.column.unwrap_or(1);
        let mut lines = Lines::new(&self.bytes, self.start, self.start + 1 - column);
        let (line, column) = lines.place(found.start as u64);
        if let Some(origin) = found.shift(line - 1) {
            origin.column = Some(column);
        }
        found
    }
}

/// A match at its place in the file.
fn in_file(m: &urlgrep::Match<'_, [u8]>, map: &Map, line: u64, origin: Origin) -> Match {
    let segments: Vec<_> = m.segments().flat_map(|at| map.segments(at)).collect();
    Match::new(m, &mut Points::BYTES.clone()).in_file(&segments, line, origin)
}

/// Resolves the open hyphens of some matches.
pub(crate) fn resolve(found: &mut [Found], evidence: &mut HyphenEvidence) {
    let open = found.iter_mut().filter_map(|found| match found {
        Found::Open(open) => Some(&mut open.m),
        Found::Match(_) => None,
    });
    evidence.resolve(open);
    for found in found {
        if let Found::Open(open) = found {
            *found = Found::Match(Box::new(open.close()));
        }
    }
}

pub(crate) fn search(chunk: Chunk, bytes: &[u8], extractor: &Extractor, headers: bool) -> Searched {
    let header = chunk.source.header.as_deref().map(header);
    let mut search = Search {
        chunk: &chunk,
        bytes,
        extractor,
        lines: Lines::new(bytes, chunk.start, chunk.line_start),
        path: chunk.source.path.as_os_str().as_encoded_bytes().into(),
        message: None,
        header: header.unwrap_or_default(),
        evidence: HyphenEvidence::new(),
        found: Vec::new(),
        open: None,
    };
    let mut selection = Selection::from(&extractor.urls);
    selection.headers = headers;
    let texts = chunk.texts_selected(bytes, &selection);
    texts.for_each(|text| search.text(&text));
    if search.message.is_some() {
        search.end_message();
    }
    let Search {
        found,
        message,
        header,
        evidence,
        mut lines,
        ..
    } = search;
    let newlines = lines.total();
    Searched {
        chunk,
        found,
        messages: message.unwrap_or(0),
        newlines,
        header,
        evidence,
    }
}

struct Search<'a> {
    chunk: &'a Chunk,
    bytes: &'a [u8],
    extractor: &'a Extractor,
    lines: Lines<'a>,
    path: Arc<[u8]>,
    /// The message, counted from the start of the chunk; 0 is one that began in an earlier chunk.
    message: Option<u64>,
    header: Header,
    /// The evidence of this message; of a plain text, of the chunk.
    evidence: HyphenEvidence,
    found: Vec<Found>,
    /// The first match of this message with an open hyphen.
    open: Option<usize>,
}

impl Search<'_> {
    fn text(&mut self, text: &Text<'_>) {
        let place = &text.place;
        let message = place.message.map(u64::from);
        if message != self.message {
            self.end_message();
            self.message = message;
            let head = self.bytes.get(place.head.clone()).unwrap_or_default();
            self.header = header(head);
        }
        let (resolves, is_plain) = (self.extractor.resolves, message.is_none());
        if resolves && is_plain {
            // The beginning of the file, however it is cut into chunks.
            let rest = (HyphenEvidence::HEAD as u64).saturating_sub(self.chunk.start) as usize;
            self.evidence
                .add_text(&text.bytes[..text.bytes.len().min(rest)]);
        }
        let was_open = self.open.is_some();
        let (mut origin, mut map) = (None, None);
        for m in self.extractor.urls.extract_text(text) {
            let mut origin = origin.get_or_insert_with(|| self.origin(text)).clone();
            let is_open = resolves && m.has_open_hyphen();
            if resolves {
                self.evidence.add(&m);
            }
            let place = text.map.source_range(m.span());
            let (line, column) = self.lines.place(place.start);
            origin.column = Some(column);
            if !is_open {
                let found = in_file(&m, &text.map, line, origin);
                self.found.push(Found::Match(Box::new(found)));
                continue;
            }
            let at = |offset: u64| (offset - self.chunk.start) as usize;
            let bytes = self
                .bytes
                .get(at(place.start)..at(place.end))
                .unwrap_or_default();
            self.found.push(Found::Open(Box::new(Open {
                m: m.into_owned(),
                map: Arc::clone(map.get_or_insert_with(|| Arc::new(text.map.clone()))),
                origin,
                line,
                start: place.start,
                bytes: bytes.into(),
            })));
            if !is_plain {
                let first = *self.open.get_or_insert(self.found.len() - 1);
                if self.found.len() - first >= HyphenEvidence::MOST_WAITING {
                    self.resolve();
                }
            }
        }
        if self.open.is_some() && !was_open {
            self.evidence.add_text(&text.bytes);
        }
    }

    fn origin(&self, text: &Text<'_>) -> Origin {
        Origin {
            path: (!self.path.is_empty()).then(|| Arc::clone(&self.path)),
            column: None,
            // A member of a message of Outlook.
            message: self.message.or(self.header.0.as_ref().map(|_| 1)),
            message_id: self.header.0.clone(),
            date: self.header.1,
            part: text.place.part_number().map(Arc::from),
            field: text.place.field.as_deref().map(Arc::from),
            notation: Some(text.notation).filter(|name| *name != "text"),
        }
    }

    fn end_message(&mut self) {
        self.resolve();
        self.evidence.clear();
    }

    /// Resolves the open hyphens of the message so far.
    fn resolve(&mut self) {
        if let Some(first) = self.open.take() {
            resolve(&mut self.found[first..], &mut self.evidence);
        }
    }
}

fn header(head: &[u8]) -> Header {
    let id = mail::message_id(head).map(|id| String::from_utf8_lossy(id).into());
    (id, mail::date(head))
}
