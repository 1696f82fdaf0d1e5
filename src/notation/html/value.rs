//! The value of an HTML attribute that takes a URL, read and repaired as browsers do (WHATWG URL, 4.4).

use std::borrow::Cow;
use std::ops::Range;

use super::units::{Unit, Units, is_dropped, is_ignored, trimmed};
use crate::decode::reference;
use crate::flaw::{Flaw, Flaws};
use crate::grammar::hole::has_hole;
use crate::grammar::hostname;
use crate::grammar::login::authority_len;
use crate::notation::references::references;
use crate::span::{beginning, contains, cut, run, split_before};
use crate::text::{Rewrite, Value, is_one_of};
use crate::url::{self, SPECIAL};

/// How much of a value shows what kind of URL it is, in bytes.
const FRONT: usize = 64;

/// The longest value that is read as a URL; nothing longer is one.
const MAX_VALUE: usize = 32 << 10;

/// A value that begins like a URL.
pub(super) struct UrlValue<'t> {
    text: &'t [u8],
    pub(super) value: Range<usize>,
    /// The value without the white space around it, which is dropped.
    range: Range<usize>,
    kind: UrlKind,
    /// Whether nothing but its references is decoded.
    is_plain: bool,
}

impl<'t> UrlValue<'t> {
    pub(super) fn parse(text: &'t [u8], value: Range<usize>) -> Option<UrlValue<'t>> {
        let Range { start, end } = trimmed(text, value.clone());
        if start == end || end - start > MAX_VALUE {
            return None;
        }
        let url = &text[start..end];
        let (end, kind, is_plain) = if needs_decoding(url) {
            // Its quote is missing if a line in it begins like a tag.
            if contains(url, b"\n<") {
                return None;
            }
            let end = start + before_hole(url).unwrap_or(url.len());
            let units = Units::new(text, start..end).filter(|unit| !is_dropped(unit.c));
            let front = units.map_while(|unit| u8::try_from(unit.c).ok().filter(u8::is_ascii));
            let kind = UrlKind::parse(&front.take(FRONT).collect::<Vec<u8>>())?;
            if holds_another(&text[start..end]) {
                return None;
            }
            (end, kind, false)
        } else {
            let kind = UrlKind::parse(beginning(url, FRONT))?;
            (end, kind, !is_odd(url, kind))
        };
        let url = UrlValue {
            text,
            value,
            range: start..end,
            kind,
            is_plain,
        };
        (!url.is_truncated()).then_some(url)
    }

    /// A value that is relative to the URL of its page. A fragment alone means the page itself, and a template is no URL yet.
    pub(super) fn relative(text: &'t [u8], value: Range<usize>) -> Option<UrlValue<'t>> {
        let range = trimmed(text, value.clone());
        let url = &text[range.clone()];
        // `User_talk:Joe` is a path.
        let name = run(url, |b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
        let has_scheme = url.get(name) == Some(&b':') && url[0].is_ascii_alphabetic();
        let is_url = !url.is_empty() && url[0] != b'#' && !has_scheme && url.len() <= MAX_VALUE;
        (is_url && !has_hole(url)).then_some(UrlValue {
            text,
            range,
            value,
            kind: UrlKind::Relative,
            is_plain: false,
        })
    }

    /// Whether an archive shows only the beginning of the address: `mailto:joe@a...`
    fn is_truncated(&self) -> bool {
        let url = &self.text[self.range.clone()];
        self.kind == UrlKind::Mailto && cut(url, b'?').0.ends_with(b"..")
    }

    /// Writes the URL, and notes it as a value.
    pub(super) fn write(&self, attribute: Cow<'static, str>, out: &mut Rewrite<'_>) {
        let start = out.bytes().len();
        let (flaws, end) = if self.is_plain {
            references(self.text, self.range.clone(), reference, out);
            (Flaws::NONE, self.range.end)
        } else {
            self.repair(out)
        };
        let at = start..out.bytes().len();
        let written = (!flaws.is_empty()).then(|| self.written(end));
        let is_relative = self.kind == UrlKind::SchemeRelative;
        let missing = if is_relative {
            Flaws::new(&[Flaw::MissingScheme])
        } else {
            Flaws::NONE
        };
        let value = Value {
            at,
            attribute,
            assumed: if is_relative { "https:" } else { "" },
            relative: self.kind == UrlKind::Relative,
            written: written.filter(|written| written[..] != out.bytes()[start..]),
            flaws: flaws | missing,
        };
        out.notes().values.push(value);
    }

    /// The value up to `end` with its references decoded, and without line breaks.
    fn written(&self, end: usize) -> Box<[u8]> {
        let mut written = Vec::new();
        let units = Units::new(self.text, self.range.start..end);
        for unit in units.filter(|unit| !is_dropped(unit.c)) {
            if unit.is_reference {
                written.extend(unit.c.encode_utf8(&mut [0; 4]).bytes());
            } else {
                written.extend(&self.text[unit.at]);
            }
        }
        written.into()
    }

    /// Writes the URL as browsers read it. Returns what was repaired, and where the value ends without what
    /// is left out there.
    fn repair(&self, out: &mut Rewrite<'_>) -> (Flaws, usize) {
        let mut flaws = Flaws::NONE;
        let mut part = match self.kind {
            UrlKind::Special | UrlKind::Mailto => Part::Scheme,
            UrlKind::SchemeRelative => Part::Slashes,
            UrlKind::Other | UrlKind::Relative => Part::Rest,
        };
        let is_mailto = self.kind == UrlKind::Mailto;
        // Where the last `@` of the authority stands, once a blank was found there; where the part at the end begins that is left out.
        let (mut login, mut tail) = (None, None);
        let mut at = self.range.start;
        while let Some(unit) = self.units(at).next() {
            let start = at;
            at = unit.at.end;
            if let Some((flaw, end, next)) = self.passed_over(&unit, part) {
                flaws.add(flaw);
                (at, part, tail) = (end, next, tail.or(Some(start)));
                continue;
            }
            tail = None;
            match (part, unit.c) {
                (_, c) if c.is_ascii_whitespace() => {
                    at = self.run(start, |c| c.is_ascii_whitespace());
                    if Units::new(self.text, start..at).any(|unit| is_dropped(unit.c)) {
                        continue;
                    }
                    flaws.add(Flaw::BlankInUrl);
                    if part == Part::Authority {
                        login = login.or_else(|| Some(self.end_of_login(at)));
                    }
                    self.write_blanks(start..at, part, login, out);
                    continue;
                }
                (Part::Slashes, '/' | '\\') => {
                    at = self.run(start, |c| matches!(c, '/' | '\\') || is_dropped(c));
                    flaws = flaws | self.write_slashes(start..at, out);
                    part = Part::Authority;
                    continue;
                }
                (Part::Authority | Part::Rest, '\\') if self.kind.is_special() => {
                    flaws.add(Flaw::UnsafeCharacter);
                    part = Part::Rest;
                    out.put(b"/", unit.at);
                    continue;
                }
                (Part::Scheme, ':') if is_mailto => part = Part::Authority,
                (Part::Scheme, ':') if !self.has_slash(at) => {
                    flaws.add(Flaw::MissingHost);
                    part = Part::Authority;
                    out.put(b"://", unit.at);
                    continue;
                }
                (Part::Scheme, ':') => part = Part::Slashes,
                (Part::Scheme | Part::Slashes, _) => {}
                (_, '?' | '#') => part = Part::Query,
                (Part::Closed, _) => part = Part::Authority,
                (Part::Authority | Part::Rest, ',' | ';') if is_mailto => part = Part::Authority,
                (Part::Authority, '/') => part = Part::Rest,
                (Part::Authority, _) if is_mailto => part = Part::Rest,
                _ => {}
            }
            if unit.is_reference {
                out.put_char(unit.c, unit.at)
            } else {
                out.copy(self.text, unit.at)
            }
        }
        (flaws, tail.unwrap_or(self.range.end))
    }

    /// Writes blanks as `%20`, but not those around a host, whose login ends at `login`.
    fn write_blanks(
        &self,
        blanks: Range<usize>,
        part: Part,
        login: Option<usize>,
        out: &mut Rewrite<'_>,
    ) {
        let is_first = self.kind == UrlKind::Mailto || out.bytes().ends_with(b"/");
        match part {
            Part::Scheme | Part::Slashes => {}
            Part::Authority if is_first || self.authority(blanks.end).next().is_none() => {}
            // No host has one.
            Part::Authority if login.unwrap_or(0) < blanks.end => out.put(b" ", blanks),
            _ => Units::new(self.text, blanks).for_each(|blank| out.put(b"%20", blank.at)),
        }
    }

    /// Where the last `@` of the rest of the authority at `at` stands; 0 if it has none.
    fn end_of_login(&self, at: usize) -> usize {
        let signs = self.authority(at).filter(|unit| unit.c == '@');
        signs.last().map_or(0, |unit| unit.at.start)
    }

    /// Writes the slashes before a host as two. Returns what was repaired.
    fn write_slashes(&self, slashes: Range<usize>, out: &mut Rewrite<'_>) -> Flaws {
        let mut flaws = Flaws::NONE;
        if self.text[slashes.clone()].contains(&b'\\') {
            flaws.add(Flaw::UnsafeCharacter);
        }
        let run = || Units::new(self.text, slashes.clone()).filter(|unit| !is_dropped(unit.c));
        if run().count() == 2 {
            // Each by itself, as its place is its own.
            run().for_each(|slash| match self.text[slash.at.clone()] {
                [b'/'] => out.copy(self.text, slash.at),
                _ => out.put(b"/", slash.at),
            });
        } else {
            flaws.add(Flaw::MissingHost);
            out.put(b"//", slashes.clone());
        }
        flaws
    }

    /// The rest of the authority at `at`.
    fn authority(&self, at: usize) -> impl Iterator<Item = Unit> {
        let ends = |unit: &Unit| "/\\?#".contains(unit.c);
        self.units(at).take_while(move |unit| !ends(unit))
    }

    /// Whether a slash follows the colon before `at`, perhaps after white space.
    fn has_slash(&self, at: usize) -> bool {
        let next = self.units(at).find(|unit| !unit.c.is_ascii_whitespace());
        next.is_some_and(|unit| matches!(unit.c, '/' | '\\'))
    }

    /// What begins with `unit` and is left out: the name and the brackets of an address, or a character that browsers drop from a host.
    /// Gives its flaw, its end, and the part after it.
    fn passed_over(&self, unit: &Unit, part: Part) -> Option<(Flaw, usize, Part)> {
        if self.kind != UrlKind::Mailto {
            let is_ignored = part == Part::Authority && is_ignored(unit.c);
            return is_ignored.then_some((Flaw::ObfuscatedHost, unit.at.end, part));
        }
        if part == Part::Authority
            && let Some(open) = self.address_in_brackets(unit.at.start)
        {
            return Some((Flaw::UnsafeCharacter, open, Part::Bracket));
        }
        let blanks = self.run(unit.at.start, |c| c.is_ascii_whitespace());
        let is_bracket = |unit: Unit| matches!(unit.c, '<' | '>');
        let before_bracket = || self.units(blanks).next().is_some_and(is_bracket);
        let (end, next) = match (part, unit.c) {
            (Part::Scheme | Part::Query, _) | (Part::Closed, ',' | ';' | '?' | '#') => return None,
            (Part::Bracket, '>') => (unit.at.end, Part::Closed),
            _ if unit.at.start < blanks && (part == Part::Closed || before_bracket()) => {
                (blanks, part)
            }
            // No part of an address.
            (Part::Closed, _) | (_, '<' | '>') => {
                (self.run(unit.at.end, |c| !",;?#".contains(c)), Part::Closed)
            }
            _ => return None,
        };
        Some((Flaw::UnsafeCharacter, end, next))
    }

    /// Where the next address begins if it stands in brackets, perhaps after a name, as in a header: `mailto:Joe <joe@a.org>?subject=x`.
    fn address_in_brackets(&self, at: usize) -> Option<usize> {
        let mut is_quoted = false;
        let mut path = self.units(at).take_while(|unit| {
            is_quoted ^= unit.c == '"';
            !matches!(unit.c, '?' | '#') && (is_quoted || !matches!(unit.c, ',' | ';'))
        });
        let open = path.find(|unit| unit.c == '<')?.at.end;
        let sign = path.find(|unit| matches!(unit.c, '@' | '>' | '"'))?.c;
        (sign == '@').then_some(open)
    }

    fn units(&self, at: usize) -> Units<'t> {
        Units::new(self.text, at..self.range.end)
    }

    /// Where the run of such characters ends that begins at `at`.
    fn run(&self, at: usize, what: impl Fn(char) -> bool) -> usize {
        let run = self.units(at).take_while(|unit| what(unit.c));
        run.last().map_or(at, |unit| unit.at.end)
    }
}

/// The note of a URL without a scheme that is written at `at` as it stands in `text`, if it needs no repair.
pub(super) fn as_it_stands(text: &[u8], url: Range<usize>, at: usize) -> Option<Value> {
    let len = url.len();
    let is_plain = |url: UrlValue<'_>| url.is_plain && url.kind == UrlKind::SchemeRelative;
    UrlValue::parse(text, url)
        .is_some_and(is_plain)
        .then(|| Value {
            assumed: "https:",
            flaws: Flaws::new(&[Flaw::MissingScheme]),
            ..Value::target(at..at + len)
        })
}

/// Where the URL goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Scheme,
    /// Those before the authority.
    Slashes,
    /// Or the beginning of an address.
    Authority,
    /// An address in brackets.
    Bracket,
    /// What follows it.
    Closed,
    Rest,
    Query,
}

/// Whether anything in the value but its slashes may have to be changed, or is written so that its beginning is not what it seems.
fn needs_decoding(url: &[u8]) -> bool {
    // Without an early end, so that it takes vectors.
    let changes = url.iter().fold(false, |any, &b| {
        any | (b <= b' ') | (b == b'\\') | (b == b'<') | (b == b'>')
    });
    let hidden = |at: usize| {
        let reference = reference(&url[at..]);
        reference.is_some_and(|(c, _)| {
            c <= ' ' || "\\<>/:".contains(c) || is_ignored(c) || at < 64 && c != '&'
        })
    };
    changes || memchr::memchr_iter(b'&', url).any(hidden)
}

/// Whether other than two slashes stand before the host, or a character outside US-ASCII in it.
fn is_odd(url: &[u8], kind: UrlKind) -> bool {
    let slashes = match kind {
        UrlKind::Special => memchr::memchr(b':', url).map_or(0, |colon| colon + 1),
        UrlKind::SchemeRelative => 0,
        _ => return false,
    };
    let host = url[slashes..].strip_prefix(b"//");
    host.is_none_or(|host| host.starts_with(b"/") || !host[..authority_len(host)].is_ascii())
}

/// Whether a word after the first one is a URL too.
fn holds_another(value: &[u8]) -> bool {
    let mut words = value.split(u8::is_ascii_whitespace).skip(1);
    words.any(|word| {
        let colon = memchr::memmem::find(word, b"://");
        colon.is_some_and(|colon| url::find(&word[..colon]).is_some())
    })
}

/// Where a hole begins that a program fills in before a browser sees it: `<?= $x ?>`, `<%= x %>`, `{{ x }}` with a blank in it, and
/// `' . $x . '` where a string of the program ends. None if it is in the host.
fn before_hole(url: &[u8]) -> Option<usize> {
    let begins = |two: &[u8]| matches!(two, b"<?" | b"<%" | b"{{" | b"{%" | [b'\'' | b'"', b' ']);
    let holes = url.windows(2).enumerate().filter(|(_, two)| begins(two));
    let mut holes = holes.map(|(at, _)| at);
    let is_hole = |&at: &usize| {
        let end = url[at..].iter().position(|b| *b <= b' ' || *b == b'}');
        match url[at] {
            b'<' => true,
            b'{' => end.is_none_or(|end| url[at + end] != b'}'),
            // A quote before it opened what this one closes: `?q='a' + 'b'`.
            quote => {
                let operator = url.get(at + 1..at + 4);
                matches!(operator, Some(b" . " | b" + ")) && !url[..at].contains(&quote)
            }
        }
    };
    let slashes = memchr::memchr2(b'/', b'\\', url).unwrap_or(0);
    let host = slashes + run(&url[slashes..], |b| matches!(b, b'/' | b'\\'));
    holes
        .find(is_hole)
        .filter(|&hole| hole > host + authority_len(&url[host..]))
}

/// How a URL begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UrlKind {
    /// `http`, `https`, `ftp`, `ws` or `wss`: a host follows, and backslashes are slashes.
    Special,
    /// `//host`
    SchemeRelative,
    Mailto,
    /// Any other known scheme and `//`, and those that need none, such as `tel:` and `magnet:`.
    Other,
    /// A path or a query.
    Relative,
}

impl UrlKind {
    /// The kind of URL that begins with `front`.
    fn parse(front: &[u8]) -> Option<UrlKind> {
        let is_slash = |b: u8| matches!(b, b'/' | b'\\');
        let slashes = run(front, is_slash);
        if slashes >= 2 {
            let host = &front[slashes..];
            // After more slashes, what does not look like a host is a path whose beginning is missing.
            let is_url = match slashes {
                2 => host.first().is_some_and(u8::is_ascii_alphanumeric),
                _ => is_host(host),
            };
            return is_url.then_some(UrlKind::SchemeRelative);
        }
        let colon = memchr::memchr(b':', front)?;
        let (name, rest) = (&front[..colon], &front[colon + 1..]);
        if is_one_of(name, &SPECIAL) {
            // `http:index.html` is relative to its page.
            let is_url = rest.first().is_some_and(|&b| is_slash(b)) || is_host(rest);
            return is_url.then_some(UrlKind::Special);
        }
        if name.eq_ignore_ascii_case(b"mailto") {
            return Some(UrlKind::Mailto);
        }
        // The others say nothing here, and `data:` may be long.
        let is_said = |scheme: &url::Scheme| !["cid", "data", "mid"].contains(&scheme.name);
        // After a blank there may be a remark: `geo:48.2,16.3 (Vienna)`.
        let may_have_blanks = is_one_of(name, &["magnet", "sms", "tel"]);
        let is_whole = || may_have_blanks || !rest.trim_ascii().iter().any(u8::is_ascii_whitespace);
        let is_known = |scheme: &url::Scheme| {
            rest.starts_with(b"//") || scheme.shape.is_some() && is_said(scheme) && is_whole()
        };
        url::find(name)
            .filter(|scheme| is_known(scheme))
            .map(|_| UrlKind::Other)
    }

    /// Whether backslashes are slashes.
    fn is_special(self) -> bool {
        matches!(
            self,
            UrlKind::Special | UrlKind::SchemeRelative | UrlKind::Relative
        )
    }
}

/// Whether `rest` begins with the name of a host or with four numbers between dots.
fn is_host(rest: &[u8]) -> bool {
    let host = split_before(rest, |b| b"/?#:".contains(&b)).0;
    hostname::len(rest).is_some() || hostname::is_ipv4(host)
}
