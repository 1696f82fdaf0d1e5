//! What a tag of HTML stands in, where that says how it is read: a comment, an element without tags, a drawing.

use super::{ends_name, name_at};
use crate::span::{ahead, cut};
use crate::text::{is_one_of, strip_prefix_ignore_case, without_mark};

/// Elements whose content is text.
const TEXT: [&str; 6] = ["iframe", "noembed", "noframes", "textarea", "title", "xmp"];

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
        let first = self.text.get(open + 1).map(|b| b | 0x20);
        if matches!(first, Some(b'!' | b'i' | b'm' | b'n' | b's' | b't' | b'x')) {
            self.enter_named(open);
        }
    }

    fn enter_named(&mut self, open: usize) {
        let two = self.text[open + 1..].first_chunk::<2>();
        let two = two.map(|two| two.map(|b| b | 0x20));
        // The first two bytes of a comment and of the elements above.
        if !matches!(
            two.as_ref(),
            Some(b"!-" | b"if" | b"ma" | b"no" | b"sv" | b"te" | b"ti" | b"xm")
        ) || self.is_text(open)
        {
            return;
        }
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
            self.foreign = end_of_element(self.text, open, name);
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
        let tag = || cut(ahead(self.text, open, MAX_TAG), b'>').0;
        (self.is_xml || open < self.foreign) && tag().ends_with(b"/")
    }

    /// Where the content ends that begins at `at` in the element with this name, which has no tags.
    pub(super) fn end_of_raw(&self, at: usize, name: &[u8]) -> usize {
        end_of_element(&self.text[..self.limit(at - 1)], at, name)
    }
}

/// Where the next closing tag of an element with this name begins, or where the text ends.
fn end_of_element(text: &[u8], at: usize, name: &[u8]) -> usize {
    let closes = |i: &usize| strip_prefix_ignore_case(&text[i + 2..], name).is_some_and(ends_name);
    let mut closing = memchr::memmem::find_iter(&text[at..], b"</").map(|i| at + i);
    closing.find(closes).unwrap_or(text.len())
}
