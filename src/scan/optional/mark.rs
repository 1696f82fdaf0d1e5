//! The marks that make a URL harmless: `hxxp`, `[.]`, `(dot)`, `[:]//`, `[@]` (tests/spec/refang.md).

use std::collections::BTreeSet;

use aho_corasick::{AhoCorasick, BuildError, MatchKind};

use crate::simd::Filter;

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

/// Whether `hxxp`, `hxxps` or their like stand at `at`, with colon and slashes.
pub(crate) fn is_marked_scheme(text: &[u8], at: usize) -> bool {
    let Some((len, b"http" | b"ftp")) = mark_at(text, at) else {
        return false;
    };
    let end = at + len;
    let colon = end + usize::from(matches!(text.get(end), Some(b's' | b'S')));
    after_slashes(text, colon).is_some()
}
