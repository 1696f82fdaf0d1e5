//! The attributes of a tag, as browsers read them; also of a tag whose quotes or `>` are missing.

use crate::simd::first_place;
use crate::span::{before, run, run_back};
use std::ops::Range;

/// The classes of bytes in a tag, outside values: one bit each.
const BLANK: u8 = 1;
const SLASH: u8 = 2;
const CLOSE: u8 = 4;
const EQUALS: u8 = 8;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let blanks = b" \t\n\x0c\r";
    let mut i = 0;
    while i < blanks.len() {
        classes[blanks[i] as usize] = BLANK;
        i += 1;
    }
    classes[b'/' as usize] = SLASH;
    classes[b'>' as usize] = CLOSE;
    classes[b'=' as usize] = EQUALS;
    classes
};

/// A tag that is read attribute by attribute.
pub(super) struct TagReader<'t> {
    text: &'t [u8],
    pub(super) name: Range<usize>,
    /// Where the rest of it begins.
    pub(super) at: usize,
}

/// An attribute with a value. Ranges are bytes of the text, without quotes.
pub(super) struct Attribute {
    pub(super) name: Range<usize>,
    pub(super) value: Range<usize>,
}

impl<'t> TagReader<'t> {
    /// The tag whose name begins at `at`.
    #[inline]
    pub(super) fn at(text: &'t [u8], at: usize) -> TagReader<'t> {
        let mut tag = TagReader {
            text,
            name: at..at,
            at,
        };
        tag.skip_to(BLANK | SLASH | CLOSE);
        tag.name.end = tag.at;
        tag
    }

    /// Skips bytes of these classes.
    #[inline(always)]
    fn skip(&mut self, classes: u8) {
        let is_such = |b: u8| CLASSES[usize::from(b)] & classes != 0;
        self.at += run(&self.text[self.at..], is_such);
    }

    /// Skips bytes of no such class, eight at a time: most names are shorter.
    #[inline(always)]
    fn skip_to(&mut self, classes: u8) {
        let stops = |at: usize| CLASSES[usize::from(self.text[at])] & classes != 0;
        let mut at = self.at;
        while let Some(eight) = eight_at(self.text, at) {
            let marks = equal(eight, b'/') | equal(eight, b'>') | equal(eight, b'=');
            let bits = marks | below(eight, b' ' + 1);
            at += first(bits);
            if bits != 0 {
                if stops(at) {
                    self.at = at;
                    return;
                }
                at += 1;
            }
        }
        while at < self.text.len() && !stops(at) {
            at += 1;
        }
        self.at = at;
    }

    /// The next attribute that has a value; at the end of the tag nothing.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Attribute> {
        let text = self.text;
        loop {
            self.skip(BLANK | SLASH);
            let start = self.at;
            match *text.get(start)? {
                b'>' => {
                    self.at += 1;
                    return None;
                }
                // Its `>` is missing, and another tag begins.
                b'<' => return None,
                _ => {}
            }
            // A `=` here is the beginning of a name.
            self.at += 1;
            self.skip_to(BLANK | SLASH | CLOSE | EQUALS);
            let name = start..self.at;
            self.skip(BLANK);
            if text.get(self.at) == Some(&b'=') {
                self.at += 1;
                self.skip(BLANK);
                let value = self.value();
                return Some(Attribute { name, value });
            }
        }
    }

    /// The value that begins here.
    #[inline(always)]
    fn value(&mut self) -> Range<usize> {
        let text = self.text;
        let quote = text.get(self.at).filter(|b| matches!(b, b'"' | b'\''));
        let Some(quote) = quote else {
            let start = self.at;
            self.skip_to(BLANK | CLOSE);
            return start..self.at;
        };
        let start = self.at + 1;
        let value = match first_place(&text[start..], *quote) {
            Some(len) => &text[start..start + len],
            None => &text[start..],
        };
        let is_closed = start + value.len() < text.len();
        if is_closed && start_of_next_name(value).is_none() {
            self.at = start + value.len() + 1;
            return start..start + value.len();
        }
        // Its own quote is missing.
        let mut equals = memchr::memchr_iter(b'=', value);
        let name = equals.find_map(|i| start_of_next_name(&value[..=i]));
        self.at = start;
        match name.filter(|_| is_closed) {
            Some(name) => {
                self.at += name;
                let end = memchr::memchr2(b'<', b'>', &value[..name]).unwrap_or(name);
                start..start + end
            }
            None => {
                let ends = |b: u8| b.is_ascii_whitespace() || matches!(b, b'<' | b'>');
                let rest = &text[start..];
                self.at += before(rest, ends);
                start..self.at
            }
        }
    }
}

/// If the value ends with ` name=`, where that begins: then the quote after it begins another value.
fn start_of_next_name(value: &[u8]) -> Option<usize> {
    // The fast path.
    if !matches!(value.last(), Some(b'=' | b' ' | b'\t' | b'\r' | b'\n')) {
        return None;
    }
    let before = value.trim_ascii_end().strip_suffix(b"=")?.trim_ascii_end();
    let name = run_back(before, |b| b.is_ascii_alphabetic() || b == b'-');
    let front = &before[..before.len() - name];
    let is_name = name > 0 && front.last().is_some_and(u8::is_ascii_whitespace);
    is_name.then(|| front.trim_ascii_end().len())
}

const EACH: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = 0x80 * EACH;

/// The highest bit of each of eight bytes that is `wanted`. Only the lowest set bit is reliable, because a borrow may set the bits
/// above it.
fn equal(eight: u64, wanted: u8) -> u64 {
    below(eight ^ (u64::from(wanted) * EACH), 1)
}

/// The highest bit of each of eight bytes that is less than `bound`, which is 128 at most. Only the lowest set bit is reliable.
fn below(eight: u64, bound: u8) -> u64 {
    eight.wrapping_sub(u64::from(bound) * EACH) & !eight & HIGHEST
}

/// The position of the byte that the lowest bit belongs to.
fn first(bits: u64) -> usize {
    bits.trailing_zeros() as usize / 8
}

/// The eight bytes at `at`.
fn eight_at(bytes: &[u8], at: usize) -> Option<u64> {
    let eight = bytes.get(at..)?.first_chunk()?;
    Some(u64::from_le_bytes(*eight))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn eight_bytes_at_a_time_as_one_by_one(text in "([a-z-]|[/=> \t\r\n\"]|[\\x00-\\x7f]|\u{e9}){0,40}") {
            let bytes = text.as_bytes();
            for classes in [BLANK | SLASH | CLOSE, BLANK | SLASH | CLOSE | EQUALS, BLANK | CLOSE] {
                let is_stop = |b: u8| {
                    let class = match b {
                        b' ' | b'\t' | b'\n' | b'\x0c' | b'\r' => BLANK,
                        b'/' => SLASH,
                        b'>' => CLOSE,
                        b'=' => EQUALS,
                        _ => 0,
                    };
                    class & classes != 0
                };
                let mut tag = TagReader { text: bytes, name: 0..0, at: 0 };
                tag.skip_to(classes);
                prop_assert_eq!(tag.at, before(bytes, is_stop));
            }
        }
    }
}
