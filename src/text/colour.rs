//! The colours of a terminal (ECMA-48, 8.3.117): `ESC [ 1 ; 31 m`. The word after one does not begin with its last byte, although that is a
//! letter.

use crate::span::{ahead, run, run_back};

pub(crate) const ESCAPE: u8 = 0x1b;

/// Longer than any that sets both colours.
const MAX: usize = 40;

/// The length of `[1;31m` at the beginning of `text`, or 0.
pub(crate) fn len(text: &[u8]) -> usize {
    let [b'[', rest @ ..] = text else {
        return 0;
    };
    let numbers = run(ahead(rest, 0, MAX), is_of_numbers);
    match rest.get(numbers) {
        Some(b) if b.is_ascii_alphabetic() => numbers + 2,
        _ => 0,
    }
}

/// The effect of a sequence on the colours that are open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// It clears a line (`ESC [ K`), which programs do beside a colour.
    None,
    Opens,
    /// It closes all and opens one: `ESC [ 0 ; 1 m`.
    Replaces,
    /// It closes one: `ESC [ 39 m`.
    Closes,
    /// `ESC [ 0 m`
    ClosesAll,
}

/// The change of colour at the beginning of `text`, and its length.
pub(crate) fn change(text: &[u8]) -> Option<(Change, usize)> {
    let rest = text.strip_prefix(&[ESCAPE])?;
    let sequence = &rest[..len(rest)];
    let change = match sequence {
        [b'[', .., b'K'] => Change::None,
        [b'[', numbers @ .., b'm'] => {
            let all = |closes: fn(&[u8]) -> bool| numbers.split(|&b| b == b';').all(closes);
            if all(is_reset) {
                Change::ClosesAll
            } else if all(|number| matches!(number, [b'2', b'2'..=b'9'] | [b'3' | b'4', b'9'])) {
                Change::Closes
            } else if numbers.split(|&b| b == b';').next().is_some_and(is_reset) {
                Change::Replaces
            } else {
                Change::Opens
            }
        }
        _ => return None,
    };
    Some((change, 1 + sequence.len()))
}

fn is_reset(number: &[u8]) -> bool {
    number.iter().all(|&b| b == b'0')
}

/// Whether `text` ends with a colour.
pub(crate) fn ends(text: &[u8]) -> bool {
    text.strip_suffix(b"m").is_some_and(|text| {
        let numbers = run_back(&text[text.len().saturating_sub(MAX)..], is_of_numbers);
        text[..text.len() - numbers].ends_with(b"\x1b[")
    })
}

/// Where the word that begins at `start` begins if it is not of a colour: `1mjoe` after `ESC [ 35 ;` is `joe`.
#[inline]
pub(crate) fn skip(text: &[u8], start: usize) -> usize {
    match text[..start].last() {
        Some(b'[' | b';') => skip_rest(text, start),
        _ => start,
    }
}

fn skip_rest(text: &[u8], start: usize) -> usize {
    let near = &text[start.saturating_sub(MAX)..start];
    let open = start - run_back(near, is_of_numbers);
    match text[..open].strip_suffix(b"\x1b[") {
        Some(before) => start.max(open - 1 + len(&text[before.len() + 1..])),
        None => start,
    }
}

fn is_of_numbers(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b';'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes() {
        for (text, want) in [
            ("\x1b[31mx", Some((Change::Opens, 5))),
            ("\x1b[0;1m", Some((Change::Replaces, 6))),
            ("\x1b[38;5;39m", Some((Change::Opens, 10))),
            ("\x1b[m", Some((Change::ClosesAll, 3))),
            ("\x1b[00;0mx", Some((Change::ClosesAll, 7))),
            ("\x1b[39;49m", Some((Change::Closes, 8))),
            ("\x1b[22m", Some((Change::Closes, 5))),
            ("\x1b[K", Some((Change::None, 3))),
            ("\x1b[2J", None),
            ("\x1b]8;;", None),
            ("[31m", None),
        ] {
            assert_eq!(change(text.as_bytes()), want, "{text:?}");
        }
        assert!(ends(b"a\x1b[1;31m") && ends(b"\x1b[m") && !ends(b"\x1b[K") && !ends(b"[1m"));
    }
}
