//! The pipeline from a text to its matches: scan, candidate, readings, parse, match.

#[cfg(test)]
mod agree;
mod builder;

pub use builder::Builder;

use std::collections::VecDeque;
use std::iter::FusedIterator;
use std::ops::ControlFlow;

use crate::class::Class;
use crate::flaw::Flaws;
use crate::found::{Haystack, Match};
use crate::options::{Hyphen, Options};
use crate::reading::{self, Direct, Fold, Reading, Standing, Why};
use crate::scan::{Candidate, Form, Optional, Scan, Signs};
use crate::simd::Engine;
use crate::text::{Map, Markup};
use crate::url::{self, Url};

/// Finds URLs; made by [`Extractor::builder`], or by `default` with the defaults of the command.
///
/// ```
/// use urlgrep::Extractor;
/// let urls = Extractor::default();
/// let text = b"caf\xe9 <URL:http://a.org/x\n y>"; // need not be UTF-8
/// assert_eq!(urls.extract_bytes(text).next().unwrap().as_bytes(), b"http://a.org/xy");
/// ```
#[derive(Clone, Debug)]
pub struct Extractor {
    options: Options,
    signs: Option<Signs>,
}

impl Default for Extractor {
    fn default() -> Extractor {
        Extractor::DEFAULT
    }
}

impl Extractor {
    const DEFAULT: Extractor = Extractor {
        options: Options::DEFAULT,
        signs: None,
    };

    /// A builder with the defaults.
    pub fn builder() -> Builder {
        Builder::DEFAULT
    }

    pub(crate) fn by(options: Options) -> Extractor {
        let Options {
            schemeless,
            email,
            refang,
            ..
        } = options;
        Extractor {
            options,
            signs: Signs::new(schemeless, email, refang),
        }
    }

    /// The URLs of a string, in order; lazy. Nothing is allocated for a URL that stands in one piece.
    pub fn extract<'t>(&self, text: &'t str) -> Matches<'t, str> {
        Matches::new(text, self)
    }

    /// The URLs of bytes that need not be UTF-8 (RFC 1738 asks for US-ASCII); what is none is read as windows-1252.
    pub fn extract_bytes<'t>(&self, text: &'t [u8]) -> Matches<'t, [u8]> {
        Matches::new(text, self)
    }

    /// The URLs of a [text](crate::Text) that a container or decoder made.
    pub fn extract_text<'t>(&self, text: &'t crate::Text<'_>) -> Matches<'t, [u8]> {
        let mut matches = self.extract_bytes(&text.bytes);
        matches.html = (text.markup == Markup::Html).then_some(&text.map);
        if let (Some(optional), Some(field)) = (&mut matches.optional, &text.place.field) {
            optional.is_in_field(field.as_bytes());
        }
        matches
    }
}

/// The matches of one text, in order. They do not overlap.
#[derive(Debug)]
pub struct Matches<'t, T: Haystack + ?Sized = str> {
    options: Options,
    text: &'t T,
    /// Of a text that is HTML: where its characters come from.
    html: Option<&'t Map>,
    scan: Scan<'t>,
    /// What is looked for beside colons, by option only.
    optional: Option<Box<Optional<'t>>>,
    vain: Backoff,
    /// The end of the last match: nothing before it belongs to another.
    from: usize,
    /// Where the last match's wrapper holds another URL.
    resume: Option<Candidate>,
    /// Further readings of one place that are matches of their own (`Hyphen::Both`).
    waiting: VecDeque<Match<'t, T>>,
}

impl<'t, T: Haystack + ?Sized> Matches<'t, T> {
    fn new(text: &'t T, extractor: &Extractor) -> Self {
        let options = extractor.options;
        let signs = extractor.signs.as_ref();
        let engine = options.engine.unwrap_or_else(Engine::best);
        Matches {
            options,
            text,
            html: None,
            scan: Scan::new(text.bytes(), engine, options.lines),
            optional: signs.map(|signs| Optional::new(text.bytes(), signs)),
            vain: Backoff::default(),
            from: 0,
            resume: None,
            waiting: VecDeque::new(),
        }
    }

    /// The number of the line in which `at` is, if they are counted; else 0.
    #[inline]
    fn line_of(&self, at: usize) -> u32 {
        match self.options.lines {
            true => u32::try_from(self.scan.newlines_before(at) + 1).unwrap_or(u32::MAX),
            false => 0,
        }
    }

    fn next_candidate(&mut self) -> Option<Candidate> {
        if let Some(candidate) = self.resume.take() {
            return Some(candidate);
        }
        let (text, from) = (self.text.bytes(), self.from);
        if let Some(optional) = &mut self.optional {
            return optional.next(&mut self.scan, from, self.options.any_scheme);
        }
        self.scan.find_map(|colon| match colon < from {
            true => None,
            false => Candidate::at(text, from, colon, self.options.any_scheme),
        })
    }

    /// The text as far as it is read for `candidate`, and what the direct way makes of it.
    #[inline]
    fn directly(&mut self, candidate: &Candidate) -> (&'t [u8], Option<Direct>) {
        let text = self.vain.reach(self.text.bytes(), candidate.start);
        let direct = reading::read_directly(
            text,
            self.from,
            candidate,
            &self.options,
            self.scan.engine(),
        )
        .filter(|direct| {
            !self.options.profile.needs_rest() && !self.is_cut(text, direct.outer.end)
        });
        debug_assert!(direct.clone().is_none_or(|direct| {
            let first = self.first(text, candidate);
            first.is_some_and(|first| first.is_like(&direct.reading(text)))
        }));
        (text, direct)
    }

    /// Whether what ends at `end` was perhaps cut, since the text was read up to `text` only.
    fn is_cut(&self, text: &[u8], end: usize) -> bool {
        text.len() < self.text.bytes().len() && end + Backoff::TAIL > text.len()
    }

    /// The first reading of `candidate` that the profile accepts; with `all`, else the first one.
    fn first_accepted(
        &mut self,
        candidate: &Candidate,
        text: &'t [u8],
    ) -> Option<(Reading<'t>, Flaws, bool)> {
        let (mut accepted, mut refused) = (None, None);
        let mut end = candidate.start;
        let _ = reading::read(text, self.from, candidate, &self.options, &mut |reading| {
            let (flaws, refuses) = self.judge(&reading);
            if refuses || self.is_cut(text, reading.outer.end) {
                if matches!(reading.form, Form::Bare) || reading.form.is_by_option() {
                    end = end.max(reading.outer.end);
                }
                if refused.is_none() {
                    refused = Some((reading, flaws, false));
                }
                return ControlFlow::Continue(());
            }
            accepted = Some((reading, flaws, true));
            ControlFlow::Break(())
        });
        if accepted.is_none() {
            self.vain.add(self.text.bytes(), candidate.start);
            if let Some(optional) = &mut self.optional {
                // Nothing of what is refused is another name: a URL of 64 KiB may look like thousands.
                optional.skip(end);
            }
        }
        match accepted {
            Some(accepted) => Some(accepted),
            None if self.options.all => refused,
            None => None,
        }
    }

    /// The first reading of `candidate`.
    fn first(&self, text: &'t [u8], candidate: &Candidate) -> Option<Reading<'t>> {
        let mut first = None;
        let _ = reading::read(text, self.from, candidate, &self.options, &mut |reading| {
            first = Some(reading);
            ControlFlow::Break(())
        });
        first
    }

    /// The flaws that are known, and whether the profile refuses the reading for them.
    fn judge(&self, reading: &Reading<'_>) -> (Flaws, bool) {
        let mut flaws = reading.flaws;
        let scheme = match self.options.profile.needs_rest() {
            true => {
                let mut url = Url::parse_authority(reading.judged(), &mut flaws);
                url.validate(&mut flaws);
                url.scheme_info()
            }
            false => match reading.flawless {
                Some(scheme) => scheme,
                None => url::judge(reading.judged(), &mut flaws),
            },
        };
        debug_assert!(
            reading.flawless.is_none() || {
                let mut none = Flaws::NONE;
                Url::parse_authority(reading.judged(), &mut none);
                none.is_empty()
            }
        );
        (flaws, self.options.profile.refuses(scheme, flaws))
    }

    /// Where in its markup a reading stands.
    fn standing(&self, reading: &Reading<'t>) -> Standing<'t> {
        self.html.map_or(Standing::Text, |map| {
            Standing::of(self.text.bytes(), map, reading.start())
        })
    }

    /// What else can stand in the place of a reading.
    fn alternatives(
        &self,
        reading: &Reading<'t>,
        others: &[(Why, Fold)],
    ) -> Vec<(Why, (Vec<u8>, Map))> {
        let text = self.text.bytes();
        let hyphenless = reading
            .fold()
            .map(|fold| reading::without_hyphens(text, fold))
            .into_iter()
            .flatten()
            .map(|fold| (Why::Hyphen, fold));
        hyphenless
            .chain(others.iter().cloned())
            .map(|(why, fold)| (why, fold.unfold(text)))
            .filter(|(_, (bytes, _))| !self.judge(&reading.instead(bytes)).1)
            .collect()
    }

    /// The match that a reading makes, with its alternatives.
    fn make_match(
        &mut self,
        reading: Reading<'t>,
        flaws: Flaws,
        accepted: bool,
        standing: Standing<'t>,
    ) -> Match<'t, T> {
        let alternatives = match reading.rare() {
            None => Vec::new(),
            Some(rare) => self.alternatives(&reading, &rare.others),
        };
        let mut found = Match::new(self.text, reading, flaws, accepted, alternatives);
        if let Standing::Attribute(name) = standing {
            found.stands_in(name);
        }
        match self.options.hyphen {
            Hyphen::Keep => {}
            Hyphen::Drop => found.drop_hyphens(),
            Hyphen::Both => self.waiting.extend(found.split_hyphens()),
        }
        found.line = self.line_of(found.span().start);
        found
    }
}

/// Candidates that came to nothing, each after a long look.
///
/// 64 KiB in which nothing ends a URL may be one, and may as well hold thousands of candidates that are none, each read to the end.
/// So when some of a run have been, the others are not read that far.
#[derive(Clone, Copy, Debug, Default)]
struct Backoff {
    count: u32,
    /// Where the last one stands.
    last: usize,
}

impl Backoff {
    /// How many may be, in a run.
    const PATIENCE: u32 = 16;

    /// How far the others are read; who reads no farther does not count.
    const NEAR: usize = 256;

    /// What ends so near to where the text is cut off is cut too, but for a tail.
    const TAIL: usize = 64;

    /// The text as far as it is read for a candidate at `start`.
    fn reach<'t>(&mut self, text: &'t [u8], start: usize) -> &'t [u8] {
        if self.count > 0 && text.get(self.last..start).is_none_or(ends_a_url) {
            self.count = 0;
        }
        match self.count {
            Backoff::PATIENCE.. => near(text, start),
            _ => text,
        }
    }

    fn add(&mut self, text: &[u8], start: usize) {
        let near = near(text, start);
        if near.len() < text.len() && !ends_a_url(&near[start..]) {
            self.count += 1;
            self.last = start;
        }
    }
}

fn near(text: &[u8], start: usize) -> &[u8] {
    &text[..text.len().min(start + Backoff::NEAR)]
}

fn ends_a_url(bytes: &[u8]) -> bool {
    bytes.iter().any(|&b| Class::STOP.has(b))
}

impl<'t, T: Haystack + ?Sized> Iterator for Matches<'t, T> {
    type Item = Match<'t, T>;

    fn next(&mut self) -> Option<Match<'t, T>> {
        if let Some(mut waiting) = self.waiting.pop_front() {
            waiting.line = self.line_of(waiting.span().start);
            return Some(waiting);
        }
        loop {
            let candidate = self.next_candidate()?;
            let (text, direct) = self.directly(&candidate);
            let (reading, flaws, accepted) = match direct {
                Some(direct) if direct.lies() && self.html.is_none() => {
                    self.from = direct.outer.end;
                    let line = self.line_of(direct.at.start);
                    return Some(Match::lying(self.text, direct, line));
                }
                Some(direct) => {
                    let reading = direct.reading(text);
                    let flaws = reading.flaws;
                    (reading, flaws, true)
                }
                None => match self.first_accepted(&candidate, text) {
                    Some(accepted) => accepted,
                    None => continue,
                },
            };
            self.from = reading.outer.end;
            let resume = reading.rare().and_then(|rare| rare.resume);
            self.resume = resume.map(|start| Candidate {
                outer: start,
                start,
                scheme: None,
                ..candidate
            });
            let standing = self.standing(&reading);
            let shown = standing == Standing::Text || !standing.hides(reading.scheme());
            if shown || self.options.all {
                return Some(self.make_match(reading, flaws, accepted && shown, standing));
            }
        }
    }
}

impl<T: Haystack + ?Sized> FusedIterator for Matches<'_, T> {}

/// The URLs of a string, with the defaults: lazy, in order, nothing allocated for a URL that stands in one piece.
///
/// ```
/// for m in urlgrep::extract("See <URL:ftp://ds.in\nternic.net/rfc>.") {
///     assert_eq!(m.as_str(), "ftp://ds.internic.net/rfc");
/// }
/// ```
pub fn extract(text: &str) -> Matches<'_> {
    static DEFAULT: Extractor = Extractor::DEFAULT;
    DEFAULT.extract(text)
}
