//! Makes a text from another one, with a map that leads directly to the source of the other one.
//!
//! Adjacent stretches of the same kind are merged, so a run of `=XX` or of two-byte characters costs as much as a single one.

use std::ops::Range;

use super::map::{Map, Stretch, Unit};
use super::notes::Notes;
use crate::class::DELIMITER;

/// Writes a text piece by piece. Bytes of the parent that are neither copied nor replaced are dropped, for example a fold.
pub(crate) struct Rewrite<'p> {
    parent: &'p Map,
    /// The index of the parent's stretch that was read last.
    last: usize,
    bytes: Vec<u8>,
    first: Option<Stretch>,
    rest: Vec<Stretch>,
    notes: Option<Box<Notes>>,
    /// Whether the notation notes relative URLs too.
    #[cfg_attr(
        not(feature = "mail"),
        allow(dead_code, reason = "only notations have them")
    )]
    pub(crate) notes_relative: bool,
    /// Whether it notes code.
    #[cfg_attr(
        not(feature = "mail"),
        allow(dead_code, reason = "only notations have it")
    )]
    pub(crate) notes_code: bool,
}

/// The text that `write` writes, and the map from it to the source of `parent`.
#[cfg(feature = "mail")]
pub(crate) fn rewrite(parent: &Map, write: impl FnOnce(&mut Rewrite<'_>)) -> (Vec<u8>, Map) {
    let mut out = Rewrite::new(parent);
    write(&mut out);
    out.finish()
}

impl<'p> Rewrite<'p> {
    pub(crate) fn new(parent: &'p Map) -> Self {
        Rewrite {
            parent,
            last: 0,
            bytes: Vec::new(),
            first: None,
            rest: Vec::new(),
            notes: None,
            notes_relative: false,
            notes_code: false,
        }
    }

    /// The bytes written so far.
    #[cfg(feature = "mail")]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Reserves capacity for `len` more bytes, in as many stretches as the parent has.
    pub(crate) fn reserve(&mut self, len: usize) {
        self.bytes.reserve(len);
        self.rest.reserve(self.parent.rest.len());
    }

    /// Copies `range` of the parent's bytes `text` unchanged.
    pub(crate) fn copy(&mut self, text: &[u8], range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        if let Some(source) = self.verbatim(&range) {
            self.push(source, Unit::Verbatim, 0);
            self.extend(text, range);
            return;
        }
        let parent = self.parent;
        self.last = parent.index_at(range.start, self.last);
        self.last = self.push_shares(parent, self.last, range.clone());
        self.extend(text, range);
    }

    /// Appends these bytes. Most ranges are short: a block is copied then, which takes the same steps whatever their length.
    #[inline]
    fn extend(&mut self, text: &[u8], range: Range<usize>) {
        const BLOCK: usize = 80;
        let has_room = self.bytes.capacity() - self.bytes.len() >= BLOCK;
        match text[range.start..].first_chunk::<BLOCK>() {
            Some(block) if range.len() <= BLOCK && has_room => {
                self.bytes.extend_from_slice(block);
                let behind = BLOCK - range.len();
                self.bytes.truncate(self.bytes.len() - behind);
            }
            _ => self.bytes.extend_from_slice(&text[range]),
        }
    }

    /// Adds the stretches of `map` from `index` on that overlap `range`, whose bytes are copied next. Returns the index of the last one.
    fn push_shares(&mut self, map: &Map, index: usize, range: Range<usize>) -> usize {
        let start = self.bytes.len();
        if let Some(stretch) = map.stretch(index) {
            let (source, phase) = stretch.unit_at(range.start.max(stretch.at));
            self.push(source, stretch.unit, phase);
        }
        // Each of the others begins where it begins in the parent, and none continues the one before it.
        let others = map.rest.get(index..).unwrap_or_default();
        let others = others.iter().take_while(|stretch| stretch.at < range.end);
        let mut last = index;
        for stretch in others {
            let at = start + (stretch.at - range.start);
            self.rest.push(Stretch { at, ..*stretch });
            last += 1;
        }
        last
    }

    /// The notation's notes on the text.
    #[cfg(feature = "mail")]
    pub(crate) fn notes(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }

    /// Copies the byte at `at` as `byte`: for what takes the same place in the text, like a delimiter, and is no part of a URL.
    #[cfg(feature = "mail")]
    pub(crate) fn replace(&mut self, byte: u8, text: &[u8], at: usize) {
        self.copy(text, at..at + 1);
        if let Some(last) = self.bytes.last_mut() {
            *last = byte;
        }
    }

    /// Copies `range`, and writes a delimiter in the place of each of these bytes of it.
    pub(crate) fn copy_delimited(&mut self, text: &[u8], range: Range<usize>, places: &[usize]) {
        let start = self.bytes.len();
        self.copy(text, range.clone());
        for at in places {
            self.bytes[start + (at - range.start)] = DELIMITER;
        }
    }

    /// Replaces the parent's `range` (at most 65,535 bytes of the source) by `bytes` (at most 255), as an indivisible unit: an escape,
    /// an entity, a character.
    pub(crate) fn put(&mut self, bytes: &[u8], range: Range<usize>) {
        if bytes.is_empty() || range.is_empty() {
            return;
        }
        let source = match self.verbatim(&range) {
            Some(start) => start..start.saturating_add(range.len() as u64),
            None => self.source(&range),
        };
        let len = u16::try_from(source.end - source.start).unwrap_or(u16::MAX);
        self.push(source.start, Unit::Atomic(bytes.len() as u8, len), 0);
        self.bytes.extend_from_slice(bytes);
    }

    /// Replaces `range` by a character.
    #[cfg(feature = "mail")]
    pub(crate) fn put_char(&mut self, c: char, range: Range<usize>) {
        self.put(c.encode_utf8(&mut [0; 4]).as_bytes(), range);
    }

    /// Like [`put`](Self::put), for a character that looks like markup but was escaped in the source.
    #[cfg(feature = "mail")]
    pub(crate) fn put_escaped_markup(&mut self, bytes: &[u8], range: Range<usize>) {
        let at = self.bytes.len();
        self.notes().escaped_markup.push(at);
        self.put(bytes, range);
    }

    /// Replaces the parent's `range` by `bytes`, unit by unit. The last unit of base64 may be incomplete.
    #[cfg(feature = "mail")]
    pub(crate) fn put_units(&mut self, bytes: &[u8], range: Range<usize>, unit: Unit) {
        if bytes.is_empty() || range.is_empty() {
            return;
        }
        if let Some(source) = self.verbatim(&range) {
            self.push(source, unit, 0);
            match bytes {
                [byte] => self.bytes.push(*byte),
                _ => self.bytes.extend_from_slice(bytes),
            }
            return;
        }
        let (len, source) = unit.len();
        for (i, bytes) in bytes.chunks(len).enumerate() {
            let start = range.start + i * source as usize;
            let range = start..range.end.min(start + source as usize);
            match self.verbatim(&range) {
                Some(source) => {
                    self.push(source, unit, 0);
                    self.bytes.extend_from_slice(bytes);
                }
                // The digits of this unit are not adjacent in the source.
                None if unit == Unit::Base64 => {
                    for (j, byte) in bytes.iter().enumerate() {
                        self.put(&[*byte], start + j..start + j + 2);
                    }
                }
                None => self.put(bytes, range),
            }
        }
    }

    /// Appends a text that was made from the parent.
    #[cfg(feature = "mail")]
    pub(crate) fn append(&mut self, bytes: &[u8], map: &Map) {
        if bytes.is_empty() {
            return;
        }
        self.push_shares(map, 0, 0..bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    /// Removes and returns the text before position `at`.
    #[cfg(feature = "mail")]
    pub(crate) fn split_front(&mut self, at: usize) -> (Vec<u8>, Map) {
        if at == 0 {
            return (Vec::new(), map_from(None, Vec::new()));
        }
        let tail = self.bytes.split_off(at);
        let bytes = std::mem::replace(&mut self.bytes, tail);
        let split = self.rest.partition_point(|stretch| stretch.at < at);
        let mut behind = self.rest.split_off(split);
        let rest = std::mem::take(&mut self.rest);
        let first = self.first.take();
        let last = rest.last().or(first.as_ref());
        self.first = match behind.first() {
            Some(next) if next.at == at => Some(behind.remove(0)),
            _ => last.filter(|_| !self.bytes.is_empty()).map(|cut| {
                let (source, phase) = cut.unit_at(at);
                Stretch {
                    at,
                    source,
                    phase,
                    ..*cut
                }
            }),
        };
        self.rest = behind;
        for stretch in self.first.iter_mut().chain(&mut self.rest) {
            stretch.at -= at;
        }
        (bytes, map_from(first, rest))
    }

    pub(crate) fn finish(self) -> (Vec<u8>, Map) {
        let mut map = map_from(self.first, self.rest);
        map.notes = self.notes;
        (self.bytes, map)
    }

    /// Where the parent's `range` begins in the source, if the current stretch contains all of it unchanged.
    fn verbatim(&mut self, range: &Range<usize>) -> Option<u64> {
        let next = self.parent.rest.get(self.last);
        let stretch = match self.last {
            0 => &self.parent.first,
            last => &self.parent.rest[last - 1],
        };
        let holds = stretch.at <= range.start && next.is_none_or(|next| range.end <= next.at);
        let before = || (range.start - stretch.at) as u64;
        (holds && stretch.unit == Unit::Verbatim).then(|| stretch.source.saturating_add(before()))
    }

    /// The range in the source that corresponds to the parent's `range`.
    fn source(&mut self, range: &Range<usize>) -> Range<u64> {
        let parent = self.parent;
        let stretch = |i| parent.stretches(i, range.start..usize::MAX).next();
        self.last = parent.index_at(range.start, self.last);
        let start =
            stretch(self.last).map_or(0, |(stretch, _)| stretch.source_of(range.start).start);
        let end = parent.index_at(range.end - 1, self.last);
        let end = parent.stretches(end, range.end - 1..range.end).next();
        let end = end.map_or(start, |(stretch, _)| stretch.source_of(range.end - 1).end);
        start..end
    }

    /// Begins a stretch, or extends the last one.
    fn push(&mut self, source: u64, unit: Unit, phase: u8) {
        let at = self.bytes.len();
        let continues = |last: &Stretch| last.unit == unit && last.unit_at(at) == (source, phase);
        let last = self.rest.last().or(self.first.as_ref());
        if last.is_some_and(continues) {
            return;
        }
        let stretch = Stretch {
            at,
            source,
            unit,
            phase,
        };
        match self.first {
            None => self.first = Some(stretch),
            Some(_) => self.rest.push(stretch),
        }
    }
}

fn map_from(first: Option<Stretch>, rest: Vec<Stretch>) -> Map {
    Map {
        first: first.unwrap_or(Map::shift(0).first),
        rest: rest.into(),
        notes: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composed_maps_lead_to_the_first_source() {
        // The text begins at offset 10 of the file: `ab=20cd` is decoded to `ab cd`, then the blank is dropped.
        let file = b"ab=20cd";
        let parent = Map::shift(10);
        let mut decoded = Rewrite::new(&parent);
        decoded.copy(file, 0..2);
        decoded.put(b" ", 2..5);
        decoded.copy(file, 5..7);
        let (text, map) = decoded.finish();
        assert_eq!(text, b"ab cd");
        assert_eq!(map.segments(0..5), [10..17]);
        assert_eq!(map.source_of(2), 12..15);
        assert!(map.is_verbatim(0..2) && !map.is_verbatim(1..4));

        let mut folded = Rewrite::new(&map);
        folded.copy(&text, 0..2);
        folded.copy(&text, 3..5);
        let (url, map) = folded.finish();
        assert_eq!(url, b"abcd");
        assert_eq!(map.segments(0..4), [10..12, 15..17]);
        assert_eq!(map.segments(1..3), [11..12, 15..16]);
    }

    #[test]
    fn adjacent_pieces_are_merged() {
        let parent = Map::shift(0);
        let mut rewrite = Rewrite::new(&parent);
        rewrite.copy(b"abcdef", 0..2);
        rewrite.copy(b"abcdef", 2..6);
        let (text, map) = rewrite.finish();
        assert_eq!(text, b"abcdef");
        assert_eq!(map, Map::shift(0));

        // Four adjacent escapes, such as =C3=A9=C3=A9, give one stretch.
        let mut rewrite = Rewrite::new(&parent);
        for i in 0..4 {
            rewrite.put(b"x", i * 3..i * 3 + 3);
        }
        let (_, map) = rewrite.finish();
        assert_eq!(map.rest.len(), 0);
        assert_eq!(map.source_of(3), 9..12);
    }

    #[cfg(feature = "mail")]
    #[test]
    fn a_decoded_byte_spans_two_base64_digits() {
        let parent = Map::shift(100);
        let mut rewrite = Rewrite::new(&parent);
        rewrite.put_units(b"abcdefgh", 0..11, Unit::Base64);
        rewrite.put_units(b"ijk", 12..16, Unit::Base64);
        let (_, map) = rewrite.finish();
        assert_eq!(map.source_of(0), 100..102);
        assert_eq!(map.source_of(2), 102..104);
        assert_eq!(map.source_of(3), 104..106);
        assert_eq!(map.segments(6..9), [108..111, 112..114]);

        // Decoded again as two-byte characters: each one leads to its digits.
        let mut wide = Rewrite::new(&map);
        wide.put(b"x", 0..2);
        wide.put(b"y", 2..4);
        let (_, map) = wide.finish();
        assert_eq!([map.source_of(0), map.source_of(1)], [100..103, 102..106]);
    }

    #[cfg(feature = "mail")]
    #[test]
    fn split_front_keeps_the_sources() {
        let parent = Map::shift(0);
        for cut in 0..=12 {
            let mut rewrite = Rewrite::new(&parent);
            rewrite.copy(b"abcd", 0..4);
            rewrite.put_units(b"efghij", 4..12, Unit::Base64);
            rewrite.put(b"kl", 12..17);
            let before = map_from(rewrite.first, rewrite.rest.clone());
            let (front, map) = rewrite.split_front(cut);
            assert_eq!(front, b"abcdefghijkl"[..cut]);
            for i in 0..cut {
                assert_eq!(map.source_of(i), before.source_of(i), "{i} cut at {cut}");
            }
            rewrite.copy(b"abcdefghijklmnopqrstuv", 17..19);
            let (tail, map) = rewrite.finish();
            assert_eq!(tail, [&b"abcdefghijkl"[cut..], b"rs"].concat());
            for i in cut..12 {
                let source = map.source_of(i - cut);
                assert_eq!(source, before.source_of(i), "{i} cut at {cut}");
            }
        }
    }
}
