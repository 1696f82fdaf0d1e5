//! What a tag of HTML stands in, where that says how it is read: a comment, an element without tags, a drawing.

use super::{ends_name, name_at};
use crate::span::{ahead, cut};
use crate::text::{is_one_of, strip_prefix_ignore_case, without_mark};

/// Elements whose content is text.
const TEXT: [&str; 6] = ["iframe", "noembed", "noframes", "textarea", "title", "xmp"];

/// The first two bytes of a comment and of the names of all these, in lower case.
const BEGINS: [u16; 8] = [
    u16::from_le_bytes(*b"!-"),
    u16::from_le_bytes(*b"if"),
    u16::from_le_bytes(*b"ma"),
    u16::from_le_bytes(*b"no"),
    u16::from_le_bytes(*b"sv"),
    u16::from_le_bytes(*b"te"),
    u16::from_le_bytes(*b"ti"),
    u16::from_le_bytes(*b"xm"),
];

/// How far the end of a tag is looked for.
const MAX_TAG: usize = 4096;

/// Elements where a tag may close itself.
const FOREIGN: [&str; 2] = ["math", "svg"];

pub(super) struct Nesting<'t> {
    text: &'t [u8],
    /// Where the last comment or element of [`TEXT`] ends.
    text_end: usize,
    /// Where the last template ends, which is no part of the page.
    template: usize,
    /// Where the last element of [`FOREIGN`] ends.
    foreign: usize,
    is_xml: bool,
}

impl<'t> Nesting<'t> {
    pub(super) fn new(text: &'t [u8]) -> Nesting<'t> {
        let head = without_mark(text).trim_ascii_start();
        Nesting {
            text,
            text_end: 0,
            template: 0,
            foreign: 0,
            is_xml: head.starts_with(b"<?xml"),
        }
    }

    /// Notes what the `<` at `open` begins. Nothing is searched twice, as nothing begins in a comment.
    #[inline(always)]
    pub(super) fn enter(&mut self, open: usize) {
        let two = self.text.get(open + 1..).and_then(<[u8]>::first_chunk);
        let two = two.map_or(0, |two| u16::from_le_bytes(*two) | 0x2020);
        // All at once, without a branch for each.
        let begins = BEGINS
            .iter()
            .fold(false, |any, begin| any | (*begin == two));
        if begins && !self.is_text(open) {
            self.enter_named(open);
        }
    }

    fn enter_named(&mut self, open: usize) {
        if self.text[open..].starts_with(b"<!--") {
            self.text_end = self.end_of_comment(open + 2);
            return;
        }
        let (name, rest) = name_at(self.text, open + 1);
        if !ends_name(rest) || self.closes_itself(open) {
            return;
        }
        if is_one_of(name, &TEXT) {
            self.text_end = end_of_element(self.text, open, name);
        } else if open >= self.template && name.eq_ignore_ascii_case(b"template") {
            self.template = end_of_element(self.text, open, name);
        } else if open >= self.foreign && is_one_of(name, &FOREIGN) {
            self.foreign = end_of_nested(self.text, open, name);
        }
    }

    /// Where the comment ends whose two hyphens begin at `at`: also at `--!>`, and `<!-->` is a whole one.
    fn end_of_comment(&self, at: usize) -> usize {
        let mut hyphens = memchr::memmem::find_iter(&self.text[at..], b"--").map(|i| at + i);
        let end = |i: usize| match self.text[i + 2..] {
            [b'>', ..] | [b'-', b'>', ..] | [b'!', b'>', ..] | [b'-', b'!', b'>', ..] => Some(i),
            _ => None,
        };
        hyphens.find_map(end).unwrap_or(self.text.len())
    }

    /// Whether `open` stands in a comment, or in an element whose content is text.
    #[inline]
    pub(super) fn is_text(&self, open: usize) -> bool {
        open < self.text_end
    }

    /// Whether the tag at `open` is no part of the page.
    pub(super) fn is_hidden(&self, open: usize) -> bool {
        self.is_text(open) || open < self.template
    }

    /// How far the tag at `open` and its content may go.
    #[inline]
    pub(super) fn limit(&self, open: usize) -> usize {
        if self.is_text(open) {
            self.text_end
        } else {
            self.text.len()
        }
    }

    /// Whether the element at `open` has no content, since its tag ends with `/>` in a drawing or in XHTML.
    pub(super) fn closes_itself(&self, open: usize) -> bool {
        (self.is_xml || open < self.foreign) && ends_in_slash(self.text, open)
    }

    /// Where the content ends that begins at `at` in the element with this name, which has no tags.
    pub(super) fn end_of_raw(&self, at: usize, name: &[u8]) -> usize {
        end_of_element(&self.text[..self.limit(at - 1)], at, name)
    }
}

/// Whether the tag at `open` ends with `/>`.
fn ends_in_slash(text: &[u8], open: usize) -> bool {
    cut(ahead(text, open, MAX_TAG), b'>').0.ends_with(b"/")
}

/// Where the element at `open` with this name ends, in which others with this name may stand.
fn end_of_nested(text: &[u8], open: usize, name: &[u8]) -> usize {
    let mut depth = 0;
    let mut tags = memchr::memchr_iter(b'<', &text[open..]).map(|i| open + i);
    let closes = |&at: &usize| {
        let rest = &text[at + 1..];
        let end = rest.strip_prefix(b"/");
        let is_named = strip_prefix_ignore_case(end.unwrap_or(rest), name).is_some_and(ends_name);
        if is_named && end.is_some() {
            depth -= 1;
        } else if is_named && !ends_in_slash(text, at) {
            depth += 1;
        }
        depth == 0
    };
    tags.find(closes).unwrap_or(text.len())
}

/// Where the next closing tag of an element with this name begins, or where the text ends.
fn end_of_element(text: &[u8], at: usize, name: &[u8]) -> usize {
    let closes = |i: &usize| strip_prefix_ignore_case(&text[i + 2..], name).is_some_and(ends_name);
    let mut closing = memchr::memmem::find_iter(&text[at..], b"</").map(|i| at + i);
    closing.find(closes).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_of_all() {
        let begin = |name: &&str| {
            let bytes = name.as_bytes();
            u16::from_le_bytes([bytes[0], bytes[1]])
        };
        let names = TEXT.iter().chain(&FOREIGN).chain(&["template", "!--"]);
        let mut begins: Vec<u16> = names.map(begin).collect();
        begins.sort_unstable();
        begins.dedup();
        let mut all = BEGINS.to_vec();
        all.sort_unstable();
        assert_eq!(begins, all);
    }
}
