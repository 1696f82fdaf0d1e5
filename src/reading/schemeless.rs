//! URLs without a scheme (tests/spec/schemeless.md): the scheme that is meant is put before them, and what follows the name ends
//! as in a bare URL.

use std::ops::ControlFlow;

use super::fold::Fold;
use super::stop::Stop;
use super::{Offer, Reading, Why, finish, join, stop, twin};
use crate::flaw::{Flaw, Flaws};
use crate::options::{Join, Options};
use crate::scan::{After, Candidate, after, meant};

/// Offers the readings of the URL that begins with the name `c.start..c.named`.
pub(super) fn read<'t>(
    text: &'t [u8],
    from: usize,
    c: &Candidate,
    options: &Options,
    offer: Offer<'_, 't>,
) -> ControlFlow<()> {
    let name = Name {
        text,
        c,
        front: front(&text[c.start..c.named]),
    };
    if !matches!(after(text, c.named), After::Path | After::More) {
        return offer(name.reading(Fold::of(c.start..c.named)));
    }
    let stop = stop::find(text, c.named);
    let Some(fold) = name.finish(Fold::of(c.start..twin::cut(text, from, c.start, stop.end)))
    else {
        return ControlFlow::Continue(());
    };
    let whole = name.runs_to_stop(&fold, &stop);
    if whole
        && options.join >= Join::Sure
        && let Some(joined) = name.joined(join::sure(text, c.start, stop.end))
    {
        let mut reading = name
            .reading(joined)
            .with(Flaws::new(&[Flaw::BrokenBareUrl]));
        reading.rare_mut().others.push((Why::Join, fold.clone()));
        offer(reading)?;
    }
    let mut reading = name.reading(fold);
    if stop.too_long {
        reading.flaws.add(Flaw::TooLong);
    }
    if whole && options.join == Join::Plausible {
        let joined = name.joined(join::plausible(text, c.start, stop.end));
        let joined = joined.map(|fold| (Why::Join, fold));
        reading.rare_mut().others.extend(joined);
    }
    offer(reading)
}

/// What stands before the name in the URL.
fn front(name: &[u8]) -> &'static [u8] {
    match meant(name) {
        "ftp" => b"ftp://",
        _ => b"http://",
    }
}

struct Name<'t, 'c> {
    text: &'t [u8],
    c: &'c Candidate,
    front: &'static [u8],
}

impl<'t> Name<'t, '_> {
    fn reading(&self, mut fold: Fold) -> Reading<'t> {
        fold.put_front(self.front);
        let end = fold.end().unwrap_or(self.c.named);
        Reading::folded(self.text, fold, self.c.start..end, self.c.form)
    }

    fn finish(&self, mut fold: Fold) -> Option<Fold> {
        fold.put_front(self.front);
        let host = self.front.len();
        finish(self.text, fold, Some(host), host)
    }

    fn joined(&self, fold: Option<Fold>) -> Option<Fold> {
        self.finish(fold?).filter(Fold::is_joined)
    }

    /// Whether nothing but a `?` was trimmed, so that the URL may go on in the next line.
    fn runs_to_stop(&self, fold: &Fold, stop: &Stop) -> bool {
        let end = fold.end().unwrap_or(self.c.start);
        let question = || end + 1 == stop.end && self.text[end] == b'?';
        let git = self.text[self.c.start..end].ends_with(b".git");
        (end == stop.end || question()) && !stop.second && !stop.too_long && !git
    }
}
