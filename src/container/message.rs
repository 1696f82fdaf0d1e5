//! A single message or news article (RFC 822, RFC 1036, RFC 2045). Its texts are those of its body, and selected header fields.
//!
//! Most messages are a single text that needs no decoding. Two header fields decide that; nothing is copied.

mod detect;

pub(super) use detect::{has_header, matches_head};

use std::collections::VecDeque;
use std::iter;
use std::ops::Range;
use std::rc::Rc;

use super::coding::Coding;
use super::content::{Content, ContentKind, shown_name};
use super::header::{Head, fields};
use super::mime::{self, Part};
use super::part::{Decoder, Encoded};
use super::selection::Selection;
use super::{Container, OF_MESSAGES, Texts};
use crate::decode;
use crate::span::range_in;
use crate::text::{Damage, Map, Place, Rewrite, Text, rewrite};
use crate::unread::Unread;

pub(super) const MESSAGE: Container = Container {
    matches_head,
    texts: |chunk, start, selection| {
        let (rest, message) = match start {
            0 => (0..0, Some(detect::begin(chunk)..chunk.len())),
            // The rest of a message that exceeded the maximum chunk size.
            _ => (0..chunk.len(), None),
        };
        texts(chunk, start, selection, Layout::parse, rest, message)
    },
    ..OF_MESSAGES
};

/// How deeply encoded messages may be nested. RFC 2045 section 6.4 forbids them. Each level costs a copy.
const MAX_ENCODED: usize = 4;

/// How many header fields of a message can be texts of their own. The rest of its header is one more text, not decoded.
const MAX_FIELDS: usize = 10_000;

/// The positions of a message's header and body, and the type of the body.
pub(super) struct Layout {
    pub(super) head: Range<usize>,
    pub(super) body: Range<usize>,
    pub(super) content: Rc<Content>,
}

impl Layout {
    /// Parses the header of the message at `at` in `bytes`.
    pub(super) fn parse<'a>(bytes: &'a [u8], at: Range<usize>, known: &mut Known<'a>) -> Layout {
        let head = Head::parse(&bytes[at.clone()]);
        Layout::new(bytes, at, &head, known)
    }

    /// The same, of a message with this header.
    #[inline]
    pub(super) fn new<'a>(
        bytes: &'a [u8],
        at: Range<usize>,
        head: &Head,
        known: &mut Known<'a>,
    ) -> Layout {
        Layout {
            content: known.content(&bytes[at.clone()], head),
            head: at.start..at.start + head.end,
            body: at.start + head.body..at.end,
        }
    }

    /// The rest of a message that began in an earlier chunk.
    fn continuation(at: Range<usize>) -> Layout {
        Layout {
            head: 0..0,
            body: at,
            content: Rc::new(Content::PLAIN),
        }
    }
}

/// The contents that the last headers declared. Most headers declare the same as one of them, and need not be parsed.
#[derive(Default)]
pub(super) struct Known<'a> {
    contents: [Option<(ContentFields<'a>, Rc<Content>)>; KNOWN],
    /// Where the next new one is kept.
    next: usize,
}

const KNOWN: usize = 4;

/// The values of the fields that declare a content.
type ContentFields<'a> = [&'a [u8]; 3];

impl<'a> Known<'a> {
    fn content(&mut self, message: &'a [u8], head: &Head) -> Rc<Content> {
        let fields = [&head.content_type, &head.encoding, &head.disposition];
        let fields = fields.map(|at| &message[at.clone()]);
        // On some processors `memcmp` takes 50 ns to compare empty slices, longer than all else here.
        let agree = |(a, b): (&[u8], &[u8])| a.len() == b.len() && (a.is_empty() || a == b);
        for (declared, content) in self.contents.iter().flatten() {
            if iter::zip(fields, *declared).all(agree) {
                return Rc::clone(content);
            }
        }
        let content = Rc::new(Content::from_header(message, head, Content::PLAIN.kind));
        self.contents[self.next % KNOWN] = Some((fields, Rc::clone(&content)));
        self.next += 1;
        content
    }
}

/// The texts of the message `bytes`, which was made by rewriting a file from its beginning.
pub(super) fn rewritten_texts(bytes: &[u8], map: Map, selection: &Selection) -> Vec<Text<'static>> {
    let layout = Layout::parse(bytes, 0..bytes.len(), &mut Known::default());
    // The position of the header block in the file is different.
    let head = map.segments(layout.head.clone());
    let head = head.first().zip(head.last()).map_or(0..0, |(first, last)| {
        first.start as usize..last.end as usize
    });
    let place = Place {
        message: Some(1),
        head,
        ..Place::default()
    };
    let parts = Parts::new(bytes, map, layout, place, selection);
    parts.map(Text::into_owned).collect()
}

/// How a container finds header and body of the message at a place.
pub(super) type LayoutOf = for<'a> fn(&'a [u8], Range<usize>, &mut Known<'a>) -> Layout;

/// The texts of the messages of a chunk: of each at least one, possibly empty. `rest` continues a message of an earlier chunk; it may be
/// empty.
pub(super) fn texts<'a>(
    chunk: &'a [u8],
    start: u64,
    selection: &'a Selection,
    layout: LayoutOf,
    rest: Range<usize>,
    messages: impl IntoIterator<Item = Range<usize>, IntoIter: 'a>,
) -> Texts<'a> {
    let mut known = Known::default();
    let layouts = messages
        .into_iter()
        .map(move |at| layout(chunk, at, &mut known));
    texts_of(chunk, start, selection, rest, layouts)
}

/// The same, of messages whose header and body were found.
pub(super) fn texts_of<'a>(
    chunk: &'a [u8],
    start: u64,
    selection: &'a Selection,
    rest: Range<usize>,
    layouts: impl Iterator<Item = Layout> + 'a,
) -> Texts<'a> {
    Box::new(Messages {
        chunk,
        start,
        selection,
        rest: (!rest.is_empty()).then_some(rest),
        layouts,
        number: 0,
        parts: None,
    })
}

/// The messages of a chunk.
struct Messages<'a, L> {
    chunk: &'a [u8],
    start: u64,
    selection: &'a Selection,
    /// The rest of a message that began in an earlier chunk. Its number is 0.
    rest: Option<Range<usize>>,
    layouts: L,
    /// Of the last message.
    number: u32,
    parts: Option<Box<Parts<'a>>>,
}

impl<L: Iterator<Item = Layout>> Messages<'_, L> {
    /// The next message, with its number.
    #[inline]
    fn next_layout(&mut self) -> Option<(Layout, u32)> {
        if let Some(rest) = self.rest.take() {
            return Some((Layout::continuation(rest), 0));
        }
        let layout = self.layouts.next()?;
        self.number += 1;
        Some((layout, self.number))
    }
}

impl<'a, L: Iterator<Item = Layout>> Iterator for Messages<'a, L> {
    type Item = Text<'a>;

    fn next(&mut self) -> Option<Text<'a>> {
        let (chunk, selection) = (self.chunk, self.selection);
        loop {
            if let Some(text) = self.parts.as_mut().and_then(|parts| parts.next()) {
                return Some(text);
            }
            self.parts = None;
            // Borrowed, because the processor would wait for a copy.
            let next = self.next_layout();
            let Some((layout, number)) = &next else {
                return None;
            };
            let place = Place {
                message: Some(*number),
                head: layout.head.clone(),
                ..Place::default()
            };
            let body = &chunk[layout.body.clone()];
            if !selection.has_fields() && layout.content.is_verbatim(body) {
                return Some(Text {
                    place,
                    markup: layout.content.notation().markup,
                    notation: layout.content.notation().name,
                    damage: layout.content.damage(),
                    unknown_name: layout.content.unknown_name(),
                    ..Text::plain(body, self.start.saturating_add(layout.body.start as u64))
                });
            }
            let (layout, _) = next?;
            let parts = Parts::new(chunk, Map::shift(self.start), layout, place, selection);
            self.parts = Some(Box::new(parts));
        }
    }
}

/// The texts of a message's parts.
pub(super) struct Parts<'a> {
    bytes: &'a [u8],
    map: Map,
    place: Place,
    selection: &'a Selection,
    parts: std::vec::IntoIter<Part>,
    /// The part that is being decoded, and its text without the bytes.
    decoding: Option<(Decoder, Text<'static>)>,
    /// Texts of header fields, or of an encoded message.
    ready: VecDeque<Text<'a>>,
    /// The number of encoded messages around this one.
    encoded: usize,
    is_empty: bool,
}

impl<'a> Parts<'a> {
    fn new(
        bytes: &'a [u8],
        map: Map,
        layout: Layout,
        place: Place,
        selection: &'a Selection,
    ) -> Parts<'a> {
        let bytes = &bytes[..layout.body.end];
        let mut parts = mime::parts(
            bytes,
            layout.body.start,
            Rc::unwrap_or_clone(layout.content),
            &place.part,
            selection,
        );
        if selection.has_fields() {
            parts.insert(0, Part::header(place.part.clone(), layout.head));
        }
        Parts {
            bytes,
            map,
            place,
            selection,
            parts: parts.into_iter(),
            decoding: None,
            ready: VecDeque::new(),
            encoded: 0,
            is_empty: true,
        }
    }

    /// A text of this message, without bytes.
    fn empty<'t>(&self) -> Text<'t> {
        Text {
            place: self.place.clone(),
            ..Text::plain(b"", 0)
        }
    }

    /// Starts the next part.
    fn begin(&mut self, part: Part) {
        let mut text = self.empty();
        text.place.part = part.number.clone();
        text.unread = self.unread(&part);
        if text.unread.is_some() || part.content.kind == ContentKind::Other {
            let is_reported = text.unread.is_some() && self.selection.bodies;
            self.ready.extend(is_reported.then_some(text));
            return;
        }
        text.damage = part.damage.or(part.content.damage());
        text.unknown_name = part.content.unknown_name();
        if part.is_header {
            return self.header_fields(part.body, &text);
        }
        let mut content = part.content;
        if !self.selection.bodies && !content.kind.has_message() {
            return;
        }
        if content.kind.has_message() {
            if self.encoded < MAX_ENCODED {
                return self.encoded_message(content, part.body, text);
            }
            content.kind = Content::PLAIN.kind;
            text.damage = Some(Damage::TooDeep);
        }
        if let ContentKind::Text(notation) = content.kind {
            (text.markup, text.notation) = (notation.markup, notation.name);
        }
        if let Some(coding) = content.coding.take() {
            return self.coded_body(coding, content, part.body, &text);
        }
        self.decoding = Some((Decoder::new(content, part.body, self.selection), text));
    }

    /// The kind of a part that is no text. Programs declare text for archives too, but encode them.
    fn unread(&self, part: &Part) -> Option<&'static Unread> {
        let content = &part.content;
        let is_encoded = !part.is_header && content.encoding.is_decoded();
        if content.kind != ContentKind::Other && !is_encoded {
            return None;
        }
        let source = Encoded::new(self.bytes, &self.map);
        Decoder::new(content.clone(), part.body.clone(), self.selection).unread(source)
    }

    /// Adds the selected fields of the header at `block`.
    fn header_fields(&mut self, block: Range<usize>, template: &Text<'static>) {
        let selected =
            fields(&self.bytes[block.clone()]).filter(|(name, _)| self.selection.has_field(name));
        for (i, (name, value)) in selected.enumerate() {
            let value = block.start + value.start..block.start + value.end;
            let mut out = Rewrite::new(&self.map);
            let mut text = template.clone();
            if i < MAX_FIELDS {
                let value = range_in(self.bytes, self.bytes[value].trim_ascii_start());
                let unknown = decode::field(self.bytes, value, &self.map, &mut out);
                text.damage = unknown.as_ref().map(|_| Damage::UnknownCharset);
                text.unknown_name = unknown.map(|name| shown_name(&self.bytes[name]));
                text.place.field = Some(String::from_utf8_lossy(name).into_owned());
            } else {
                out.copy(self.bytes, value.start..block.end);
                text.damage = Some(Damage::TooManyParts);
            }
            let (bytes, map) = out.finish();
            self.ready.push_back(Text {
                bytes: bytes.into(),
                map,
                ..text
            });
            if i == MAX_FIELDS {
                break;
            }
        }
    }

    /// Adds the texts of a body that has the codings of HTTP.
    fn coded_body(
        &mut self,
        coding: Coding,
        content: Content,
        body: Range<usize>,
        template: &Text<'static>,
    ) {
        let (bytes, map) = coding.decode(self.bytes, body, &self.map);
        let (bytes, map) = (&*bytes, &map);
        let mut decoder = Decoder::new(content, 0..bytes.len(), self.selection);
        while let Some((text, map)) = decoder.next(Encoded::new(bytes, map)) {
            self.ready.push_back(Text {
                bytes: text.into_owned().into(),
                map,
                ..template.clone()
            });
        }
    }

    /// Adds the texts of a message that has a transfer encoding or is signed data.
    fn encoded_message(&mut self, content: Content, body: Range<usize>, text: Text<'static>) {
        let source = Encoded::new(self.bytes, &self.map);
        let is_signed = content.kind == ContentKind::Signed;
        let mut decoder = Decoder::new(content, body, Selection::DEFAULT);
        let (mut bytes, mut map) = decoder.octets(source);
        if is_signed {
            (bytes, map) = rewrite(&map, |out| decode::signed(&bytes, out));
            // It may be another file: an invoice in XML, a PDF. A blank line is a header without fields.
            let begins_blank = matches!(bytes.first(), Some(b'\r' | b'\n'));
            if !begins_blank && !detect::has_header(&bytes) {
                return;
            }
        }
        let layout = Layout::parse(&bytes, 0..bytes.len(), &mut Known::default());
        let mut parts = Parts::new(&bytes, map, layout, text.place, self.selection);
        parts.encoded = self.encoded + 1;
        self.ready = parts.map(Text::into_owned).collect();
        if let Some(first) = self.ready.front_mut() {
            first.damage = first.damage.or(decoder.damage());
        }
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Text<'a>;

    fn next(&mut self) -> Option<Text<'a>> {
        loop {
            let source = Encoded::new(self.bytes, &self.map);
            let decoded = self.decoding.as_mut().and_then(|(decoder, text)| {
                let (bytes, map) = decoder.next(source)?;
                Some(Text {
                    bytes,
                    map,
                    damage: text.damage.or(decoder.damage()),
                    ..text.clone()
                })
            });
            if let Some(text) = decoded.or_else(|| self.ready.pop_front()) {
                self.is_empty = false;
                return Some(text);
            }
            self.decoding = None;
            match self.parts.next() {
                Some(part) => self.begin(part),
                // A message without text gives an empty text, so that it is counted.
                None => return std::mem::replace(&mut self.is_empty, false).then(|| self.empty()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordinary_message_is_not_copied() {
        let message = b"From: a@b\nContent-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: 8bit\n\nhi";
        let mut texts = (MESSAGE.texts)(message, 0, Selection::DEFAULT);
        let text = texts.next().expect("a text");
        assert!(matches!(text.bytes, std::borrow::Cow::Borrowed(b"hi")));
        assert!(text.place.part.is_empty() && texts.next().is_none() && texts.next().is_none());
    }

    #[test]
    fn messages_that_differ_in_one_field() {
        let file = "application/octet-stream";
        let mail: String = [
            ("text/plain", "binary", ""),
            ("text/plain", "base64", ""),
            ("text/plain", "base64", ""),
            (file, "base64", "attachment; filename=a.bin"),
            (file, "base64", "attachment; filename=a.txt"),
        ]
        .map(|(kind, encoding, disposition)| format!("From a@b Mon Jan  3 10:00:00 1994\nContent-Type: {kind}\nContent-Transfer-Encoding: {encoding}\nContent-Disposition: {disposition}\n\naGk=\n\n"))
        .concat();
        let mbox = super::super::detect(mail.as_bytes());
        let texts = mbox.texts_selected(mail.as_bytes(), 0, Selection::DEFAULT);
        let texts: Vec<_> = texts
            .map(|text| String::from_utf8_lossy(&text.bytes).into_owned())
            .collect();
        assert_eq!(texts, ["aGk=\n\n", "hi", "hi", "", "hi"]);
    }

    #[test]
    fn header_fields_without_bodies() {
        let message = b"Message-ID: <1@a>\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\nContent-ID: <2@a>\nContent-Type: image/png\n\ny\n--b--\n";
        let selection = Selection {
            fields: vec!["Message-ID".to_string(), "Content-ID".to_string()],
            bodies: false,
            ..Selection::default()
        };
        let texts: Vec<_> = (MESSAGE.texts)(message, 0, &selection).collect();
        let read: Vec<_> = texts
            .iter()
            .map(|text| (&*text.bytes, &text.place.part[..]))
            .collect();
        assert_eq!(read, [(&b"<1@a>"[..], &[][..]), (b"<2@a>", &[2])]);
    }

    #[test]
    fn every_message_gives_a_text() {
        let message = b"Content-Type: image/png\n\nhttp://a.org/";
        let texts: Vec<_> = (MESSAGE.texts)(message, 0, Selection::DEFAULT).collect();
        assert_eq!((texts.len(), texts[0].bytes.len()), (1, 0));
    }
}
