//! Candidates that need an option: names around dots, addresses around `@`, marks.
//!
//! None of it is looked for without an option, and the search for colons knows nothing of it: the two are merged here, by
//! place, so that the first one in the text comes first.

mod address;
mod defanged;
mod edge;
mod label;
mod lookalike;
mod mark;
mod marks;
mod message_id;
mod name;
mod places;
mod schemeless;

pub(crate) use edge::{AfterName, after_name};
pub(crate) use mark::{after_slashes, is_marked_scheme, mark_at, may_begin_mark};
pub(crate) use schemeless::meant_scheme;

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use marks::Marks;
use places::{NONE, SignPlaces};

use super::{Candidate, Form, Scan};
use crate::class::Class;
use crate::simd::{Available, Filter};

/// The signs to search for; known once per extractor.
#[derive(Clone, Debug)]
pub(crate) struct Signs {
    dots: bool,
    ats: bool,
    marks: Option<&'static AhoCorasick>,
}

/// Finds the marks. It is made once, as that takes longer than the search of a short text. A few short patterns always make an automaton.
static FINDER: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| mark::finder().ok());

impl Signs {
    pub(crate) fn new(schemeless: bool, email: bool, refang: bool) -> Signs {
        Signs {
            dots: schemeless,
            ats: email,
            marks: refang.then(|| FINDER.as_ref()).flatten(),
        }
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

/// The places of a text that options have looked at.
#[derive(Clone, Debug)]
pub(crate) struct Optional<'t> {
    text: &'t [u8],
    engine: Available,
    dots: SignPlaces<'t, Dots>,
    ats: SignPlaces<'t, Ats>,
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
    /// Those of a text of any length.
    pub(crate) fn new(text: &'t [u8], engine: Available, signs: &Signs) -> Box<Optional<'t>> {
        let dots = SignPlaces::new(text, engine, signs.dots);
        let ats = SignPlaces::new(text, engine, signs.ats);
        Optional::from_places(text, engine, dots, ats, signs.marks)
    }

    /// Those of a short text, if it has any; and whether a search for colons would find one.
    #[inline(never)]
    pub(crate) fn find(
        text: &'t [u8],
        engine: Available,
        signs: &Signs,
    ) -> (Option<Box<Optional<'t>>>, bool) {
        let [colons, mut dots, mut ats] = engine.signs(text);
        dots = if signs.dots { dots } else { 0 };
        ats = if signs.ats { ats } else { 0 };
        let finder = signs.marks.filter(|_| Marks::may_stand_in(text));
        let has_any = dots | ats != 0 || finder.is_some();
        let (dots, ats) = (SignPlaces::Short(dots), SignPlaces::Short(ats));
        let found = || Optional::from_places(text, engine, dots, ats, finder);
        (has_any.then(found), Scan::finds_any_of(text, colons))
    }

    #[inline(never)]
    fn from_places(
        text: &'t [u8],
        engine: Available,
        dots: SignPlaces<'t, Dots>,
        ats: SignPlaces<'t, Ats>,
        finder: Option<&'static AhoCorasick>,
    ) -> Box<Optional<'t>> {
        let marks = |finder| Box::new(Marks::new(text, engine, finder));
        Box::new(Optional {
            text,
            engine,
            dots,
            ats,
            marks: finder.map(marks),
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
            self.dot = self.dots.next_from(0);
            self.at = self.ats.next_from(0);
        }
        // Those of the last match, and of what was refused.
        let names_from = from.max(self.names_from);
        if self.dot < names_from {
            self.dot = self.dots.next_from(names_from);
        }
        if self.at < names_from {
            self.at = self.ats.next_from(names_from);
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
                self.at = self.ats.next_from(place + 1);
                address::around(self.text, from, place, self.engine)
            } else {
                let (name, end) = schemeless::around(self.text, from, place, self.engine);
                self.names_from = end;
                self.dot = self.dots.next_from(end);
                name.map(|name| Candidate::by_option(Form::Schemeless, name.start..name.end))
            };
            if candidate.is_some() {
                return candidate;
            }
        }
    }

    /// Says that the text is the value of this field of a header. Some fields hold identifiers that look like addresses.
    pub(crate) fn set_field(&mut self, name: &[u8]) {
        if message_id::is_field(name) {
            self.ats = SignPlaces::EMPTY;
        }
    }

    /// Nothing by option begins before `end`.
    pub(crate) fn skip(&mut self, end: usize) {
        self.names_from = self.names_from.max(end);
        if let Some(marks) = &mut self.marks {
            marks.skip(end);
        }
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
