//! The direct way, of URLs in which nothing stands that a rule asks about: a plain name for a host, no bracket, nothing outside
//! US-ASCII, no mark before it, no break behind it that may have cut it. Most are such. The others, and in the end these too, can
//! take the general way ([`bare`](super::bare), [`wrapper`](super::wrapper)), which gives the same.

use std::ops::Range;

use super::fold::{Fold, Gap};
use super::{Reading, at, cut_escape, enclosed, join, soft_break, stars, stop};
use crate::class::Class;
use crate::grammar::host;
use crate::options::{Join, Options};
use crate::scan::{Candidate, Form, web_scheme_at};
use crate::simd::{Engine, Kinds};
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
pub(crate) fn read(
    text: &[u8],
    from: usize,
    c: &Candidate,
    options: &Options,
    engine: Engine,
) -> Option<Direct> {
    let (scheme, colon) = c.scheme.or_else(|| web_scheme_at(text, c.start))?;
    // A broken one is longer.
    if options.refang || c.start + scheme.name().len() != colon {
        return None;
    }
    let (stop, word) = match scheme.bare {
        Bare::Slashes if scheme.takes_plain_name(None) => {
            (web(text, c, colon, options.join, engine)?, None)
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
fn web(text: &[u8], c: &Candidate, colon: usize, join: Join, engine: Engine) -> Option<usize> {
    let host = text[colon + 1..].starts_with(b"//").then_some(colon + 3)?;
    let kinds = text[host..]
        .first_chunk()
        .and_then(|near| engine.kinds(near));
    let name = match &kinds {
        Some(kinds) if kinds.label | kinds.dot != u64::MAX => name(&text[host..], kinds)?,
        _ => host::name(&text[host..])?,
    };
    let login = name + port(&text[host + name..]);
    let is_end = |&b: &u8| matches!(b, b')' | b']') || Class::STOP.has(b);
    match text.get(host + login) {
        Some(b'/' | b'#') => {}
        // The end of a sentence.
        Some(b'.' | b',' | b';' | b':' | b'!' | b'?') if login == name && !is_closed(c) => {
            let rest = &text[host + login..];
            let tail = rest.iter().take(4).position(|b| !b".,;:!?".contains(b))?;
            if !rest.get(tail).is_some_and(is_end) {
                return None;
            }
        }
        next if next.is_none_or(is_end) => {}
        _ => return None,
    }
    let (seen, notable) = match &kinds {
        Some(kinds) => (
            login.max(64),
            kinds.notable & u64::MAX.checked_shl(login as u32).unwrap_or(0),
        ),
        None => (login, 0),
    };
    let stop = plain_run(text, host, seen, notable)?;
    let goes_on = !Class::BRACKET.has(text.get(stop).copied().unwrap_or(b' '))
        && (may_go_on(text, c, stop, join)
            || at::follows(text, stop)
            || stars::may_stand(text, c.start, stop));
    (!goes_on).then_some(stop)
}

/// [`host::name`] by the kinds of the bytes that `validate` begins with, of which one is no name's; a final dot is not looked at.
fn name(rest: &[u8], kinds: &Kinds) -> Option<usize> {
    let len = (kinds.label | kinds.dot).trailing_ones();
    // Of a sentence.
    let len = len - (len > 0 && kinds.dot >> (len - 1) & 1 != 0) as u32;
    let whole = (1 << len) - 1;
    let dots = kinds.dot & whole;
    // Of the labels.
    let first = dots << 1 | 1;
    let last = dots >> 1 | 1 << len >> 1;
    let wrong = (first | last) & (kinds.dot | kinds.hyphen) | first & !whole;
    let last_label = 63 - first.leading_zeros() as usize;
    (wrong == 0 && Class::ALPHA.has(rest[last_label])).then_some(len as usize)
}

/// The length of the port that `validate` begins with, if nothing can be said against it.
fn port(rest: &[u8]) -> usize {
    match rest {
        [b':', digits @ ..] => match digits.iter().take_while(|b| b.is_ascii_digit()).count() {
            len @ 1..=4 if digits[0] != b'0' => len + 1,
            _ => 0,
        },
        _ => 0,
    }
}

/// Where `mailto:joe@example.org` stops, or archives' `mailto:joe at example.org`, and that ` at `.
fn address(text: &[u8], c: &Candidate, colon: usize) -> Option<(usize, Option<Range<usize>>)> {
    let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || b"._-+".contains(b);
    let letters = text[colon + 1..].iter().take(MAX).take_while(letter);
    let at = colon + 1 + letters.count();
    let word = match &text[at..] {
        _ if at == colon + 1 => return None,
        [b'@', ..] => None,
        // Quotes are no part of what is put together, nor is an address that an archive cut.
        [b' ', b'a', b't', b' ', ..]
            if c.form != Form::Quoted && Class::ALPHADIGIT.has(text[at - 1]) =>
        {
            Some(at..at + 4)
        }
        _ => return None,
    };
    let domain = word.as_ref().map_or(at + 1, |word| word.end);
    let name = domain + host::name(&text[domain..])?;
    let stop = match text.get(name) {
        Some(b'?') if is_closed(c) => name + to_close(&text[name..])?,
        _ => name,
    };
    let in_square = c.start > 0 && text[c.start - 1] == b'[';
    let stops = match text.get(stop) {
        Some(b']') => true,
        Some(b'\\') => false,
        next => !in_square && next.is_none_or(|&b| Class::STOP.has(b)),
    };
    (stops && !may_go_on(text, c, stop, Join::Never)).then_some((stop, word))
}

/// How far the `>` is, if nothing before it is to be asked about.
fn to_close(rest: &[u8]) -> Option<usize> {
    let near = &rest[..rest.len().min(MAX)];
    let len = near.iter().position(|&b| Class::UNWRAPPED.has(b))?;
    (near[len] == b'>' && near[len - 1] != b'"').then_some(len)
}

/// Whether it stands in `<…>`.
fn is_closed(c: &Candidate) -> bool {
    matches!(c.form, Form::Wrapper | Form::Angle)
}

/// Where the URL that runs to `stop` ends, where it does with its wrapper, and its form; a mark before it is asked about.
#[inline]
fn place(
    text: &[u8],
    from: usize,
    c: &Candidate,
    stop: usize,
) -> Option<(usize, Range<usize>, Form)> {
    if is_closed(c) {
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

/// Where the run of URL characters ends that `host` begins, if what ends it, and all in it, is what it seems. Of so many bytes that
/// were seen, these are `notable`.
#[inline]
fn plain_run(text: &[u8], host: usize, seen: usize, mut notable: u64) -> Option<usize> {
    while notable != 0 {
        match is_end(text, host + notable.trailing_zeros() as usize) {
            Some(false) => notable &= notable - 1,
            end => return end.map(|_| host + notable.trailing_zeros() as usize),
        }
    }
    let near = &text[..text.len().min(host + MAX)];
    let mut at = host + seen;
    loop {
        let Some(len) = near.get(at..)?.iter().position(|&b| Class::NOTABLE.has(b)) else {
            return (near.len() == text.len()).then_some(text.len());
        };
        at += len;
        if is_end(text, at)? {
            return Some(at);
        }
        at += 1;
    }
}

/// Whether the notable byte at `at` ends a URL, or is one of it; none if that is asked elsewhere.
fn is_end(text: &[u8], at: usize) -> Option<bool> {
    match text[at] {
        b':' if !text[at + 1..].starts_with(b"//") => Some(false),
        b'&' if !stop::is_markup_entity(&text[at..]) => Some(false),
        b'@' if text.get(at + 1) != Some(&b'{') => Some(false),
        // It may be a pattern's.
        b'\\' => None,
        // None was opened.
        b')' | b']' | b'}' => Some(true),
        b if Class::STOP.has(b) => Some(true),
        _ => None,
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
            join::may_go_on(text, c.start, stop)
                || enclosed::may_go_on(text, c.start, stop)
                || soft_break::may_go_on(text, stop)
                || cut_escape::may_go_on(text, stop)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_by_kinds_are_names() {
        let pieces = ["a", "B9", "-", ".", "/", "_", "0", "x-y", " "];
        for number in 0..pieces.len().pow(5) {
            let mut n = number;
            let mut text = String::new();
            for _ in 0..5 {
                text += pieces[n % pieces.len()];
                n /= pieces.len();
            }
            text += &" ".repeat(64);
            let near = text.as_bytes().first_chunk().expect("so many bytes");
            let run =
                text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "-.".contains(c));
            let run = &text[..text.len() - run.len()];
            let want = host::name(run.strip_suffix('.').unwrap_or(run).as_bytes());
            for engine in Engine::available() {
                if let Some(kinds) = engine.kinds(near) {
                    assert_eq!(name(text.as_bytes(), &kinds), want, "{text}");
                }
            }
        }
    }
}
