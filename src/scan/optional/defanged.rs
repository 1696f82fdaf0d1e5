//! URLs that a writer made harmless: `hxxp://`, `[.]`, `(dot)`, `[:]//`, `[@]` (tests/spec/refang.md).

use std::collections::BTreeSet;

use aho_corasick::{AhoCorasick, BuildError, MatchKind};

use super::edge::may_begin_name;
use super::{address, label};
use crate::class::Class;
use crate::domain::{Trust, trust};
use crate::grammar::markup;
use crate::scan::{self, Candidate, Form};
use crate::simd::Filter;
use crate::span::run_back;
use crate::url::Opaque;

/// A mark, and the text it stands for; case is ignored.
type Mark = (&'static str, &'static [u8]);

/// The marks; those of a row begin with the same byte. Of two that begin alike, the longer one stands first.
static MARKS: [&[Mark]; 8] = [
    &[
        ("hxxp", b"http"),
        ("h**p", b"http"),
        ("h t t p : / /", b"http://"),
        ("h t t p s : / /", b"https://"),
    ],
    &[("fxp", b"ftp")],
    &[
        ("[.]", b"."),
        ("[.", b"."),
        ("[://]", b"://"),
        ("[:]", b":"),
        ("[dot]", b"."),
        ("[/]", b"/"),
        ("[@]", b"@"),
        ("[at]", b"@"),
    ],
    &[
        ("(.)", b"."),
        ("(dot)", b"."),
        ("(@)", b"@"),
        ("(at)", b"@"),
    ],
    &[("{.}", b"."), ("{dot}", b".")],
    &[(":\\\\", b"://"), (":/\\", b"://")],
    // A converter to Markdown wrote them.
    &[
        ("\\[.\\]", b"."),
        ("\\[.]", b"."),
        ("\\[://\\]", b"://"),
        ("\\[://]", b"://"),
        ("\\[:\\]", b":"),
        ("\\[:]", b":"),
        ("\\[dot\\]", b"."),
        ("\\[dot]", b"."),
        ("\\[/\\]", b"/"),
        ("\\[@\\]", b"@"),
        ("\\[@]", b"@"),
        ("\\[at\\]", b"@"),
        ("\\[at]", b"@"),
    ],
    &[("：／／", b"://")],
];

/// For each byte, the rows of the marks whose first, second or third byte it is, in any case: one bit each.
static BEGINS: [[u8; 256]; 3] = {
    let mut begins = [[0; 256]; 3];
    let (mut row, mut place) = (0, 0);
    while row < MARKS.len() {
        let mut mark = 0;
        while mark < MARKS[row].len() {
            let bytes = MARKS[row][mark].0.as_bytes();
            while place < 3 && place < bytes.len() {
                begins[place][bytes[place] as usize] |= 1 << row;
                begins[place][bytes[place].to_ascii_uppercase() as usize] |= 1 << row;
                place += 1;
            }
            (mark, place) = (mark + 1, 0);
        }
        row += 1;
    }
    begins
};

/// Whether a mark may begin with `byte`.
pub(crate) const fn may_begin_mark(byte: u8) -> bool {
    BEGINS[0][byte as usize] != 0
}

/// Whether three bytes that a mark may begin with stand in `text`. For a short text this takes less than [`finder`].
pub(super) fn may_hold_mark(text: &[u8]) -> bool {
    let row = |place: usize, byte: u8| BEGINS[place][usize::from(byte)];
    let rows = |three: &[u8]| row(0, three[0]) & row(1, three[1]) & row(2, three[2]);
    text.windows(3).fold(0, |all, three| all | rows(three)) != 0
}

/// Finds the places where one may begin, by three bytes in upper and lower case. They are few enough for vectors.
pub(super) fn finder() -> Result<AhoCorasick, BuildError> {
    let marks = (MARKS.iter()).flat_map(|marks| marks.iter().map(|(mark, _)| *mark));
    // One with a backslash is found by its bracket.
    let marks = marks.map(|mark| mark.strip_prefix('\\').unwrap_or(mark));
    let mut begins = BTreeSet::new();
    for mark in marks {
        let begin = match mark.as_bytes() {
            [b'[', sign, ..] if SIGNS.contains(sign) => continue,
            // `h t` alone is common: `with the`.
            [_, b' ', _, b' ', _, ..] => &mark.as_bytes()[..5],
            [_, _, _, ..] => &mark.as_bytes()[..3],
            _ => continue,
        };
        for upper in 0..1 << begin.len() {
            let in_case = |(i, b): (usize, &u8)| match upper >> i & 1 {
                0 => b.to_ascii_lowercase(),
                _ => b.to_ascii_uppercase(),
            };
            begins.insert(begin.iter().enumerate().map(in_case).collect::<Vec<u8>>());
        }
    }
    debug_assert!(begins.len() <= 64, "vectors take no more");
    AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostFirst)
        .build(begins)
}

/// After a bracket, these begin a mark.
const SIGNS: [u8; 4] = *b".@:/";

/// `[` and such a sign. All of these together would make [`finder`] slow.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenSigns;

impl Filter for OpenSigns {
    const BYTE: u8 = b'[';

    #[inline(always)]
    fn passes([.., after]: [u8; 5]) -> bool {
        SIGNS.contains(&after)
    }
}

/// The length of the mark that begins at `at`, and the text it stands for.
#[inline]
pub(crate) fn mark_at(text: &[u8], at: usize) -> Option<(usize, &'static [u8])> {
    match BEGINS[0][usize::from(*text.get(at)?)] {
        0 => None,
        row => mark_of_row(text, at, row),
    }
}

fn mark_of_row(text: &[u8], at: usize, row: u8) -> Option<(usize, &'static [u8])> {
    // The cheap question first.
    let in_row = |b: &&u8| BEGINS[1][usize::from(**b)] & row != 0;
    let second = text.get(at + 1).filter(in_row)?;
    let second = second.to_ascii_lowercase();
    let is = |mark: &[u8]| {
        let bytes = || text.get(at..at + mark.len());
        mark[1] == second && bytes().is_some_and(|bytes| bytes.eq_ignore_ascii_case(mark))
    };
    let marks = MARKS[row.trailing_zeros() as usize];
    let (mark, meant) = marks.iter().find(|(mark, _)| is(mark.as_bytes()))?;
    Some((mark.len(), meant))
}

/// Where the `://` at `at` ends, with or without marks.
pub(crate) fn after_slashes(text: &[u8], at: usize) -> Option<usize> {
    let colon = match mark_at(text, at) {
        Some((len, b"://")) => return Some(at + len),
        Some((len, b":")) => len,
        None if text[at..].starts_with(b":") => 1,
        _ => return None,
    };
    // `[:]//`, `:[/][/]`
    let slash = |at: usize| match mark_at(text, at) {
        Some((len, b"/")) => Some(at + len),
        _ => (text.get(at) == Some(&b'/')).then_some(at + 1),
    };
    slash(slash(at + colon)?)
}

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

/// Whether `hxxp`, `hxxps` or their like stand at `at`, with colon and slashes.
pub(crate) fn is_marked_scheme(text: &[u8], at: usize) -> bool {
    let Some((len, b"http" | b"ftp")) = mark_at(text, at) else {
        return false;
    };
    let end = at + len;
    let colon = end + usize::from(matches!(text.get(end), Some(b's' | b'S')));
    after_slashes(text, colon).is_some()
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
