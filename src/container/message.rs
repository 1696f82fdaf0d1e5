//! One message or news article (RFC 822, RFC 1036, RFC 2045): the texts are those of its body, and its header fields if they are
//! wanted.
//!
//! Most messages are one text that lies as it is. To know that, two fields of the header are looked for; nothing is copied.

use std::collections::VecDeque;
use std::ops::Range;

use super::Container;
use super::content::{Content, ContentKind};
use super::header::{Head, field_name, fields, is_blank, lines};
use super::mime::{self, Part};
use super::part::{Decoder, Source};
use super::want::Selection;
use crate::decode;
use crate::text::{Damage, Map, Place, Rewrite, Text};

pub(super) const MESSAGE: Container = Container {
    name: "message",
    looks,
    cut: |_| None,
    texts: |chunk, start, want| {
        let message = match start {
            0 => texts(chunk, 0..chunk.len(), start, 1, want),
            // A message past its bound, cut: the rest of its body.
            _ => rest(chunk, 0..chunk.len(), start, want),
        };
        Box::new(Messages::of(std::iter::once(message)))
    },
    max: 64 << 20,
};

/// Fields of which one says that the block before the first blank line is a message's, and fields of which another confirms
/// it: PEPs, Debian control files and YAML begin with fields too.
const FIRST: [&str; 3] = ["Received", "Return-Path", "Path"];
const MORE: [&str; 6] = [
    "Date",
    "Message-ID",
    "Subject",
    "To",
    "Newsgroups",
    "MIME-Version",
];

/// How deep encoded messages may stand in encoded messages. RFC 2045 section 6.4 allows none; each costs a copy.
const MAX_ENCODED: usize = 4;

/// How many header fields of a message may be texts of their own; the rest of its header is one more, as it lies.
const MAX_FIELDS: usize = 10_000;

pub(super) fn looks(head: &[u8]) -> bool {
    let block = match head.starts_with(b"From ") {
        true => &head[lines(head).next().map_or(0, <[u8]>::len)..],
        false => head,
    };
    let Head { end, body, .. } = Head::of(block);
    // The head may be cut within a long header block.
    let ended = body > end || end == block.len();
    let names: Vec<&[u8]> = lines(&block[..end])
        .filter(|line| !is_blank(line))
        .filter_map(field_name)
        .collect();
    let is = |name: &[u8], known: &[&str]| {
        known
            .iter()
            .any(|k| name.eq_ignore_ascii_case(k.as_bytes()))
    };
    let first = |known: &[&str]| names.first().is_some_and(|name| is(name, known));
    let any = |known: &[&str]| names.iter().any(|name| is(name, known));
    let sender = first(&FIRST) || any(&["From"]);
    // Broken mail has no blank line; what a mail server wrote is told without.
    let ended = ended || first(&FIRST[..2]);
    // A part that somebody saved has no sender.
    let part = first(&["MIME-Version", "Content-Type"])
        && any(&["MIME-Version"])
        && any(&["Content-Type"]);
    ended && (sender && any(&MORE) || part)
}

/// Where a message's header and body lie, and what the body is.
pub(super) struct Layout {
    pub(super) head: Range<usize>,
    pub(super) body: Range<usize>,
    pub(super) content: Content,
}

impl Layout {
    /// Of the message at `at` of `bytes`.
    pub(super) fn of(bytes: &[u8], at: Range<usize>) -> Layout {
        let message = &bytes[at.clone()];
        let head = Head::of(message);
        Layout {
            content: Content::of(message, &head, Content::PLAIN.kind),
            head: at.start..at.start + head.end,
            body: at.start + head.body..at.end,
        }
    }

    /// Of what belongs to a message that a chunk before began.
    fn of_rest(at: Range<usize>) -> Layout {
        Layout {
            head: 0..0,
            body: at,
            content: Content::PLAIN,
        }
    }
}

/// The texts of the message at `at` of `chunk`: at least one, be it empty.
pub(super) fn texts<'a>(
    chunk: &'a [u8],
    at: Range<usize>,
    start: u64,
    number: u32,
    want: &'a Selection,
) -> MessageTexts<'a> {
    laid_out(chunk, Layout::of(chunk, at), start, number, want)
}

/// What belongs to the message that a chunk before began.
pub(super) fn rest<'a>(
    chunk: &'a [u8],
    at: Range<usize>,
    start: u64,
    want: &'a Selection,
) -> MessageTexts<'a> {
    laid_out(chunk, Layout::of_rest(at), start, 0, want)
}

/// The texts of a message of which is known where its header and its body lie.
pub(super) fn laid_out<'a>(
    chunk: &'a [u8],
    layout: Layout,
    start: u64,
    number: u32,
    want: &'a Selection,
) -> MessageTexts<'a> {
    let place = Place {
        message: Some(number),
        head: layout.head.clone(),
        ..Place::default()
    };
    let body = &chunk[layout.body.clone()];
    if layout.content.is_as_it_lies(body) && !want.has_fields() {
        return MessageTexts::Only(Text {
            place,
            damage: layout.content.damage(),
            ..Text::plain(body, start + layout.body.start as u64)
        });
    }
    MessageTexts::Parts(Box::new(Parts::of(
        chunk,
        Map::shift(start),
        layout,
        place,
        want,
    )))
}

/// The texts of the message `bytes`, itself made out of a file's bytes, from its beginning, by rewriting them.
pub(super) fn rewritten(bytes: &[u8], map: Map, want: &Selection) -> Vec<Text<'static>> {
    let layout = Layout::of(bytes, 0..bytes.len());
    // Its header block lies elsewhere in the file.
    let head = map.segments(layout.head.clone());
    let head = head.first().zip(head.last()).map_or(0..0, |(first, last)| {
        first.start as usize..last.end as usize
    });
    let place = Place {
        message: Some(1),
        head,
        ..Place::default()
    };
    let parts = Parts::of(bytes, map, layout, place, want);
    parts.map(Text::into_owned).collect()
}

/// The texts of one message: one that lies as it is, or those of its parts.
pub(super) enum MessageTexts<'a> {
    Only(Text<'a>),
    Parts(Box<Parts<'a>>),
}

/// The texts of messages, in order.
pub(super) struct Messages<'a, M> {
    messages: M,
    parts: Option<Box<Parts<'a>>>,
}

impl<'a, M: Iterator<Item = MessageTexts<'a>>> Messages<'a, M> {
    pub(super) fn of(messages: M) -> Self {
        Messages {
            messages,
            parts: None,
        }
    }
}

impl<'a, M: Iterator<Item = MessageTexts<'a>>> Iterator for Messages<'a, M> {
    type Item = Text<'a>;

    fn next(&mut self) -> Option<Text<'a>> {
        loop {
            if let Some(text) = self.parts.as_mut().and_then(|parts| parts.next()) {
                return Some(text);
            }
            self.parts = None;
            match self.messages.next()? {
                MessageTexts::Only(text) => return Some(text),
                MessageTexts::Parts(parts) => self.parts = Some(parts),
            }
        }
    }
}

/// The texts of a message's parts.
pub(super) struct Parts<'a> {
    bytes: &'a [u8],
    map: Map,
    place: Place,
    want: &'a Selection,
    parts: std::vec::IntoIter<Part>,
    /// The part that is being decoded; its text lacks the bytes.
    decoding: Option<(Decoder, Text<'static>)>,
    /// Texts of header fields, or of an encoded message.
    ready: VecDeque<Text<'a>>,
    /// How many encoded messages it stands in.
    encoded: usize,
    is_empty: bool,
}

impl<'a> Parts<'a> {
    fn of(
        bytes: &'a [u8],
        map: Map,
        layout: Layout,
        place: Place,
        want: &'a Selection,
    ) -> Parts<'a> {
        let bytes = &bytes[..layout.body.end];
        let mut parts = mime::parts(bytes, layout.body.start, layout.content, &place.part, want);
        if want.has_fields() {
            parts.insert(0, Part::header(place.part.clone(), layout.head));
        }
        Parts {
            bytes,
            map,
            place,
            want,
            parts: parts.into_iter(),
            decoding: None,
            ready: VecDeque::new(),
            encoded: 0,
            is_empty: true,
        }
    }

    /// A text of this message, without its bytes.
    fn empty<'t>(&self) -> Text<'t> {
        Text {
            place: self.place.clone(),
            ..Text::plain(b"", 0)
        }
    }

    /// Begins with the next part.
    fn begin(&mut self, part: Part) {
        let mut text = self.empty();
        text.place.part = part.number.clone();
        text.damage = part.damage.or(part.content.damage());
        if part.is_header {
            return self.header_fields(part.body, &text);
        }
        let mut content = part.content;
        if content.kind == ContentKind::Message {
            if self.encoded < MAX_ENCODED {
                return self.encoded_message(content, part.body, text);
            }
            content.kind = Content::PLAIN.kind;
            text.damage = Some(Damage::TooDeep);
        }
        if let ContentKind::Text(markup) = content.kind {
            text.markup = markup;
        }
        self.decoding = Some((Decoder::of(content, part.body), text));
    }

    /// The fields of the header at `block` that are wanted.
    fn header_fields(&mut self, block: Range<usize>, like: &Text<'static>) {
        let wanted =
            fields(&self.bytes[block.clone()]).filter(|(name, _)| self.want.has_field(name));
        for (i, (name, value)) in wanted.enumerate() {
            let value = block.start + value.start..block.start + value.end;
            let mut out = Rewrite::new(&self.map);
            let mut text = like.clone();
            if i < MAX_FIELDS {
                let field = &self.bytes[value.clone()];
                let white = field.len() - field.trim_ascii_start().len();
                let value = value.start + white..value.end;
                decode::field(self.bytes, value, &self.map, &mut out);
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

    /// A message that is encoded as a whole.
    fn encoded_message(&mut self, content: Content, body: Range<usize>, text: Text<'static>) {
        let source = Source {
            bytes: self.bytes,
            map: &self.map,
        };
        let (bytes, map) = Decoder::of(content, body).octets(source);
        let layout = Layout::of(&bytes, 0..bytes.len());
        let mut parts = Parts::of(&bytes, map, layout, text.place, self.want);
        parts.encoded = self.encoded + 1;
        self.ready = parts.map(Text::into_owned).collect();
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Text<'a>;

    fn next(&mut self) -> Option<Text<'a>> {
        loop {
            let source = Source {
                bytes: self.bytes,
                map: &self.map,
            };
            let decoded = self.decoding.as_mut().and_then(|(decoder, text)| {
                let (bytes, map) = decoder.next(source)?;
                Some(Text {
                    bytes,
                    map,
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
                // A message without text counts too.
                None => return std::mem::replace(&mut self.is_empty, false).then(|| self.empty()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn told_from_other_texts_with_fields() {
        assert!(looks(b"From: a@b\nDate: now\n\nhi"));
        assert!(looks(b"Path: news!host\nNewsgroups: a.b\n\n"));
        assert!(looks(
            b"From joe Mon Jan 3 10:00:00 1994\nReceived: x\n y\nSubject: z\n\n"
        ));
        assert!(looks(b"MIME-Version: 1.0\nContent-Type: text/html\n\n"));
        assert!(!looks(
            b"PEP: 1\nTitle: x\nAuthor: y\nStatus: z\nContent-Type: text/x-rst\n\n"
        ));
        assert!(looks(
            b"Return-Path: <a@b>\nFrom: a@b\nDate: now\nno blank line\n"
        ));
        assert!(!looks(b"From: here\nto there we go\n\n"));
        assert!(!looks(b"Package: x\nVersion: 1\n\n"));
        assert!(!looks(b""));
    }

    #[test]
    fn a_common_message_is_not_copied() {
        let message = b"From: a@b\nContent-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: 8bit\n\nhi";
        let mut texts = (MESSAGE.texts)(message, 0, Selection::DEFAULT);
        let text = texts.next().expect("a text");
        assert!(matches!(text.bytes, std::borrow::Cow::Borrowed(b"hi")));
        assert!(text.place.part.is_empty() && texts.next().is_none() && texts.next().is_none());
    }

    #[test]
    fn every_message_gives_a_text() {
        let message = b"Content-Type: image/png\n\nhttp://a.org/";
        let texts: Vec<_> = (MESSAGE.texts)(message, 0, Selection::DEFAULT).collect();
        assert_eq!((texts.len(), texts[0].bytes.len()), (1, 0));
    }
}
