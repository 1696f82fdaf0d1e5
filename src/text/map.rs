//! Maps from positions in a text to offsets in its source.
//!
//! A map is *flat*: each rewrite of a text composes the maps while writing ([`Rewrite`](super::Rewrite)). So one lookup leads to
//! the file, however many decoders lie between. Maps are monotone. The map of an unchanged text has one stretch and needs no
//! allocation.

use std::ops::Range;

use smallvec::SmallVec;

use super::notes::Notes;

/// How bytes of a text correspond to bytes of its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// One to one: the bytes are unchanged.
    Verbatim,
    /// Groups that cannot be divided: that many bytes of the text for that many of the source. For example (1,3) for `=XX`, (1,2)
    /// for UTF-16, (n,m) for a character or an escape.
    Atomic(u8, u16),
    /// Three bytes for four digits of base64 or uuencode. Each byte spans two digits: byte `j` spans the digits `j` and `j + 1`.
    #[cfg_attr(
        not(feature = "mail"),
        allow(dead_code, reason = "only mail is encoded")
    )]
    Base64,
}

impl Unit {
    /// How many bytes of the text a run of the source makes, verbatim or as one unit.
    fn text_len(self, run: &Range<usize>) -> usize {
        match self {
            Unit::Atomic(bytes, _) => bytes.into(),
            _ => run.len(),
        }
    }

    /// The length of a unit in the text and in the source.
    #[cfg(feature = "mail")]
    pub(super) fn len(self) -> (usize, u64) {
        match self {
            Unit::Verbatim => (1, 1),
            Unit::Atomic(bytes, source) => (bytes as usize, source as u64),
            Unit::Base64 => (3, 4),
        }
    }
}

/// Consecutive units of one kind, adjacent in the text and in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stretch {
    /// Where the stretch begins in the text; it ends where the next one begins.
    pub(super) at: usize,
    pub(super) source: u64,
    pub(super) unit: Unit,
    /// How many bytes of the stretch's first unit precede `at`.
    pub(super) phase: u8,
}

impl Stretch {
    /// Where the unit at the text position `at` starts in the source, and the index of that byte in the unit.
    pub(super) fn unit_at(&self, at: usize) -> (u64, u8) {
        let k = (at - self.at).saturating_add(self.phase as usize);
        let after = |units: usize, len: u64| {
            let len = (units as u64).saturating_mul(len);
            self.source.saturating_add(len)
        };
        match self.unit {
            // No division where none is needed: this runs for every escape.
            Unit::Verbatim => (after(k, 1), 0),
            Unit::Atomic(1, source) => (after(k, source as u64), 0),
            Unit::Atomic(bytes, source) => {
                let (unit, j) = (k / bytes as usize, k % bytes as usize);
                (after(unit, source as u64), j as u8)
            }
            Unit::Base64 => (after(k / 3, 4), (k % 3) as u8),
        }
    }

    pub(super) fn source_of(&self, at: usize) -> Range<u64> {
        let (start, j) = self.unit_at(at);
        let (skipped, len) = match self.unit {
            Unit::Base64 => (j as u64, 2),
            Unit::Verbatim => (0, 1),
            Unit::Atomic(_, source) => (0, source as u64),
        };
        let start = start.saturating_add(skipped);
        start..start.saturating_add(len)
    }
}

/// Maps positions in a text to offsets in its source, usually the file. Both are counted in bytes from 0.
///
/// An offset that does not fit into 64 bits is given as `u64::MAX`. A position after the end of the text maps to a
/// meaningless offset.
///
/// ```
/// let map = urlgrep::Text::plain(b"See http://a.org/.", 100).map;
/// assert_eq!(map.segments(3..5), [103..105]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    pub(super) first: Stretch,
    pub(super) rest: SmallVec<[Stretch; 2]>,
    /// Only a notation sets them. It is the last to rewrite a text, so a URL that is made from its output has none.
    pub(super) notes: Option<Box<Notes>>,
}

impl Map {
    /// The map of an unchanged text that begins at the offset `source`.
    pub(crate) fn shift(source: u64) -> Map {
        Map {
            first: Stretch {
                at: 0,
                source,
                unit: Unit::Verbatim,
                phase: 0,
            },
            rest: SmallVec::new(),
            notes: None,
        }
    }

    /// The map of a text that is made of these runs of its source, in order, each verbatim or one unit.
    pub(crate) fn of_runs(mut runs: impl ExactSizeIterator<Item = (Range<usize>, Unit)>) -> Map {
        let (mut last, unit) = runs.next().unwrap_or((0..0, Unit::Verbatim));
        let mut map = Map::shift(last.start as u64);
        map.first.unit = unit;
        map.rest.reserve_exact(runs.len());
        let (mut at, mut last_unit) = (unit.text_len(&last), unit);
        for (run, unit) in runs {
            if run.start != last.end || (last_unit, unit) != (Unit::Verbatim, Unit::Verbatim) {
                map.rest.push(Stretch {
                    at,
                    source: run.start as u64,
                    unit,
                    phase: 0,
                });
            }
            at += unit.text_len(&run);
            (last, last_unit) = (run, unit);
        }
        map
    }

    pub(super) fn stretch(&self, i: usize) -> Option<&Stretch> {
        match i {
            0 => Some(&self.first),
            _ => self.rest.get(i - 1),
        }
    }

    /// The index of the stretch that contains the text position `at`. Sequential readers pass the index of the last call.
    pub(super) fn index_at(&self, at: usize, last: usize) -> usize {
        let contains = |i: usize| self.rest.get(i).is_none_or(|next| next.at > at);
        let from = match self.stretch(last) {
            Some(stretch) if stretch.at <= at => last,
            _ => 0,
        };
        if let Some(near) = (from..from + 3).find(|&i| contains(i)) {
            return near;
        }
        from + self.rest[from..].partition_point(|stretch| stretch.at <= at)
    }

    /// The stretches from `index` on that overlap `range` (bytes of the text, not empty), each with the overlapping part.
    pub(super) fn stretches(
        &self,
        index: usize,
        range: Range<usize>,
    ) -> impl Iterator<Item = (Stretch, Range<usize>)> + '_ {
        (index..)
            .map_while(move |i| {
                let end = self.rest.get(i).map_or(usize::MAX, |next| next.at);
                Some((*self.stretch(i)?, end))
            })
            .take_while(move |(p, _)| p.at < range.end)
            .map(move |(p, end)| (p, p.at.max(range.start)..end.min(range.end)))
            .filter(|(_, share)| !share.is_empty())
    }

    /// The maximal runs of source bytes that correspond to `range` (bytes of the text, half-open), in order.
    ///
    /// ```
    /// let map = urlgrep::Text::plain(b"See http://a.org/.", 100).map;
    /// assert_eq!(map.segments(2..5), [102..105]);
    /// ```
    pub fn segments(&self, range: Range<usize>) -> Vec<Range<u64>> {
        self.runs(range).collect()
    }

    /// The [segments](Map::segments), one by one.
    pub(crate) fn runs(&self, range: Range<usize>) -> impl Iterator<Item = Range<u64>> + '_ {
        let stretches = self.stretches(self.index_at(range.start, 0), range);
        let mut shares = stretches
            .map(|(stretch, share)| {
                stretch.source_of(share.start).start..stretch.source_of(share.end - 1).end
            })
            .peekable();
        std::iter::from_fn(move || {
            let mut run = shares.next()?;
            while let Some(share) = shares.next_if(|share| share.start <= run.end) {
                run.end = run.end.max(share.end);
            }
            Some(run)
        })
    }

    /// The source bytes that correspond to the text's byte at `at`.
    ///
    /// ```
    /// let map = urlgrep::Text::plain(b"See http://a.org/.", 100).map;
    /// assert_eq!(map.source_of(0), 100..101);
    /// ```
    pub fn source_of(&self, at: usize) -> Range<u64> {
        let index = self.index_at(at, 0);
        self.stretch(index).unwrap_or(&self.first).source_of(at)
    }

    /// The source bytes from the first to the last that `range` (bytes of the text) comes from. An empty range stands for the byte there.
    ///
    /// ```
    /// let map = urlgrep::Text::plain(b"See http://a.org/.", 100).map;
    /// assert_eq!(map.source_range(4..17), 104..117);
    /// ```
    pub fn source_range(&self, range: Range<usize>) -> Range<u64> {
        let last = range.end.max(range.start.saturating_add(1)) - 1;
        self.source_of(range.start).start..self.source_of(last).end
    }

    /// The same, where the source is a text.
    pub(crate) fn outer(&self, range: Range<usize>) -> Range<usize> {
        let Range { start, end } = self.source_range(range);
        start as usize..end as usize
    }

    /// Whether the whole text is unchanged from its source.
    #[inline]
    pub(crate) fn is_shift(&self) -> bool {
        self.rest.is_empty() && self.first.unit == Unit::Verbatim
    }

    /// What its notation tells of the text.
    #[inline]
    pub(crate) fn notes(&self) -> Option<&Notes> {
        self.notes.as_deref()
    }

    /// [`notes`](Map::notes), to be changed.
    #[cfg(feature = "mail")]
    pub(crate) fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }

    /// The positions before `at` of characters in an HTML text that only look like the beginning or end of a tag or of a value, in order.
    pub(crate) fn escaped_markup_before(&self, at: usize) -> &[usize] {
        let escaped_markup = self.notes().map_or(&[][..], |notes| &notes.escaped_markup);
        &escaped_markup[..escaped_markup.partition_point(|&escaped_markup| escaped_markup < at)]
    }

    /// Whether the character at `at` of an HTML text only looks like the beginning or end of a tag or of a value.
    pub(crate) fn is_escaped_markup(&self, at: usize) -> bool {
        self.escaped_markup_before(at + 1).ends_with(&[at])
    }

    /// Whether `range` is unchanged from the source.
    ///
    /// ```
    /// assert!(urlgrep::Text::plain(b"See http://a.org/.", 100).map.is_verbatim(0..10));
    /// ```
    pub fn is_verbatim(&self, range: Range<usize>) -> bool {
        self.stretches(self.index_at(range.start, 0), range)
            .all(|(stretch, _)| stretch.unit == Unit::Verbatim)
    }

    /// Whether `range` had to be decoded: other bytes stand in the source, or more, such as a soft line break.
    ///
    /// ```
    /// assert!(!urlgrep::Text::plain(b"See http://a.org/.", 100).map.is_encoded(0..10));
    /// ```
    pub fn is_encoded(&self, range: Range<usize>) -> bool {
        !self.is_verbatim(range.clone()) || self.runs(range).nth(1).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::Map;
    use crate::{Extractor, Text};

    #[test]
    fn offsets_beyond_the_largest_are_the_largest() {
        let last = u64::MAX;
        let text = Text::plain(b"http://a.org/", last - 2);
        assert_eq!(text.map.source_of(1), last - 1..last);
        assert_eq!(text.map.source_of(5), last..last);
        assert_eq!(text.map.segments(0..13), [last - 2..last]);
        assert_eq!(Extractor::default().extract_text(&text).count(), 1);
        assert_eq!(Map::shift(1).source_of(usize::MAX), last..last);
        assert_eq!(
            Map::shift(1).source_range(usize::MAX..usize::MAX),
            last..last
        );
    }

    #[cfg(feature = "mail")]
    #[test]
    fn no_container_overflows() {
        use crate::mail::{Selection, by_name, names};
        let message: &[u8] = b"From a Mon Jan  3 10:00:00 1994\nFrom: a@b.org\nSubject: =?utf-8?B?aHR0cDovL2Iub3JnLw==?=\n\
            Content-Type: text/html\nContent-Transfer-Encoding: base64\n\naHR0cDovL2Iub3JnLz94JmFtcDt5Cg==\n";
        let quoted: &[u8] = b"From: a@b.org\nDate: x\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.org/=3D=\nx &amp;\n";
        let selection = Selection {
            headers: true,
            ..Selection::default()
        };
        for (name, chunk) in names().flat_map(|name| [(name, message), (name, quoted)]) {
            let container = by_name(name, chunk).expect("a type");
            for before in 0..chunk.len() as u64 + 3 {
                for text in container.texts_selected(chunk, u64::MAX - before, &selection) {
                    for m in Extractor::default().extract_text(&text) {
                        text.map.segments(m.span());
                    }
                }
            }
        }
    }
}
