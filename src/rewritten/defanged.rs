//! A URL that its writer made harmless, as it was before (tests/spec/refang.md).

use std::ops::Range;

use super::{MAX_INNER, Rewritten, is_escape};
use crate::class::Class;
use crate::domain::is_top_level;
use crate::folds;
use crate::grammar::{escape, hostname};
use crate::scan::{
    Candidate, Form, MAX_URL, SchemeAt, after_slashes, colon_of_hidden_scheme, hidden_character,
    is_marked_scheme, mark_at, scheme_at,
};
use crate::span::{ahead, ending_run};
use crate::text::{Map, Rewrite, line, strip_prefix_ignore_case};

/// How far a host or an address can go with its marks, in bytes.
const MAX_HOST: usize = 512;
/// How long a scheme with its marks can be, in bytes.
const MAX_SCHEME: usize = 24;
/// How much of the text after a URL is rewritten with it, in bytes.
const MAX_AFTER: usize = 512;

/// The text around the URL that begins at `start`, as it was before its writer marked its scheme, its host or its name; and its
/// candidate there. Nothing before `from` belongs to the URL.
pub(crate) fn refanged(
    text: &[u8],
    from: usize,
    c: &Candidate,
    start: usize,
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
    let begin = line::start(text, outer).unwrap_or(outer);
    let has_mark = body(text, start).is_some_and(|body| has_mark_in_host(text, body));
    let (text, map) = rewrite(text, begin, start, form);
    let start = start - begin;
    // A scheme that nobody knows may be an array of a program: `x[:]//2`.
    let is_url = |at: SchemeAt| {
        let body = text[at.colon + 1..].strip_prefix(b"//");
        let is_host = |body: &[u8]| has_mark || hostname::len(body).is_some();
        at.scheme.is_known() || body.is_some_and(is_host)
    };
    let candidate = match (scheme_at(&text, start), Name::at(&text, start)) {
        (Some(scheme), _) if is_url(scheme) => Candidate {
            form,
            outer: outer - begin,
            ..Candidate::bare(start)
        },
        (_, Some(name)) => Candidate::by_option(name.form, start..name.end),
        (_, None) => return None,
    };
    Some((Rewritten { begin, text, map }, candidate))
}

/// Whether the host at `body` has a mark or a dot that is a word.
pub(crate) fn has_mark_in_host(text: &[u8], body: usize) -> bool {
    let near = &text[..text.len().min(body + MAX_HOST)];
    let mut at = body;
    loop {
        at += Class::NAME.run(&near[at..]);
        at += match mark_at(near, at) {
            Some((_, b".")) => return true,
            // A user, a port.
            Some((len, b"@" | b":")) => len,
            None if near.get(at).is_some_and(|b| b":@%".contains(b)) => 1,
            _ => return is_dot(near, at) && spelled_host(text, body).is_some(),
        };
    }
}

/// Where the host at `body` ends if dots of it are words: `evil dot example dot org`.
fn spelled_host(text: &[u8], body: usize) -> Option<usize> {
    let near = &text[..text.len().min(body + MAX_HOST)];
    let (mut at, mut dots, mut whole, mut end) = (body, 0, false, None);
    let mut numbers = 0;
    loop {
        let label = at;
        at += Class::NAME.run(&near[at..]);
        at -= ending_run(&near[label..at], b'.');
        if at == label {
            return end;
        }
        let last = near[label..at]
            .rsplit(|&b| b == b'.')
            .next()
            .unwrap_or_default();
        numbers += usize::from(last.iter().all(u8::is_ascii_digit));
        let top = is_top_level(last) || numbers == 4 || last == b"localhost";
        // A sentence may go on after a whole name: `http://a.org dot is`.
        let goes_on = whole && near.get(at) == Some(&b' ');
        if dots > 0 && top && !goes_on {
            end = Some(at);
        }
        whole |= top;
        at += match mark_at(near, at) {
            Some((len, b".")) => len,
            _ if is_dot(near, at) => {
                dots += 1;
                DOT.len()
            }
            _ => return end,
        };
    }
}

/// The spelled host of the URL that begins at `start`; empty if it has none.
pub(crate) fn spelled(text: &[u8], start: usize) -> Range<usize> {
    let host = body(text, start).and_then(|body| Some(body..spelled_host(text, body)?));
    host.unwrap_or_default()
}

/// Where the slashes of the URL that begins at `start` end.
fn body(text: &[u8], start: usize) -> Option<usize> {
    let mut near = start..text.len().min(start + MAX_SCHEME);
    match mark_at(text, start) {
        Some((len, meant)) if meant.ends_with(b"//") => Some(start + len),
        _ => near.find_map(|at| after_slashes(text, at)),
    }
}

/// The mark at `at`, or the word `dot` in the host that is spelled.
fn mark_or_dot(text: &[u8], at: usize, spelled: &Range<usize>) -> Option<(usize, &'static [u8])> {
    let dot = || spelled.contains(&at) && is_dot(text, at);
    // In a name or a path the letters of a scheme are no mark: `wtpfxpm.org`.
    let is_mark = |len: usize, meant: &[u8]| {
        !matches!(meant, b"http" | b"ftp")
            || is_marked_scheme(text, at)
            || is_encoded_scheme(text, at..at + len)
    };
    let mark = mark_at(text, at).filter(|&(len, meant)| is_mark(len, meant));
    mark.or_else(|| dot().then_some((DOT.len(), b".")))
}

/// Whether the scheme at `name` is that of a URL in the query of a redirector, whose colon is encoded: `?url=hxxps%3A%2F%2F`.
fn is_encoded_scheme(text: &[u8], name: Range<usize>) -> bool {
    const COLONS: [&[u8]; 4] = [b":", b"%3a", b"%253a", b"-3a"];
    let (before, rest) = (&text[..name.start], &text[name.end..]);
    let rest = strip_prefix_ignore_case(rest, b"s").unwrap_or(rest);
    let escape = before.len().checked_sub(3).map(|at| &before[at..]);
    let glued = before.last().is_some_and(|&b| Class::ALPHADIGIT.has(b));
    (!glued || escape.is_some_and(|bytes| escape::octet(bytes).is_some()))
        && COLONS
            .iter()
            .any(|colon| strip_prefix_ignore_case(rest, colon).is_some())
}

const DOT: &[u8] = b" dot ";

/// Whether the word `dot` stands at `at`, with its blanks.
fn is_dot(text: &[u8], at: usize) -> bool {
    let word = text.get(at..at + DOT.len());
    word.is_some_and(|word| word.eq_ignore_ascii_case(DOT))
}

/// What delimits the URL that begins at `start`.
fn form_at(text: &[u8], from: usize, start: usize) -> Form {
    match text[from.min(start)..start].last() {
        Some(b'<') => Form::Angle,
        Some(b'"') => Form::Quoted,
        _ => Form::Bare,
    }
}

/// The text from `begin` to a little after the URL that begins at `start`, and the map from it to the text. In the URL, the
/// text that a mark stands for replaces the mark.
fn rewrite(text: &[u8], begin: usize, start: usize, form: Form) -> (Vec<u8>, Map) {
    let spelled = spelled(text, start);
    let end = closed(text, start, form).unwrap_or_else(|| end(text, start, &spelled));
    let verbatim = Map::shift(0);
    let mut rewrite = Rewrite::new(&verbatim);
    let mut copied = begin;
    // Writes `meant` instead of `range`, after the text before it; gives where it ends.
    let mut replace = |meant: &[u8], range: Range<usize>| {
        rewrite.copy(text, copied..range.start);
        copied = range.end;
        rewrite.put(meant, range);
        copied
    };
    let mut at = start;
    let colon = colon_of_hidden_scheme(text, start).unwrap_or(start);
    while at < colon {
        let letter = at;
        at += 1;
        while let Some(hidden) = hidden_character(&text[at..colon]) {
            at += hidden.len();
        }
        if at > letter + 1 {
            replace(&text[letter..=letter], letter..at);
        }
    }
    let path = path_with_backslashes(text, start);
    // Where the text after a `[.` begins that nothing has closed.
    let mut open = None;
    while at < end {
        match mark_or_dot(text, at, &spelled) {
            Some((len, meant)) if at + len <= end => {
                at = replace(meant, at..at + len);
                open = (text[at - 1] == b'.').then_some(at);
            }
            _ if open.is_some_and(|open| open < at) && hostname::closes_mark(text, at) => {
                at = replace(&text[at - 1..at], at - 1..at + 1);
                open = None;
            }
            _ if path.is_some_and(|path| path < at) && is_separator(text, at) => {
                at = replace(b"/", at..at + 1);
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
    rewrite.copy(text, copied..after);
    rewrite.finish()
}

/// Where the host of the URL that begins at `start` begins, if its scheme has backslashes: `http:\\evil.com\x`.
fn path_with_backslashes(text: &[u8], start: usize) -> Option<usize> {
    body(text, start).filter(|&body| text[..body].ends_with(b"\\"))
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

/// Where the URL ends that something delimits.
fn closed(text: &[u8], start: usize, form: Form) -> Option<usize> {
    let close = match form {
        Form::Bare => return None,
        Form::Quoted => b'"',
        _ => b'>',
    };
    let near = ahead(text, start, folds::MAX);
    Some(start + memchr::memchr(close, near)?)
}

/// Where a stop stands, or another URL begins whose scheme is a mark; one that a redirector has is part of this.
fn end(text: &[u8], start: usize, spelled: &Range<usize>) -> usize {
    let limit = text.len().min(start + MAX_URL);
    let first = mark_at(text, start).map_or(start + 1, |(len, _)| start + len);
    let first = colon_of_hidden_scheme(text, start).unwrap_or(first);
    let path = path_with_backslashes(text, start);
    let (mut at, mut inner) = (first, 0);
    while at < limit {
        if path.is_some_and(|path| path < at) && is_separator(text, at) {
            at += 1;
            continue;
        }
        let mark = mark_or_dot(text, at, spelled);
        // A mark may hold what else would end the URL.
        if let Some((len, meant)) = mark
            && (matches!(meant, b"://" | b"/") || spelled.contains(&at) || text[at] == b'\\')
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

/// A name without a scheme, or an address.
struct Name {
    end: usize,
    form: Form,
}

impl Name {
    fn at(text: &[u8], start: usize) -> Option<Name> {
        let near = ahead(text, start, MAX_HOST);
        let local = |b: &&u8| !Class::STOP.has(**b) && !matches!(b, b'/' | b'?' | b'#' | b'@');
        let local = near.iter().take_while(local).count();
        let is_address = near.get(local) == Some(&b'@');
        let host = start + if is_address { local + 1 } else { 0 };
        let name = ahead(text, host, MAX_HOST);
        let name = &name[..Class::NAME.run(name)];
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
        let real = is_number && !is_network(rest)
            || !is_number && labels.next().is_some() && is_top_level(top);
        let form = if is_address {
            Form::Email
        } else {
            Form::Schemeless
        };
        let end = host + name.len();
        (valid && real).then_some(Name { end, form })
    }
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
