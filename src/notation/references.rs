//! Character references of a range of a text, decoded.

use std::ops::Range;

use crate::decode::url_reference;
use crate::text::Rewrite;

/// Shown only where a line is broken.
const SOFT_HYPHEN: char = '\u{ad}';

/// Copies `range` and decodes the character references that `reference` finds; `&shy;` is dropped.
pub(super) fn references(
    text: &[u8],
    range: Range<usize>,
    reference: fn(&[u8]) -> Option<(char, usize)>,
    out: &mut Rewrite<'_>,
) {
    let (mut from, text) = (range.start, &text[..range.end]);
    for ampersand in memchr::memchr_iter(b'&', &text[range.clone()]) {
        let at = range.start + ampersand;
        if let Some((c, len)) = reference(&text[at..]) {
            out.copy(text, from..at);
            let reference = at..at + len;
            match c {
                '<' | '>' | '"' | '\'' => put_escaped(c as u8, reference, out),
                SOFT_HYPHEN => {}
                _ => out.put_char(c, reference),
            }
            from = at + len;
        }
    }
    out.copy(text, from..text.len());
}

/// Puts a character that looks like markup. Apart, as most references are other ones.
#[inline(never)]
fn put_escaped(byte: u8, reference: Range<usize>, out: &mut Rewrite<'_>) {
    out.put_escaped_markup(&[byte], reference);
}

/// Copies `range` and decodes references to characters of a URL.
pub(super) fn url_references(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    references(text, range, url_reference, out);
}
