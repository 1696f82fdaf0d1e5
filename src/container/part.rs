//! Texts of a part: its transfer encoding, charset, soft line breaks and character references undone, in that order.
//!
//! A part that needs none of that is borrowed. Another is decoded into one buffer, or into several where it is long: a text of
//! more than [`ENOUGH`] bytes ends where no URL can be crossed, one of [`MAX`] at any line's end.

use std::borrow::Cow;
use std::ops::Range;

use super::content::{Content, ContentKind, Encoding};
use super::{html, plain, wide};
use crate::decode::{self, Base64};
use crate::text::{Map, Markup, Rewrite, Text};

/// How long a decoded text is before it is cut at the next good place, in bytes.
const ENOUGH: usize = 1 << 20;

/// How long a decoded text can be, in bytes.
const MAX: usize = 16 << 20;

/// How much is decoded between two looks at the length, in bytes as they lie.
const STEP: usize = 256 << 10;

/// What is decoded: bytes with a map to the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'b, 'm> {
    pub(super) bytes: &'b [u8],
    pub(super) map: &'m Map,
}

/// A text's bytes and their map.
pub(super) type Decoded<'b> = (Cow<'b, [u8]>, Map);

/// The texts of a chunk that begins at the offset `start` of its file, where the whole file is one part.
pub(super) fn texts(chunk: &[u8], start: u64, content: Content) -> impl Iterator<Item = Text<'_>> {
    let markup = match content.kind {
        ContentKind::Text(markup) => markup,
        _ => Markup::Plain,
    };
    let mut decoder = Decoder::of(content, 0..chunk.len());
    std::iter::from_fn(move || {
        let map = &Map::shift(start);
        let (bytes, map) = decoder.next(Source { bytes: chunk, map })?;
        Some(Text {
            bytes,
            map,
            markup,
            ..Text::plain(b"", 0)
        })
    })
}

/// A part on its way to texts.
#[derive(Clone, Debug)]
pub(super) struct Decoder {
    content: Content,
    /// What is still to be decoded.
    body: Range<usize>,
    base64: Base64,
    /// What was decoded and not given yet.
    tail: Option<(Vec<u8>, Map)>,
    /// Whether the charset is the true one, and no longer what the header says.
    is_charset_true: bool,
    is_done: bool,
}

impl Decoder {
    pub(super) fn of(content: Content, body: Range<usize>) -> Decoder {
        Decoder {
            content,
            body,
            base64: Base64::default(),
            tail: None,
            is_charset_true: false,
            is_done: false,
        }
    }

    /// The next piece of the text; there is at least one, be it empty.
    pub(super) fn next<'b>(&mut self, source: Source<'b, '_>) -> Option<Decoded<'b>> {
        if std::mem::replace(&mut self.is_done, true) {
            return None;
        }
        let (octets, map) = match self.content.encoding {
            Encoding::QuotedPrintable | Encoding::Base64 => self.decoded(source),
            Encoding::Identity | Encoding::Unknown => self.as_it_lies(source),
        };
        let charset = self.content.charset;
        let (text, map) = match charset.is_readable() {
            true => (octets, map),
            false => rewritten(&map, |out| charset.decode(&octets, 0..octets.len(), out)),
        };
        let all = 0..text.len();
        let html = self.content.kind == ContentKind::Text(Markup::Html);
        Some(if self.content.flowed {
            rewritten(&map, |out| decode::flowed(&text, all, out))
        } else if html && !decode::is_decoded_html(&text) {
            rewritten(&map, |out| decode::html(&text, all, out))
        } else {
            (text, map)
        })
    }

    /// All of the part with its transfer encoding undone.
    pub(super) fn octets(mut self, source: Source<'_, '_>) -> (Vec<u8>, Map) {
        let mut out = Rewrite::new(source.map);
        self.step(source, self.body.clone(), &mut out);
        out.finish()
    }

    /// Bytes that no transfer encoding hides; they are cut only if they are to be rewritten.
    fn as_it_lies<'b>(&mut self, source: Source<'b, '_>) -> Decoded<'b> {
        let body = &source.bytes[self.body.clone()];
        self.see_charset(body);
        let whole = self.content.is_as_it_lies(body);
        let mut sizes = [ENOUGH, MAX]
            .into_iter()
            .filter(|&size| !whole && size < body.len());
        let len = sizes
            .find_map(|size| self.cut(&body[..size]))
            .unwrap_or(body.len());
        let piece = self.body.start..self.body.start + len;
        self.body.start = piece.end;
        self.is_done = self.body.is_empty();
        match source.map.is_shift() {
            true => (
                Cow::Borrowed(&source.bytes[piece.clone()]),
                Map::shift(source.map.source_of(piece.start).start),
            ),
            false => rewritten(source.map, |out| out.copy(source.bytes, piece)),
        }
    }

    /// Undoes the transfer encoding until there is enough.
    fn decoded<'b>(&mut self, source: Source<'_, '_>) -> Decoded<'b> {
        let mut out = Rewrite::new(source.map);
        if let Some((bytes, map)) = self.tail.take() {
            out.append(&bytes, &map);
        }
        let mut enough = ENOUGH;
        loop {
            let step = self.next_step(source.bytes);
            self.step(source, step, &mut out);
            self.see_charset(out.bytes());
            let len = out.bytes().len();
            if self.body.is_empty() && len < MAX {
                let (bytes, map) = out.finish();
                return (Cow::Owned(bytes), map);
            }
            if len < enough {
                continue;
            }
            enough = (2 * len).min(MAX);
            if let Some(cut) = self.cut(out.bytes()) {
                let (bytes, map) = out.split_front(cut);
                self.tail = Some(out.finish());
                self.is_done = false;
                return (Cow::Owned(bytes), map);
            }
        }
    }

    /// Undoes the transfer encoding of `step`.
    fn step(&mut self, source: Source<'_, '_>, step: Range<usize>, out: &mut Rewrite<'_>) {
        self.body.start = step.end;
        match self.content.encoding {
            Encoding::Base64 => self.base64.feed(source.bytes, step, out),
            Encoding::QuotedPrintable => decode::quoted_printable(source.bytes, step, out),
            Encoding::Identity | Encoding::Unknown => out.copy(source.bytes, step),
        }
        if self.body.is_empty() {
            self.base64.finish(out);
        }
    }

    /// What is decoded next: whole lines, or a piece of one that is too long.
    fn next_step(&self, bytes: &[u8]) -> Range<usize> {
        let body = &bytes[self.body.clone()];
        let end = body.len().min(MAX);
        if end <= STEP {
            return self.body.clone();
        }
        let newline = memchr::memchr(b'\n', &body[STEP..end]);
        // No escape is cut.
        let whole = || {
            end - body[end - 2..end]
                .iter()
                .rev()
                .position(|&b| b == b'=')
                .map_or(0, |i| i + 1)
        };
        self.body.start..self.body.start + newline.map_or_else(whole, |i| STEP + i + 1)
    }

    /// Learns from the part's beginning what its charset truly is.
    fn see_charset(&mut self, bytes: &[u8]) {
        if !std::mem::replace(&mut self.is_charset_true, true) {
            self.content.charset = self.content.charset.of(bytes);
        }
    }

    /// Where `bytes`, with which a longer text begins, may end.
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        let width = self.content.charset.width();
        let good = match self.content.kind {
            _ if width > 1 => wide::cut(bytes, width),
            ContentKind::Text(Markup::Html) => html::cut(bytes),
            _ => plain::cut(bytes),
        };
        let any = || line_end(bytes, width).unwrap_or(bytes.len() / width * width);
        good.filter(|&cut| cut > 0)
            .or_else(|| (bytes.len() >= MAX).then(any))
    }
}

/// Behind the last line break of characters of so many bytes.
fn line_end(bytes: &[u8], width: usize) -> Option<usize> {
    let mut ends = memchr::memrchr_iter(b'\n', bytes).map(|i| (i / width + 1) * width);
    ends.find(|&end| end <= bytes.len())
}

/// What a decoder makes of the text with this map.
fn rewritten(map: &Map, decode: impl FnOnce(&mut Rewrite<'_>)) -> Decoded<'static> {
    let mut out = Rewrite::new(map);
    decode(&mut out);
    let (bytes, map) = out.finish();
    (Cow::Owned(bytes), map)
}
