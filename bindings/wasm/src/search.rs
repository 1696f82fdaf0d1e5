//! Searches a file chunk by chunk, so that the memory for matches is bounded. Hyphens are resolved with the matches of their message; in a
//! plain text, with those of their chunk and the habit of its beginning.

use urlgrep::mail::{self, Container, Declared, HEAD, Selection};
use urlgrep::{Extractor, HyphenEvidence, Match, Text, explain_match};
use wasm_bindgen::JsValue;

use crate::options::Options;
use crate::points::Points;
use crate::room::Room;
use crate::rows::{Message, Row, Standing};

/// The size of a chunk of mail, if it can be cut there. That of other files is their maximum: evidence for hyphens stands within it.
const SIZE: usize = 4 << 20;

type Take<'t> = dyn FnMut(Row<'_>) -> Result<(), JsValue> + 't;

/// Gives the matches of a file to `take`, in order.
pub(crate) fn search(file: &[u8], options: &Options, take: &mut Take<'_>) -> Result<(), JsValue> {
    let bytes = &*mail::with_line_feeds(file);
    let container = options.container(bytes)?;
    let selection = options.selection();
    let declared = container.declared(&bytes[..bytes.len().min(HEAD)]);
    let mut search = Search {
        bytes,
        options,
        extractor: options.extractor(),
        points: Points::new(bytes, options.utf16),
        lines: Lines::new(bytes),
        room: Room::new(),
        left: options.limit.unwrap_or(usize::MAX),
        messages: 0,
        id: None,
        evidence: HyphenEvidence::new(),
    };
    let mut start = 0;
    while start < bytes.len() && search.left > 0 {
        let end = chunk_end(container, bytes, start);
        search.chunk(container, start..end, &selection, &declared, take)?;
        start = end;
    }
    Ok(())
}

/// Where the chunk from `start` on ends. One that the container cannot cut is cut at a line end, else at white space, else anywhere.
fn chunk_end(container: &Container, bytes: &[u8], start: usize) -> usize {
    let rest = &bytes[start..];
    let is_window = container.max() as u64 <= HyphenEvidence::WINDOW;
    let mut size = if is_window { container.max() } else { SIZE };
    loop {
        if rest.len() <= size {
            return bytes.len();
        }
        let chunk = &rest[..size];
        if let Some(at) = container.cut(chunk) {
            return start + at;
        }
        if size >= container.max() {
            let last = |is: fn(&u8) -> bool| chunk.iter().rposition(is).map(|at| at + 1);
            let at = last(|&b| b == b'\n').or_else(|| last(u8::is_ascii_whitespace));
            return start + at.unwrap_or(size);
        }
        size = (size * 2).min(container.max());
    }
}

/// A match, and its URL before its hyphen was resolved, if it is open.
struct Found<'t> {
    m: Match<'t, [u8]>,
    open_url: Option<Vec<u8>>,
}

impl<'t> Found<'t> {
    fn new(m: Match<'t, [u8]>) -> Found<'t> {
        let open_url = m.has_open_hyphen().then(|| m.as_bytes().to_vec());
        Found { m, open_url }
    }

    fn explain(&self, text: &Text<'_>) -> Vec<String> {
        let mut lines = explain_match(&self.m, &text.bytes);
        if self
            .open_url
            .as_ref()
            .is_some_and(|url| url != self.m.as_bytes())
        {
            lines.push("hyphen: left out: other URLs or lines of the text decide".to_string());
        }
        lines
    }
}

struct Search<'a> {
    bytes: &'a [u8],
    options: &'a Options,
    extractor: Extractor,
    points: Points<'a>,
    lines: Lines<'a>,
    room: Room,
    /// How many matches the caller still wants.
    left: usize,
    /// The messages that began before the chunk.
    messages: u64,
    /// The Message-ID of the last message.
    id: Option<String>,
    /// For the hyphens of this message; of a plain text, with the habit of its beginning.
    evidence: HyphenEvidence,
}

impl Search<'_> {
    fn chunk(
        &mut self,
        container: &Container,
        at: std::ops::Range<usize>,
        selection: &Selection,
        declared: &Declared,
        take: &mut Take<'_>,
    ) -> Result<(), JsValue> {
        let chunk = &self.bytes[at.clone()];
        let texts = match at.start {
            0 => container.texts_selected(chunk, 0, selection),
            start => container.texts_continued(chunk, start as u64, selection, declared),
        };
        let mut texts = texts.peekable();
        let mut last = 0;
        while let Some(first) = texts.next() {
            let number = first.place.message;
            let mut of_message = vec![first];
            while let Some(text) = texts.next_if(|text| text.place.message == number) {
                of_message.push(text);
            }
            last = number.map_or(last, u64::from);
            if number.is_some_and(|number| number > 0) {
                let head = chunk.get(of_message[0].place.head.clone());
                let id = mail::message_id(head.unwrap_or_default());
                self.id = id.map(|id| String::from_utf8_lossy(id).into_owned());
            }
            let message = number.map(|number| Message {
                number: self.messages + u64::from(number),
                id: self.id.clone(),
            });
            self.message(&of_message, message, take)?;
            if self.left == 0 {
                break;
            }
        }
        self.messages += last;
        Ok(())
    }

    /// The matches of a message, or of a plain text.
    fn message(
        &mut self,
        texts: &[Text<'_>],
        message: Option<Message>,
        take: &mut Take<'_>,
    ) -> Result<(), JsValue> {
        let mut found: Vec<(&Text<'_>, Vec<Found<'_>>)> = Vec::new();
        for text in texts {
            let matches = self.extractor.extract_text(text).map(|m| {
                self.room.grow();
                Found::new(m)
            });
            found.push((text, matches.collect()));
        }
        if self.options.resolves() {
            self.resolve(&mut found);
        }
        for (text, found) in &found {
            for found in found.iter().take(self.left) {
                let m = &found.m;
                let at = text.map.source_range(m.span());
                let (start, end) = (at.start as usize, at.end as usize);
                let standing = Standing {
                    message: message.clone(),
                    line: self.lines.before(start) + 1,
                    start,
                    end,
                };
                let utf16 = self.options.utf16;
                let explanation = self.options.explain.then(|| found.explain(text));
                let points = &mut self.points;
                take(Row::new(m, text, standing, points, utf16, explanation))?;
            }
            self.left -= found.len().min(self.left);
        }
        Ok(())
    }

    /// Resolves the hyphens of a message, or of a chunk of a plain text.
    fn resolve(&mut self, found: &mut [(&Text<'_>, Vec<Found<'_>>)]) {
        let is_plain = found.iter().all(|(text, _)| text.place.message.is_none());
        if is_plain {
            self.evidence.clear_urls();
            for (text, _) in &*found {
                // The beginning of the file, however it is cut into chunks.
                let start = text.map.source_of(0).start as usize;
                let len = HyphenEvidence::HEAD.saturating_sub(start);
                self.evidence
                    .add_text(&text.bytes[..text.bytes.len().min(len)]);
            }
        }
        let mut all = found.iter().flat_map(|(_, found)| found);
        if !all.any(|found| found.open_url.is_some()) {
            return;
        }
        if !is_plain {
            self.evidence.clear();
            for (text, _) in &*found {
                self.evidence.add_text(&text.bytes);
            }
        }
        let mut all: Vec<&mut Found<'_>> = found.iter_mut().flat_map(|(_, found)| found).collect();
        all.iter().for_each(|found| self.evidence.add(&found.m));
        self.evidence
            .resolve(all.iter_mut().map(|found| &mut found.m));
    }
}

/// Counts the newlines before positions that mostly ascend.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    count: u64,
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8]) -> Lines<'a> {
        Lines {
            bytes,
            at: 0,
            count: 0,
        }
    }

    fn before(&mut self, at: usize) -> u64 {
        let newlines = |bytes: &[u8]| bytes.iter().filter(|&&b| b == b'\n').count() as u64;
        if at >= self.at {
            self.count += newlines(&self.bytes[self.at..at])
        } else {
            self.count -= newlines(&self.bytes[at..self.at])
        }
        self.at = at;
        self.count
    }
}
