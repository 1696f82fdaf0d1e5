//! Bare URLs: each end that they can have (tests/spec/end.md), in turn, and what a line break cut off.

use std::ops::ControlFlow;

use super::fold::Fold;
use super::stop::Stop;
use super::{
    Offer, Reading, at, blank_host, brackets, has_shape, join, refused_host, stop, tail, twin,
};
use crate::flaw::{Flaw, Flaws};
use crate::options::{Join, Options};
use crate::scan::{Candidate, Form};
use crate::url::Bare;

/// Offers the readings of a URL that nothing but its text delimits.
pub(super) fn read<'t>(
    text: &'t [u8],
    from: usize,
    c: &Candidate,
    options: &Options,
    offer: Offer<'_, 't>,
) -> ControlFlow<()> {
    read_with(text, from, c, Flaws::NONE, options, offer)
}

/// As [`read`], with the flaws of the wrapper that it stood in.
pub(super) fn read_with<'t>(
    text: &'t [u8],
    from: usize,
    c: &Candidate,
    flaws: Flaws,
    options: &Options,
    offer: Offer<'_, 't>,
) -> ControlFlow<()> {
    let Some((scheme, colon)) = c.scheme else {
        return ControlFlow::Continue(());
    };
    let slashes = text[colon + 1..].starts_with(b"//");
    let body = colon + 1 + if slashes { 2 } else { 0 };
    let host = slashes.then_some(body);
    let form = match c.form {
        Form::Prefix => Form::Prefix,
        _ => Form::Bare,
    };
    let mut offer =
        |reading: Reading<'t>| match has_shape(&reading.bytes, scheme, colon - c.start, form) {
            true => offer(reading.with(flaws)),
            false => ControlFlow::Continue(()),
        };
    let mut folded = |fold: Fold, flaw: Flaw, cut: Option<usize>| {
        let Some(fold) = finish(text, fold, body - c.start, slashes) else {
            return ControlFlow::Continue(());
        };
        let end = fold.runs.last().map_or(c.start, |run| run.at.end);
        let mut reading =
            Reading::folded(text, fold, c.outer_of_bare()..end, form).with(Flaws::of(&[flaw]));
        if let Some(end) = cut {
            reading
                .others
                .push((super::Why::Join, Fold::of(c.start..end)));
        }
        offer(reading)
    };

    if let Some(fold) = host.and_then(|body| blank_host::fold(text, c.start, body)) {
        folded(fold, Flaw::BlankInUrl, None)?;
    }
    let stop = stop::find(text, body);
    let end = end(text, from, c, host, body, &stop);
    if end == stop.end && scheme.name() == "mailto" {
        if let Some(fold) = at::bare(text, c.start, end) {
            folded(fold, Flaw::ObfuscatedAt, None)?;
        }
    }
    let whole =
        runs_to_stop(text, &stop, end) && !matches!(scheme.bare, Bare::Shape(_) if !slashes);
    if whole && options.join >= Join::Sure {
        if let Some(fold) = join::sure(text, c.start, stop.end) {
            folded(fold, Flaw::BrokenBareUrl, Some(end))?;
        }
    }
    let delimited = c.form == Form::Quoted && text.get(end) == Some(&b'"');
    let (form, outer) = match delimited {
        true => (Form::Quoted, c.outer..end + 1),
        false => (form, c.outer_of_bare()..end),
    };
    let mut reading = Reading::plain(text, c.start..end, outer, form);
    if stop.too_long {
        reading.flaws.add(Flaw::TooLong);
    }
    if whole && options.join == Join::Plausible {
        let fold = join::plausible(text, c.start, stop.end);
        let fold = fold.and_then(|fold| finish(text, fold, body - c.start, slashes));
        reading
            .others
            .extend(fold.map(|fold| (super::Why::Join, fold)));
    }
    offer(reading)?;
    match host.and_then(|host| refused_host::cut(text, host, end)) {
        Some(end) => offer(Reading::plain(
            text,
            c.start..end,
            c.outer_of_bare()..end,
            form,
        )),
        None => ControlFlow::Continue(()),
    }
}

/// Where the URL ends: brackets, twins, tail.
fn end(
    text: &[u8],
    from: usize,
    c: &Candidate,
    host: Option<usize>,
    body: usize,
    stop: &Stop,
) -> usize {
    let mut end = stop.end;
    if stop.brackets {
        end = brackets::cut(text, host, body, end);
    }
    let before = c
        .start
        .checked_sub(1)
        .filter(|&i| i >= from)
        .map(|i| text[i]);
    if matches!(before, Some(b'\'' | b'*' | b'_' | b'~' | b'=')) {
        end = twin::cut(text, from, c.start, end);
    }
    // `news:*` names all groups.
    let all_groups = text[body.min(end)..end] == *b"*" && host.is_none();
    tail::trim(text, c.start, body + usize::from(all_groups), end)
}

/// Whether nothing but a `?` was trimmed, so that the URL may go on in the next line.
fn runs_to_stop(text: &[u8], stop: &Stop, end: usize) -> bool {
    let question = || end + 1 == stop.end && text[end] == b'?';
    let git = text[..end].ends_with(b".git");
    (end == stop.end || question()) && !stop.second && !stop.too_long && !git
}

/// Brackets and tail of a URL in several pieces; none if less than its first piece is left.
fn finish(text: &[u8], mut fold: Fold, body: usize, slashes: bool) -> Option<Fold> {
    let (bytes, _) = fold.unfold(text);
    let end = brackets::cut(&bytes, slashes.then_some(body), body, bytes.len());
    let end = tail::trim(&bytes, 0, body, end);
    fold.truncate(end);
    (fold.one_piece().is_none() && end > body).then_some(fold)
}
