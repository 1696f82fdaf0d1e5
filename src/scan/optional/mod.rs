//! Candidates that need an option: names around dots, addresses around `@`, marks.
//!
//! None of it is looked for without an option, and the search for colons knows nothing of it: the two are merged here, by
//! place, so that the first one in the text comes first.

mod address;
mod defanged;
mod edge;
mod label;
mod lookalike;
mod message_id;
mod name;

pub(crate) use defanged::{after_slashes, is_marked_scheme, mark_at, may_begin_mark};
pub(crate) use edge::{AfterName, after_name};
pub(crate) use name::meant_scheme;

use aho_corasick::AhoCorasick;
use defanged::OpenDots;

use super::{Candidate, Form, Scan};
use crate::class::Class;
use crate::simd::{Available, Filter, Filtered};

/// The signs to search for; made once per extractor.
#[derive(Clone, Debug)]
pub(crate) struct Signs {
    dots: bool,
    ats: bool,
    marks: Option<AhoCorasick>,
}

impl Signs {
    /// None if no option is set.
    pub(crate) fn new(schemeless: bool, email: bool, refang: bool) -> Option<Signs> {
        // A few short patterns always make an automaton.
        let marks = refang.then(defanged::finder).and_then(Result::ok);
        (schemeless || email || refang).then_some(Signs {
            dots: schemeless,
            ats: email,
            marks,
        })
    }

    /// Whether any of them stands in a short text. Marks are not looked for.
    pub(crate) fn may_stand_in(&self, text: &[u8]) -> bool {
        self.marks.is_some()
            || self.dots && Filtered::<Dots>::finds_any(text)
            || self.ats && Filtered::<Ats>::finds_any(text)
    }
}

/// The dots before a label. Most others end a sentence.
#[derive(Clone, Copy, Debug)]
struct Dots;

impl Filter for Dots {
    const BYTE: u8 = b'.';

    #[inline(always)]
    fn passes([.., after]: [u8; 5]) -> bool {
        Class::LABEL_OF_NAME.has(after)
    }
}

/// The `@` before a domain.
#[derive(Clone, Copy, Debug)]
struct Ats;

impl Filter for Ats {
    const BYTE: u8 = b'@';

    #[inline(always)]
    fn passes([.., after]: [u8; 5]) -> bool {
        Class::WORD.has(after)
    }
}

/// After the last place.
const NONE: usize = usize::MAX;

/// The places of a text that options have looked at.
#[derive(Clone, Debug)]
pub(crate) struct Optional<'t> {
    text: &'t [u8],
    engine: Available,
    signs: Signs,
    dots: Filtered<'t, Dots>,
    ats: Filtered<'t, Ats>,
    open_dots: Filtered<'t, OpenDots>,
    begun: bool,
    /// The next place of each kind; [`NONE`] after the last one.
    colon: usize,
    dot: usize,
    at: usize,
    mark: usize,
    /// The next `[.`, and the next longer mark, once they were looked for; [`NONE`] after the last one.
    open_dot: Option<usize>,
    long_mark: Option<usize>,
    /// No name, and no mark, that begins before this is looked at again.
    names_from: usize,
    marks_from: usize,
}

impl<'t> Optional<'t> {
    #[cold]
    pub(crate) fn new(text: &'t [u8], engine: Available, signs: &Signs) -> Box<Optional<'t>> {
        Box::new(Optional {
            text,
            engine,
            dots: Filtered::new(text, engine),
            ats: Filtered::new(text, engine),
            open_dots: Filtered::new(text, engine),
            signs: signs.clone(),
            begun: false,
            colon: NONE,
            dot: NONE,
            at: NONE,
            mark: NONE,
            open_dot: None,
            long_mark: None,
            names_from: 0,
            marks_from: 0,
        })
    }

    /// The next candidate of any kind that is not before `from`.
    pub(crate) fn next(
        &mut self,
        scan: &mut Scan<'t>,
        from: usize,
        any_scheme: bool,
    ) -> Option<Candidate> {
        if !self.begun {
            self.begun = true;
            self.colon = scan.next().unwrap_or(NONE);
            self.dot = self.next_dot(0).unwrap_or(NONE);
            self.at = self.next_at(0).unwrap_or(NONE);
            self.mark = self.next_mark(0).unwrap_or(NONE);
        }
        // Those of the last match, and of what was refused.
        let names_from = from.max(self.names_from);
        if self.dot < names_from {
            self.dot = self.next_dot(names_from).unwrap_or(NONE);
        }
        if self.at < names_from {
            self.at = self.next_at(names_from).unwrap_or(NONE);
        }
        loop {
            let place = self.colon.min(self.dot).min(self.at).min(self.mark);
            if place == NONE {
                return None;
            }
            let candidate = if self.colon == place {
                self.colon = scan.next().unwrap_or(NONE);
                (place >= from)
                    .then(|| Candidate::at(self.text, from, place, any_scheme))
                    .flatten()
            } else if self.mark == place {
                let candidate = self.at_mark(from, place);
                let next = self.next_mark(self.marks_from.max(place + 1));
                self.mark = next.unwrap_or(NONE);
                candidate
            } else if self.at == place {
                self.at = self.ats.next().unwrap_or(NONE);
                address::around(self.text, from, place, self.engine)
            } else {
                let (name, end) = name::around(self.text, from, place, self.engine);
                self.names_from = end;
                self.dot = self.next_dot(end).unwrap_or(NONE);
                name.map(|name| Candidate::by_option(Form::Schemeless, name.start..name.end))
            };
            if candidate.is_some() {
                return candidate;
            }
        }
    }

    /// Says that the text is the value of this field of a header. Some fields hold identifiers that look like addresses.
    pub(crate) fn set_field(&mut self, name: &[u8]) {
        self.signs.ats &= !message_id::is_field(name);
    }

    /// Nothing by option begins before `end`.
    pub(crate) fn skip(&mut self, end: usize) {
        self.names_from = self.names_from.max(end);
        self.marks_from = self.marks_from.max(end);
    }

    fn at_mark(&mut self, from: usize, at: usize) -> Option<Candidate> {
        if at < from.max(self.marks_from) {
            return None;
        }
        let (candidate, end) = defanged::around(self.text, from, at);
        self.marks_from = end;
        candidate
    }

    fn next_dot(&mut self, from: usize) -> Option<usize> {
        (self.signs.dots).then(|| self.dots.next_from(from))?
    }

    fn next_at(&mut self, from: usize) -> Option<usize> {
        (self.signs.ats).then(|| self.ats.next_from(from))?
    }

    fn next_mark(&mut self, from: usize) -> Option<usize> {
        let marks = self.signs.marks.as_ref()?;
        if defanged::mark_at(self.text, from).is_some() {
            return Some(from);
        }
        // No byte is searched twice.
        let is_before = |mark: Option<usize>| mark.is_none_or(|at| at < from);
        if is_before(self.open_dot) {
            self.open_dot = Some(self.open_dots.next_from(from).unwrap_or(NONE));
        }
        if is_before(self.long_mark) {
            let next = marks.find(self.text.get(from..)?);
            self.long_mark = Some(next.map_or(NONE, |next| from + next.start()));
        }
        self.open_dot.min(self.long_mark)
    }
}

/// All texts of five of these pieces.
#[cfg(test)]
fn texts_of_five<'p>(pieces: &'p [&str]) -> impl Iterator<Item = String> + 'p {
    (0..pieces.len().pow(5)).map(|number| {
        let digits = (0..5).map(|place| number / pieces.len().pow(place) % pieces.len());
        digits.map(|digit| pieces[digit]).collect()
    })
}
