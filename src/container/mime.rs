//! The MIME structure of a message (RFC 2046): finds the text parts in nested multiparts and messages.
//!
//! One pass over the lines that begin with `--`. Each is compared with the boundaries of all open multiparts, innermost first. It
//! must be equal to one, except for trailing blanks, so that `B` does not match `B2`. A boundary line of an outer multipart also
//! closes the inner ones, which may have lost their own (section 5.1.2). If a multipart has no boundary line, the first line that
//! looks like one and occurs again is used; otherwise the whole multipart is text.
//!
//! Parts are numbered as in IMAP (RFC 3501 section 6.4.5): the only body part of a message is 1. The parts of a multipart that is
//! the body of a message have the number of that message as their prefix, without another level.
//!
//! RFC 2046 tells readers to ignore the text before the first boundary line of a multipart and after its last one. Mailing lists
//! put their footers there, so it is searched, as plain text with the number of the multipart.

use std::ops::Range;

use super::content::{Content, ContentKind, Multipart};
use super::encoding::Encoding;
use super::header::{Head, field_name};
use super::selection::{AlternativePart, Selection};
use crate::notation::{HTML, PLAIN};
use crate::span::contains;
use crate::text::{Damage, line_len, strip_prefix_ignore_case, without_break};

/// The maximum number of parts of a message. The rest is searched without decoding.
const MAX_PARTS: usize = 10_000;

/// The maximum number of list entries per part if header fields are selected: its header, the header of the message in it, its body.
const HEADERS: usize = 3;

/// How many multiparts of a message may use a guessed boundary.
const MAX_GUESSES: usize = 4;

/// A part to search, or an attachment that is no text. Ranges are bytes of the message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) number: Vec<u16>,
    pub(super) body: Range<usize>,
    pub(super) content: Content,
    /// Whether `body` is a header block whose fields are searched.
    pub(super) is_header: bool,
    pub(super) damage: Option<Damage>,
}

impl Part {
    /// Text that is not decoded.
    fn plain(number: Vec<u16>, body: Range<usize>) -> Part {
        Part {
            number,
            body,
            content: Content::PLAIN,
            is_header: false,
            damage: None,
        }
    }

    fn is_text(&self) -> bool {
        !self.is_header && self.content.kind != ContentKind::Other
    }

    /// The header block of the message with this number.
    pub(super) fn header(number: Vec<u16>, block: Range<usize>) -> Part {
        Part {
            is_header: true,
            ..Part::plain(number, block)
        }
    }
}

/// The parts of a message. Its body begins at `at` in `bytes` and has the type `content`; `number` is the number of the message.
pub(super) fn parts(
    bytes: &[u8],
    at: usize,
    content: Content,
    number: &[u16],
    selection: &Selection,
) -> Vec<Part> {
    let mut parser = MimeParser {
        bytes,
        selection,
        open: Vec::new(),
        parts: Vec::new(),
        others: 0,
        guesses: 0,
    };
    parser.run(at, content, number);
    parser.parts
}

/// A multipart whose end has not been reached.
struct OpenMultipart {
    boundary: Vec<u8>,
    number: Vec<u16>,
    kind: Multipart,
    /// The number of messages and multiparts around it.
    depth: usize,
    /// The number of its parts so far, and their start in the list of parts.
    children: u16,
    first: usize,
}

/// Whether a body is HTML in the element that Eudora puts around it. Its header is that of the multipart that Eudora took apart.
fn is_eudora_html(body: &[u8]) -> bool {
    strip_prefix_ignore_case(body.trim_ascii_start(), b"<x-html>").is_some()
}

/// A boundary line.
#[derive(Clone, PartialEq, Eq, Debug)]
struct BoundaryLine {
    line: Range<usize>,
    /// The index of the open multipart that it belongs to.
    open: usize,
    /// Whether it is the closing boundary line.
    closes: bool,
}

/// The next body to process.
struct Entity {
    at: usize,
    content: Content,
    number: Vec<u16>,
    depth: usize,
    /// Whether it is the body of the message with this number, not a part of a multipart.
    is_message_body: bool,
}

struct MimeParser<'a> {
    bytes: &'a [u8],
    selection: &'a Selection,
    open: Vec<OpenMultipart>,
    parts: Vec<Part>,
    /// How many of them are no text.
    others: usize,
    guesses: usize,
}

impl MimeParser<'_> {
    fn run(&mut self, at: usize, content: Content, number: &[u16]) {
        let mut next = Some(Entity {
            at,
            content,
            number: number.to_vec(),
            depth: 0,
            is_message_body: true,
        });
        while let Some(entity) = next {
            let boundary_line = self.entity(entity);
            next = boundary_line.and_then(|boundary_line| self.next_entity(boundary_line));
        }
        self.close(0);
    }

    /// Processes an entity, and entities at its beginning, up to the boundary line that ends it.
    fn entity(&mut self, mut entity: Entity) -> Option<BoundaryLine> {
        loop {
            let too_deep = entity.depth >= self.selection.depth as usize;
            match entity.content.kind {
                ContentKind::Multipart(_) | ContentKind::Message if too_deep => {
                    return self.leaf(entity, Some(Damage::TooDeep));
                }
                ContentKind::Multipart(kind) => match self.multipart(&entity, kind) {
                    Ok(first) => return Some(first),
                    Err(end) => {
                        let limit = end.as_ref().map_or(self.bytes.len(), |end| end.line.start);
                        if is_eudora_html(&self.bytes[entity.at..limit]) {
                            entity.content.kind = ContentKind::Text(&HTML);
                            return self.leaf_until(entity, None, end);
                        }
                        let damage = (!self.is_empty(&entity, limit)).then_some(Damage::NoBoundary);
                        return self.leaf_until(entity, damage, end);
                    }
                },
                ContentKind::Message if entity.content.encoding == Encoding::Identity => {
                    entity = self.message(entity)
                }
                _ => return self.leaf(entity, None),
            }
        }
    }

    /// Whether a multipart that ends at `limit` has no text. Its closing boundary line may be all that it has.
    fn is_empty(&self, entity: &Entity, limit: usize) -> bool {
        let text = self.bytes[entity.at..limit].trim_ascii();
        let closing = text.strip_prefix(b"--");
        let closing = closing.and_then(|line| line.strip_suffix(b"--"));
        text.is_empty() || closing.is_some() && closing == entity.content.boundary.as_deref()
    }

    /// Opens a multipart at its first boundary line. If that is missing, returns the line that ends the multipart.
    fn multipart(
        &mut self,
        entity: &Entity,
        kind: Multipart,
    ) -> Result<BoundaryLine, Option<BoundaryLine>> {
        let first = self.parts.len();
        let open = |boundary: Vec<u8>| OpenMultipart {
            boundary,
            number: entity.number.clone(),
            kind,
            depth: entity.depth,
            children: 0,
            first,
        };
        let end = match entity.content.boundary.clone() {
            Some(boundary) => match self.enter(entity.at, open(boundary)) {
                Ok(first) => return Ok(first),
                Err(end) => end,
            },
            None => self.next_boundary_line(entity.at),
        };
        let limit = end.as_ref().map_or(self.bytes.len(), |end| end.line.start);
        match self.guess_boundary(entity.at..limit) {
            Some(boundary) => self.enter(entity.at, open(boundary)).map_err(|_| end),
            None => Err(end),
        }
    }

    /// Opens `open` if the next boundary line from `at` begins one of its parts. Otherwise returns the line that ends the multipart.
    fn enter(
        &mut self,
        at: usize,
        open: OpenMultipart,
    ) -> Result<BoundaryLine, Option<BoundaryLine>> {
        let depth = self.open.len();
        self.open.push(open);
        let end = match self.next_boundary_line(at) {
            Some(first) if first.open == depth && !first.closes => {
                self.preamble(at, &first);
                return Ok(first);
            }
            // The closing boundary line comes first: there are no parts.
            Some(last) if last.open == depth => self.next_outer(&last),
            outer => outer,
        };
        self.open.pop();
        Err(end)
    }

    /// The first boundary line after `last` that belongs to a different multipart.
    fn next_outer(&self, last: &BoundaryLine) -> Option<BoundaryLine> {
        let mut at = last.line.end;
        loop {
            let boundary_line = self.next_boundary_line(at)?;
            if boundary_line.open != last.open {
                return Some(boundary_line);
            }
            at = boundary_line.line.end;
        }
    }

    /// Guesses a boundary in `range`: the first line of dashes and text that occurs again, and before a field or a blank line; or the
    /// first one before a field that describes a part.
    fn guess_boundary(&mut self, range: Range<usize>) -> Option<Vec<u8>> {
        if self.guesses == MAX_GUESSES {
            return None;
        }
        self.guesses += 1;
        let bytes = &self.bytes[..range.end];
        let candidates = dashed_lines(bytes, range.start).filter_map(|line| {
            let boundary = bytes[line.start + 2..line.end].trim_ascii_end();
            let after = &bytes[line.end..];
            let content = |name: &[u8]| name.to_ascii_lowercase().starts_with(b"content-");
            let is_described = field_name(after).is_some_and(content);
            let blank = after.starts_with(b"\n") || after.starts_with(b"\r\n");
            // Prose that begins with dashes contains blanks.
            let part = is_described || blank && !boundary.contains(&b' ');
            let letters = boundary
                .iter()
                .filter(|b| b.is_ascii_alphanumeric())
                .count();
            (part && letters > 2).then_some((boundary, line.end, is_described))
        });
        let candidates: Vec<_> = candidates.take(8).collect();
        let recurs = |(boundary, end, _): &&(&[u8], usize, bool)| {
            let again = [b"\n--", *boundary].concat();
            contains(&bytes[*end..], &again)
        };
        let described = || candidates.iter().find(|(_, _, is_described)| *is_described);
        let found = candidates.iter().find(recurs).or_else(described);
        found.map(|(boundary, ..)| boundary.to_vec())
    }

    /// Enters a message, whose header begins at the start of the entity.
    fn message(&mut self, entity: Entity) -> Entity {
        let mut number = entity.number;
        if entity.is_message_body {
            number.push(1);
        }
        let head = Head::parse(&self.bytes[entity.at..]);
        let content = Content::from_header(&self.bytes[entity.at..], &head, Content::PLAIN.kind);
        if self.selection.has_fields() {
            let block = entity.at..entity.at + head.end;
            self.parts.push(Part::header(number.clone(), block));
        }
        Entity {
            at: entity.at + head.body,
            content,
            number,
            depth: entity.depth + 1,
            is_message_body: true,
        }
    }

    /// The entity after a boundary line.
    fn next_entity(&mut self, mut boundary_line: BoundaryLine) -> Option<Entity> {
        // A boundary line of an outer multipart closes the inner ones.
        self.close(boundary_line.open + 1);
        while boundary_line.closes {
            let number = self.open[boundary_line.open].number.clone();
            self.close(boundary_line.open);
            let next = self.next_boundary_line(boundary_line.line.end);
            self.outside_text(number, boundary_line.line.end, next.as_ref());
            boundary_line = next?;
            self.close(boundary_line.open + 1);
        }
        let open = self.open.last_mut()?;
        open.children = open.children.saturating_add(1);
        let kind = match open.kind {
            Multipart::Digest => ContentKind::Message,
            _ => Content::PLAIN.kind,
        };
        let number = [&open.number[..], &[open.children]].concat();
        let (at, depth) = (boundary_line.line.end, open.depth + 1);
        let headers = self.selection.has_fields();
        if self.parts.len().saturating_sub(self.others)
            >= MAX_PARTS * if headers { HEADERS } else { 1 }
        {
            self.remainder(at, number);
            return None;
        }
        let head = Head::parse(&self.bytes[at..]);
        if headers && head.end > 0 {
            self.parts
                .push(Part::header(number.clone(), at..at + head.end));
        }
        Some(Entity {
            at: at + head.body,
            content: Content::from_header(&self.bytes[at..], &head, kind),
            number,
            depth,
            is_message_body: false,
        })
    }

    /// Adds a part that ends at the next boundary line.
    fn leaf(&mut self, entity: Entity, damage: Option<Damage>) -> Option<BoundaryLine> {
        let end = self.next_boundary_line(entity.at);
        self.leaf_until(entity, damage, end)
    }

    fn leaf_until(
        &mut self,
        entity: Entity,
        damage: Option<Damage>,
        end: Option<BoundaryLine>,
    ) -> Option<BoundaryLine> {
        let to = self.end_before(end.as_ref());
        let mut content = entity.content;
        if damage.is_some() {
            content.kind = Content::PLAIN.kind;
        }
        let mut number = entity.number;
        // The body of the outermost message has no number of its own, unless it is a message.
        if entity.is_message_body && (!number.is_empty() || content.kind.has_message()) {
            number.push(1);
        }
        self.others += usize::from(content.kind == ContentKind::Other);
        self.parts.push(Part {
            content,
            damage,
            ..Part::plain(number, entity.at..to.max(entity.at))
        });
        end
    }

    /// The end of the content before a boundary line, or of the message.
    fn end_before(&self, end: Option<&BoundaryLine>) -> usize {
        // The line break before a boundary line belongs to it.
        end.map_or(self.bytes.len(), |end| {
            without_break(&self.bytes[..end.line.start]).len()
        })
    }

    /// Adds the text from `at` to the first boundary line of the innermost open multipart. It is not one of its parts.
    fn preamble(&mut self, at: usize, first: &BoundaryLine) {
        let Some(number) = self.open.last().map(|open| open.number.clone()) else {
            return;
        };
        self.outside_text(number, at, Some(first));
        let parts = self.parts.len();
        if let Some(open) = self.open.last_mut() {
            open.first = parts;
        }
    }

    /// Adds the text from `at` on that is outside the parts of the multipart with this number. It is plain text, whatever the header
    /// of the multipart declares.
    fn outside_text(&mut self, number: Vec<u16>, at: usize, end: Option<&BoundaryLine>) {
        let body = at..self.end_before(end).max(at);
        if !self.bytes[body.clone()].trim_ascii().is_empty() {
            self.parts.push(Part::plain(number, body));
        }
    }

    /// Adds everything from `at` on, without decoding.
    fn remainder(&mut self, at: usize, number: Vec<u16>) {
        self.parts.push(Part {
            damage: Some(Damage::TooManyParts),
            ..Part::plain(number, at..self.bytes.len())
        });
    }

    /// Closes the open multiparts from index `from` on.
    fn close(&mut self, from: usize) {
        while self.open.len() > from {
            let Some(open) = self.open.pop() else { return };
            if open.kind == Multipart::Alternative {
                self.choose_alternative(open.first, open.number.len());
            }
        }
    }

    /// Keeps the selected children of an alternative. The children begin at index `first` of the parts; the number of the
    /// alternative has `len` elements. A child is selected if its first text has the selected type and is not blank. If there is none,
    /// all are kept.
    fn choose_alternative(&mut self, first: usize, len: usize) {
        let kind = match self.selection.alternative {
            AlternativePart::All => return,
            AlternativePart::Text => ContentKind::Text(&PLAIN),
            AlternativePart::Html => ContentKind::Text(&HTML),
        };
        let mut selected: Vec<u16> = Vec::new();
        let mut seen = None;
        let texts = self.parts[first..].iter().filter(|part| part.is_text());
        for part in texts {
            let child = part.number.get(len).copied();
            let is_blank = || self.bytes[part.body.clone()].trim_ascii().is_empty();
            if child != seen && part.content.kind == kind && !is_blank() {
                selected.extend(child);
            }
            seen = child;
        }
        if !selected.is_empty() {
            let mut i = 0;
            self.parts.retain(|part| {
                i += 1;
                i <= first
                    || part
                        .number
                        .get(len)
                        .is_some_and(|child| selected.contains(child))
            });
        }
    }

    /// The next boundary line of any open multipart. `at` is the beginning of a line.
    fn next_boundary_line(&self, at: usize) -> Option<BoundaryLine> {
        if self.open.is_empty() {
            return None;
        }
        dashed_lines(self.bytes, at).find_map(|line| {
            let text = self.bytes[line.start + 2..line.end].trim_ascii_end();
            let belongs = |open: &OpenMultipart| match text.strip_prefix(&open.boundary[..]) {
                Some(b"") => Some(false),
                Some(b"--") => Some(true),
                _ => None,
            };
            let mut innermost = self.open.iter().enumerate().rev();
            innermost.find_map(|(open, of)| {
                let (closes, line) = (belongs(of)?, line.clone());
                Some(BoundaryLine { line, open, closes })
            })
        })
    }
}

/// The lines from `at` on that begin with two dashes, including their line breaks.
fn dashed_lines(bytes: &[u8], at: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let first = bytes[at..].starts_with(b"--").then_some(at);
    let more = memchr::memmem::find_iter(&bytes[at..], b"\n--").map(move |i| at + i + 1);
    let starts = first.into_iter().chain(more);
    starts.map(|start| start..start + line_len(&bytes[start..]))
}
