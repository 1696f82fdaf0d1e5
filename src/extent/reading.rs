//! A reading: one way to take a candidate, as it is offered, before anything is allocated for it.

use std::ops::{ControlFlow, Range};

use super::hyphen;
use super::pieces::Pieces;
use crate::flaw::{Flaw, Flaws};
use crate::profile::Profile;
use crate::scan::Form;
use crate::text::Map;
use crate::url::{self, Scheme, Url};

/// Why there is another reading of a match's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Why {
    /// A hyphen at a line break is left out, or kept.
    Hyphen,
    /// The URL is cut at the line break, or joined over it.
    Join,
    /// A blank within a wrapper is dropped.
    Blank,
}

impl Why {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Why::Hyphen => "hyphen",
            Why::Join => "join",
            Why::Blank => "blank",
        }
    }
}

/// One way to take a candidate. It borrows its parts: only a match allocates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading<'s> {
    /// The text that positions count in, and the map from it to the text that is searched, if that is another one.
    pub(super) text: &'s [u8],
    pub(super) under: Option<&'s Map>,
    pub(super) url: &'s [u8],
    /// From the URL's first byte to its last; its pieces, unless it is those bytes as they stand.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) pieces: Option<&'s Pieces>,
    /// With its wrapper or prefix: bytes of the text that is searched.
    pub(crate) outer: (usize, usize),
    pub(crate) form: Form,
    pub(super) flaws: Flaws,
    /// Its scheme, and the flaws that the parser's first step finds, where they are known.
    pub(super) authority: Option<(&'static Scheme, Flaws)>,
    /// Another reading of the same place.
    pub(super) other: Option<Other<'s>>,
    /// The scheme that is meant where none is written, with its colon and slashes.
    pub(super) assumed: &'static str,
    /// Where the same wrapper holds another URL.
    pub(crate) resume: Option<usize>,
}

/// What else a place can be read as.
#[derive(Clone, Copy, Debug)]
pub(super) enum Other<'s> {
    /// Up to this end, as it stands.
    Cut(usize),
    /// With these pieces.
    Pieces(Why, &'s Pieces),
}

/// Takes readings, best first, until it wants no more; and has room for their parts, which is kept from candidate to candidate.
pub(crate) struct Offers<'f> {
    pub(crate) take: &'f mut dyn FnMut(&Reading<'_>) -> ControlFlow<()>,
    pub(crate) room: &'f mut Room,
}

/// Whether a reading was taken.
pub(crate) type Taken = ControlFlow<()>;

/// Goes on with the next reading.
pub(super) const NEXT: Taken = ControlFlow::Continue(());

/// Room for the pieces of a reading, of another one of the same place, and for the URL.
#[derive(Clone, Default, Debug)]
pub(crate) struct Room {
    pub(super) pieces: Pieces,
    pub(super) other: Pieces,
    pub(super) url: Vec<u8>,
}

impl<'s> Reading<'s> {
    /// The text `start..end` as it stands.
    pub(super) fn plain(text: &'s [u8], start: usize, end: usize) -> Reading<'s> {
        Reading {
            text,
            under: None,
            url: &text[start..end],
            start,
            end,
            pieces: None,
            outer: (start, end),
            form: Form::Bare,
            flaws: Flaws::NONE,
            authority: None,
            other: None,
            assumed: "",
            resume: None,
        }
    }

    /// The URL that is made of `pieces`, of which there is one at least; it is written into `url` if it is not one of them as it
    /// stands.
    pub(super) fn new(text: &'s [u8], pieces: &'s Pieces, url: &'s mut Vec<u8>) -> Reading<'s> {
        let Range { start, end } = pieces.span();
        let mut reading = Reading::plain(text, start, end);
        if pieces.verbatim().is_none() {
            if hyphen::count(text, pieces) > 0 {
                reading.flaws.add(Flaw::HyphenAtBreak);
            }
            if pieces.has_at() {
                reading.flaws.add(Flaw::ObfuscatedAt);
            }
            pieces.write(text, url);
            (reading.url, reading.pieces) = (url, Some(pieces));
        }
        reading
    }

    /// The flaws that are known, and whether the profile refuses the URL for them.
    pub(crate) fn judge(&self, profile: &Profile) -> (Flaws, bool) {
        match self.authority {
            Some((scheme, flaws)) if !profile.needs_validation() => {
                let flaws = self.flaws | flaws;
                (flaws, profile.refuses(scheme, flaws))
            }
            _ => judge(
                self.assumed_url().as_deref().unwrap_or(self.url),
                self.flaws,
                profile,
            ),
        }
    }

    /// The URL that is meant where no scheme is written.
    pub(crate) fn assumed_url(&self) -> Option<Vec<u8>> {
        (!self.assumed.is_empty()).then(|| [self.assumed.as_bytes(), self.url].concat())
    }

    /// Where the URL stands, if it does in one piece and as it is.
    pub(crate) fn verbatim(&self) -> Option<Range<usize>> {
        let plain = self.pieces.is_none() && self.under.is_none();
        plain.then_some(self.start..self.end)
    }

    /// The URL, and the map from it to the text that is searched.
    pub(crate) fn unfold(&self) -> (Vec<u8>, Map) {
        match self.pieces {
            Some(pieces) => self.unfold_other(pieces),
            None => self.unfold_other(&Pieces::from_run(self.start..self.end)),
        }
    }

    fn unfold_other(&self, pieces: &Pieces) -> (Vec<u8>, Map) {
        pieces.unfold(self.text, self.under.unwrap_or(&Map::shift(0)))
    }

    /// Gives each other reading that the profile accepts: without hyphens at breaks, then the one that a rule keeps.
    pub(crate) fn alternatives(&self, profile: &Profile, give: &mut dyn FnMut(Why, Vec<u8>, Map)) {
        let mut give_accepted = |why, pieces: &Pieces| {
            let (url, map) = self.unfold_other(pieces);
            let assumed = [self.assumed.as_bytes(), &url].concat();
            if !judge(&assumed, Flaws::NONE, profile).1 {
                give(why, url, map);
            }
        };
        let mut other = Pieces::default();
        let hyphens = self
            .pieces
            .map_or(0, |pieces| hyphen::count(self.text, pieces));
        for (number, pieces) in (0..hyphens).zip(std::iter::repeat(self.pieces).flatten()) {
            hyphen::without(self.text, pieces, number, &mut other);
            give_accepted(Why::Hyphen, &other);
        }
        match self.other {
            None => {}
            Some(Other::Pieces(why, pieces)) => give_accepted(why, pieces),
            Some(Other::Cut(end)) => {
                let mut cut = Pieces::from_run(self.start..end);
                cut.front = self.pieces.map_or("", |pieces| pieces.front);
                give_accepted(Why::Join, &cut);
            }
        }
    }
}

/// The flaws that are known of a URL beside `flaws`, and whether the profile refuses it for them.
fn judge(url: &[u8], mut flaws: Flaws, profile: &Profile) -> (Flaws, bool) {
    let scheme = match profile.needs_validation() {
        true => {
            let mut url = Url::parse_authority(url, &mut flaws);
            url.validate(&mut flaws);
            url.scheme_info()
        }
        false => url::judge(url, &mut flaws),
    };
    (flaws, profile.refuses(scheme, flaws))
}
