//! Folds: the white space that breaks a URL between delimiters over several lines, and the quote prefix of each line (RFC 1738, appendix;
//! tests/spec/wrapper.md, quoted.md, quote-prefix.md, bounds.md).
//!
//! [`Opening::walk`] starts after the opening and looks for the close. It gives the pieces of the content between white space:
//! `<URL:http://a.org/x⏎> y>` has the pieces `http://a.org/x` and `y`. The callers decide whether a blank or a hyphen between two pieces
//! belongs to the URL. A close that is too far away is not found, so the work is bounded.

use crate::class::Class;
use crate::simd::{Available, Notable};
use crate::span::{ahead, beginning, run};
use crate::text::DELIMITER;
use crate::text::line::{self, OwnText, Prefix, blanks, line_break};
use crate::text::pieces::{Gap, Pieces};
use crate::text::quote::ends_string;

/// How far a close may be, in lines and in bytes.
const MAX_LINES: usize = 8;
pub(crate) const MAX: usize = 4096;

/// Whether nothing closes after this byte.
fn is_end(byte: u8) -> bool {
    matches!(byte, b'<' | DELIMITER)
}

/// Whether a `<` stands before the first `close`, or no `close` follows: then a walk from `start` does not close.
pub(crate) fn is_unclosed(text: &[u8], start: usize, close: u8) -> bool {
    let near = ahead(text, start, MAX);
    memchr::memchr2(b'<', close, near).is_none_or(|i| near[i] == b'<')
}

/// A delimiter that has opened. Its close is looked for.
pub(crate) struct Opening<'o, 't> {
    pub(crate) text: &'o [u8],
    pub(crate) engine: Available,
    /// Where the content begins.
    pub(crate) start: usize,
    /// Nothing of the content before this place delimits.
    pub(crate) seen: usize,
    pub(crate) close: &'o [u8],
    /// Whether a `=` before a line break is a soft break of quoted-printable: then the break does not count.
    pub(crate) is_soft: bool,
    /// The prefix of the line on which it opened.
    pub(crate) prefix: &'o dyn Fn() -> Prefix<'t>,
}

impl Opening<'_, '_> {
    /// Adds the pieces of the content. Returns where the close stands, if it does.
    pub(crate) fn walk(&self, pieces: &mut Pieces) -> Option<usize> {
        let text = beginning(self.text, self.start + MAX);
        let close = self.close;
        let closes = |at: usize| text[at] == close[0] && text[at..].starts_with(close);
        let stops = |at: usize| Class::WHITE.has(text[at]) || is_end(text[at]) || closes(at);
        let (mut run, mut at) = (self.start, self.seen.min(text.len()));
        debug_assert!(!(run..at).any(stops));
        let mut notable = Notable::new(text, at, self.engine);
        let (mut gap, mut breaks) = (Gap::None, 0);
        loop {
            while at < text.len() && !stops(at) {
                at = notable.next(at + 1);
            }
            let closed = at < text.len() && closes(at);
            if at > run {
                pieces.push(run..before_stray(text, self.start, at, closed), gap);
                gap = Gap::None;
            }
            if closed {
                return Some(at);
            }
            if is_end(*text.get(at)?) {
                return None;
            }
            let white = self.white_at(text, at, &mut breaks)?;
            (run, at) = (white.end, white.end);
            gap = gap.max(white.gap);
        }
    }

    /// The white space at `at`, over a line break with the next line's prefix. Nothing if the content cannot go on after it.
    #[inline]
    fn white_at(&self, text: &[u8], at: usize, breaks: &mut usize) -> Option<White> {
        let in_line = |b: u8| matches!(b, b' ' | b'\t' | 0x0b | 0x0c);
        let end = at + run(&text[at..], in_line);
        let Some(len) = line_break(&text[end..]) else {
            let gap = Gap::Blank;
            return Some(White { end, gap });
        };
        let next = self.skip_prefix(text, end + len);
        let may_end = matches!(text[end - 1], b' '..=b',' | b'.' | b';' | b'\\' | b'\t');
        if may_end && ends_string(text, self.start..end, next.start) {
            return None;
        }
        let OwnText { mut start, marks } = next;
        *breaks += usize::from(!(self.is_soft && text[end - 1] == b'='));
        if *breaks >= MAX_LINES || start == text.len() || line_break(&text[start..]).is_some() {
            return None;
        }
        if self.close == b">" && text[start] == b'>' {
            // One mark more than the opening line has, or the close.
            let prefix = (self.prefix)();
            if prefix.marks() == marks && gains(text, start, prefix, *breaks + 1) {
                start += 1 + blanks(&text[start + 1..]);
            }
        }
        Some(White {
            end: start,
            gap: Gap::Break,
        })
    }

    /// The own text of the line at `line`. The prefix is not asked for where none may begin.
    fn skip_prefix(&self, text: &[u8], line: usize) -> OwnText {
        if line::may_begin_prefix(&text[line..]) {
            (self.prefix)().skip(text, line)
        } else {
            OwnText {
                start: line,
                marks: 0,
            }
        }
    }
}

/// White space in the content.
struct White {
    end: usize,
    gap: Gap,
}

/// The end of a run that stops at `at`, without a `\` that a program put before its line break, or before both delimiters.
fn before_stray(text: &[u8], start: usize, at: usize, closed: bool) -> usize {
    let escaped = || closed && matches!(text[..start], [.., b'\\', b'<' | b'"']);
    let is_stray = text[at - 1] == b'\\' && (escaped() || line_break(&text[at..]).is_some());
    at - usize::from(is_stray)
}

/// Whether the `>` at `at`, the first byte after its line's prefix, is a quote mark that was added: the text after it
/// continues as a URL up to another `>`. If the opening line has no marks, the other `>` must be on the same line, without
/// any blank.
fn gains(text: &[u8], at: usize, prefix: Prefix<'_>, lines: usize) -> bool {
    if text[at..].starts_with(b">From ") {
        return false;
    }
    let mut at = at + 1;
    if prefix.marks() > 0 {
        at += blanks(&text[at..]);
    }
    for _ in lines..=MAX_LINES {
        let len = Class::STOP.before(&text[at..]);
        at += len;
        match text.get(at) {
            _ if len == 0 => return false,
            Some(b'>') => return true,
            Some(b'\n' | b'\r') if prefix.marks() > 0 => {}
            _ => return false,
        }
        let more = Prefix::Marks(prefix.marks() + 1);
        at = more
            .skip(text, at + line_break(&text[at..]).unwrap_or(0))
            .start;
    }
    false
}
