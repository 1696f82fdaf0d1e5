//! The readings of a bare URL, in turn.

use super::continuation::{self, Stage, is_soft_break};
use super::facts::Facts;
use super::glued::without_word;
use super::reading::{NEXT, Offers, PlainAuthority, Reading, Scratch, Taken};
use super::run;
use super::{Extent, delimited, front, read_refanged, trim};
use crate::flaw::{Flaw, Flaws};
use crate::grammar::{hole, hostname, tail};
use crate::scan::Form;
use crate::scan::word::is_of_sentence;
use crate::simd::Notable;
use crate::span::{Span, split_run};
use crate::text::pieces::{Gap, Pieces};
use crate::url::Opaque;
use crate::why::Why;

impl Extent<'_> {
    /// Whether its host is an IPv4 address with masked numbers: it is no URL yet.
    #[inline]
    pub(super) fn is_masked(&self) -> bool {
        let may_be = matches!(self.text().get(self.body), Some(b'0'..=b'9' | b'x' | b'X'));
        may_be && self.has_host && hole::begins_masked_address(&self.text()[self.body..])
    }

    /// Offers the readings until one is taken.
    pub(super) fn read(&self, offers: &mut Offers<'_>) -> Taken {
        let (stop, facts) = (self.stop, self.facts);
        if self.has_mark() {
            read_refanged(self.context, self.candidate, self.start(), offers)?;
        }
        delimited::read(self, offers)?;
        front::read(self, offers)?;
        if facts.has_all(Facts::BROKEN_SCHEME) {
            return NEXT;
        }
        let end = trim::end(self, stop, facts);
        continuation::read(self, Stage::Body, end, offers)?;
        let cut_host = continuation::is_cut_host(self, end);
        let no_url = cut_host || self.is_pattern(end) || self.has_drive(end);
        if no_url || self.is_truncated_address(end) || self.is_word(end) {
            return NEXT;
        }
        if end == stop {
            continuation::read(self, Stage::End, end, offers)?;
        }
        let mut other = None;
        if self.is_whole() {
            continuation::read(self, Stage::Bracket, end, offers)?;
        }
        if self.may_go_on(end) {
            continuation::read(self, Stage::Line, end, offers)?;
            other = continuation::plausible(self, offers.scratch).then_some(Why::Join);
        }
        // A soft break that the URL ends before.
        let is_soft = self.front.is_encoded(self.text()) && is_soft_break(self.text(), end);
        self.offer_run(end - usize::from(is_soft), other, offers)?;
        // The part of a refused host that is a name.
        let host = self.first_host(end).filter(|_| self.has_host);
        let host = host.and_then(|host| hostname::cut(self.text(), host, end));
        let end = host.or_else(|| self.before_size(end));
        end.map_or(NEXT, |end| self.offer_run(end, None, offers))
    }

    /// Whether it has a host or is a name (`urn:`), and the run was not cut. Words follow an address, and more lines than are read follow
    /// the first one of data.
    fn is_whole(&self) -> bool {
        let may_go_on = self.has_host || self.scheme.opaque == Opaque::Other;
        may_go_on && !self.facts.has_any(Facts::CUT.or(Facts::EMPTY))
    }

    /// Whether nothing but one `?`, `:` or `.` was trimmed, so that the URL may go on in the next line.
    fn may_go_on(&self, end: usize) -> bool {
        let text = self.text();
        let one = || end + 1 == self.stop && matches!(text[end], b'?' | b':' | b'.');
        let whole = self.is_whole() && (end == self.stop || one());
        whole && !text[self.start()..end].ends_with(b".git")
    }

    /// Whether the URL that ends at `end` is the beginning of a regular expression: `http://www\\.example\\.org/`.
    fn is_pattern(&self, end: usize) -> bool {
        let host = self.body_to(end).unwrap_or_default();
        let escaped = self.has_host && self.text()[end..].starts_with(b"\\.");
        escaped && !host.is_empty() && !host.contains(&b'/')
    }

    /// Where the address that runs to `end` ends if a size limits the reports to it (RFC 7489 section 6.2): `mailto:joe@a.org!50m`.
    fn before_size(&self, end: usize) -> Option<usize> {
        let address = self.body_to(end).filter(|_| self.is_address())?;
        let at = memchr::memrchr(b'!', address)?;
        let (digits, unit) = split_run(&address[at + 1..], |b| b.is_ascii_digit());
        let is_size = matches!(
            unit,
            [] | [b'k' | b'K' | b'm' | b'M' | b'g' | b'G' | b't' | b'T']
        );
        (!digits.is_empty() && is_size).then_some(self.body + at)
    }

    /// Whether a drive stands for the host of the URL that ends at `end`: `file://C:\x`. That is no host.
    pub(super) fn has_drive(&self, end: usize) -> bool {
        end == self.body + 1
            && self.text()[end..].starts_with(b":\\")
            && self.scheme.name() == "file"
    }

    /// Whether nothing but a word of the sentence follows `://`, as in `http://를` (tests/spec/scripts.md).
    fn is_word(&self, end: usize) -> bool {
        let word = self.body_to(end).unwrap_or_default();
        self.has_host && self.facts.has_any(Facts::HIGH) && is_of_sentence(word)
    }

    /// `[mailto:joe@e...]`: whether an archive shows only the beginning of the address (tests/spec/truncated-address.md). Then it is
    /// no address.
    pub(super) fn is_truncated_address(&self, end: usize) -> bool {
        let address = self.body_to(end).unwrap_or_default();
        let domain = || Some(&address[memchr::memrchr(b'@', address)?..]);
        self.is_address()
            && self.text()[end..].starts_with(b"..")
            && domain().is_some_and(|domain| !domain.contains(&b'.'))
    }

    /// Begins the pieces with what the URL has before its own text.
    pub(super) fn begin(&self, pieces: &mut Pieces) {
        self.front.begin(self.start(), pieces);
    }

    /// Offers the text up to `end` as it stands.
    fn offer_run(&self, end: usize, other: Option<Why>, offers: &mut Offers<'_>) -> Taken {
        self.begin(&mut offers.scratch.pieces);
        offers.scratch.pieces.push(self.start()..end, Gap::None);
        let flaw = self.facts.has_all(Facts::TOO_LONG);
        let flaw = flaw.then_some(Flaw::TooLong).into_iter();
        self.offer(flaw.collect(), other, Some(end), offers)
    }

    /// Offers the pieces in the scratch up to their brackets' and their tail's end. `keeps` is why the URL that ends at `end` without them
    /// stays an alternative, if it does.
    pub(super) fn offer_joined(
        &self,
        flaw: Option<Flaw>,
        keeps: Option<Why>,
        end: usize,
        offers: &mut Offers<'_>,
    ) -> Taken {
        if !self.finish(offers.scratch) {
            return NEXT;
        }
        if keeps.is_some() {
            self.begin(&mut offers.scratch.other);
            offers.scratch.other.push(self.start()..end, Gap::None);
        }
        let flaws = flaw.into_iter().collect();
        self.offer(flaws, keeps, None, offers)
    }

    /// Cuts the pieces in the scratch at their brackets' and their tail's end; false if they do not join anything then.
    pub(super) fn finish(&self, scratch: &mut Scratch) -> bool {
        let (Scratch { pieces, url, .. }, head) = (scratch, self.head());
        pieces.drop_percents(self.text());
        pieces.drop_set_hyphens(self.text());
        let url = pieces.url(self.text(), url);
        let mut notable = Notable::new(url, head, self.context.engine);
        let run = run::of_body(url, head, self.has_host, &mut notable, head);
        pieces.truncate(run.end);
        let end = without_word(self, &url[..run.end], head, pieces.span().end);
        let end = tail::without(url, 0, head, end);
        pieces.truncate(end);
        // A query may end in a coded `=`. Nothing else that stands for other bytes joins anything.
        end > head
            && pieces
                .list
                .iter()
                .filter(|piece| piece.instead.is_none_or(|bytes| bytes == b"="))
                .count()
                > 1 + self.front.runs()
    }

    /// Offers the URL that the pieces in the scratch make, if it has its scheme's shape; `other` pieces there are another reading. What
    /// delimits it would close at `close`.
    pub(super) fn offer(
        &self,
        flaws: Flaws,
        other: Option<Why>,
        close: Option<usize>,
        offers: &mut Offers<'_>,
    ) -> Taken {
        let scratch = &mut *offers.scratch;
        if scratch.pieces.span().is_empty() {
            return NEXT;
        }
        let mut reading = Reading::new(self.text(), &scratch.pieces, &mut scratch.url);
        reading.flaws = reading.flaws | flaws | self.flaws;
        reading.other = other.map(|why| (why, &scratch.other));
        let is_before = |end: usize| close.is_none_or(|close| end <= close);
        let plain = self
            .plain
            .filter(|&end| self.has_host && self.goes_on_at(end) && is_before(end));
        let scheme = self.scheme;
        reading.authority = plain.map(|end| PlainAuthority { scheme, end });
        let closed = |by: u8| close.filter(|&at| self.text().get(at) == Some(&by));
        if matches!(self.candidate.form, Form::Prefix | Form::Schemeless) {
            (reading.form, reading.outer.start) = (self.candidate.form, self.candidate.outer);
        }
        if self.candidate.form == Form::Quoted
            && let Some(at) = closed(b'"')
        {
            reading.form = Form::Quoted;
            reading.outer = Span::from(self.candidate.outer..at + 1);
        } else if self.text().get(self.body) == Some(&b'<')
            && let Some(at) = closed(b'>')
        {
            reading.outer.end = at + 1;
        }
        let is_plain =
            reading.flawless_scheme(&scratch.pieces).is_some() || self.is_plain(reading.url);
        reading.plain = is_plain.then_some(scheme);
        let has_shape = || self.has_shape(reading.url, reading.form);
        debug_assert!(!is_plain || has_shape());
        if is_plain || has_shape() {
            (offers.take)(&reading)
        } else {
            NEXT
        }
    }
}
