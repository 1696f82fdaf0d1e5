//! The texts of a part. Its transfer encoding, charset, soft line breaks and character references are decoded, in that order.
//!
//! A part that needs no decoding is borrowed. Other parts are decoded into a buffer, long ones into several: a text longer than
//! [`TARGET_LEN`] ends at the next position that no URL can span, and one of [`MAX_LEN`] at any line end.

use std::borrow::Cow;
use std::ops::Range;

use super::content::{Content, ContentKind};
use super::encoding::Encoding;
use super::selection::Selection;
use super::{Decoded, cut};
use crate::decode::{self, Base64, ByteOrder, Charset, Uuencode};
use crate::notation::Notation;
use crate::span::beginning;
use crate::text::{self, Damage, Map, Markup, Rewrite, Text};
use crate::unread::Unread;
use crate::url;

/// A decoded text of at least this length, in bytes, is cut at the next suitable position.
const TARGET_LEN: usize = 1 << 20;

/// The maximum length of a decoded text, in bytes.
const MAX_LEN: usize = 16 << 20;

/// How many encoded bytes are decoded between two checks of the length.
const STEP: usize = 256 << 10;

/// The bytes to decode, with a map to the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Encoded<'b, 'm> {
    pub(super) bytes: &'b [u8],
    pub(super) map: &'m Map,
}

impl<'b, 'm> Encoded<'b, 'm> {
    pub(super) fn new(bytes: &'b [u8], map: &'m Map) -> Self {
        Encoded { bytes, map }
    }
}

/// Declarations at the beginning of a file that hold for all of it: the charset and the base of a document of HTML or XML.
///
/// ```
/// use urlgrep::mail::{self, Selection};
/// let html = mail::by_name("html", b"").unwrap();
/// let head = html.declared(b"<meta charset=iso-8859-1>");
/// let selection = Selection::default();
/// let mut rest = html.texts_continued(b"<p>http://a.org/\xe9", 1 << 20, &selection, &head);
/// assert_eq!(&*rest.next().unwrap().bytes, "<p>http://a.org/é".as_bytes());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declared {
    /// The name of the charset; empty if not declared.
    charset: Box<[u8]>,
    base: Option<Box<[u8]>>,
}

impl Declared {
    /// What `head` declares, the beginning of a file in this notation.
    pub(super) fn parse(notation: &'static Notation, head: &[u8]) -> Declared {
        /// A document declares its base before its content.
        const NEAR: usize = 64 << 10;
        let mut declared = Declared {
            charset: (notation.declared_charset)(head).into(),
            base: None,
        };
        if notation.markup == Markup::Html {
            let (_, mut map) = rewrite(&Map::shift(0), |out| {
                out.notes_relative = true;
                notation.read(beginning(head, NEAR), out);
            });
            declared.base = map.notes_mut().base.take();
        }
        declared
    }
}

/// The texts of a chunk of a file that consists of a single part. The chunk begins at the offset `start` of the file. If it is not the
/// first one, `declared` is what the file declares.
pub(super) fn texts<'c>(
    chunk: &'c [u8],
    start: u64,
    content: Content,
    selection: &Selection,
    declared: Option<&Declared>,
) -> impl Iterator<Item = Text<'c>> + use<'c> {
    let notation = content.notation();
    let mut decoder = Decoder::new(content, 0..chunk.len(), selection);
    if let Some(declared) = declared {
        decoder.declare(declared);
    }
    std::iter::from_fn(move || {
        let map = &Map::shift(start);
        let (bytes, map) = decoder.next(Encoded::new(chunk, map))?;
        Some(Text {
            bytes,
            map,
            markup: notation.markup,
            notation: notation.name,
            ..Text::plain(b"", 0)
        })
    })
}

/// Decodes a part into texts.
#[derive(Clone, Debug)]
pub(super) struct Decoder {
    content: Content,
    /// The rest that is not decoded yet.
    body: Range<usize>,
    base64: Base64,
    uuencode: Uuencode,
    /// Text that is decoded but not returned yet.
    pending: Option<(Vec<u8>, Map)>,
    /// Whether `content.charset` was checked against the text; at first it is what the header declares.
    is_charset_detected: bool,
    /// Whether the charset was declared before the part.
    is_declared: bool,
    is_done: bool,
    /// Whether relative URLs are noted, and what the text says that they are relative to.
    relative: bool,
    base: Option<Box<[u8]>>,
    /// Whether source code is noted.
    code: bool,
}

impl Decoder {
    pub(super) fn new(content: Content, body: Range<usize>, selection: &Selection) -> Decoder {
        Decoder {
            content,
            body,
            base64: Base64::default(),
            uuencode: Uuencode::default(),
            pending: None,
            is_charset_detected: false,
            is_declared: false,
            is_done: false,
            relative: selection.relative,
            base: None,
            code: selection.code,
        }
    }

    /// Takes what the file declares, and not what the part seems to declare.
    fn declare(&mut self, declared: &Declared) {
        // What is wide declares nothing else.
        if self.content.charset.width() == 1 {
            self.content.charset = Charset::from_name(&declared.charset);
        }
        self.base.clone_from(&declared.base);
        self.is_declared = true;
    }

    /// The next piece of the text. There is at least one, possibly empty.
    pub(super) fn next<'b>(&mut self, source: Encoded<'b, '_>) -> Option<Decoded<'b>> {
        if std::mem::replace(&mut self.is_done, true) {
            return None;
        }
        let (octets, map) = if self.content.encoding.is_decoded() {
            self.transfer_decoded(source)
        } else {
            self.verbatim(source)
        };
        let charset = self.content.charset;
        let (text, map) = if charset.is_readable(&octets) {
            (octets, map)
        } else {
            rewrite(&map, |out| charset.decode(&octets, out))
        };
        let notation = self.content.notation();
        let notes_code = self.code && notation.has_code();
        Some(if self.content.flowed {
            rewrite(&map, |out| decode::flowed(&text, out))
        } else if notes_code || !notation.is_readable(&text) {
            let (text, mut map) = rewrite(&map, |out| {
                out.notes_relative = self.relative;
                out.notes_code = notes_code;
                notation.read(&text, out);
            });
            if self.relative {
                // The first one counts, also for the pieces after it.
                let base = &mut map.notes_mut().base;
                self.base = self.base.take().or(base.take());
                base.clone_from(&self.base);
                if let Some(address) = &self.content.address {
                    let declared = base.as_deref().unwrap_or_default();
                    *base = Some(url::parse(address).0.resolve(declared).into());
                }
            }
            (text, map)
        } else {
            (text, map)
        })
    }

    /// Why the pieces that were returned could not be decoded.
    pub(super) fn damage(&self) -> Option<Damage> {
        self.base64.is_plain_text().then_some(Damage::NotBase64)
    }

    /// The whole part with its transfer encoding decoded.
    pub(super) fn octets(&mut self, source: Encoded<'_, '_>) -> (Vec<u8>, Map) {
        text::rewrite(source.map, |out| self.step(source, self.body.clone(), out))
    }

    /// The kind of a part that is no text, if files of this kind are not read and that is reported.
    pub(super) fn unread(self, source: Encoded<'_, '_>) -> Option<&'static Unread> {
        let first = |encoded: usize| {
            let mut decoder = self.clone();
            decoder.body.end = decoder.body.end.min(decoder.body.start + encoded);
            decoder.octets(source).0
        };
        // The first bytes of a file tell its kind, also if they are encoded. A tar archive is known by 512, up to three times as many if
        // they are encoded; some of the first ones are NUL.
        let mut head = first(256);
        if head.contains(&0) {
            head = first(2 << 10);
        }
        // A text may begin like a PDF file, but has no other bytes.
        let is_text = matches!(self.content.kind, ContentKind::Text(_));
        let is_prose = is_text && head.is_ascii() && !head.contains(&0);
        Unread::by_magic(&head).filter(|unread| unread.is_reported && !is_prose)
    }

    /// The next piece of a part without transfer encoding. It is cut only if it will be rewritten.
    fn verbatim<'b>(&mut self, source: Encoded<'b, '_>) -> Decoded<'b> {
        let body = &source.bytes[self.body.clone()];
        self.detect_charset(body);
        let mut sizes = [TARGET_LEN, MAX_LEN]
            .into_iter()
            .filter(|&size| size < body.len() && !self.content.is_verbatim(body));
        let len = sizes
            .find_map(|size| self.cut(&body[..size]))
            .unwrap_or(body.len());
        let piece = self.body.start..self.body.start + len;
        self.body.start = piece.end;
        self.is_done = self.body.is_empty();
        if source.map.is_shift() {
            (
                Cow::Borrowed(&source.bytes[piece.clone()]),
                Map::shift(source.map.source_of(piece.start).start),
            )
        } else {
            rewrite(source.map, |out| out.copy(source.bytes, piece))
        }
    }

    /// Decodes the transfer encoding until the text is long enough.
    fn transfer_decoded<'b>(&mut self, source: Encoded<'_, '_>) -> Decoded<'b> {
        let mut out = Rewrite::new(source.map);
        if let Some((bytes, map)) = self.pending.take() {
            out.append(&bytes, &map);
        }
        let mut target = TARGET_LEN;
        loop {
            let step = self.next_step(source.bytes);
            self.step(source, step, &mut out);
            self.detect_charset(out.bytes());
            let len = out.bytes().len();
            if self.body.is_empty() && len < MAX_LEN {
                let (bytes, map) = out.finish();
                return (Cow::Owned(bytes), map);
            }
            if len < target {
                continue;
            }
            target = (2 * len).min(MAX_LEN);
            if let Some(cut) = self.cut(out.bytes()) {
                let (bytes, map) = out.split_front(cut);
                self.pending = Some(out.finish());
                self.is_done = false;
                return (Cow::Owned(bytes), map);
            }
        }
    }

    /// Decodes the transfer encoding of `step`.
    fn step(&mut self, source: Encoded<'_, '_>, step: Range<usize>, out: &mut Rewrite<'_>) {
        self.body.start = step.end;
        match self.content.encoding {
            Encoding::Base64 => self.base64.feed(source.bytes, step, out),
            Encoding::Uuencode => self.uuencode.feed(source.bytes, step, out),
            Encoding::QuotedPrintable => decode::quoted_printable(source.bytes, step, out),
            Encoding::Identity | Encoding::Unknown => out.copy(source.bytes, step),
        }
        if self.body.is_empty() {
            self.base64.finish(out);
        }
    }

    /// The range to decode next: complete lines, or a piece of a line that is too long.
    fn next_step(&self, bytes: &[u8]) -> Range<usize> {
        let body = &bytes[self.body.clone()];
        let end = body.len().min(MAX_LEN);
        if end <= STEP {
            return self.body.clone();
        }
        let newline = memchr::memchr(b'\n', &body[STEP..end]);
        // Does not split an escape.
        let complete = || {
            end - body[end - 2..end]
                .iter()
                .rev()
                .position(|&b| b == b'=')
                .map_or(0, |i| i + 1)
        };
        self.body.start..self.body.start + newline.map_or_else(complete, |i| STEP + i + 1)
    }

    /// Detects the actual charset from the beginning of the part.
    fn detect_charset(&mut self, bytes: &[u8]) {
        if !std::mem::replace(&mut self.is_charset_detected, true) {
            let content = &mut self.content;
            let declares = content.charset == Charset::Ascii && !self.is_declared;
            if declares {
                let name = (content.notation().declared_charset)(bytes);
                content.charset = Charset::from_name(name);
            }
            // A header may have said that it is UTF-8.
            let is_legacy = matches!(content.charset, Charset::Legacy(_));
            if is_legacy && (declares || self.is_declared) && decode::is_utf8(bytes) {
                content.charset = Charset::Ascii;
            }
            // A byte order mark stands at the beginning of a file only.
            if !self.is_declared || ByteOrder::detect(bytes).is_none() {
                content.charset = content.charset.detect(bytes);
            }
        }
    }

    /// Where to cut `bytes`, the beginning of a longer text.
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        let width = self.content.charset.width();
        let suitable = cut::wide_cut(bytes, width, |bytes| self.content.notation().cut(bytes));
        let any = || cut::forced_cut(bytes, width);
        suitable
            .filter(|&cut| cut > 0)
            .or_else(|| (bytes.len() >= MAX_LEN).then(any))
    }
}

/// The output of a decoder for a text with this map.
fn rewrite(map: &Map, decode: impl FnOnce(&mut Rewrite<'_>)) -> Decoded<'static> {
    let (bytes, map) = text::rewrite(map, decode);
    (Cow::Owned(bytes), map)
}
