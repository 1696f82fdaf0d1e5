//! Links with a text in the documentation of Haskell: `<URL text>` (Haddock, "Hyperlinks"). White space ends the URL there.

use std::ops::Range;

use crate::class::Class;
use crate::notation::references::url_references;
use crate::span::{before, contains};
use crate::text::Rewrite;

/// Writes a `>` at the end of each URL that has a text in the `comment`. The text before `from` has been written; returns where it goes on.
pub(super) fn close(
    text: &[u8],
    mut from: usize,
    comment: Range<usize>,
    out: &mut Rewrite<'_>,
) -> usize {
    for open in memchr::memchr_iter(b'<', &text[comment.clone()]) {
        let rest = &text[comment.start + open + 1..comment.end];
        let ends = |b| Class::WHITE.has(b) || matches!(b, b'<' | b'>');
        let len = before(rest, ends);
        let is_open = rest.get(len).is_some_and(|&b| Class::BLANK.has(b));
        if is_open && contains(&rest[..len], b"://") {
            let white = comment.end - rest.len() + len;
            url_references(text, from..white, out);
            out.put(&[b'>', text[white]], white..white + 1);
            from = white + 1;
        }
    }
    from
}
