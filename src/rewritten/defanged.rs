//! A URL that its writer made harmless, as it was before (tests/spec/refang.md): `hxxp://evil[.]com/`.
//!
//! [`Defanged::end`] finds where it ends, and [`Defanged::write`] writes it without its marks. Then it is read like any other.

use std::ops::Range;

use super::host::{MAX_HOST, body, dot_len, has_mark_in_host, spelled_after};
use super::{MAX_INNER, Rewritten, is_escape};
use crate::class::Class;
use crate::domain::is_top_level;
use crate::folds;
use crate::grammar::{escape, hostname};
use crate::scan::{
    AfterName, Candidate, Form, MAX_URL, SchemeAt, after_name, is_marked_scheme, mark_at,
    may_begin_mark, scheme_at,
};
use crate::span::{ahead, before, ending_run, run, split_before, whole_characters};
use crate::text::{Edits, Map, Rewrite, line, strip_prefix_ignore_case};

/// How much of the text after a URL is rewritten with it, in bytes.
const MAX_AFTER: usize = 512;

/// How much of it if the URL is a name that nothing belongs to, or an address, in bytes.
const AFTER_NAME: usize = 64;
const AFTER_ADDRESS: usize = 8;

const ENCODED_DOTS: [&[u8]; 2] = [b"%5b.%5d", b"%5bdot%5d"];

/// The bytes that end a URL, or may begin or close a mark or an escape, or begin another part of it.
static WATCHED: [bool; 256] = {
    let (mut watched, mut i) = ([false; 256], 0);
    while i < 256 {
        let byte = i as u8;
        let other = matches!(byte, b':' | b'/' | b'?' | b'#' | b']' | b')' | b'}' | b'%');
        watched[i] = other || Class::STOP.has(byte) || may_begin_mark(byte);
        i += 1;
    }
    watched
};

/// The text around the URL that begins at `start`, as it was before its writer marked its scheme, its host or its name; and its
/// candidate there. Nothing before `from` belongs to the URL.
pub(crate) fn refanged(
    text: &[u8],
    from: usize,
    c: &Candidate,
    start: usize,
    lines: &mut line::Starts,
) -> Option<(Rewritten, Candidate)> {
    let form = match c.form {
        Form::Wrapper => Form::Wrapper,
        _ => form_at(text, from, start),
    };
    let outer = if form == Form::Wrapper {
        c.outer
    } else {
        start - usize::from(form != Form::Bare)
    };
    let begin = lines.start(text, outer).unwrap_or(outer);
    let defanged = Defanged::new(text, start);
    let has_mark = (defanged.body).is_some_and(|body| has_mark_in_host(text, body));
    let (text, map) = defanged.write(begin, form);
    let start = start - begin;
    // A scheme that nobody knows may be an array of a program: `x[:]//2`.
    let is_url = |at: SchemeAt| {
        let body = text[at.colon + 1..].strip_prefix(b"//");
        let is_host = |body: &[u8]| has_mark || hostname::len(body).is_some();
        at.scheme.is_known() || body.is_some_and(is_host)
    };
    let candidate = if scheme_at(&text, start).is_some_and(is_url) {
        Candidate {
            form,
            outer: outer - begin,
            ..Candidate::bare(start)
        }
    } else {
        name_at(&text, start)?
    };
    Some((Rewritten { begin, text, map }, candidate))
}

/// What delimits the URL that begins at `start`.
fn form_at(text: &[u8], from: usize, start: usize) -> Form {
    match text[from.min(start)..start].last() {
        Some(b'<') => Form::Angle,
        Some(b'"') => Form::Quoted,
        _ => Form::Bare,
    }
}

/// A URL with its writer's marks.
struct Defanged<'t> {
    text: &'t [u8],
    start: usize,
    /// Where its slashes end.
    body: Option<usize>,
    /// The host, if dots of it are words; otherwise empty.
    spelled: Range<usize>,
    /// Where its host begins, if its scheme has backslashes: `http:\\evil.com\x`. Then they are slashes in its path too.
    backslashed: Option<usize>,
}

impl<'t> Defanged<'t> {
    fn new(text: &'t [u8], start: usize) -> Defanged<'t> {
        let body = body(text, start);
        Defanged {
            text,
            start,
            body,
            spelled: spelled_after(text, body),
            backslashed: body.filter(|&body| text[..body].ends_with(b"\\")),
        }
    }

    /// The text from `begin` to a little after the URL, and the map from it to the text. In the URL, the text that a mark stands for
    /// replaces the mark.
    fn write(&self, begin: usize, form: Form) -> (Vec<u8>, Map) {
        let text = self.text;
        let end = self.close(form).unwrap_or_else(|| self.end());
        let verbatim = Map::shift(0);
        let mut rewrite = Rewrite::new(&verbatim);
        rewrite.reserve(end - begin);
        let mut edits = Edits::new(text, begin, &mut rewrite);
        let mut at = self.start;
        // Where the text after a `[.` begins that nothing has closed.
        let mut open = None;
        loop {
            at += self.unwatched(at, end);
            if at >= end {
                break;
            }
            match self.mark_at(at) {
                Some((len, meant)) if at + len <= end => {
                    edits.put(meant, at..at + len);
                    at += len;
                    open = (text[at - 1] == b'.').then_some(at);
                }
                _ if open.is_some_and(|open| open < at) && hostname::closes_mark(text, at) => {
                    edits.put(&text[at - 1..at], at - 1..at + 1);
                    at += 1;
                    open = None;
                }
                _ if self.is_slash(at) => {
                    edits.put(b"/", at..at + 1);
                    at += 1;
                }
                _ => {
                    open = open.filter(|_| !b"/?#".contains(&text[at]));
                    at += 1;
                }
            }
        }
        // Another URL that begins there ends it.
        let after = match text.get(end) {
            Some(&b) if Class::STOP.has(b) => text.len().min(end + MAX_AFTER),
            _ => end,
        };
        edits.copy_up_to(after);
        rewrite.finish()
    }

    /// Where the delimiter of this form closes.
    fn close(&self, form: Form) -> Option<usize> {
        let close = match form {
            Form::Bare => return None,
            Form::Quoted => b'"',
            _ => b'>',
        };
        let near = ahead(self.text, self.start, folds::MAX);
        Some(self.start + memchr::memchr(close, near)?)
    }

    /// Where a stop stands, or another URL begins whose scheme is a mark; one that a redirector has is part of this.
    fn end(&self) -> usize {
        let (text, start) = (self.text, self.start);
        let limit = whole_characters(text, start + MAX_URL);
        let limit = (self.limit_of_name()).map_or(limit, |name| limit.min(name));
        let first = mark_at(text, start).map_or(start + 1, |(len, _)| start + len);
        let (mut at, mut inner) = (first, 0);
        loop {
            at += self.unwatched(at, limit);
            if at >= limit {
                break;
            }
            if self.is_slash(at) {
                at += 1;
                continue;
            }
            let mark = self.mark_at(at);
            // A mark may hold what else would end the URL.
            if let Some((len, meant)) = mark
                && (matches!(meant, b"://" | b"/")
                    || self.spelled.contains(&at)
                    || text[at] == b'\\')
            {
                inner += usize::from(meant == b"://");
                if inner > MAX_INNER {
                    break;
                }
                at += len;
                continue;
            }
            if is_escape(text, at) {
                at += 2;
                continue;
            }
            if Class::STOP.has(text[at]) {
                break;
            }
            let marked = mark.is_some() && is_marked_scheme(text, at);
            inner += usize::from(marked || text[at..].starts_with(b"://"));
            // As with any other URL: after another character a redirector has it.
            let before = text[at - 1];
            let begins = Class::ALPHADIGIT.has(before) || b",;|[)]}'\"".contains(&before);
            if marked && begins || inner > MAX_INNER {
                break;
            }
            at += 1;
        }
        at
    }

    /// How many bytes from `at` on, before `end`, are neither marks nor anything that may end the URL or a part of it.
    #[inline]
    fn unwatched(&self, at: usize, end: usize) -> usize {
        let near = self.text.get(at..end).unwrap_or_default();
        before(near, |b| WATCHED[usize::from(b)])
    }

    /// How far the text can matter to a name or an address without a scheme that nothing else belongs to. Unknown if something may.
    fn limit_of_name(&self) -> Option<usize> {
        let text = self.text;
        let labels = |mut at: usize| {
            loop {
                at += Class::NAME.run(&text[at..]);
                match mark_at(text, at) {
                    Some((len, b".")) => at += len,
                    mark => return (at, mark),
                }
            }
        };
        let (end, mark) = labels(self.start);
        let next = text.get(end).filter(|_| self.body.is_none())?;
        // A name with a mark is no scheme.
        let is_no_scheme = || {
            let is_marked = Class::NAME.run(&text[self.start..end]) < end - self.start;
            is_marked && text.get(end + 1).is_some_and(|&b| Class::ALPHADIGIT.has(b))
        };
        match mark {
            Some((len, b"@")) => return Some(labels(end + len).0 + AFTER_ADDRESS),
            None if *next == b'@' => return Some(labels(end + 1).0 + AFTER_ADDRESS),
            None if *next != b':' || is_no_scheme() => {}
            _ => return None,
        }
        // All of this may be the local part of an address.
        let ends = |b: u8| Class::STOP.has(b) || b"/?#".contains(&b);
        let local = split_before(&text[end..], ends).0;
        let may_be_at = |i: usize| local[i] == b'@' || matches!(mark_at(local, i), Some((_, b"@")));
        let is_alone = matches!(after_name(text, end), AfterName::End | AfterName::Code);
        (is_alone && !(0..local.len()).any(may_be_at)).then_some(end + AFTER_NAME)
    }

    /// The length of the mark at `at`, or of the word `dot` in the host that is spelled; and the text it stands for.
    fn mark_at(&self, at: usize) -> Option<(usize, &'static [u8])> {
        // In a name or a path the letters of a scheme are no mark: `wtpfxpm.org`.
        let is_mark = |len: usize, meant: &[u8]| {
            !matches!(meant, b"http" | b"ftp")
                || is_marked_scheme(self.text, at)
                || is_encoded_scheme(self.text, at..at + len)
        };
        let spelled = self.spelled.contains(&at);
        if let Some(len) = spelled.then(|| dot_len(self.text, at)).flatten() {
            return Some((len, b"."));
        }
        let mark = mark_at(self.text, at).filter(|&(len, meant)| is_mark(len, meant));
        let mark = mark.map(|(len, meant)| match (meant, self.text.get(at + len)) {
            (b"http", Some(b'S')) => (len + 1, &b"https"[..]),
            _ => (len, meant),
        });
        mark.or_else(|| Some((self.encoded_dot(at)?, &b"."[..])))
    }

    /// The length of the encoded `[.]` at `at` of the host, as a converter to HTML writes it: `hxxp://evil%5B.%5Dcom/`.
    fn encoded_dot(&self, at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        let is_there = |dot: &&&[u8]| strip_prefix_ignore_case(rest, dot).is_some();
        let len = ENCODED_DOTS.iter().find(is_there)?.len();
        let host = self.text.get(self.body?..at)?;
        let is_host = host.len() < MAX_HOST && !host.iter().any(|b| b"/?#".contains(b));
        is_host.then_some(len)
    }

    /// Whether the backslash at `at` is a slash of its path.
    fn is_slash(&self, at: usize) -> bool {
        self.backslashed.is_some_and(|body| body < at) && is_separator(self.text, at)
    }
}

/// Whether the scheme at `name` is that of a URL in the query of a redirector, whose colon is encoded: `?url=hxxps%3A%2F%2F`.
fn is_encoded_scheme(text: &[u8], name: Range<usize>) -> bool {
    const COLONS: [&[u8]; 4] = [b":", b"%3a", b"%253a", b"-3a"];
    let (before, rest) = (&text[..name.start], &text[name.end..]);
    let rest = strip_prefix_ignore_case(rest, b"s").unwrap_or(rest);
    let escape = before.len().checked_sub(3).map(|at| &before[at..]);
    let glued = Class::ALPHADIGIT.ends(before);
    (!glued || escape.is_some_and(|bytes| escape::octet(bytes).is_some()))
        && COLONS
            .iter()
            .any(|colon| strip_prefix_ignore_case(rest, colon).is_some())
}

/// Whether the backslash at `at` is a slash in a path. A single letter after it is an escape: `http:\\evil.com\n`.
fn is_separator(text: &[u8], at: usize) -> bool {
    let ends = |b: Option<&u8>| b.is_none_or(|&b| Class::STOP.has(b));
    match text.get(at..) {
        Some([b'\\', b'n' | b'r' | b't', rest @ ..]) if ends(rest.first()) => false,
        Some([b'\\', next, ..]) => Class::ALPHADIGIT.has(*next) || b"_~.%?".contains(next),
        _ => false,
    }
}

/// The name without a scheme, or the address, that begins at `start`.
fn name_at(text: &[u8], start: usize) -> Option<Candidate> {
    let near = ahead(text, start, MAX_HOST);
    let local = |b: u8| !Class::STOP.has(b) && !matches!(b, b'/' | b'?' | b'#' | b'@');
    let local = run(near, local);
    let is_address = near.get(local) == Some(&b'@');
    let host = start + if is_address { local + 1 } else { 0 };
    let near = ahead(text, host, MAX_HOST);
    let len = Class::NAME.run(near);
    if len == MAX_HOST {
        return None;
    }
    let name = hostname::without_word(&near[..len]);
    let name = name.strip_suffix(b".").unwrap_or(name);
    // Emphasis.
    let name = &name[..name.len() - ending_run(name, b'_')];
    let rest = &text[host + name.len()..];
    let mut labels = name.rsplit(|&b| b == b'.');
    let number = |label: &[u8]| {
        let value = std::str::from_utf8(label).ok();
        label.len() < 4 && value.is_some_and(|value| value.parse::<u8>().is_ok())
    };
    let is_number = labels.clone().count() == 4 && labels.clone().all(number);
    let valid = labels
        .clone()
        .all(|label| !label.is_empty() && label[0] != b'-' && label.last() != Some(&b'-'));
    let top = labels.next()?;
    // After a login it is no domain of mail.
    let real = is_number && !is_network(rest) && !is_address
        || !is_number && labels.next().is_some() && is_top_level(top);
    let form = if is_address {
        Form::Email
    } else {
        Form::Schemeless
    };
    let at = start..host + name.len();
    (valid && real).then(|| Candidate::by_option(form, at))
}

/// Whether the size of a network follows an address of numbers: `10.0.0.0/8`.
fn is_network(rest: &[u8]) -> bool {
    let Some(rest) = rest.strip_prefix(b"/") else {
        return false;
    };
    let size = Class::DIGIT.run(rest);
    let goes_on = match &rest[size..] {
        [b'/' | b'-' | b'_' | b'?' | b'%', ..] => true,
        [b'.', next, ..] => Class::ALPHADIGIT.has(*next),
        [next, ..] => Class::ALPHADIGIT.has(*next),
        [] => false,
    };
    (1..=2).contains(&size) && !goes_on
}
