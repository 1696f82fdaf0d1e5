//! Bare URLs: what no rule asks about, and the readings of all others in turn.

use std::ops::Range;

use super::continuation::{self, Stage};
use super::facts::Facts;
use super::pieces::Gap;
use super::reading::{NEXT, Offers, Other, Reading, Room, Taken};
use super::run::{self, Notable};
use super::{Extent, Why, delimited, has_shape, host, refang, trim};
use crate::flaw::{Flaw, Flaws};
use crate::scan::Form;
use crate::url::Opaque;

/// The first reading of a candidate that no rule has anything to ask about.
#[derive(Clone, Debug)]
pub(crate) struct Undisputed {
    pub(crate) url: Range<usize>,
    /// With its wrapper, prefix or quotes.
    pub(crate) outer: Range<usize>,
    pub(crate) form: Form,
}

impl Extent<'_> {
    /// The first reading, where no rule has anything to ask: [`read`](super::read) would offer it first.
    #[inline]
    pub(crate) fn undisputed(&self) -> Option<Undisputed> {
        let (text, start, facts) = (self.text(), self.start(), self.facts);
        let (form, outer) = (self.candidate.form, self.candidate.outer);
        if self.context.options.profile.needs_validation() || !self.front.is_empty() {
            return None;
        }
        if matches!(form, Form::Angle | Form::Wrapper) {
            let closed =
                text.get(self.stop) == Some(&b'>') && self.stop - start < delimited::MAX_BYTES;
            let whole = closed
                && !facts.meets(Facts::CUT.or(Facts::REFUSED))
                && self.is_flawless(self.stop);
            return whole.then_some(Undisputed {
                url: start..self.stop,
                outer: outer..self.stop + 1,
                form,
            });
        }
        if facts.meets(continuation::ASKED) && continuation::may_join(self) {
            return None;
        }
        let end = trim::end(self, self.stop, facts);
        let (outer, form) = match form {
            Form::Quoted if text.get(end) == Some(&b'"') => (outer..end + 1, form),
            // Its quotes may close on the next line.
            Form::Quoted if facts.meets(Facts::BREAK.or(Facts::CUT).or(Facts::HIGH)) => {
                return None;
            }
            Form::Quoted => (start..end, Form::Bare),
            _ => (outer..end, form),
        };
        self.is_flawless(end).then_some(Undisputed {
            url: start..end,
            outer,
            form,
        })
    }

    /// Whether the parser's first step finds no flaw in the URL that ends at `end`, and an opaque one has its shape.
    #[inline]
    fn is_flawless(&self, end: usize) -> bool {
        match self.has_host {
            true => self.authority_up_to(end) == Some(Flaws::NONE),
            false => {
                self.scheme.opaque == Opaque::Address
                    && !self.is_truncated_address(end)
                    && self.has_shape(&self.text()[self.start()..end], self.candidate.form)
            }
        }
    }

    fn has_shape(&self, url: &[u8], form: Form) -> bool {
        let colon = self.head - if self.has_host { 3 } else { 1 };
        has_shape(url, self.scheme, colon, form)
    }

    /// Offers the readings of a bare URL until one is taken; `flaws` are those of the wrapper that it stood in.
    pub(super) fn read(&self, flaws: Flaws, offers: &mut Offers<'_>) -> Taken {
        let (form, Offers { take, room }) = (self.form(), offers);
        let take = &mut |reading: &Reading<'_>| match self.has_shape(reading.url, form) {
            true => take(&Reading {
                flaws: reading.flaws | flaws,
                ..*reading
            }),
            false => NEXT,
        };
        self.read_any(&mut Offers { take, room })
    }

    /// The same, whatever their shape.
    fn read_any(&self, offers: &mut Offers<'_>) -> Taken {
        let (stop, facts) = (self.stop, self.facts);
        if self.context.options.refang {
            refang::read_host(self, offers)?;
        }
        delimited::read(self, offers)?;
        continuation::read(self, Stage::Body, stop, offers)?;
        if facts.has(Facts::BROKEN_SCHEME) {
            return NEXT;
        }
        if facts.has(Facts::REFUSED) {
            return self.offer_cut_host(stop, offers);
        }
        let end = trim::end(self, stop, facts);
        if self.is_pattern(end) || self.is_truncated_address(end) {
            return NEXT;
        }
        if end == stop {
            continuation::read(self, Stage::End, end, offers)?;
        }
        let mut plausible = false;
        if self.may_go_on(end) {
            continuation::read(self, Stage::Line, end, offers)?;
            plausible = continuation::plausible(self, offers.room);
        }
        self.offer_plain(end, plausible, offers)?;
        self.offer_cut_host(end, offers)
    }

    /// Whether nothing but one `?`, `:` or `.` was trimmed, so that the URL may go on in the next line.
    fn may_go_on(&self, end: usize) -> bool {
        let text = self.text();
        let one = || end + 1 == self.stop && matches!(text[end], b'?' | b':' | b'.');
        let whole = self.has_host && !self.facts.meets(Facts::CUT.or(Facts::EMPTY));
        whole && (end == self.stop || one()) && !text[self.start()..end].ends_with(b".git")
    }

    /// Whether the URL that ends at `end` is the beginning of a regular expression: `http://www\\.example\\.org/`.
    fn is_pattern(&self, end: usize) -> bool {
        let host = self.text().get(self.body..end).unwrap_or_default();
        let escaped = self.has_host && self.text()[end..].starts_with(b"\\.");
        escaped && !host.is_empty() && !host.contains(&b'/')
    }

    /// `[mailto:joe@e...]`: whether an archive shows only the beginning of the address (tests/spec/truncated-address.md). Then it is
    /// nobody's.
    fn is_truncated_address(&self, end: usize) -> bool {
        let address = self.text().get(self.body..end).unwrap_or_default();
        let domain = || Some(&address[memchr::memrchr(b'@', address)?..]);
        self.scheme.opaque == Opaque::Address
            && self.text()[end..].starts_with(b"..")
            && domain().is_some_and(|domain| !domain.contains(&b'.'))
    }

    /// How it stands in the text, if it is read as bare.
    pub(super) fn form(&self) -> Form {
        match self.candidate.form {
            form @ (Form::Prefix | Form::Schemeless) => form,
            _ => Form::Bare,
        }
    }

    /// Where it begins with its prefix.
    pub(super) fn outer(&self) -> usize {
        match self.candidate.form {
            Form::Prefix => self.candidate.outer,
            _ => self.start(),
        }
    }

    /// Offers the text up to `end` as it stands, or with a scheme put before it; quoted if quotes stand directly around it. With
    /// `plausible`, the room holds another reading.
    fn offer_plain(&self, end: usize, plausible: bool, offers: &mut Offers<'_>) -> Taken {
        let (text, start) = (self.text(), self.start());
        if end <= start {
            return NEXT;
        }
        let Room { pieces, other, url } = offers.room;
        let mut reading = match self.front {
            "" => Reading::plain(text, start, end),
            front => {
                pieces.restart(front);
                pieces.push(start..end, Gap::None);
                Reading::new(text, pieces, url)
            }
        };
        (reading.outer, reading.form) = match self.candidate.form {
            Form::Quoted if text.get(end) == Some(&b'"') => {
                ((self.candidate.outer, end + 1), Form::Quoted)
            }
            _ => ((self.outer(), end), self.form()),
        };
        reading.authority = self.authority_up_to(end).map(|flaws| (self.scheme, flaws));
        reading.other = plausible.then_some(Other::Pieces(Why::Join, other));
        if self.facts.has(Facts::TOO_LONG) {
            reading.flaws.add(Flaw::TooLong);
        }
        (offers.take)(&reading)
    }

    /// Offers the pieces in the room up to their brackets' and their tail's end; `cut` is where the URL ends without them, if that
    /// stays an alternative.
    pub(super) fn offer_joined(
        &self,
        flaw: Flaw,
        cut: Option<usize>,
        offers: &mut Offers<'_>,
    ) -> Taken {
        if !self.finish(offers.room) {
            return NEXT;
        }
        let Room { pieces, url, .. } = offers.room;
        let mut reading = Reading::new(self.text(), pieces, url);
        reading.outer.0 = self.outer();
        reading.form = self.form();
        reading.flaws.add(flaw);
        reading.other = cut.map(Other::Cut);
        (offers.take)(&reading)
    }

    /// Cuts the pieces in the room at their brackets' and their tail's end; false if they do not join anything then.
    pub(super) fn finish(&self, room: &mut Room) -> bool {
        let Room { pieces, url, .. } = room;
        pieces.write(self.text(), url);
        let mut notable = Notable::new(url, self.head, self.context.engine);
        let run = run::of_body(url, self.head, self.has_host, &mut notable, self.head);
        let end = trim::tail(url, 0, self.head, run.end);
        pieces.truncate(end);
        end > self.head && pieces.verbatim().is_none()
    }

    /// Offers as much of a host that cannot be one as can.
    fn offer_cut_host(&self, end: usize, offers: &mut Offers<'_>) -> Taken {
        let cut = self
            .has_host
            .then(|| host::cut(self.text(), self.body, end));
        match cut.flatten() {
            Some(end) => self.offer_plain(end, false, offers),
            None => NEXT,
        }
    }
}
