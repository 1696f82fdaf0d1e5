//! Candidates that need an option: names around dots, addresses around `@`, marks.
//!
//! None of it is looked for without an option, and the search for colons knows nothing of it: the two are merged here, by
//! place, so that the first one in the text comes first.

mod address;
mod defanged;
mod edge;
mod label;
mod lookalike;
mod marks;
mod message_id;
mod name;

pub(crate) use defanged::{after_slashes, is_marked_scheme, mark_at, may_begin_mark};
pub(crate) use edge::{AfterName, after_name};
pub(crate) use name::meant_scheme;

use aho_corasick::AhoCorasick;
use marks::Marks;

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

    /// Whether any of them stands in a short text. Not inlined, so that the search for colons is.
    #[inline(never)]
    pub(crate) fn may_stand_in(&self, text: &[u8]) -> bool {
        self.dots && Filtered::<Dots>::finds_any(text)
            || self.ats && Filtered::<Ats>::finds_any(text)
            || self.marks.is_some() && Marks::may_stand_in(text)
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
    dots: Option<Filtered<'t, Dots>>,
    ats: Option<Filtered<'t, Ats>>,
    marks: Option<Box<Marks<'t>>>,
    begun: bool,
    /// The next place of each kind; [`NONE`] after the last one.
    colon: usize,
    dot: usize,
    at: usize,
    /// No name that begins before this is looked at again.
    names_from: usize,
}

impl<'t> Optional<'t> {
    #[cold]
    pub(crate) fn new(text: &'t [u8], engine: Available, signs: &Signs) -> Box<Optional<'t>> {
        let marks = |finder: &AhoCorasick| Box::new(Marks::new(text, engine, finder.clone()));
        Box::new(Optional {
            text,
            engine,
            dots: signs.dots.then(|| Filtered::new(text, engine)),
            ats: signs.ats.then(|| Filtered::new(text, engine)),
            marks: signs.marks.as_ref().map(marks),
            begun: false,
            colon: NONE,
            dot: NONE,
            at: NONE,
            names_from: 0,
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
            self.dot = next_from(&mut self.dots, 0);
            self.at = next_from(&mut self.ats, 0);
        }
        // Those of the last match, and of what was refused.
        let names_from = from.max(self.names_from);
        if self.dot < names_from {
            self.dot = next_from(&mut self.dots, names_from);
        }
        if self.at < names_from {
            self.at = next_from(&mut self.ats, names_from);
        }
        loop {
            let mark = self.marks.as_ref().map_or(NONE, |marks| marks.next);
            let place = self.colon.min(self.dot).min(self.at).min(mark);
            if place == NONE {
                return None;
            }
            let candidate = if self.colon == place {
                self.colon = scan.next().unwrap_or(NONE);
                (place >= from)
                    .then(|| Candidate::at(self.text, from, place, any_scheme))
                    .flatten()
            } else if mark == place {
                self.marks.as_mut()?.take(from)
            } else if self.at == place {
                self.at = next_from(&mut self.ats, place + 1);
                address::around(self.text, from, place, self.engine)
            } else {
                let (name, end) = name::around(self.text, from, place, self.engine);
                self.names_from = end;
                self.dot = next_from(&mut self.dots, end);
                name.map(|name| Candidate::by_option(Form::Schemeless, name.start..name.end))
            };
            if candidate.is_some() {
                return candidate;
            }
        }
    }

    /// Says that the text is the value of this field of a header. Some fields hold identifiers that look like addresses.
    pub(crate) fn set_field(&mut self, name: &[u8]) {
        self.ats.take_if(|_| message_id::is_field(name));
    }

    /// Nothing by option begins before `end`.
    pub(crate) fn skip(&mut self, end: usize) {
        self.names_from = self.names_from.max(end);
        if let Some(marks) = &mut self.marks {
            marks.skip(end);
        }
    }
}

/// The next of these places that is not before `from`; [`NONE`] after the last one.
#[inline]
fn next_from<F: Filter>(places: &mut Option<Filtered<'_, F>>, from: usize) -> usize {
    let next = places.as_mut().and_then(|places| places.next_from(from));
    next.unwrap_or(NONE)
}

/// All texts of five of these pieces.
#[cfg(test)]
fn texts_of_five<'p>(pieces: &'p [&str]) -> impl Iterator<Item = String> + 'p {
    (0..pieces.len().pow(5)).map(|number| {
        let digits = (0..5).map(|place| number / pieces.len().pow(place) % pieces.len());
        digits.map(|digit| pieces[digit]).collect()
    })
}
