//! The direct way, of URLs in which nothing stands that a rule asks about: a plain name for a host, no bracket, nothing outside
//! US-ASCII, no mark before it, no break behind it that may have cut it. Most are such. The others, and in the end these too, can take the
//! general way ([`bare`](super::bare), [`wrapper`](super::wrapper)), which gives the same.

use super::{Reading, join, stop};
use crate::class::Class;
use crate::grammar::host;
use crate::options::{Join, Options};
use crate::scan::{Candidate, Form, web_scheme_at};
use crate::url::Bare;

/// Longer ones are not worth the care.
const MAX: usize = 1024;

/// The first reading of `candidate`, if the direct way leads to it; nothing before `from` belongs to it.
#[inline]
pub(crate) fn read<'t>(
    text: &'t [u8],
    from: usize,
    c: &Candidate,
    options: &Options,
) -> Option<Reading<'t>> {
    let (scheme, colon) = c.scheme.or_else(|| web_scheme_at(text, c.start))?;
    if options.refang || !matches!(scheme.bare, Bare::Slashes) {
        return None;
    }
    let host = text[colon + 1..].starts_with(b"//").then_some(colon + 3)?;
    let name = host + host::name(&text[host..])?;
    let next = text.get(name);
    let login_ends = |&b: &u8| matches!(b, b'/' | b'#') || Class::STOP.has(b);
    if !scheme.takes_plain_name(next) || !next.is_none_or(login_ends) {
        return None;
    }
    let stop = plain_run(text, name)?;
    let closed = || text.get(stop) == Some(&b'>');
    let (end, outer, form) = match c.form {
        Form::Wrapper | Form::Angle => (stop, closed().then_some(c.outer..stop + 1)?, c.form),
        Form::Bare | Form::Prefix | Form::Quoted => {
            if is_marked(text, from, c.start) || may_go_on(text, c, stop, options.join) {
                return None;
            }
            let end = without_tail(text, stop)?;
            match c.form {
                Form::Quoted if text.get(end) == Some(&b'"') => (end, c.outer..end + 1, c.form),
                Form::Prefix => (end, c.outer..end, c.form),
                _ => (end, c.start..end, Form::Bare),
            }
        }
        _ => return None,
    };
    let mut reading = Reading::plain(text, c.start..end, outer, form);
    reading.flawless = Some(scheme);
    Some(reading)
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
        // What is quoted may have a break in it.
        (_, Form::Quoted) => text.get(stop).is_none_or(|&b| Class::WHITE.has(b)),
        (Join::Never, _) => false,
        (Join::Sure, _) => join::may_go_on(text, c.start, stop),
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
