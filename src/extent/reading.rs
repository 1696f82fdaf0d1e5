//! A reading: one way to take the text at a candidate as a URL. `http://a.org/x-⏎y` has several, joined or cut at the line break.
//!
//! Readings are offered in turn, best first, and the first that is accepted is the match. Most are refused, so a reading only borrows its
//! parts: nothing is allocated before one is accepted.

use std::ops::{ControlFlow, Range};

use crate::flaw::{Flaw, Flaws};
use crate::profile::Profile;
use crate::scan::Form;
use crate::span::Span;
use crate::text::Map;
use crate::text::line::Starts;
use crate::text::pieces::Pieces;
use crate::url::{self, Components, Scheme};
use crate::why::Why;

/// One way to take a candidate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading<'s> {
    /// The text that the pieces are of, and the map from it to the text that is searched, if that is another one.
    pub(super) text: &'s [u8],
    pub(super) parent: Option<&'s Map>,
    pub(super) pieces: &'s Pieces,
    pub(crate) url: &'s [u8],
    /// With its wrapper or prefix: bytes of the text that is searched.
    pub(crate) outer: Span,
    pub(crate) form: Form,
    pub(super) flaws: Flaws,
    /// The authority, if nothing is wrong with it and the URL goes on after it.
    pub(super) authority: Option<PlainAuthority>,
    /// The scheme, if it and the authority or address are such that nothing can be wrong with the URL.
    pub(super) plain: Option<&'static Scheme>,
    /// Another reading of the same place.
    pub(super) other: Option<(Why, &'s Pieces)>,
    /// The scheme that is meant where none is written, with its colon and slashes.
    pub(super) assumed: &'static str,
    /// Where the same wrapper holds another URL.
    pub(crate) resume: Option<usize>,
}

/// An authority with which nothing is wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainAuthority {
    pub(super) scheme: &'static Scheme,
    /// Where it ends in the text.
    pub(super) end: usize,
}

/// What takes readings, best first, until it has enough; and the buffers for their parts, which all candidates share.
pub(crate) struct Offers<'f> {
    pub(crate) take: &'f mut dyn FnMut(&Reading<'_>) -> Taken,
    pub(crate) scratch: &'f mut Scratch,
}

/// Whether a reading was taken.
pub(crate) type Taken = ControlFlow<()>;

/// Goes on with the next reading.
pub(super) const NEXT: Taken = ControlFlow::Continue(());

/// Buffers for the pieces of a reading, for those of another one of the same place, and for the URL.
#[derive(Clone, Default, Debug)]
pub(crate) struct Scratch {
    pub(super) pieces: Pieces,
    pub(super) other: Pieces,
    pub(super) url: Vec<u8>,
    /// The lines of the URLs that were rewritten.
    pub(super) lines: Starts,
}

impl<'s> Reading<'s> {
    /// The URL that is made of `pieces` (at least one). It is written into `url` if it is not one run of the text.
    pub(super) fn new(text: &'s [u8], pieces: &'s Pieces, url: &'s mut Vec<u8>) -> Reading<'s> {
        let mut flaws = Flaws::NONE;
        if pieces.hyphens(text) > 0 {
            flaws.add(Flaw::HyphenAtBreak);
        }
        if pieces.has_at() {
            flaws.add(Flaw::ObfuscatedAt);
        }
        Reading {
            text,
            parent: None,
            pieces,
            url: pieces.url(text, url),
            outer: pieces.span().into(),
            form: Form::Bare,
            flaws,
            authority: None,
            plain: None,
            other: None,
            assumed: "",
            resume: None,
        }
    }

    /// Whether its authority or address is plain.
    pub(crate) fn is_plain(&self) -> bool {
        self.plain.is_some()
    }

    /// The flaws that are known, and whether the profile refuses the URL for them.
    pub(crate) fn judge(&self, profile: &Profile) -> (Flaws, bool) {
        match self.plain.filter(|_| !profile.needs_validation()) {
            Some(scheme) => {
                debug_assert!(is_flawless(self.url, scheme));
                (self.flaws, profile.refuses(scheme, self.flaws))
            }
            None => self.judge_pieces(self.pieces, self.url, self.flaws, profile),
        }
    }

    /// Judges the URL that `pieces` make and that has these flaws.
    fn judge_pieces(
        &self,
        pieces: &Pieces,
        url: &[u8],
        mut flaws: Flaws,
        profile: &Profile,
    ) -> (Flaws, bool) {
        let known = self.flawless_scheme(pieces);
        let scheme = match known.filter(|_| !profile.needs_validation()) {
            Some(scheme) => scheme,
            _ if self.assumed.is_empty() => judge(url, &mut flaws, profile),
            _ => {
                let assumed = [self.assumed.as_bytes(), url].concat();
                judge(&assumed, &mut flaws, profile)
            }
        };
        (flaws, profile.refuses(scheme, flaws))
    }

    /// The scheme, if the authority ends in the first run of the text that `pieces` have, and nothing is wrong with them.
    pub(super) fn flawless_scheme(&self, pieces: &Pieces) -> Option<&'static Scheme> {
        let PlainAuthority { scheme, end } = self.authority?;
        let mut runs = pieces.list.iter().filter(|piece| piece.instead.is_none());
        runs.next().filter(|run| run.end > end).map(|_| scheme)
    }

    /// The URL that is meant where no scheme is written.
    pub(crate) fn assumed_url(&self) -> Option<Vec<u8>> {
        (!self.assumed.is_empty()).then(|| [self.assumed.as_bytes(), self.url].concat())
    }

    /// The same reading, in this form, of the text to which `map` leads from this one.
    pub(super) fn in_parent<'m>(&self, map: &'m Map, form: Option<Form>) -> Reading<'m>
    where
        's: 'm,
    {
        Reading {
            form: form.unwrap_or(self.form),
            parent: Some(map),
            outer: map.outer(self.outer.range()).into(),
            resume: self.resume.map(|at| map.source_of(at).start as usize),
            ..*self
        }
    }

    /// Whether the URL is one run of the text that is searched.
    pub(crate) fn is_verbatim(&self) -> bool {
        self.parent.is_none() && self.pieces.verbatim().is_some()
    }

    /// From the URL's first byte to its last in the text that is searched.
    pub(crate) fn span(&self) -> Range<usize> {
        let span = self.pieces.span();
        self.parent.map_or(span.clone(), |map| map.outer(span))
    }

    /// Whether the URL may have other bytes than the text that is searched.
    pub(crate) fn may_differ(&self) -> bool {
        self.parent.is_some() || self.pieces.list.iter().any(|piece| piece.instead.is_some())
    }

    /// The map from the URL to the text that is searched.
    pub(crate) fn map(&self) -> Map {
        self.pieces.map(self.text, self.parent)
    }

    /// Gives each other reading that the profile accepts: without hyphens at breaks, then the one that a rule keeps.
    pub(crate) fn alternatives(&self, profile: &Profile, give: &mut dyn FnMut(Why, Vec<u8>, Map)) {
        let mut give_accepted = |why, pieces: &Pieces| {
            let url = pieces.to_url(self.text);
            if !self.judge_pieces(pieces, &url, Flaws::NONE, profile).1 {
                give(why, url, pieces.map(self.text, self.parent));
            }
        };
        if self.flaws.contains(Flaw::HyphenAtBreak) {
            let mut without = Pieces::default();
            for number in 0..self.pieces.hyphens(self.text) {
                self.pieces.without_hyphen(self.text, number, &mut without);
                give_accepted(Why::Hyphen, &without);
            }
        }
        if let Some((why, pieces)) = self.other {
            give_accepted(why, pieces);
        }
    }
}

/// Whether the URL is one of this scheme, and has no flaw that is known.
fn is_flawless(url: &[u8], scheme: &Scheme) -> bool {
    let mut flaws = Flaws::NONE;
    url::judge(url, &mut flaws).name() == scheme.name() && flaws.is_empty()
}

/// Adds the flaws that are known of a URL; its scheme.
fn judge(url: &[u8], flaws: &mut Flaws, profile: &Profile) -> &'static Scheme {
    if !profile.needs_validation() {
        return url::judge(url, flaws);
    }
    let url = Components::parse_authority(url, flaws);
    url.validate(flaws);
    url.scheme_info()
}
