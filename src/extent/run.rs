//! The run of URL characters from a place on: one pass over its bytes, block by block (tests/spec/end.md, brackets.md,
//! glued-url.md).
//!
//! Vectors say which bytes of a block are notable; only these are looked at. A bare URL ends before the first closing bracket
//! that it did not open, wherever that stands; before a `[` that is markup (`http://a.com/x[the page]`,
//! `[url]http://a.com/x[/url]`); and in its host before any `(` or `[` that begins no address literal.

use std::mem;

use super::facts::Facts;
use crate::character;
use crate::class::Class;
use crate::scan::web_scheme_before;
use crate::simd::{Available, Kinds};

/// The longest URL, in bytes; a longer one is cut.
pub(super) const MAX_URL: usize = 64 * 1024;
/// How far the close of a bracket outside US-ASCII may be, in bytes.
const MAX_PAIR: usize = 256;

/// Where a run ends, and what is in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) end: usize,
    pub(super) facts: Facts,
}

/// Where the run of URL characters ends that begins at `start`, whatever its brackets.
pub(super) fn word_end(text: &[u8], start: usize, engine: Available) -> usize {
    let pairs = Pairs {
        is_word: true,
        ..Pairs::default()
    };
    run(
        text,
        start,
        &mut Notable::new(text, start, engine),
        start,
        pairs,
    )
    .end
}

/// The run of a URL's body. Up to `seen` nothing is notable; what the brackets of a host are matters if it is not before that.
#[inline]
pub(super) fn of_body(
    text: &[u8],
    body: usize,
    has_host: bool,
    notable: &mut Notable<'_>,
    seen: usize,
) -> Run {
    let at = notable.next(seen);
    // Nothing in it, as in most.
    let plain = |&b: &u8| Class::STOP.has(b) && b != b'|';
    if at - body < MAX_URL && text.get(at).is_some_and(plain) {
        return Run {
            end: at,
            facts: Facts::NONE,
        };
    }
    let pairs = Pairs {
        has_host: has_host && seen == body,
        ..Pairs::default()
    };
    run(text, body, notable, at, pairs)
}

/// The notable bytes of a text, in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Notable<'t> {
    text: &'t [u8],
    engine: Available,
    /// Where the block at hand begins, its notable bytes as bits, and its length.
    base: usize,
    bits: u64,
    len: usize,
}

impl<'t> Notable<'t> {
    pub(super) fn new(text: &'t [u8], at: usize, engine: Available) -> Notable<'t> {
        Notable::behind(&engine.kinds(text, at), text, at, engine)
    }

    /// Those from `at` on, where the kinds of the first bytes are known.
    #[inline]
    pub(super) fn behind(
        kinds: &Kinds,
        text: &'t [u8],
        at: usize,
        engine: Available,
    ) -> Notable<'t> {
        Notable {
            text,
            engine,
            base: at,
            bits: kinds.notable,
            len: kinds.len,
        }
    }

    /// The first notable byte at `at` or after it; the end of the text, or a place behind it, if there is none.
    #[inline]
    pub(super) fn next(&mut self, mut at: usize) -> usize {
        loop {
            let passed = at - self.base;
            if passed < self.len {
                let rest = self.bits >> passed;
                if rest != 0 {
                    return at + rest.trailing_zeros() as usize;
                }
                at = self.base + self.len;
            }
            if at >= self.text.len() {
                return at;
            }
            *self = Notable::new(self.text, at, self.engine);
        }
    }
}

/// What a notable byte does to a run.
enum Step {
    /// Goes on at this place.
    On(usize),
    /// Ends it before this place.
    End(usize),
    /// Ends it so, and nothing can be joined to it.
    Cut(usize),
    /// Opens or closes something, or may.
    Pair,
}

#[inline(never)]
fn run(text: &[u8], start: usize, notable: &mut Notable<'_>, seen: usize, mut pairs: Pairs) -> Run {
    let limit = text.len().min(start.saturating_add(MAX_URL));
    let (mut at, mut facts) = (seen, Facts::NONE);
    let end = loop {
        at = notable.next(at);
        if at >= limit {
            if limit < text.len() {
                facts = Facts::TOO_LONG.or(Facts::CUT);
            }
            break limit;
        }
        let step = match step(text, start, at) {
            Step::Pair => pairs.step(text, start, at),
            step => step,
        };
        match step {
            Step::On(next) => at = next,
            Step::Cut(end) => {
                facts = Facts::CUT;
                break end;
            }
            Step::End(end) => break end,
            Step::Pair => at += 1,
        }
    };
    match pairs.seen {
        true => pairs.finish(Run { end, facts }),
        false => Run { end, facts },
    }
}

#[inline]
fn step(text: &[u8], start: usize, at: usize) -> Step {
    let rest = &text[at + 1..];
    match text[at] {
        b'(' | b')' | b'[' | b']' | b'{' | b'}' => Step::Pair,
        byte if Class::HIGH.has(byte) => Step::Pair,
        b':' if rest.starts_with(b"//") && at > start => {
            glued_url(text, start, at).map_or(Step::On(at + 1), Step::Cut)
        }
        b'&' if is_markup_entity(&text[at..]) => Step::End(at),
        b'@' if rest.first() == Some(&b'{') => Step::End(at),
        b':' | b'&' | b'@' => Step::On(at + 1),
        b'|' if is_drive_mark(&text[start..], at - start) => Step::On(at + 1),
        _ => Step::End(at),
    }
}

/// What is open in a run: brackets of US-ASCII, and pairs outside it.
#[derive(Default)]
struct Pairs {
    /// Whether brackets end nothing.
    is_word: bool,
    /// Whether the run begins with a host whose brackets have not been looked at.
    has_host: bool,
    seen: bool,
    high: bool,
    brackets: Brackets,
    /// What closes each pair outside US-ASCII, and where it opened.
    wide: Vec<(char, usize)>,
}

impl Pairs {
    fn step(&mut self, text: &[u8], start: usize, at: usize) -> Step {
        self.seen = true;
        let far = |&(_, opened): &(char, usize)| at - opened > MAX_PAIR;
        if self.wide.first().is_some_and(far) {
            return Step::End(at);
        }
        match text[at] {
            byte if Class::HIGH.has(byte) => self.character(text, at),
            _ if self.is_word => Step::On(at + 1),
            byte => self.bracket(text, start, at, byte),
        }
    }

    fn bracket(&mut self, text: &[u8], start: usize, at: usize, byte: u8) -> Step {
        if matches!(byte, b'(' | b'[') && mem::take(&mut self.has_host) {
            match in_host(&text[start..]) {
                InHost::Literal(end) if start + end > at => return Step::On(start + end),
                InHost::Ends(end) => return Step::Cut(start + end),
                _ => {}
            }
        }
        let markup = byte == b'[' && text.get(at + 1) == Some(&b'/');
        match !markup && self.brackets.take(byte, at) {
            true => Step::On(at + 1),
            false => Step::Cut(at),
        }
    }

    fn character(&mut self, text: &[u8], at: usize) -> Step {
        self.high = true;
        let (c, len) = character::decode(text, at);
        let fits = match (character::closing(c), self.wide.last()) {
            (Some(close), _) => {
                self.wide.push((close, at));
                true
            }
            (None, last) if character::closes(c) => {
                let fits = last.is_some_and(|&(close, _)| close == c);
                self.wide.truncate(self.wide.len() - usize::from(fits));
                fits
            }
            _ => !ends(text, at, c, len),
        };
        if fits {
            Step::On(at + len)
        } else {
            Step::End(at)
        }
    }

    /// A bracket that nothing closes ends the run too.
    fn finish(&self, run: Run) -> Run {
        let Run { mut end, mut facts } = run;
        if let Some(&(_, opened)) = self.wide.first() {
            end = opened;
        }
        if self.brackets.square > 0 && !self.is_word {
            (end, facts) = (end.min(self.brackets.first_square), facts.or(Facts::CUT));
        }
        let high = if self.high { Facts::HIGH } else { Facts::NONE };
        Run {
            end,
            facts: facts.or(high),
        }
    }
}

/// Brackets of US-ASCII that are open.
#[derive(Default, Debug)]
pub(super) struct Brackets {
    round: u32,
    square: u32,
    curly: u32,
    /// Where the first of the open `[` stands.
    first_square: usize,
}

impl Brackets {
    /// Counts the bracket at `at`; false for a closing one that was not opened. Other bytes do not matter.
    pub(super) fn take(&mut self, byte: u8, at: usize) -> bool {
        let open = match byte {
            b'(' | b')' => &mut self.round,
            b'[' | b']' => &mut self.square,
            b'{' | b'}' => &mut self.curly,
            _ => return true,
        };
        match byte {
            b'(' | b'[' | b'{' => *open += 1,
            _ if *open == 0 => return false,
            _ => *open -= 1,
        }
        if byte == b'[' && self.square == 1 {
            self.first_square = at;
        }
        true
    }
}

/// What the brackets of an authority are to its host.
enum InHost {
    /// The host is an address literal, which ends there.
    Literal(usize),
    /// The host ends there, at a bracket.
    Ends(usize),
    /// There is none in the host.
    None,
}

fn in_host(body: &[u8]) -> InHost {
    let mut brackets = Brackets::default();
    let ends =
        |&b: &u8| matches!(b, b'/' | b'?' | b'#') || Class::STOP.has(b) || !brackets.take(b, 0);
    let authority = &body[..body.iter().position(ends).unwrap_or(body.len())];
    let host = memchr::memrchr(b'@', authority).map_or(0, |i| i + 1);
    let address = |b: &u8| Class::HEX.has(*b) || matches!(b, b':' | b'.' | b'v' | b'V' | b'%');
    match authority[host..].iter().position(|&b| b == b']') {
        Some(len @ 3..)
            if authority[host] == b'[' && authority[host + 1..host + len].iter().all(address) =>
        {
            InHost::Literal(host + len + 1)
        }
        _ => memchr::memchr2(b'(', b'[', &authority[host..])
            .map_or(InHost::None, |i| InHost::Ends(host + i)),
    }
}

/// Where the URL that began at `start` ends if the colon at `colon` is that of another `http://`, `https://` or `ftp://`: after a
/// letter or digit that is not of an escape, any character outside US-ASCII, after `, ; |`, `[`, a closing bracket or a quote.
/// After anything else the second URL is part of the first, as in a redirector's address.
fn glued_url(text: &[u8], start: usize, colon: usize) -> Option<usize> {
    let scheme = web_scheme_before(text, start + 1, colon)?;
    match text[scheme - 1] {
        b'[' => Some(scheme - 1),
        b',' | b';' | b'|' | b')' | b']' | b'}' | b'\'' => Some(scheme),
        b if Class::HIGH.has(b) => Some(scheme),
        b if Class::ALPHADIGIT.has(b) => {
            let before = &text[start.max(scheme.saturating_sub(3))..scheme - 1];
            (!before.contains(&b'%')).then_some(scheme)
        }
        _ => None,
    }
}

/// Whether the character `c` of `len` bytes at `at` ends a URL. A (non-)joiner belongs to the letter or mark before it, if the
/// URL goes on.
fn ends(text: &[u8], at: usize, c: char, len: usize) -> bool {
    if !matches!(c, '\u{200c}' | '\u{200d}') {
        return character::ends_url(c);
    }
    let letter = |c: char| !character::is_punctuation(c) && !character::ends_url(c);
    let before = character::decode_before(text, at).is_some_and(|(c, _)| letter(c));
    let after = text.get(at + len).is_some_and(|b| !Class::STOP.has(*b));
    !(before && after && letter(character::decode(text, at + len).0))
}

/// The `|` of `file:///C|/dir`.
fn is_drive_mark(body: &[u8], at: usize) -> bool {
    at == 2 && matches!(body, [b'/', drive, b'|', b'/', ..] if drive.is_ascii_alphabetic())
}

/// `&lt; &gt; &quot; &apos; &nbsp;` and their numeric forms: the markup around a URL, encoded.
pub(super) fn is_markup_entity(bytes: &[u8]) -> bool {
    let name = bytes[1..bytes.len().min(10)]
        .split(|&b| b == b';')
        .next()
        .unwrap_or_default();
    if bytes.get(name.len() + 1) != Some(&b';') {
        return false;
    }
    let number = |digits: &[u8], radix| {
        let digits = std::str::from_utf8(digits).ok()?;
        u32::from_str_radix(digits, radix).ok()
    };
    let number = match name {
        [b'#', b'x' | b'X', hex @ ..] => number(hex, 16),
        [b'#', decimal @ ..] => number(decimal, 10),
        _ => None,
    };
    let is = |known: &&str| name.eq_ignore_ascii_case(known.as_bytes());
    ["lt", "gt", "quot", "apos", "nbsp"].iter().any(is)
        || matches!(number, Some(60 | 62 | 34 | 39 | 160))
}
