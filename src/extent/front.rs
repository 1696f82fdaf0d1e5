//! The part of a URL before its candidate's text: nothing, an assumed scheme, or a scheme that white space separates from the rest
//! (tests/spec/blank-host.md, blank-address.md, broken-scheme.md). Prose has `mailto:` alone; a full address after it is the one it names.

use std::ops::Range;

use super::Extent;
use super::continuation::at_domain;
use super::facts::Facts;
use super::reading::{NEXT, Offers, Taken};
use crate::class::Class;
use crate::flaw::{Flaw, Flaws};
use crate::grammar::hostname;
use crate::options::Join;
use crate::scan::{Candidate, Form};
use crate::span::{ahead, split_run};
use crate::text::line::{blanks, line_break};
use crate::text::pieces::{Gap, Pieces};

/// The part of a URL before its candidate's first byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Front {
    None,
    /// `http://`
    Meant(&'static str),
    /// `http://` before white space; or `ht`, and `tp://` on the next line; or `http:`, and `//`; or `http:/`, and `/`; or `http`, and
    /// `://` after a backslash.
    Apart {
        first: Range<usize>,
        second: Range<usize>,
        gap: Gap,
    },
}

impl Front {
    /// Whether a name without a scheme means this one: `ftp://`.
    pub(super) fn is_meant(&self, scheme: &str) -> bool {
        matches!(self, Front::Meant(meant) if *meant == scheme)
    }

    /// How many runs of the text it has.
    pub(super) fn runs(&self) -> usize {
        match self {
            Front::Apart { second, .. } => 1 + usize::from(!second.is_empty()),
            _ => 0,
        }
    }

    /// Whether a line break parts its scheme. Then the URL's line, which began there, may be short.
    pub(super) fn is_broken(&self) -> bool {
        matches!(self, Front::Apart { second, gap: Gap::Break, .. } if !second.is_empty())
    }

    /// Whether a backslash stands before the colon of its scheme: others may stand before other signs.
    pub(super) fn is_escaped(&self) -> bool {
        matches!(self, Front::Apart { gap: Gap::None, .. })
    }

    /// Whether a soft break of quoted-printable parts its scheme: each `=` at a line end is one then.
    pub(super) fn is_encoded(&self, text: &[u8]) -> bool {
        matches!(self, Front::Apart { first, .. } if text.get(first.end) == Some(&b'='))
    }

    /// Begins the pieces of a URL whose own text begins at `start`.
    pub(super) fn begin(&self, start: usize, pieces: &mut Pieces) {
        pieces.list.clear();
        match self {
            Front::None => {}
            Front::Meant(scheme) => pieces.push_instead(start..start + 1, scheme.as_bytes()),
            Front::Apart { first, second, gap } => {
                pieces.push(first.clone(), Gap::None);
                pieces.push(second.clone(), *gap);
            }
        }
    }
}

/// Offers the readings of the URL with white space in its scheme or after it, or a backslash before its colon, if a host or an address
/// follows. The text after that is read by all rules, like any other.
pub(super) fn read(extent: &Extent<'_>, offers: &mut Offers<'_>) -> Taken {
    let Some(BeforeWhite { front, body, flaws }) = before_white(extent) else {
        return NEXT;
    };
    let form = match extent.candidate.form {
        Form::Quoted => Form::Bare,
        form => form,
    };
    let candidate = Candidate {
        form,
        start: body,
        scheme_rest: None,
        name_end: body,
        ..*extent.candidate
    };
    let mut after = Extent::new(extent.context, &candidate);
    (after.is_known, after.front) = (extent.is_known, front);
    (after.scheme, after.has_host) = (extent.scheme, extent.has_host);
    (after.body, after.flaws) = (body, extent.flaws | flaws);
    after.find_run();
    if after.front.is_escaped() {
        after.stop = before_next(extent.text(), body, after.stop);
    }
    if after.stop > body {
        after.read(offers)
    } else {
        NEXT
    }
}

/// Where the URL ends whose colon has a backslash, and whose body runs to `stop`: before the type of a file in JabRef
/// (`file = {Notes:http\://a.org/x:URL;:http\://b.org/y:PDF}`), or before the next one in a list (`http\://a.org/x,http\://b.org/y`).
fn before_next(text: &[u8], body: usize, stop: usize) -> usize {
    let run = &text[body..stop];
    let is_type = |&colon: &usize| {
        let (name, rest) = split_run(&text[body + colon + 1..], |b| b.is_ascii_uppercase());
        name.len() > 1 && matches!(rest.first(), Some(b';' | b'}'))
    };
    if let Some(colon) = memchr::memchr_iter(b':', run).find(is_type) {
        return body + colon;
    }
    let scheme = Class::ALPHA.run_back(run);
    match run[..run.len() - scheme] {
        [ref url @ .., b',' | b';'] if text[stop..].starts_with(b"\\://") => body + url.len(),
        _ => stop,
    }
}

/// The part of a URL before white space, or before the backslash of its colon.
struct BeforeWhite {
    front: Front,
    /// Where the text goes on after it.
    body: usize,
    /// The white space is one; a backslash is none.
    flaws: Flaws,
}

fn before_white(extent: &Extent<'_>) -> Option<BeforeWhite> {
    let (text, start, body) = (extent.text(), extent.start(), extent.body);
    if let Some(rest) = extent.candidate.scheme_rest {
        let host = hostname::len(&text[body..])?;
        let name = start + Class::SCHEME.run(&text[start..]);
        let marks = text[name..].iter().take_while(|b| b":/".contains(b));
        let is_escaped = text[name] == b'\\';
        let (is_taken, gap, flaws) = if is_escaped {
            let goes_on = text.get(body + host) == Some(&b'\\');
            (!goes_on, Gap::None, Flaws::NONE)
        } else {
            let flaws = Flaws::new(&[Flaw::BrokenBareUrl]);
            let joins = extent.context.options.join >= Join::Sure;
            (joins, Gap::Break, flaws)
        };
        let first = start..name + marks.count();
        let second = rest..body;
        return is_taken.then_some(BeforeWhite {
            front: Front::Apart { first, second, gap },
            body,
            flaws,
        });
    }
    let is_empty = extent.facts.has_all(Facts::EMPTY);
    let at = is_empty.then(|| after_blanks(extent));
    Some(BeforeWhite {
        body: at.filter(|&at| at > body && is_named(extent, at))?,
        front: Front::Apart {
            first: start..body,
            second: body..body,
            gap: Gap::Break,
        },
        flaws: Flaws::new(&[Flaw::BlankInUrl]),
    })
}

/// Where the text goes on after the body's blanks, perhaps on the next line.
fn after_blanks(extent: &Extent<'_>) -> usize {
    let text = extent.text();
    let at = extent.body + blanks(&text[extent.body..]);
    line_break(&text[at..]).map_or(at, |len| extent.prefix().skip(text, at + len).start)
}

/// Whether what the scheme asks for stands at `at`: a host, perhaps after a user's name, or an address, perhaps with ` at `.
fn is_named(extent: &Extent<'_>, at: usize) -> bool {
    /// Longer than any login, in bytes.
    const MAX: usize = 320;
    let text = extent.text();
    let near = ahead(text, at, MAX);
    let user = Class::LOCAL.run(near);
    let has_user = user > 0 && near.get(user) == Some(&b'@');
    let is_host = |rest| hostname::len(rest).is_some();
    match (extent.has_host, extent.is_address()) {
        (true, _) | (_, true) if has_user => is_host(&near[user + 1..]),
        (true, _) => is_host(near),
        (_, true) => user > 0 && at_domain(text, at + user).is_some(),
        _ => false,
    }
}
