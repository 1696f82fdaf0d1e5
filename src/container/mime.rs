//! The structure of a message (RFC 2046): from multiparts and messages in messages to the parts in which text stands.
//!
//! One pass over the lines that begin with `--`. Each is held against the boundaries of all open multiparts, innermost first, and
//! must be equal to one but for blanks at its end, so that `B` does not swallow `B2`; one of an outer multipart ends the inner ones,
//! which may have lost their own (section 5.1.2). A multipart none of whose boundary lines is found is read by the first line that
//! could be one and recurs; without such a line all of it is text.
//!
//! Parts are numbered as IMAP does (RFC 3501 section 6.4.5): a message's only body part is 1, the parts of a multipart that is a
//! message's body bear that message's number in front, not one more.
//!
//! Before a multipart's first boundary line and behind its last one RFC 2046 has text that mail readers do not show. Mailing lists
//! put their footers there, so it is searched, as plain text that bears the number of the multipart itself.

use std::ops::Range;

use super::content::{Content, ContentKind, Encoding, Multipart};
use super::header::{Head, field_name};
use super::want::{Alternative, Selection};
use crate::text::{Damage, Markup};

/// How many parts a message may have; what follows is searched as it lies.
const MAX_PARTS: usize = 10_000;

/// How many entries of the list a part has at most if header fields are wanted: its own header, that of the message in it, its body.
const HEADERS: usize = 3;

/// How many multiparts of a message may be read by a guessed boundary.
const MAX_GUESSES: usize = 4;

/// A part that is to be searched: bytes of the message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) number: Vec<u16>,
    pub(super) body: Range<usize>,
    pub(super) content: Content,
    /// Whether `body` is a header block whose fields are wanted.
    pub(super) is_header: bool,
    pub(super) damage: Option<Damage>,
}

impl Part {
    /// A header block whose fields are wanted, of the message with this number.
    pub(super) fn header(number: Vec<u16>, block: Range<usize>) -> Part {
        Part {
            number,
            body: block,
            content: Content::PLAIN,
            is_header: true,
            damage: None,
        }
    }
}

/// The parts of the message whose body, of this content, is the rest of `bytes` from `at` on; `number` is the message's own.
pub(super) fn parts(
    bytes: &[u8],
    at: usize,
    content: Content,
    number: &[u16],
    want: &Selection,
) -> Vec<Part> {
    let mut walk = Walk {
        bytes,
        want,
        open: Vec::new(),
        parts: Vec::new(),
        guesses: 0,
    };
    walk.run(at, content, number);
    walk.parts
}

/// A multipart whose end was not met yet.
struct Open {
    boundary: Vec<u8>,
    number: Vec<u16>,
    kind: Multipart,
    /// How many messages and multiparts it stands in.
    depth: usize,
    /// How many parts it has so far, and where in the list they begin.
    children: u16,
    first: usize,
}

/// A boundary line.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Delimiter {
    line: Range<usize>,
    /// Which of the open multiparts it belongs to.
    open: usize,
    /// Whether it is the last one.
    closes: bool,
}

/// What comes next.
struct Entity {
    at: usize,
    content: Content,
    number: Vec<u16>,
    depth: usize,
    /// Whether it is the body of the message with this number, and no part of a multipart.
    of_message: bool,
}

struct Walk<'a> {
    bytes: &'a [u8],
    want: &'a Selection,
    open: Vec<Open>,
    parts: Vec<Part>,
    guesses: usize,
}

impl Walk<'_> {
    fn run(&mut self, at: usize, content: Content, number: &[u16]) {
        let mut next = Some(Entity {
            at,
            content,
            number: number.to_vec(),
            depth: 0,
            of_message: true,
        });
        while let Some(entity) = next {
            let delimiter = self.entity(entity);
            next = delimiter.and_then(|delimiter| self.after(delimiter));
        }
        self.close(0);
    }

    /// Goes through an entity, and those that begin with it, to the boundary line that ends it.
    fn entity(&mut self, mut entity: Entity) -> Option<Delimiter> {
        loop {
            let too_deep = entity.depth >= self.want.depth as usize;
            match entity.content.kind {
                ContentKind::Multipart(_) | ContentKind::Message if too_deep => {
                    return self.leaf(entity, Some(Damage::TooDeep));
                }
                ContentKind::Multipart(kind) => match self.multipart(&entity, kind) {
                    Ok(first) => return Some(first),
                    Err(end) => return self.leaf_until(entity, Some(Damage::NoBoundary), end),
                },
                ContentKind::Message if entity.content.encoding == Encoding::Identity => {
                    entity = self.message(entity)
                }
                _ => return self.leaf(entity, None),
            }
        }
    }

    /// Opens a multipart at its first boundary line. Without one, gives what ends it.
    fn multipart(
        &mut self,
        entity: &Entity,
        kind: Multipart,
    ) -> Result<Delimiter, Option<Delimiter>> {
        let first = self.parts.len();
        let open = |boundary: Vec<u8>| Open {
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
            None => self.next_delimiter(entity.at),
        };
        let limit = end.as_ref().map_or(self.bytes.len(), |end| end.line.start);
        match self.guess(entity.at..limit) {
            Some(boundary) => self.enter(entity.at, open(boundary)).map_err(|_| end),
            None => Err(end),
        }
    }

    /// Opens `open` if the next boundary line from `at` on begins a part of it. Else gives what ends it.
    fn enter(&mut self, at: usize, open: Open) -> Result<Delimiter, Option<Delimiter>> {
        let depth = self.open.len();
        self.open.push(open);
        let end = match self.next_delimiter(at) {
            Some(first) if first.open == depth && !first.closes => {
                self.preamble(at, &first);
                return Ok(first);
            }
            // The last boundary line comes first: there is no part.
            Some(last) if last.open == depth => self.next_outer(&last),
            outer => outer,
        };
        self.open.pop();
        Err(end)
    }

    /// The first boundary line behind `last` that belongs to another multipart than that.
    fn next_outer(&self, last: &Delimiter) -> Option<Delimiter> {
        let mut at = last.line.end;
        loop {
            let delimiter = self.next_delimiter(at)?;
            if delimiter.open != last.open {
                return Some(delimiter);
            }
            at = delimiter.line.end;
        }
    }

    /// A boundary for `range`: of the first line of dashes and something that recurs, and is followed by a field or a blank line.
    fn guess(&mut self, range: Range<usize>) -> Option<Vec<u8>> {
        if self.guesses == MAX_GUESSES {
            return None;
        }
        self.guesses += 1;
        let bytes = &self.bytes[..range.end];
        let candidates = dashed_lines(bytes, range.start).filter_map(|line| {
            let boundary = bytes[line.start + 2..line.end].trim_ascii_end();
            let after = &bytes[line.end..];
            let content = |name: &[u8]| name.to_ascii_lowercase().starts_with(b"content-");
            let blank = after.starts_with(b"\n") || after.starts_with(b"\r\n");
            // Prose that begins with dashes has blanks.
            let part = field_name(after).is_some_and(content) || blank && !boundary.contains(&b' ');
            let letters = boundary
                .iter()
                .filter(|b| b.is_ascii_alphanumeric())
                .count();
            (part && letters > 2).then_some((boundary, line.end))
        });
        let recurs = |(boundary, end): &(&[u8], usize)| {
            let again = [b"\n--", *boundary].concat();
            memchr::memmem::find(&bytes[*end..], &again).is_some()
        };
        candidates
            .take(8)
            .find(recurs)
            .map(|(boundary, _)| boundary.to_vec())
    }

    /// Enters a message: its header stands where its entity's body begins.
    fn message(&mut self, entity: Entity) -> Entity {
        let mut number = entity.number;
        if entity.of_message {
            number.push(1);
        }
        let head = Head::of(&self.bytes[entity.at..]);
        let content = Content::of(&self.bytes[entity.at..], &head, Content::PLAIN.kind);
        if self.want.has_fields() {
            let block = entity.at..entity.at + head.end;
            self.parts.push(Part::header(number.clone(), block));
        }
        Entity {
            at: entity.at + head.body,
            content,
            number,
            depth: entity.depth + 1,
            of_message: true,
        }
    }

    /// What begins behind a boundary line.
    fn after(&mut self, mut delimiter: Delimiter) -> Option<Entity> {
        // What ends an outer multipart ends those within.
        self.close(delimiter.open + 1);
        while delimiter.closes {
            let number = self.open[delimiter.open].number.clone();
            self.close(delimiter.open);
            let next = self.next_delimiter(delimiter.line.end);
            self.aside(number, delimiter.line.end, next.as_ref());
            delimiter = next?;
            self.close(delimiter.open + 1);
        }
        let open = self.open.last_mut()?;
        open.children = open.children.saturating_add(1);
        let kind = match open.kind {
            Multipart::Digest => ContentKind::Message,
            _ => Content::PLAIN.kind,
        };
        let number = [&open.number[..], &[open.children]].concat();
        let (at, depth) = (delimiter.line.end, open.depth + 1);
        let headers = self.want.has_fields();
        if self.parts.len() >= MAX_PARTS * if headers { HEADERS } else { 1 } {
            self.rest(at, number);
            return None;
        }
        let head = Head::of(&self.bytes[at..]);
        if headers && head.end > 0 {
            self.parts
                .push(Part::header(number.clone(), at..at + head.end));
        }
        Some(Entity {
            at: at + head.body,
            content: Content::of(&self.bytes[at..], &head, kind),
            number,
            depth,
            of_message: false,
        })
    }

    /// A part that is searched, up to the boundary line that ends it.
    fn leaf(&mut self, entity: Entity, damage: Option<Damage>) -> Option<Delimiter> {
        let end = self.next_delimiter(entity.at);
        self.leaf_until(entity, damage, end)
    }

    fn leaf_until(
        &mut self,
        entity: Entity,
        damage: Option<Damage>,
        end: Option<Delimiter>,
    ) -> Option<Delimiter> {
        let to = self.before(end.as_ref());
        let mut content = entity.content;
        if damage.is_some() {
            content.kind = Content::PLAIN.kind;
        }
        let mut number = entity.number;
        // The body of the outermost message is no part of anything, unless it is a message again.
        if entity.of_message && !(number.is_empty() && content.kind != ContentKind::Message) {
            number.push(1);
        }
        if content.kind != ContentKind::Other {
            self.parts.push(Part {
                number,
                body: entity.at..to.max(entity.at),
                content,
                is_header: false,
                damage,
            });
        }
        end
    }

    /// Where what a boundary line ends, or the message, ends.
    fn before(&self, end: Option<&Delimiter>) -> usize {
        // The line break before a boundary line belongs to it.
        end.map_or(self.bytes.len(), |end| {
            self.bytes[..end.line.start]
                .strip_suffix(b"\n")
                .map_or(end.line.start, |before| {
                    before.strip_suffix(b"\r").unwrap_or(before).len()
                })
        })
    }

    /// What stands from `at` on before the first boundary line of the innermost open multipart. It is none of its parts.
    fn preamble(&mut self, at: usize, first: &Delimiter) {
        let Some(number) = self.open.last().map(|open| open.number.clone()) else {
            return;
        };
        self.aside(number, at, Some(first));
        let parts = self.parts.len();
        if let Some(open) = self.open.last_mut() {
            open.first = parts;
        }
    }

    /// What stands from `at` on beside the parts of the multipart with this number: text, whatever the multipart's header says.
    fn aside(&mut self, number: Vec<u16>, at: usize, end: Option<&Delimiter>) {
        let body = at..self.before(end).max(at);
        if !self.bytes[body.clone()].trim_ascii().is_empty() {
            self.parts.push(Part {
                number,
                body,
                content: Content::PLAIN,
                is_header: false,
                damage: None,
            });
        }
    }

    /// All the rest, as it lies.
    fn rest(&mut self, at: usize, number: Vec<u16>) {
        self.parts.push(Part {
            number,
            body: at..self.bytes.len(),
            content: Content::PLAIN,
            is_header: false,
            damage: Some(Damage::TooManyParts),
        });
    }

    /// Ends the multiparts from the one at `from` on.
    fn close(&mut self, from: usize) {
        while self.open.len() > from {
            let Some(open) = self.open.pop() else { return };
            if open.kind == Multipart::Alternative {
                self.choose(open.first, open.number.len());
            }
        }
    }

    /// Of the parts from `first` on, children of an alternative whose number is `len` long, keeps those that are wanted: of that
    /// child whose first text is of the right kind, or all if there is none.
    fn choose(&mut self, first: usize, len: usize) {
        let wanted = match self.want.alternative {
            Alternative::All => return,
            Alternative::Text => ContentKind::Text(Markup::Plain),
            Alternative::Html => ContentKind::Text(Markup::Html),
        };
        let mut right: Vec<u16> = Vec::new();
        let mut seen = None;
        for part in self.parts[first..].iter().filter(|part| !part.is_header) {
            let child = part.number.get(len).copied();
            if child != seen && part.content.kind == wanted {
                right.extend(child);
            }
            seen = child;
        }
        if !right.is_empty() {
            let mut i = 0;
            self.parts.retain(|part| {
                i += 1;
                i <= first
                    || part
                        .number
                        .get(len)
                        .is_some_and(|child| right.contains(child))
            });
        }
    }

    /// The next boundary line of any open multipart, from `at`, a line's beginning, on.
    fn next_delimiter(&self, at: usize) -> Option<Delimiter> {
        if self.open.is_empty() {
            return None;
        }
        dashed_lines(self.bytes, at).find_map(|line| {
            let text = self.bytes[line.start + 2..line.end].trim_ascii_end();
            let belongs = |open: &Open| match text.strip_prefix(&open.boundary[..]) {
                Some(b"") => Some(false),
                Some(b"--") => Some(true),
                _ => None,
            };
            let mut innermost = self.open.iter().enumerate().rev();
            innermost.find_map(|(open, of)| {
                let (closes, line) = (belongs(of)?, line.clone());
                Some(Delimiter { line, open, closes })
            })
        })
    }
}

/// The lines from `at` on that begin with two dashes, each with its line break.
fn dashed_lines(bytes: &[u8], at: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let first = bytes[at..].starts_with(b"--").then_some(at);
    let more = memchr::memmem::find_iter(&bytes[at..], b"\n--").map(move |i| at + i + 1);
    first.into_iter().chain(more).map(|start| {
        let len = memchr::memchr(b'\n', &bytes[start..]).map(|i| i + 1);
        start..len.map_or(bytes.len(), |len| start + len)
    })
}
