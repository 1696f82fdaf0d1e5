//! The places of a text where a mark of a URL that was made harmless begins: `hxxp`, `[.]`.

use aho_corasick::AhoCorasick;

use super::defanged;
use super::mark::{OpenSigns, mark_at, may_hold_mark};
use super::places::NONE;
use crate::scan::Candidate;
use crate::simd::{Available, Filtered};

/// The marks of one text, in order.
#[derive(Clone, Debug)]
pub(super) struct Marks<'t> {
    text: &'t [u8],
    /// The next one that was not given yet; [`NONE`] after the last one.
    pub(super) next: usize,
    /// Finds all but a bracket with a sign, such as `[.`.
    finder: &'static AhoCorasick,
    open_signs: Filtered<'t, OpenSigns>,
    /// The next bracket with a sign, and the next other mark, once they were looked for; [`NONE`] after the last one.
    open_sign: Option<usize>,
    other_mark: Option<usize>,
    /// None that begins before this is looked at again.
    from: usize,
}

impl<'t> Marks<'t> {
    pub(super) fn new(
        text: &'t [u8],
        engine: Available,
        finder: &'static AhoCorasick,
    ) -> Marks<'t> {
        let mut marks = Marks {
            text,
            next: NONE,
            finder,
            open_signs: Filtered::new(text, engine),
            open_sign: None,
            other_mark: None,
            from: 0,
        };
        marks.next = marks.next_from(0);
        marks
    }

    /// Whether one stands in a short text.
    pub(super) fn may_stand_in(text: &[u8]) -> bool {
        Filtered::<OpenSigns>::finds_any(text) || may_hold_mark(text)
    }

    /// Takes the next mark: the candidate around it, which does not begin before `from`.
    pub(super) fn take(&mut self, from: usize) -> Option<Candidate> {
        let at = self.next;
        let mut found = None;
        if at >= from.max(self.from) {
            (found, self.from) = defanged::around(self.text, from, at);
        }
        self.next = self.next_from(self.from.max(at + 1));
        found
    }

    /// No mark before `end` is looked at.
    pub(super) fn skip(&mut self, end: usize) {
        self.from = self.from.max(end);
    }

    fn next_from(&mut self, from: usize) -> usize {
        if mark_at(self.text, from).is_some() {
            return from;
        }
        // No byte is searched twice.
        let is_before = |mark: Option<usize>| mark.is_none_or(|at| at < from);
        if is_before(self.open_sign) {
            self.open_sign = Some(self.open_signs.next_from(from).unwrap_or(NONE));
        }
        if is_before(self.other_mark) {
            let rest = self.text.get(from..).unwrap_or_default();
            let next = self.finder.find(rest);
            self.other_mark = Some(next.map_or(NONE, |next| from + next.start()));
        }
        self.open_sign.min(self.other_mark).unwrap_or(NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::super::texts_of_five;
    use super::*;

    #[test]
    fn no_mark_is_missed_in_a_short_text() {
        let pieces = ["a", "hxx", "P", "[", "\\", ".", "]", "(DO", "t)", ":/", "@"];
        let mut count = 0;
        for text in texts_of_five(&pieces) {
            let text = text.as_bytes();
            if (0..text.len()).any(|at| mark_at(text, at).is_some()) {
                assert!(Marks::may_stand_in(text), "{text:?}");
                count += 1;
            }
        }
        assert!(count > 10_000, "{count}");
    }
}
