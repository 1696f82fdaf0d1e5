//! `<URL:…>` and `<scheme:…>`: from the opening to the first `>` that is no quote mark (RFC 1738, appendix;
//! tests/spec/wrapper.md).

use std::ops::{ControlFlow, Range};

use super::fold::{End, Fold, Gap, is_unclosed, walk};
use super::quote_prefix::Prefix;
use super::{Offer, Reading, Why, at, bare, blank, has_shape, refang, tail, without_hyphens};
use crate::class::Class;
use crate::domain::is_top_level;
use crate::flaw::{Flaw, Flaws};
use crate::options::Options;
use crate::scan::{Candidate, Form, scheme_at};
use crate::url::is_address;

pub(super) fn read<'t>(
    text: &'t [u8],
    from: usize,
    c: &Candidate,
    options: &Options,
    offer: Offer<'_, 't>,
) -> ControlFlow<()> {
    if options.refang && c.form == Form::Wrapper {
        // Any scheme may stand here, but `hxxp` is none.
        refang::read_wrapped(text, from, first_word(text, c), offer)?;
    }
    if let Some(close) = one_piece(text, c.start) {
        let start = c.start + stray(&text[c.start..close], c.form);
        // `"<http://a.com/">`: the quotes are around it, the wrong way.
        let end = if close > start && text[close - 1] == b'"' {
            close - 1
        } else {
            close
        };
        let reading = Reading::plain(text, start..end, c.outer..close + 1, c.form);
        match c.scheme {
            // Known from the scan.
            Some((scheme, colon)) if start == c.start => {
                if has_shape(reading.bytes(), scheme, colon - start, c.form) {
                    offer(reading)?;
                }
            }
            _ => propose(reading, offer)?,
        }
        // A closed wrapper around what is no URL: the text may still hold one.
        return bare_inside(text, from, c, Flaws::NONE, options, offer);
    }
    let unclosed = Flaws::new(&[Flaw::UnclosedWrapper]);
    if is_unclosed(text, c.start, b'>') {
        return bare_inside(text, from, c, unclosed, options, offer);
    }
    let (mut fold, end) = walk(text, c.start, b'>', Prefix::before(text, c.outer));
    let End::Closed(close) = end else {
        return bare_inside(text, from, c, unclosed, options, offer);
    };
    at::restore(text, &mut fold);
    fold.drop_front(stray(&fold.unfold(text).0, c.form));
    let mut outer = c.outer..close + 1;
    let mut resume = None;
    if let Some(second) = blank::second_url(text, &fold) {
        let (first, rest) = fold.split(second);
        resume = rest.runs.first().map(|run| run.at.start);
        outer.end = resume.unwrap_or(close);
        fold = first;
    }
    folded(text, fold, outer, c.form, resume, offer)?;
    bare_inside(text, from, c, Flaws::NONE, options, offer)
}

/// Rule 6.4: with the blanks dropped, or only up to the first of them.
fn folded<'t>(
    text: &'t [u8],
    fold: Fold,
    outer: Range<usize>,
    form: Form,
    resume: Option<usize>,
    offer: Offer<'_, 't>,
) -> ControlFlow<()> {
    let first_blank = fold.runs.iter().position(|run| run.gap == Gap::Blank);
    let unlikely = blank::first_unlikely(text, &fold);
    let blank_flaw = match first_blank {
        Some(_) => Flaws::new(&[Flaw::BlankInUrl]),
        None => Flaws::NONE,
    };
    let of = |fold: Fold| {
        let mut reading = Reading::folded(text, fold, outer.clone(), form).with(blank_flaw);
        if resume.is_some() {
            reading.rare_mut().resume = resume;
        }
        reading
    };
    if unlikely.is_none() {
        propose(of(fold.clone()), offer)?;
        // The hyphen at a break may be what makes it no URL.
        for fold in without_hyphens(text, &fold) {
            propose(of(fold).with(Flaws::new(&[Flaw::HyphenAtBreak])), offer)?;
        }
    }
    if let Some(cut) = unlikely.or(first_blank) {
        // What follows is prose, and so may be the punctuation before it.
        let mut first = fold.split(cut).0;
        let bytes = first.unfold(text).0;
        first.truncate(tail::trim(&bytes, 0, 0, bytes.len()));
        let mut reading = of(first);
        reading.rare_mut().others.push((Why::Blank, fold));
        propose(reading, offer)?;
    }
    ControlFlow::Continue(())
}

/// Offers a wrapper's content if it begins with a scheme that may stand there, or can do without.
fn propose<'t>(mut reading: Reading<'t>, offer: Offer<'_, 't>) -> ControlFlow<()> {
    let bytes = reading.bytes();
    match scheme_at(bytes, 0) {
        Some((scheme, colon)) if has_shape(bytes, scheme, colon, reading.form) => offer(reading),
        _ if reading.form == Form::Wrapper => {
            let Some(assumed) = assumed(bytes) else {
                return ControlFlow::Continue(());
            };
            reading.rare_mut().assumed = Some(assumed);
            offer(reading.with(Flaws::new(&[Flaw::MissingScheme])))
        }
        _ => ControlFlow::Continue(()),
    }
}

/// The URL that is meant by a wrapper's content without scheme (tests/spec/missing-scheme.md).
fn assumed(content: &[u8]) -> Option<Vec<u8>> {
    let begins = |with: &[u8]| {
        let head = content.get(..with.len());
        content.len() > with.len() && head.is_some_and(|head| head.eq_ignore_ascii_case(with))
    };
    let scheme: &[u8] = if begins(b"www.") {
        b"http://"
    } else if begins(b"ftp.") {
        b"ftp://"
    } else if is_address(content) && !content.contains(&b'/') {
        b"mailto:"
    } else if begins_with_domain(content) {
        b"http://"
    } else {
        return None;
    };
    Some([scheme, content].concat())
}

/// Whether a host with a real top-level domain begins it, and ends or goes on with `/ : ? #`.
fn begins_with_domain(content: &[u8]) -> bool {
    let len = content
        .iter()
        .take_while(|&&b| Class::ALPHADIGIT.has(b) || Class::HIGH.has(b) || b"-.".contains(&b));
    let (host, rest) = content.split_at(len.count());
    let dot = memchr::memrchr(b'.', host);
    dot.is_some_and(|dot| dot > 0 && is_top_level(&host[dot + 1..]))
        && rest.first().is_none_or(|b| b"/:?#".contains(b))
}

/// Where the `>` is, if no white space stands before it.
fn one_piece(text: &[u8], start: usize) -> Option<usize> {
    let rest = &text[start..text.len().min(start + 4096)];
    let len = rest.iter().position(|&b| Class::UNWRAPPED.has(b))?;
    (rest[len] == b'>').then_some(start + len)
}

/// The length of the `//` and second `URL:` that stray in front of a wrapper's scheme.
fn stray(content: &[u8], form: Form) -> usize {
    if form != Form::Wrapper {
        return 0;
    }
    let mut len = 0;
    loop {
        len += match &content[len..] {
            [b'/', b'/', ..] => 2,
            [a, b, c, b':', next, ..]
                if [*a, *b, *c].eq_ignore_ascii_case(b"URL") && *next != b'/' =>
            {
                4
            }
            _ => return len,
        };
    }
}

/// Where a wrapper's URL begins, behind white space and what strays.
fn first_word(text: &[u8], c: &Candidate) -> usize {
    if c.form != Form::Wrapper {
        return c.start;
    }
    let white = text[c.start..].iter().take(64);
    let start = c.start + white.take_while(|&&b| Class::WHITE.has(b)).count();
    start + stray(&text[start..text.len().min(start + 64)], c.form)
}

/// The URL of a wrapper that never closes, or holds more than a URL, read as bare from its scheme on.
fn bare_inside<'t>(
    text: &'t [u8],
    from: usize,
    c: &Candidate,
    flaws: Flaws,
    options: &Options,
    offer: Offer<'_, 't>,
) -> ControlFlow<()> {
    let start = first_word(text, c);
    match scheme_at(text, start) {
        Some((scheme, colon)) if scheme.is_known() => {
            let bare = Candidate {
                form: Form::Bare,
                outer: start,
                start,
                scheme: Some((scheme, colon)),
                named: start,
            };
            bare::read(text, from, &bare, flaws, options, offer)
        }
        _ => ControlFlow::Continue(()),
    }
}
