//! The search through one text: scan, candidate, readings, parse, match.

mod backoff;
mod standing;
mod template;
mod values;

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::Extractor;
use crate::extent::{self, Context, Extent, Offers, Reading, Scratch, Undisputed};
use crate::haystack::Haystack;
use crate::matched::Match;
use crate::options::Hyphen;
use crate::scan::{Candidate, Form, Optional, Scan};
use crate::text::{Map, Markup, Notes, Text, strip_prefix_ignore_case};
use backoff::Backoff;
use standing::Standing;
use template::is_template;

pub(super) use values::is_base;

/// A search through one text, from its first candidate to its last.
#[derive(Debug)]
pub(super) struct Search<'t, T: Haystack + ?Sized> {
    text: &'t T,
    context: Context<'t>,
    /// Of a text that is HTML: where its characters come from.
    html: Option<&'t Map>,
    /// Whether [`finish`](Search::finish) would change no match.
    skips_finish: bool,
    /// The notes of the text's notation, and how many of their values have been passed.
    notes: Option<&'t Notes>,
    passed_values: usize,
    base: Option<Cow<'t, [u8]>>,
    scan: Scan<'t>,
    /// The search for URLs without a colon: only if an option asks for it, and not in a short text that has none.
    optional: Option<Box<Optional<'t>>>,
    backoff: Backoff,
    /// Where the last match's wrapper holds another URL.
    resume: Option<Candidate>,
    /// Further readings of one place that are matches of their own (`Hyphen::Both`), the last one first.
    waiting: Vec<Match<'t, T>>,
    scratch: Scratch,
}

impl<'t, T: Haystack + ?Sized> Search<'t, T> {
    /// A search through `text`. If a container made it, `decoded` is the same text with its map.
    #[inline(always)]
    pub(super) fn new(
        text: &'t T,
        extractor: &Extractor,
        decoded: Option<&'t Text<'_>>,
        optional: Option<Box<Optional<'t>>>,
        may_have_colon: bool,
    ) -> Self {
        let options = extractor.options;
        let engine = extractor.engine();
        let html = decoded.filter(|decoded| decoded.markup == Markup::Html);
        let html = html.map(|decoded| &decoded.map);
        let notes = decoded.and_then(|decoded| decoded.map.notes());
        let has_code = notes.is_some_and(|notes| !notes.code.is_empty());
        let mut scan = Scan::new(text.bytes(), engine, options.lines);
        if !may_have_colon {
            scan.end();
        }
        Search {
            text,
            context: Context {
                text: text.bytes(),
                from: 0,
                options,
                validates: options.profile.needs_validation(),
                engine,
            },
            html,
            skips_finish: options.hyphen == Hyphen::Keep && html.is_none() && !has_code,
            notes,
            passed_values: 0,
            base: decoded.and_then(|_| values::base(extractor.base.as_deref(), notes)),
            scan,
            optional,
            backoff: Backoff::default(),
            resume: None,
            waiting: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    #[inline]
    pub(super) fn next(&mut self) -> Option<Match<'t, T>> {
        if let Some(mut found) = self.waiting.pop() {
            found.line = self.line_of(found.span().start);
            return Some(found);
        }
        loop {
            let mut candidate = self.next_candidate();
            if self.notes.is_some() {
                let is_last = candidate.is_none();
                if let Some(mut found) = self.next_value(&mut candidate) {
                    found.line = self.line_of(found.span().start);
                    return Some(found);
                }
                if candidate.is_none() && !is_last {
                    continue;
                }
            }
            let found = match self.read(candidate.as_ref()?) {
                // The match is made where it is returned: the processor would wait for a copy.
                Some(Read::Plain(found)) if self.skips_finish => {
                    let line = self.line_of(found.url.start);
                    return Some(Match::from_undisputed(self.text, found, line));
                }
                Some(Read::Plain(found)) => Match::from_undisputed(self.text, found, 0),
                Some(Read::ByRules(found)) => found,
                None => continue,
            };
            if let found @ Some(_) = self.finish(found) {
                return found;
            }
        }
    }

    #[inline]
    fn next_candidate(&mut self) -> Option<Candidate> {
        if self.resume.is_some() {
            return self.resume.take();
        }
        let Context { text, from, .. } = self.context;
        let any_scheme = self.context.options.any_scheme;
        if let Some(optional) = &mut self.optional {
            return optional.next(&mut self.scan, from, any_scheme);
        }
        loop {
            let colon = self.scan.next()?;
            if colon >= from
                && let Some(candidate) = Candidate::at(text, from, colon, any_scheme)
            {
                return Some(candidate);
            }
        }
    }

    /// The line of `at`, from 1; 0 if lines are not counted.
    #[inline]
    fn line_of(&mut self, at: usize) -> u32 {
        if self.context.options.lines {
            u32::try_from(self.scan.newlines_before(at) + 1).unwrap_or(u32::MAX)
        } else {
            0
        }
    }

    /// What a candidate is.
    #[inline(always)]
    fn read(&mut self, candidate: &Candidate) -> Option<Read<'t, T>> {
        let near;
        let mut context = &self.context;
        if self.backoff.applies(context.text, candidate.start) {
            if self.backoff.passes_over(context.text, candidate.start) {
                return None;
            }
            near = Context {
                text: Backoff::near(context.text, candidate.start),
                ..context.clone()
            };
            context = &near;
        }
        let mut extent = Extent::new(context, candidate);
        extent.find_run();
        let is_whole = |end| !may_be_cut(context.text, self.text.bytes(), end);
        let has_template = |found: &Undisputed| {
            let (url, after) = context.text.split_at(found.url.end);
            !found.form.is_in_brackets()
                && is_template(&url[found.url.start..], found.is_plain, after)
        };
        match extent.undisputed() {
            Some(found) if is_whole(found.outer.end) && !has_template(&found) => {
                debug_assert!(is_first_reading(&extent, &found), "{found:?}");
                if extent.ends_before_stop() || extent.reaches(found.outer.end + Backoff::NEAR) {
                    self.note_long_look(candidate.start, found.outer.end);
                }
                self.context.from = found.outer.end;
                Some(Read::Plain(found))
            }
            _ => {
                let first = First::read(self.text, &extent, &mut self.scratch);
                self.move_past(candidate, first).map(Read::ByRules)
            }
        }
    }

    /// Notes where in its markup a match stands, splits or drops its hyphens, as the options say, and finds its line.
    #[inline(never)]
    fn finish(&mut self, mut found: Match<'t, T>) -> Option<Match<'t, T>> {
        let hidden = self.html.is_some() && !self.note_standing(&mut found);
        if hidden || self.is_in_code(&found) {
            return None;
        }
        match self.context.options.hyphen {
            Hyphen::Keep => {}
            Hyphen::Drop => found.drop_hyphens(),
            Hyphen::Both => {
                self.waiting = found.split_hyphens();
                self.waiting.reverse();
            }
        }
        // A URL that begins with a hyphen begins on the next line without it.
        found.line = self.line_of(found.span().start);
        Some(found)
    }

    /// Moves past `candidate`, whose first reading is known. Returns its match, if it has one.
    fn move_past(&mut self, candidate: &Candidate, first: First<'t, T>) -> Option<Match<'t, T>> {
        self.resume = first.resume.map(|start| Candidate {
            outer: start,
            start,
            scheme: None,
            scheme_rest: None,
            is_escaped: false,
            ..*candidate
        });
        if !first.accepted {
            let counts = self
                .backoff
                .add(self.context.text, candidate.start, candidate.start);
            self.backoff.refused += u32::from(counts);
            if let Some(optional) = &mut self.optional {
                // No part of a refused URL is searched for names: a URL of 64 KiB may look like thousands.
                optional.skip(first.end);
            }
        }
        let end = first.found.as_ref()?.outer_span().end;
        if first.accepted {
            self.note_long_look(candidate.start, end);
        }
        self.context.from = end;
        first.found
    }

    /// Notes a match that is short, though nothing near ends a URL: much more than the match was looked at.
    fn note_long_look(&mut self, start: usize, end: usize) {
        if end - start < Backoff::NEAR {
            self.backoff.add(self.context.text, start, end);
        }
    }

    /// Whether it is a name without a scheme, in code. No object of a program is called `www`; but in scripts of HTML no name counts.
    fn is_in_code(&self, found: &Match<'t, T>) -> bool {
        let in_code = |notes: &Notes| {
            let start = found.span().start;
            let name = &self.context.text[start..];
            let is_page = || strip_prefix_ignore_case(name, b"www.").is_some();
            notes.is_code(start) && (self.html.is_some() || !is_page())
        };
        found.form() == Form::Schemeless && self.notes.is_some_and(in_code)
    }

    /// Notes where in its markup the match stands. False if it says nothing to the reader there, and not all are asked for.
    fn note_standing(&self, found: &mut Match<'t, T>) -> bool {
        let Some(map) = self.html else {
            return true;
        };
        let start = found.span().start;
        if found.is_element() && !map.is_escaped_markup(start - 1) {
            return false;
        }
        self.note_standing_as(Standing::at(self.context.text, map, start), found)
    }

    /// Notes that the match stands there. False if it says nothing to the reader there, and not all are asked for.
    fn note_standing_as(&self, standing: Standing<'t>, found: &mut Match<'t, T>) -> bool {
        let hidden = standing.hides(found.scheme_name());
        if let Standing::Attribute(name) | Standing::Naming(name) = standing {
            found.set_attribute(name);
        }
        if hidden {
            found.refuse();
        }
        !hidden || self.context.options.all
    }
}

/// A candidate that is a URL.
enum Read<'t, T: Haystack + ?Sized> {
    /// No rule has anything to say about it.
    Plain(Undisputed),
    ByRules(Match<'t, T>),
}

/// The first reading of a candidate that the profile accepts; with `all`, else the first one.
struct First<'t, T: Haystack + ?Sized> {
    found: Option<Match<'t, T>>,
    accepted: bool,
    /// Where the same wrapper holds another URL.
    resume: Option<usize>,
    /// Where the longest of those ends that are refused, if names are searched for too.
    end: usize,
}

impl<'t, T: Haystack + ?Sized> First<'t, T> {
    #[inline(never)]
    fn read(text: &'t T, extent: &Extent<'_>, scratch: &mut Scratch) -> First<'t, T> {
        let mut first = First {
            found: None,
            accepted: false,
            resume: None,
            end: extent.candidate.start,
        };
        let context = extent.context;
        let profile = &context.options.profile;
        let take = &mut |reading: &Reading<'_>| {
            let (flaws, refused) = reading.judge(profile);
            let end = reading.outer.end;
            let is_template = || {
                let after = &text.bytes()[reading.span().end..];
                !reading.form.is_in_brackets()
                    && is_template(reading.url, reading.is_plain(), after)
            };
            first.accepted =
                !refused && !may_be_cut(context.text, text.bytes(), end) && !is_template();
            if first.accepted || context.options.all && first.found.is_none() {
                first.found = Some(Match::new(text, reading, flaws, first.accepted, profile));
                first.resume = reading.resume;
            }
            if first.accepted {
                return ControlFlow::Break(());
            }
            // After an authority that is refused there may be a name.
            let may_skip = context.options.has_signs()
                && (reading.form == Form::Bare || reading.form.is_by_option());
            if may_skip && extent.refused_authority().is_none_or(|at| end <= at) {
                first.end = first.end.max(end);
            }
            ControlFlow::Continue(())
        };
        let _ = extent::read(extent, &mut Offers { take, scratch });
        first
    }
}

/// Whether the general path gives this match too, as its first reading.
fn is_first_reading(extent: &Extent<'_>, found: &Undisputed) -> bool {
    let (text, options) = (extent.context.text, &extent.context.options);
    let mut same = false;
    let take = &mut |reading: &Reading<'_>| {
        let (flaws, refused) = reading.judge(&options.profile);
        let m = Match::new(text, reading, flaws, !refused, &options.profile);
        let places = (m.span(), m.outer_span(), m.form());
        same = !refused
            && flaws.is_empty()
            && m.alternatives().is_empty()
            && !m.is_joined()
            && places == (found.url.clone(), found.outer.clone(), found.form);
        ControlFlow::Break(())
    };
    let scratch = &mut Scratch::default();
    let _ = extent::read(extent, &mut Offers { take, scratch });
    same
}

/// Whether the URL that ends at `end` may go on in `whole`: only `text`, its beginning, was read.
fn may_be_cut(text: &[u8], whole: &[u8], end: usize) -> bool {
    text.len() < whole.len() && end + Backoff::TAIL > text.len()
}
