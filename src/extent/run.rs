//! The run of URL characters from a place on: one pass over its bytes, block by block (tests/spec/end.md, brackets.md,
//! glued-url.md).
//!
//! Vectors say which bytes of a block are notable. [`OpenRun::finish`] looks at these alone: it takes one [`step`](OpenRun::step) for each,
//! until one of them ends the run. A bare URL ends before the first closing bracket that it did not open, wherever that stands; before a
//! `[` that is markup (`http://a.com/x[the page]`, `[url]http://a.com/x[/url]`); and in its host before any `(` or `[` that begins no
//! address literal.
//!
//! ```text
//! (http://a.org/wiki/URL_(web)) says
//!                        ^   ^^ the run ends: it did not open this one
//!                    opens   closes
//! ```

use super::facts::Facts;
use super::glued::closes_later;
use crate::character;
use crate::class::Class;
use crate::grammar::brackets::Brackets;
use crate::grammar::login::is_in_authority;
use crate::grammar::{hole, host, markup, sici};
use crate::scan::{MAX_URL, glued_url};
use crate::simd::{Available, Notable};
use crate::span::{ahead, contains, ending, run, whole_characters};
use crate::text::DELIMITER;

/// How far a run is looked at before or after a byte of it: for the close of a bracket, the slash before a pattern's group, an operator.
const NEAR: usize = 256;

/// How far the quote may be that closes a query, in bytes.
const MAX_QUERY: usize = 1024;

/// Where a run ends, and the facts about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) end: usize,
    pub(super) facts: Facts,
}

/// Where the run of URL characters ends that begins at `start`, whatever its brackets.
pub(super) fn word_end(text: &[u8], start: usize, engine: Available) -> usize {
    let mut open = OpenRun::new(text, start);
    open.is_word = true;
    open.finish(&mut Notable::new(text, start, engine), start)
        .end
}

/// The run of a URL's body. Up to `seen` nothing is notable. If that is after the body's beginning, the whole host is before it.
#[inline(always)]
pub(super) fn of_body(
    text: &[u8],
    body: usize,
    has_host: bool,
    notable: &mut Notable<'_>,
    seen: usize,
) -> Run {
    let end = notable.next(seen);
    // Nothing in it, as in most.
    let plain = |&b: &u8| Class::STOP.has(b) && b != b'|' && b != b'^';
    if end - body < MAX_URL && text.get(end).is_some_and(plain) {
        let facts = Facts::NONE;
        return Run { end, facts };
    }
    let mut open = OpenRun::new(text, body);
    open.begins_with_host = has_host && seen == body;
    open.finish(notable, end)
}

/// The effect of a notable byte on a run.
enum Effect {
    /// The run goes on at this place.
    On(usize),
    /// It ends before this place.
    End(usize),
    /// It ends so, and nothing can be joined to it.
    Cut(usize),
}

/// A run, and the brackets that are open in it.
struct OpenRun<'t> {
    text: &'t [u8],
    start: usize,
    /// Whether brackets end nothing.
    is_word: bool,
    /// Whether it begins with a host, and no `(` or `[` was seen yet.
    begins_with_host: bool,
    /// Whether `|` is part of it.
    has_bars: bool,
    facts: Facts,
    brackets: Brackets,
    /// Those of pairs outside US-ASCII, like `「」`.
    wide: Vec<OpenPair>,
}

/// A bracket or quote outside US-ASCII that is open.
struct OpenPair {
    at: usize,
    close: char,
}

impl<'t> OpenRun<'t> {
    fn new(text: &'t [u8], start: usize) -> OpenRun<'t> {
        OpenRun {
            text,
            start,
            is_word: false,
            begins_with_host: false,
            has_bars: false,
            facts: Facts::NONE,
            brackets: Brackets::default(),
            wide: Vec::new(),
        }
    }

    /// Goes on from `at` to the end of the run; a bracket that nothing closes ends it too.
    #[inline(never)]
    fn finish(mut self, notable: &mut Notable<'_>, mut at: usize) -> Run {
        let limit = self.text.len().min(self.start.saturating_add(MAX_URL));
        let mut end = loop {
            at = notable.next(at);
            // Only now: to read so far ahead for each URL takes a tenth of the time, because nothing is in the cache there.
            if at + 3 >= limit {
                let limit = whole_characters(self.text, limit);
                if at >= limit {
                    if limit < self.text.len() {
                        self.facts.add(Facts::TOO_LONG.or(Facts::CUT));
                    }
                    break limit;
                }
            }
            at = match self.step(at) {
                Effect::On(next) => next,
                Effect::End(end) => break end,
                Effect::Cut(end) => {
                    self.facts.add(Facts::CUT);
                    break end;
                }
            };
        };
        if let Some(open) = self.wide.first() {
            end = open.at;
        }
        if !self.brackets.is_closed() {
            end = self.before_unclosed(end);
        }
        let facts = self.facts;
        Run { end, facts }
    }

    /// The effect of the notable byte at `at`.
    fn step(&mut self, at: usize) -> Effect {
        let (text, byte) = (self.text, self.text[at]);
        let opened = self.wide.first().map_or(at, |open| open.at);
        if at - opened > NEAR {
            // The run ends where that one opened.
            return Effect::End(opened);
        }
        match byte {
            _ if Class::BRACKET.has(byte) => self.bracket(at),
            b':' if at > self.start => {
                let slashes = text[at + 1..].starts_with(b"//");
                let glued = || glued_url(text, self.start, self.begins_with_host, at);
                self.before_alike(at)
                    .or_else(|| slashes.then(glued)?)
                    .map_or(Effect::On(at + 1), Effect::Cut)
            }
            b'&' if markup::is_entity(&text[at..]) => Effect::End(at),
            b'&' if self.is_operator(at) => Effect::Cut(at),
            // A revision of git: `@{upstream}`.
            b'@' if text.get(at + 1) == Some(&b'{')
                && !(self.is_in_path(at) && is_filled_in(&text[at + 2..])) =>
            {
                Effect::End(at)
            }
            b'\'' => {
                self.facts.add(Facts::APOSTROPHE);
                Effect::On(at + 1)
            }
            b'@' => {
                self.facts.add(Facts::SECOND_AT);
                Effect::On(at + 1)
            }
            b':' | b'&' => Effect::On(at + 1),
            b'|' if is_drive_mark(&text[self.start..], at - self.start) => Effect::On(at + 1),
            b'|' if self.has_bars || self.is_in_quoted_query(at) => {
                self.has_bars = true;
                Effect::On(at + 1)
            }
            b'^' if self.is_in_path(at) && goes_on_after_caret(&text[at + 1..]) => {
                Effect::On(at + 1)
            }
            b'<' => sici::len(&text[at..]).map_or(Effect::End(at), |len| Effect::On(at + len)),
            _ if Class::STOP.has(byte) => Effect::End(at),
            _ => self.character(at),
        }
    }

    /// The effect of the bracket at `at`: one that the run did not open ends it, and so does one that begins a hole, a group of a pattern or
    /// markup.
    fn bracket(&mut self, at: usize) -> Effect {
        let byte = self.text[at];
        if self.is_word {
            return Effect::On(at + 1);
        }
        if byte == b'{' && self.is_hole_in_host(at) {
            return Effect::Cut(at - 1);
        }
        if b"([".contains(&byte)
            && std::mem::take(&mut self.begins_with_host)
            && let Some(effect) = self.bracket_in_host(at)
        {
            return effect;
        }
        if let Some(end) = self.before_group(at) {
            return Effect::Cut(end);
        }
        let is_markup = byte == b'[' && self.is_markup(at);
        if !is_markup && self.brackets.take(byte, at) {
            Effect::On(at + 1)
        } else {
            Effect::Cut(at)
        }
    }

    /// The effect of the `(` or `[` at `at`, the first one, if it stands in the host: it begins an address literal, or ends the host.
    /// In a user's name it has no effect.
    fn bracket_in_host(&self, at: usize) -> Option<Effect> {
        let mut brackets = Brackets::default();
        let body = &self.text[self.start..];
        let ends = |&b: &u8| b"/?#".contains(&b) || Class::STOP.has(b) || !brackets.take(b, 0);
        let authority = &body[..body.iter().position(ends).unwrap_or(body.len())];
        let user = memchr::memrchr(b'@', authority).map_or(0, |i| i + 1);
        let (host, start) = (&authority[user..], self.start + user);
        if let Some(len) = host::literal_len(host) {
            let end = start + len;
            return (end > at).then_some(Effect::On(end));
        }
        let bracket = memchr::memchr2(b'(', b'[', host)?;
        Some(Effect::Cut(start + bracket))
    }

    /// Where the URL ends if the colon at `at` is that of the next one in a list of its own scheme: `gs://a/x,gs://b/y`,
    /// `mailto:joe@a.org,mailto:ann@a.org`, `node1=http://a:80,node2=http://b:80`.
    fn before_alike(&self, at: usize) -> Option<usize> {
        let (before, rest) = self.text.split_at(self.start);
        let near = &rest[..at - self.start];
        let slashes = before.ends_with(b"//") && self.text[at + 1..].starts_with(b"//");
        let own = before.strip_suffix(if slashes { &b"://"[..] } else { b":" })?;
        let both = own.iter().rev().zip(near.iter().rev());
        let alike = both.take_while(|(a, b)| a == b && Class::SCHEME.has(**a));
        let len = alike.count();
        let front = &own[..own.len() - len];
        if matches!(front, [.., b] if Class::SCHEME.has(*b)) {
            return None;
        }
        let (url, scheme) = near.split_at(near.len() - len);
        let mark = (url.len() - assigned_name(front, url)).checked_sub(1)?;
        // What `data:` holds may be any bytes.
        let is_next = matches!(url[mark], b',' | b';') && scheme != b"data";
        is_next.then_some(self.start + mark)
    }

    /// The end of the directory if a pattern for its files has the group at `at`, as in Debian's `watch`: `http://a.org/x/y-(.*)\.zip`.
    fn before_group(&self, at: usize) -> Option<usize> {
        let from = self.start.max(at.saturating_sub(NEAR));
        let name = hole::begins_group(&self.text[at..]).then(|| &self.text[from..at])?;
        let slash = memchr::memrchr(b'/', name)?;
        let in_path = memchr::memchr2(b'?', b'#', name).is_none();
        in_path.then_some(from + slash + 1)
    }

    /// Whether the `[` at `at` is markup: `[/url]`, or a first one that nothing closes.
    fn is_markup(&self, at: usize) -> bool {
        let is_first = || self.brackets.is_closed() && self.wide.is_empty();
        self.text.get(at + 1) == Some(&b'/') || is_first() && self.is_unclosed_at_end(at)
    }

    /// Whether the text ends soon and nothing closes the `[` at `at`. Elsewhere the end of the run says so. But hostile text has one every few
    /// bytes, and of that only a little is read at a time (`extract/search/backoff.rs`).
    #[inline(never)]
    fn is_unclosed_at_end(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        let mut open = 0;
        let closes = |i: usize| {
            open += if rest[i] == b'[' { 1 } else { -1 };
            open == 0
        };
        let is_near = rest.len() <= NEAR;
        let mut brackets = memchr::memchr2_iter(b'[', b']', rest);
        is_near && (memchr::memchr(b']', rest).is_none() || !brackets.any(closes))
    }

    /// Whether the brace at `at` is that of a hole in a host or port: `http://a.#{x}/`, `http://a.org:#{port}/`.
    fn is_hole_in_host(&self, at: usize) -> bool {
        let host = match &self.text[self.start..at] {
            [host @ .., b'#'] if host.last().is_none_or(|b| b".-:".contains(b)) => host,
            _ => return false,
        };
        is_in_authority(host)
    }

    /// Whether `at` is in the query of a URL of the web that quotes enclose: `"http://a.com/css?family=Roboto|Lato"`. A pattern has brackets.
    fn is_in_quoted_query(&self, at: usize) -> bool {
        let url = &self.text[self.start..at];
        let quote = self.before_scheme();
        let rest = ahead(self.text, at, MAX_QUERY);
        let goes_on = |b: &u8| b"|{}".contains(b) || !Class::STOP.has(*b) && *b != b'\'';
        let close = rest.iter().find(|b| !goes_on(b));
        matches!(quote, Some(b'"' | b'\''))
            && quote == close
            && url.contains(&b'?')
            && !url.contains(&b'(')
    }

    /// Whether the `&` at `at` begins the `&&` of a shell: `git clone http://a.com/x.git&&cd x`. In a query, between quotes or brackets,
    /// and at the beginning of a line, it is the URL's: no command begins with one.
    fn is_operator(&self, at: usize) -> bool {
        if self.text.get(at + 1) != Some(&b'&') {
            return false;
        }
        let url = &self.text[self.start..at];
        let opens = match self.front().unwrap_or_default() {
            // The command goes on in this line.
            [.., b'\\', b'\n'] | [.., b'\\', b'\r', b'\n'] => false,
            [.., b] => *b == DELIMITER || b"\"'`<([\r\n".contains(b),
            [] => true,
        };
        url.len() <= NEAR
            && self.is_in_path(at)
            && memchr::memchr2(b'?', b'#', url).is_none()
            && !opens
    }

    /// The byte before the scheme and its `://`.
    fn before_scheme(&self) -> Option<&u8> {
        self.front()?.last()
    }

    /// The text before the scheme and its `://`.
    fn front(&self) -> Option<&[u8]> {
        let scheme = self.text[..self.start].strip_suffix(b"://")?;
        Some(&scheme[..scheme.len() - Class::ALPHA.run_back(scheme)])
    }

    /// Whether a host and a `/` stand before `at`.
    fn is_in_path(&self, at: usize) -> bool {
        self.text[..self.start].ends_with(b"//") && self.text[self.start..at].contains(&b'/')
    }

    /// Whether `close` may stand near `at`, after it, in UTF-8 or in windows-1252. If not, the run need not go on.
    fn may_close(&self, close: char, at: usize) -> bool {
        let near = ahead(self.text, at, 2 * NEAR);
        let byte = character::to_windows_1252(close);
        byte.is_some_and(|byte| memchr::memchr(byte, near).is_some())
            || contains(near, close.encode_utf8(&mut [0; 4]).as_bytes())
    }

    /// The effect of the character outside US-ASCII at `at`. What closes such a bracket or quote ends the run if it did not open it.
    fn character(&mut self, at: usize) -> Effect {
        self.facts.add(Facts::HIGH);
        let (c, len) = character::decode(self.text, at);
        let closes = self.wide.last().is_some_and(|open| open.close == c);
        let fits = match character::closing(c) {
            Some(close) => {
                self.wide.push(OpenPair { at, close });
                self.wide.len() > 1 || !self.brackets.is_closed() || self.may_close(close, at)
            }
            None if character::closes(c) => {
                self.wide.pop_if(|_| closes);
                closes || c == '’' && self.is_apostrophe(at, len)
            }
            None => !ends(self.text, at, c, len),
        };
        if fits {
            Effect::On(at + len)
        } else {
            Effect::End(at)
        }
    }

    /// Whether the `’` of `len` bytes at `at` of the path stands between letters, and the path goes on after its word, or the word before it
    /// is one letter: `/joe’s-talk`, `/joe’s.html`, `/joe’s,x/`, `/L’Oréal`.
    fn is_apostrophe(&self, at: usize, len: usize) -> bool {
        let text = self.text;
        let letter = |at: usize| text.get(at).is_some_and(|&b| Class::ALPHA.has(b));
        let rest = ahead(text, at + len, NEAR);
        let word = run(rest, |b| Class::ALPHA.has(b) || Class::HIGH.has(b));
        let goes_on = match rest[word..] {
            [b'-' | b'_' | b'.' | b'%', next, ..] => Class::ALPHADIGIT.has(next),
            _ => false,
        };
        let is_elided = || {
            word > 2
                && !letter(at.wrapping_sub(2))
                && character::decode(text, at + len).0.is_alphabetic()
        };
        letter(at.wrapping_sub(1))
            && (letter(at + len) && (goes_on || rest[..Class::STOP.before(rest)].contains(&b'/'))
                || is_elided())
            && self.is_in_path(at)
    }

    /// The end of a run that would end at `end`, but has brackets that nothing closes.
    #[inline(never)]
    fn before_unclosed(&mut self, end: usize) -> usize {
        let round = self.brackets.round.first();
        if round.is_some() {
            self.facts.add(Facts::UNCLOSED);
        }
        // A pattern: `http://a.com/(9\.18)`, `http://a.com/(x|y)`, `http://a.com/(?P<x>.*)`. Markdown escapes what closes a bracket.
        let goes_on = match self.text[end..] {
            [b'\\', b')', ..] => false,
            [b'\\' | b'|', ..] => true,
            _ => false,
        };
        let is_pattern = |at: &usize| goes_on || self.text.get(at + 1) == Some(&b'?');
        let round = round.filter(|at| is_pattern(at) || closes_later(self.text, *at, end));
        let cuts = [round, self.brackets.square.first(), self.open_hole()];
        let cut = cuts.into_iter().flatten().min();
        if cut.is_some() {
            self.facts.add(Facts::CUT);
        }
        cut.map_or(end, |cut| cut.min(end))
    }

    /// Where a hole of a template begins that a quote or a blank in it cut: `http://a.com/#{f "x"}`. In a host there is no URL.
    fn open_hole(&self) -> Option<usize> {
        let Brackets { round, curly, .. } = &self.brackets;
        let opened = curly.first().or(round.first())?;
        let rest = &self.text[opened + 1..];
        let hole = match &self.text[self.start..=opened] {
            [.., b'#' | b'$', b'{'] | [.., b'$', b'('] if rest.first() != Some(&b'%') => opened - 1,
            [.., b'{'] if hole::begins_in_braces(rest) => opened,
            _ => return None,
        };
        (!is_in_authority(&self.text[self.start..hole])).then_some(hole)
    }
}

/// The length of the `name=` that ends `url`, if one stands before the URL too. In a query or after a parameter it is a parameter's:
/// `ad=http://a.com/x;cat=1;u=http://b.com`. A list has short URLs.
fn assigned_name(before: &[u8], url: &[u8]) -> usize {
    const MAX_NAME: usize = 64;
    const MAX_MEMBER: usize = 1024;
    let name_len = |text: &[u8]| {
        let name = text.strip_suffix(b"=").unwrap_or_default();
        let near = ending(name, MAX_NAME);
        Class::NAME.run_back(near)
    };
    let len = name_len(url);
    let member = &url[..url.len().saturating_sub(len + 1)];
    let is_listed = len > 0 && name_len(before) > 0 && member.len() <= MAX_MEMBER;
    if is_listed && memchr::memchr2(b'?', b'=', member).is_none() {
        len + 1
    } else {
        0
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

/// `react@{version}/umd/`, `/@{user}/video`: whether a program puts something in the place of the braces, of which `rest` follows the
/// first, since a path goes on after them.
fn is_filled_in(rest: &[u8]) -> bool {
    let name = Class::NAME.run(rest);
    matches!(rest[name..], [b'}', b'/', b, ..] if b == b'{' || Class::ALPHADIGIT.has(b))
}

/// `compare/a^...b`, `x^2`; but `^M` is a carriage return that some program shows.
fn goes_on_after_caret(rest: &[u8]) -> bool {
    match rest {
        [b'M', next, ..] => Class::ALPHADIGIT.has(*next),
        [next, ..] => *next == b'.' || Class::ALPHADIGIT.has(*next) && *next != b'M',
        [] => false,
    }
}
