//! Where a bare URL always ends (tests/spec/end.md).

use super::brackets::Depth;
use super::second;
use crate::character;
use crate::class::Class;

/// The longest URL; a longer one is cut.
pub(super) const MAX_URL: usize = 64 * 1024;
/// How far the close of a bracket outside US-ASCII may be.
const MAX_PAIR: usize = 256;

/// The end of the run of URL characters that begins at `start`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stop {
    pub(super) end: usize,
    /// Whether there is a bracket in it.
    pub(super) brackets: bool,
    /// Whether it ends before a second URL.
    pub(super) second: bool,
    /// Whether it ends before a bracket that it did not open.
    pub(super) closed: bool,
    pub(super) too_long: bool,
}

pub(super) fn find(text: &[u8], start: usize) -> Stop {
    run(text, start, start, false)
}

/// The same where `start` is the URL's body: it ends before a closing bracket that it did not open. Letters, digits, dots and
/// hyphens are known to stand up to `seen`.
pub(super) fn of_body(text: &[u8], start: usize, seen: usize) -> Stop {
    run(text, start, seen, true)
}

fn run(text: &[u8], start: usize, seen: usize, whole: bool) -> Stop {
    let limit = text.len().min(start.saturating_add(MAX_URL));
    let (mut at, mut brackets) = (seen.min(limit), false);
    // Opening characters outside US-ASCII, each with its place.
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut depth = Depth::default();
    let stop = |end, brackets| Stop {
        end,
        brackets,
        second: false,
        closed: false,
        too_long: false,
    };
    while at < limit {
        let run = &text[at..limit];
        at += run
            .iter()
            .position(|&b| Class::NOTABLE.has(b))
            .unwrap_or(run.len());
        if at == limit {
            break;
        }
        let byte = text[at];
        if open
            .first()
            .is_some_and(|(_, opened)| at - opened > MAX_PAIR)
        {
            break;
        }
        if Class::STOP.has(byte) && !is_drive_mark(&text[start..], at - start) {
            break;
        }
        match byte {
            _ if Class::HIGH.has(byte) => {
                let (c, len) = character::decode(text, at);
                if ends(text, at, c, len) || !pairs(&mut open, c, at) {
                    break;
                }
                at += len;
                continue;
            }
            b'&' if is_markup_entity(&text[at..]) => break,
            b'@' if text.get(at + 1) == Some(&b'{') => break,
            b':' if at > start && text[at + 1..].starts_with(b"//") => {
                if let Some(end) = second::cut(text, start, at) {
                    return Stop {
                        second: true,
                        ..stop(end, brackets)
                    };
                }
            }
            _ if Class::BRACKET.has(byte) => {
                brackets = true;
                if !depth.takes(byte) && whole && open.is_empty() {
                    return Stop {
                        closed: true,
                        ..stop(at, brackets)
                    };
                }
            }
            _ => {}
        }
        at += 1;
    }
    // What was opened and not closed ends it too.
    let end = open.first().map_or(at.min(limit), |&(_, at)| at);
    Stop {
        too_long: end == limit && limit < text.len(),
        ..stop(end, brackets)
    }
}

/// Counts a character that opens or closes; false for a closing one that does not fit.
fn pairs(open: &mut Vec<(char, usize)>, c: char, at: usize) -> bool {
    if let Some(close) = character::closing(c) {
        open.push((close, at));
        return true;
    }
    if !character::closes(c) {
        return true;
    }
    let fits = open.last().is_some_and(|&(close, _)| close == c);
    if fits {
        open.pop();
    }
    fits
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
    at == 2
        && body[at] == b'|'
        && body[0] == b'/'
        && body[1].is_ascii_alphabetic()
        && body.get(3) == Some(&b'/')
}

/// `&lt; &gt; &quot; &apos; &nbsp;` and their numeric forms: the markup around a URL, encoded.
pub(super) fn is_markup_entity(bytes: &[u8]) -> bool {
    const NAMES: [&[u8]; 5] = [b"lt", b"gt", b"quot", b"apos", b"nbsp"];
    let Some(len) = bytes[..bytes.len().min(10)].iter().position(|&b| b == b';') else {
        return false;
    };
    let name = &bytes[1..len];
    if NAMES.iter().any(|known| name.eq_ignore_ascii_case(known)) {
        return true;
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
    matches!(number, Some(60 | 62 | 34 | 39 | 160))
}
