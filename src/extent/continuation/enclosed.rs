//! `(http://a.com/⏎x)`: a bracket, also one of another script or a quote outside US-ASCII (`「http://a.com/⏎x」`), or markup that nobody
//! took out (`<a>http://a.com/⏎x</a>`), that opens directly before a bare URL and closes in the first word of one of the next lines
//! (tests/spec/enclosed.md). It delimits the URL as the appendix's angle brackets do.

use crate::character;
use crate::class::Class;
use crate::extent::Extent;
use crate::grammar::brackets::Brackets;
use crate::grammar::login::is_in_authority;
use crate::grammar::{hostname, markup};
use crate::scan::word::looks_like_rest;
use crate::span::{run, split_before};
use crate::text::line::{self, after_marks};
use crate::text::pieces::{Gap, Pieces};

/// How many lines it may have.
const MAX_LINES: usize = 4;
/// Longer than any rest, in bytes.
const MAX: usize = 4096;

/// What opens directly before a URL, and what closes it.
#[rustfmt::skip]
const PAIRS: [(&[u8], &[u8]); 7] = [
    (b"(", b")"), (b"[", b"]"), (b"'", b"'"), (b"( ", b" )"), (b"[ ", b" ]"), (b">", b"</"), (b"&lt;", b"&gt;"),
];

/// Whether something opens before the URL that may close: not the `>` of the quote marks of its line.
pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    let (text, start) = (extent.text(), extent.outer());
    let is_quoted =
        || line::start(text, start).is_some_and(|line| after_marks(text, line) >= start);
    // A quote is an apostrophe if it closes in the URL, and after a `=` a program's string. A bracket after a `=` holds a list.
    let is_closed = || memchr::memchr(b'\'', &text[start..extent.stop]).is_some();
    match &text[..start] {
        [.., b'>'] => !is_quoted(),
        [.., b'=', b'\'' | b'('] => false,
        [.., b'\''] => !is_closed(),
        _ => Close::new(extent).is_some(),
    }
}

/// The second half of a pair: of the table above, or outside US-ASCII.
enum Close {
    Ascii(&'static [u8]),
    Wide(char),
}

impl Close {
    /// What closes the URL, if a pair opens before it.
    fn new(extent: &Extent<'_>) -> Option<Close> {
        let before = extent.before();
        let opens = |(open, _): &&(&[u8], _)| before.ends_with(open);
        if let Some(&(_, close)) = PAIRS.iter().find(opens) {
            return Some(Close::Ascii(close));
        }
        let (open, _) = character::decode_before(before, before.len())?;
        // German has `»http://a.com/«`.
        let close = if open == '»' {
            Some('«')
        } else {
            character::closing(open)
        };
        close.map(Close::Wide)
    }

    /// Whether it stands at `at`.
    fn stands(&self, text: &[u8], at: usize) -> bool {
        match *self {
            Close::Ascii(close) => text[at..].starts_with(close),
            Close::Wide(close) => character::decode(text, at).0 == close,
        }
    }
}

pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let text = extent.text();
    let close = Close::new(extent)?;
    let (mut last, mut gap) = (extent.start()..extent.stop, Gap::None);
    let mut brackets = Brackets::of_run(&text[last.clone()]);
    for _ in 1..MAX_LINES {
        let word = extent.next_line(last.end)?;
        let ends = |i: &usize| {
            let b = text[*i];
            Class::STOP.has(b)
                || b == b'\'' && close.stands(text, *i)
                || Class::HIGH.has(b) && matches!(close, Close::Wide(_))
                || !brackets.take(b, 0)
                || b == b'&' && markup::is_entity(&text[*i..])
        };
        let rest = word..(word..text.len().min(word + MAX)).find(ends)?;
        let goes_on = match text[last.end - 1] {
            // In brackets it needs no other sign.
            b'#' | b'=' => !rest.is_empty(),
            b'/' if names_a_message(&text[rest.clone()]) => true,
            before => looks_like_rest(before, &text[rest.clone()]),
        };
        if !goes_on {
            return None;
        }
        pieces.push(last, gap);
        (last, gap) = (rest, Gap::Break);
        if close.stands(text, last.end) && !is_apostrophe(text, last.end) {
            pieces.push(last, gap);
            return is_named(extent, pieces).then_some(());
        }
    }
    None
}

/// Whether the word goes on after the quote at `at`: `joe's`.
fn is_apostrophe(text: &[u8], at: usize) -> bool {
    let goes_on = |b: &u8| b.is_ascii_alphanumeric() || b"/_".contains(b);
    text[at] == b'\'' && text.get(at + 1).is_some_and(goes_on)
}

/// Whether `word` is a Message-ID that begins with a time, as an archive's page may be called: `20141116001628.GO32192@a.org`. Fewer
/// digits may be a user's: `71234.567@a.com`.
fn names_a_message(word: &[u8]) -> bool {
    const TIME: usize = 14;
    run(word, |b| b.is_ascii_digit()) == TIME && word.contains(&b'@')
}

/// Whether the break after the run does not part two words of prose: `<code>http://your⏎server/x</code>`, `(http://www.a.com⏎and/or)`. A
/// host goes on after it only if both make a name with a top-level domain, or an address.
fn is_named(extent: &Extent<'_>, pieces: &Pieces) -> bool {
    let (text, mut url) = (extent.text(), Vec::new());
    let begun = &text[extent.body..extent.stop];
    let body = &pieces.url(text, &mut url)[extent.head()..];
    let ends =
        begun.ends_with(b"-") || begun.contains(&b':') || b"/?#:".contains(&body[begun.len()]);
    if !extent.has_host || !is_in_authority(begun) || ends {
        return true;
    }
    let host = split_before(body, |b| b"/?#:".contains(&b)).0;
    let host = &host[memchr::memrchr(b'@', host).map_or(0, |at| at + 1)..];
    hostname::len(host).is_some() || hostname::is_ipv4(host)
}
