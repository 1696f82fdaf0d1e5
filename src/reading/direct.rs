//! The direct way, of URLs in which nothing stands that a rule asks about: a plain name for a host, no bracket, nothing outside
//! US-ASCII, no mark before it, no break behind it that may have cut it. Most are such. The others, and in the end these too, can take the
//! general way ([`bare`](super::bare), [`wrapper`](super::wrapper)), which gives the same.

use std::ops::Range;

use super::fold::{Fold, Gap};
use super::{Reading, at, enclosed, join, stars, stop};
use crate::class::Class;
use crate::grammar::host;
use crate::options::{Join, Options};
use crate::scan::{Candidate, Form, web_scheme_at};
use crate::url::{Bare, Scheme};

/// Longer ones are not worth the care.
const MAX: usize = 1024;

/// What the direct way leads to: the first reading, still unmade.
#[derive(Clone, Debug)]
pub(crate) struct Direct {
    /// From its first byte to its last.
    pub(crate) at: Range<usize>,
    /// With its wrapper.
    pub(crate) outer: Range<usize>,
    pub(crate) form: Form,
    scheme: &'static Scheme,
    /// The ` at ` that stands for its `@`.
    word: Option<Range<usize>>,
}

impl Direct {
    /// Whether it stands in one piece.
    #[inline]
    pub(crate) fn lies(&self) -> bool {
        self.word.is_none()
    }

    pub(crate) fn reading(self, text: &[u8]) -> Reading<'_> {
        let mut reading = match self.word {
            None => Reading::plain(text, self.at, self.outer, self.form),
            Some(word) => {
                let mut fold = Fold::of(self.at.start..word.start);
                fold.push(word.start + 1..word.end - 1, Gap::Blank);
                fold.push(word.end..self.at.end, Gap::Blank);
                at::restore(text, &mut fold);
                Reading::folded(text, fold, self.outer, self.form)
            }
        };
        reading.flawless = Some(self.scheme);
        reading
    }
}

/// The first reading of `candidate`, if the direct way leads to it; nothing before `from` belongs to it.
#[inline]
pub(crate) fn read(text: &[u8], from: usize, c: &Candidate, options: &Options) -> Option<Direct> {
    let (scheme, colon) = c.scheme.or_else(|| web_scheme_at(text, c.start))?;
    // A broken one is longer.
    if options.refang || c.start + scheme.name().len() != colon {
        return None;
    }
    let (stop, word) = match scheme.bare {
        Bare::Slashes if scheme.takes_plain_name(None) => {
            (web(text, c, colon, options.join)?, None)
        }
        Bare::Shape(_) if scheme.name() == "mailto" => address(text, c, colon)?,
        _ => return None,
    };
    let (end, outer, form) = place(text, from, c, stop)?;
    Some(Direct {
        at: c.start..end,
        outer,
        form,
        scheme,
        word,
    })
}

/// Where `http://www.example.org/x` stops.
#[inline]
fn web(text: &[u8], c: &Candidate, colon: usize, join: Join) -> Option<usize> {
    let host = text[colon + 1..].starts_with(b"//").then_some(colon + 3)?;
    let name = host + host::name(&text[host..])?;
    let login = name + port(&text[name..]);
    let login_ends = |&b: &u8| matches!(b, b'/' | b'#' | b')' | b']') || Class::STOP.has(b);
    if !text.get(login).is_none_or(login_ends) {
        return None;
    }
    let stop = plain_run(text, login)?;
    let goes_on = !Class::BRACKET.has(text.get(stop).copied().unwrap_or(b' '))
        && (may_go_on(text, c, stop, join)
            || at::follows(text, stop)
            || stars::may_stand(text, c.start, stop));
    (!goes_on).then_some(stop)
}

/// The length of the port that `rest` begins with, if nothing can be said against it.
fn port(rest: &[u8]) -> usize {
    match rest {
        [b':', digits @ ..] => match digits.iter().take_while(|b| b.is_ascii_digit()).count() {
            len @ 1..=4 if digits[0] != b'0' => len + 1,
            _ => 0,
        },
        _ => 0,
    }
}

/// Where `mailto:joe@example.org` stops, or archives' `<mailto:joe at example.org>`, and that ` at `.
fn address(text: &[u8], c: &Candidate, colon: usize) -> Option<(usize, Option<Range<usize>>)> {
    let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || b"._-+".contains(b);
    let local = text[colon + 1..]
        .iter()
        .take(MAX)
        .take_while(letter)
        .count();
    let at = (local > 0).then_some(colon + 1 + local)?;
    let word = match &text[at..] {
        [b'@', ..] => None,
        [b' ', b'a', b't', b' ', ..] if c.form == Form::Angle => Some(at..at + 4),
        _ => return None,
    };
    let domain = word.as_ref().map_or(at + 1, |word| word.end);
    let stop = domain + host::name(&text[domain..])?;
    let stops = text
        .get(stop)
        .is_none_or(|&b| Class::STOP.has(b) && b != b'\\');
    let is_in_square = c.start > 0 && text[c.start - 1] == b'[';
    let is_whole = stops && !is_in_square && !may_go_on(text, c, stop, Join::Never);
    is_whole.then_some((stop, word))
}

/// Where the URL that runs to `stop` ends, where it does with its wrapper, and its form; a mark before it is asked about.
#[inline]
fn place(
    text: &[u8],
    from: usize,
    c: &Candidate,
    stop: usize,
) -> Option<(usize, Range<usize>, Form)> {
    if matches!(c.form, Form::Wrapper | Form::Angle) {
        let outer = (text.get(stop) == Some(&b'>')).then_some(c.outer..stop + 1)?;
        return Some((stop, outer, c.form));
    }
    if is_marked(text, from, c.start) {
        return None;
    }
    let end = without_tail(text, stop)?;
    match c.form {
        Form::Quoted if text.get(end) == Some(&b'"') => Some((end, c.outer..end + 1, c.form)),
        Form::Prefix => Some((end, c.outer..end, c.form)),
        Form::Bare | Form::Quoted => Some((end, c.start..end, Form::Bare)),
        _ => None,
    }
}

/// Where the run of URL characters from `at` on ends, if what ends it, and all in it, is what it seems.
#[inline]
fn plain_run(text: &[u8], mut at: usize) -> Option<usize> {
    let near = &text[..text.len().min(at + MAX)];
    loop {
        let Some(len) = near[at..].iter().position(|&b| Class::NOTABLE.has(b)) else {
            return (near.len() == text.len()).then_some(text.len());
        };
        at += len;
        match near[at] {
            b':' if !text[at + 1..].starts_with(b"//") => {}
            b'&' if !stop::is_markup_entity(&text[at..]) => {}
            b'@' if text.get(at + 1) != Some(&b'{') => {}
            // It may be a pattern's.
            b'\\' => return None,
            // None was opened.
            b')' | b']' | b'}' => return Some(at),
            b if Class::STOP.has(b) => return Some(at),
            _ => return None,
        }
        at += 1;
    }
}

/// Whether a quote or emphasis mark stands before it.
fn is_marked(text: &[u8], from: usize, start: usize) -> bool {
    start > from && matches!(text[start - 1], b'\'' | b'*' | b'_' | b'~' | b'=')
}

/// Whether the next line may go on with it.
fn may_go_on(text: &[u8], c: &Candidate, stop: usize, join: Join) -> bool {
    match (join, c.form) {
        (_, Form::Wrapper | Form::Angle) => false,
        // What is quoted may have a break in it.
        (_, Form::Quoted) => text.get(stop).is_none_or(|&b| Class::WHITE.has(b)),
        (Join::Never, _) => false,
        (Join::Sure, _) => {
            join::may_go_on(text, c.start, stop) || enclosed::may_go_on(text, c.start, stop)
        }
        (Join::Plausible, _) => text.get(stop).is_some_and(|&b| Class::WHITE.has(b)),
    }
}

/// Where it ends without closing punctuation; a quote is asked about.
fn without_tail(text: &[u8], stop: usize) -> Option<usize> {
    let mut end = stop;
    loop {
        match text[end - 1] {
            b'.' | b',' | b':' | b';' | b'!' | b'?' | b'*' => end -= 1,
            b'\'' => return None,
            _ => return Some(end),
        }
    }
}
