//! URLs that a writer made harmless: `hxxp://`, `[.]`, `(dot)`, `[:]//`, `[@]` (tests/spec/refang.md).

use super::edge::may_begin_name;
use super::mark::{after_slashes, is_marked_scheme, mark_at};
use super::{address, label};
use crate::class::Class;
use crate::domain::{Trust, trust};
use crate::grammar::markup;
use crate::scan::{self, Candidate, Form};
use crate::span::run_back;
use crate::url::Opaque;

/// The URL that the mark at `at` is the first of, not before `from`; and where the mark ends.
pub(super) fn around(text: &[u8], from: usize, at: usize) -> (Option<Candidate>, usize) {
    let escaped = text[from.min(at)..at].ends_with(b"\\") && mark_at(text, at - 1).is_some();
    let at = at - usize::from(escaped);
    let Some((len, meant)) = mark_at(text, at) else {
        return (None, at + 1);
    };
    let end = at + len;
    let start = match meant {
        // Its letters are no other word's; that of an escape is none: `\nhxxp://`.
        b"http" | b"ftp" | b"http://" | b"https://" => {
            let glued = match text[..at] {
                [.., b'\\', b'n' | b'r' | b't'] => false,
                [.., before] => Class::ALPHADIGIT.has(before),
                [] => false,
            };
            (!glued && (meant.ends_with(b"/") || is_marked_scheme(text, at))).then_some(at)
        }
        b"/" => path(text, from, at),
        // Nothing closes `[.`: encoded files are full of it.
        b"." if len == 2 && !is_followed_by_domain(text, end) => None,
        b"." => name(text, from, at),
        b"@" => address(text, from, at),
        _ => scheme(text, from, at),
    };
    let candidate = start.map(|start| Candidate::by_option(Form::Refanged, start..end));
    (candidate, end)
}

/// The address whose `@` or its like stands at `at`, with its scheme if it has one: `mailto:?to=joe[@]a.org`, `sip:joe:pw[@]a.org`.
fn address(text: &[u8], from: usize, at: usize) -> Option<usize> {
    let local = local(text, from, at);
    // In a URL more may stand before the `@`: `mailto:?subject=x&To=joe[@]a.org`, `news:1$2[@]a.org`.
    let is_after_word = || Class::WORD.ends(&text[from..at]);
    let start = local.or_else(|| is_after_word().then_some(at))?;
    let floor = from.max(start.saturating_sub(label::MAX));
    // An earlier mark was looked at before. It ends the word.
    let is_of_word = |b| !Class::STOP.has(b) && !b"[]()".contains(&b);
    let word = start - run_back(&text[floor..start], is_of_word);
    // As does markup: `mailto:&lt;joe[@]a.org&gt;`.
    let mut entities = memchr::memrchr_iter(b'&', &text[word..start]).map(|i| word + i);
    let word = (entities.find(|&i| markup::is_entity(&text[i..]))).unwrap_or(word);
    let scheme = |i: usize| {
        let name = scan::edge::word(text, from, word + i);
        let (scheme, start) = scan::edge::find_scheme(text, name, word + i, false)?;
        (!matches!(scheme.opaque, Opaque::Other | Opaque::Data)).then_some(start)
    };
    let known = memchr::memchr_iter(b':', &text[word..start]).find_map(scheme);
    known.or(local)
}

/// Where the local part before `at` begins. Its dots may have marks: `joe[.]doe[@]a.org`.
fn local(text: &[u8], from: usize, at: usize) -> Option<usize> {
    let mut start = address::local(text, from, at, at)?;
    let marked = |start: usize| {
        let dot = [3, 5].into_iter().find_map(|len| {
            let dot = start.checked_sub(len).filter(|&dot| dot >= from)?;
            matches!(mark_at(text, dot), Some((mark, b".")) if mark == len).then_some(dot)
        })?;
        address::local(text, from, dot, dot)
    };
    while let Some(first) = marked(start).filter(|first| at - first <= label::MAX) {
        start = first;
    }
    Some(start)
}

/// `ldap[:]//`, `http:\\`. A marked colon makes any word a scheme; before slashes of another kind it is one of the web.
fn scheme(text: &[u8], from: usize, at: usize) -> Option<usize> {
    after_slashes(text, at)?;
    let word = scan::edge::word(text, from, at);
    let known = scan::edge::find_scheme(text, word, at, true);
    if !b"[\\".contains(&text[at]) {
        return known
            .filter(|(scheme, _)| scheme.web)
            .map(|(_, start)| start);
    }
    let letter = |&i: &usize| Class::ALPHA.has(text[i]);
    let start = known.map(|(_, start)| start);
    start.or_else(|| (word..at).find(letter))
}

/// Whether labels in lower case stand at `start`, the last of them `com` or one of its like.
fn is_followed_by_domain(text: &[u8], start: usize) -> bool {
    let name = &text[start..label::end(text, start)];
    let top = memchr::memrchr(b'.', name).map_or(0, |dot| dot + 1);
    let lower = !name.iter().any(u8::is_ascii_uppercase);
    lower && name.len() > top + 2 && trust(&name[top..]) == Some(Trust::Name)
}

/// The scheme or the name before `[/]`.
fn path(text: &[u8], from: usize, at: usize) -> Option<usize> {
    let before = &text[from.min(at)..at];
    if let Some(colon) = [&b"[:]"[..], b":"]
        .iter()
        .find(|colon| before.ends_with(colon))
    {
        return scheme(text, from, at - colon.len());
    }
    let floor = from.max(at.saturating_sub(label::MAX));
    let dot = memchr::memrchr(b'.', &text[floor..at])?;
    name(text, from, floor + dot)
}

/// The name whose first dot with a mark stands at `at`, with the login of its address.
fn name(text: &[u8], from: usize, at: usize) -> Option<usize> {
    let floor = from.max(at.saturating_sub(label::MAX));
    let mut start = label::start(text, floor, at);
    while start > floor && start < at && text[start - 1] == b'.' {
        start = label::start(text, floor, start - 1);
    }
    if start > floor && (text[start - 1] == b'@' || text[start - 1..].starts_with(b"%40")) {
        return address(text, from, start - 1);
    }
    if start > floor && matches!(text[start - 1], b']' | b')' | b'}') {
        // An earlier mark already began this name, and the name was refused.
        return None;
    }
    let first = label::end_of_first(text, start).min(at);
    let start = label::trim_start(text, start, first);
    // After a scheme it is a part of that one's URL, which was refused.
    let before = &text[from..start];
    let after_scheme = before.ends_with(b"[:]//") || before.ends_with(b"[:\\]//");
    let is_host = may_begin_name(text, start) && !label::is_of_service(text, start);
    (start < at && is_host && !after_scheme).then_some(start)
}
