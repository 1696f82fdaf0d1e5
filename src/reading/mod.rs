//! Readings: the ways in which a candidate can be taken, best first. One rule a file, each with its page of cases in
//! tests/spec.
//!
//! A reading proposes, the parser disposes: readings are offered in turn and none is collected; the first that the profile
//! accepts is the match. Other readings of the one taken travel with it as alternatives.

mod at;
mod attribute;
mod bare;
mod blank;
mod blank_address;
mod blank_host;
mod bracketed_id;
mod brackets;
mod broken_host;
mod broken_scheme;
mod cut_escape;
mod direct;
mod email;
mod enclosed;
mod fold;
mod hyphen;
mod join;
mod masked;
mod quote_prefix;
mod quoted;
mod refang;
mod refused_host;
mod schemeless;
mod second;
mod soft_break;
mod square;
mod stars;
mod stop;
mod tail;
mod twin;
mod unspaced;
mod wrapper;

pub(crate) use attribute::Standing;
pub(crate) use direct::{Direct, read as read_directly};
pub(crate) use fold::Fold;
pub(crate) use hyphen::without as without_hyphens;
#[cfg(feature = "lint")]
pub(crate) use tail::trim as without_tail;

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use crate::flaw::{Flaw, Flaws};
use crate::options::Options;
use crate::scan::{Candidate, Form};
use crate::text::Map;
use crate::url::{Bare, Query, Scheme};

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

/// One way to take a candidate. Small, since each is handed on by value; what most have not is in a box.
#[derive(Clone, Debug)]
pub(crate) struct Reading<'t> {
    /// The URL as it lies, if in one piece; else see [`bytes`](Reading::bytes).
    lies: &'t [u8],
    /// Where it begins in the text.
    start: usize,
    /// With its wrapper or prefix: bytes of the text.
    pub(crate) outer: Range<usize>,
    pub(crate) form: Form,
    pub(crate) flaws: Flaws,
    /// Its scheme, if the parser's first step is known to find no flaw.
    pub(crate) flawless: Option<&'static Scheme>,
    rare: Option<Box<Rare>>,
}

/// What few readings have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rare {
    /// The URL and its runs, where it does not stand in one piece.
    folded: Option<Folded>,
    /// Other readings of the same place.
    pub(crate) others: Vec<(Why, Fold)>,
    /// The URL that is meant where the scheme is missing.
    pub(crate) assumed: Option<Vec<u8>>,
    /// Where the same wrapper holds another URL.
    pub(crate) resume: Option<usize>,
}

/// A URL in several pieces.
#[derive(Clone, Debug)]
struct Folded {
    bytes: Vec<u8>,
    /// From `bytes` to the text.
    map: Map,
    fold: Fold,
}

impl<'t> Reading<'t> {
    /// A URL in one piece.
    #[inline]
    fn plain(text: &'t [u8], at: Range<usize>, outer: Range<usize>, form: Form) -> Reading<'t> {
        Reading {
            start: at.start,
            lies: &text[at],
            outer,
            form,
            flaws: Flaws::NONE,
            flawless: None,
            rare: None,
        }
    }

    /// A URL in several pieces; one piece is taken as it lies.
    fn folded(text: &'t [u8], fold: Fold, outer: Range<usize>, form: Form) -> Reading<'t> {
        if let Some(at) = fold.one_piece() {
            return Reading::plain(text, at, outer, form);
        }
        let (bytes, map) = fold.unfold(text);
        let mut reading = Reading {
            start: map.source_of(0).start as usize,
            ..Reading::plain(text, 0..0, outer, form)
        };
        if !hyphen::at_breaks(text, &fold).is_empty() {
            reading.flaws.add(Flaw::HyphenAtBreak);
        }
        if fold.has_at() {
            reading.flaws.add(Flaw::ObfuscatedAt);
        }
        reading.rare_mut().folded = Some(Folded { bytes, map, fold });
        reading
    }

    /// The URL.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.rare {
            None => self.lies,
            Some(rare) => rare.folded.as_ref().map_or(self.lies, |made| &made.bytes),
        }
    }

    /// The URL, or the one that it means.
    #[inline]
    pub(crate) fn judged(&self) -> &[u8] {
        let assumed = self.rare().and_then(|rare| rare.assumed.as_deref());
        assumed.unwrap_or(self.bytes())
    }

    /// The URL as it lies, or made of its pieces with the map from it to the text.
    pub(crate) fn into_bytes(self) -> (Cow<'t, [u8]>, Map, Option<Rare>) {
        let mut rare = self.rare.map(|rare| *rare);
        match rare.as_mut().and_then(|rare| rare.folded.take()) {
            Some(folded) => (Cow::Owned(folded.bytes), folded.map, rare),
            None => (
                Cow::Borrowed(self.lies),
                Map::shift(self.start as u64),
                rare,
            ),
        }
    }

    /// The runs, where it does not stand in one piece.
    pub(crate) fn fold(&self) -> Option<&Fold> {
        let folded = self.rare()?.folded.as_ref()?;
        Some(&folded.fold)
    }

    /// What few readings have.
    #[inline]
    pub(crate) fn rare(&self) -> Option<&Rare> {
        self.rare.as_deref()
    }

    fn rare_mut(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    /// The same with other bytes, to be judged.
    pub(crate) fn instead(&self, bytes: &'t [u8]) -> Reading<'t> {
        let mut reading = Reading::plain(bytes, 0..bytes.len(), 0..0, self.form);
        if let Some(assumed) = self.rare().and_then(|rare| rare.assumed.clone()) {
            reading.rare_mut().assumed = Some(assumed);
        }
        reading
    }

    /// Where it begins in the text.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// The name of its scheme, or what stands there.
    pub(crate) fn scheme(&self) -> &[u8] {
        let end = memchr::memchr(b':', self.bytes()).unwrap_or(0);
        &self.bytes()[..end]
    }

    /// Whether both make the same match.
    pub(crate) fn is_like(&self, other: &Reading<'_>) -> bool {
        let made = |r: &Reading<'_>| (r.form, r.start, r.outer.clone(), r.flaws);
        made(self) == made(other) && self.bytes() == other.bytes()
    }

    #[inline]
    fn with(mut self, flaws: Flaws) -> Self {
        self.flaws = self.flaws | flaws;
        self
    }
}

/// Takes a reading if it can be a match.
pub(crate) type Offer<'f, 't> = &'f mut dyn FnMut(Reading<'t>) -> ControlFlow<()>;

/// Offers every reading of `candidate` until one is taken; nothing before `from` belongs to it.
pub(crate) fn read<'t>(
    text: &'t [u8],
    from: usize,
    candidate: &Candidate,
    options: &Options,
    offer: Offer<'_, 't>,
) -> ControlFlow<()> {
    match candidate.form {
        Form::Wrapper | Form::Angle => wrapper::read(text, from, candidate, options, offer),
        Form::Quoted => {
            quoted::read(text, candidate, offer)?;
            bare::read(text, from, candidate, Flaws::NONE, options, offer)
        }
        Form::Schemeless => schemeless::read(text, from, candidate, options, offer),
        Form::Email => email::read(text, candidate, offer),
        Form::Refanged => refang::read(text, from, candidate.start, offer),
        _ => bare::read(text, from, candidate, Flaws::NONE, options, offer),
    }
}

/// A URL in several pieces up to its brackets' and its tail's end; none if nothing is left behind `body`. `host` is where its host
/// begins.
fn finish(text: &[u8], mut fold: Fold, host: Option<usize>, body: usize) -> Option<Fold> {
    let (bytes, _) = fold.unfold(text);
    let end = brackets::cut(&bytes, host, body, bytes.len());
    let end = tail::trim(&bytes, 0, body, end);
    fold.truncate(end);
    (end > body).then_some(fold)
}

/// Whether the URL has what its scheme asks for where it stands in this form (tests/spec/opaque.md).
#[inline]
fn has_shape(url: &[u8], scheme: &Scheme, colon: usize, form: Form) -> bool {
    let rest = url.get(colon + 1..).unwrap_or_default();
    if rest.starts_with(b"//") {
        // Host and path are the parser's affair; for opaque schemes something must be there.
        return !matches!(scheme.bare, Bare::Shape(_)) || !matches!(rest[2..], [] | [b'#', ..]);
    }
    let end = match (memchr::memchr(b'#', rest), scheme.name()) {
        // Programs write identifiers of articles with `#`, as they are.
        (Some(hash), "news" | "snews") if rest[hash..].contains(&b'@') => rest.len(),
        (hash, _) => hash.unwrap_or(rest.len()),
    };
    let rest = &rest[..end];
    let asked = Query {
        scheme: &url[..colon],
        rest,
        angle: form == Form::Angle,
    };
    let lower = || !asked.scheme.iter().any(u8::is_ascii_uppercase);
    match (form, scheme.bare) {
        _ if rest.is_empty() => false,
        // The wrapper vouches for all but an address without `@`.
        (Form::Wrapper, _) => {
            let at = || rest.contains(&b'@') || memchr::memmem::find(rest, b"%40").is_some();
            scheme.name() != "mailto" || at()
        }
        (_, Bare::Shape(shape)) => shape(&asked),
        (Form::Angle, Bare::Slashes) => scheme.is_known() && lower(),
        (_, Bare::Slashes) => false,
    }
}
