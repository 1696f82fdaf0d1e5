//! The colours of a terminal (ECMA-48, 8.3.117): `ESC [ 1 ; 31 m`. The word after one does not begin with its last byte, although that is a
//! letter.

use crate::span::{beginning, behind, run, run_back};

pub(crate) const ESCAPE: u8 = 0x1b;

/// Longer than any that sets both colours.
const MAX: usize = 40;

/// The length of `[1;31m` at the beginning of `text`, or 0.
pub(crate) fn len(text: &[u8]) -> usize {
    let [b'[', rest @ ..] = text else {
        return 0;
    };
    let numbers = run(beginning(rest, MAX), is_of_numbers);
    match rest.get(numbers) {
        Some(b) if b.is_ascii_alphabetic() => numbers + 2,
        _ => 0,
    }
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
    let near = behind(text, start, MAX);
    let open = start - run_back(near, is_of_numbers);
    match text[..open].strip_suffix(b"\x1b[") {
        Some(before) => start.max(open - 1 + len(&text[before.len() + 1..])),
        None => start,
    }
}

fn is_of_numbers(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b';'
}
