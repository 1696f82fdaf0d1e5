//! Links with a text in the documentation of Haskell: `<URL text>` (Haddock, "Hyperlinks"). White space ends the URL there.

use std::ops::Range;

use crate::class::Class;
use crate::notation::references::url_references;
use crate::span::contains;
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
        let url = &rest[..Class::WHITE.before(rest)];
        let is_open = contains(url, b"://") && memchr::memchr2(b'<', b'>', url).is_none();
        if is_open && url.len() < rest.len() {
            let white = comment.end - rest.len() + url.len();
            url_references(text, from..white, out);
            out.put(&[b'>', text[white]], white..white + 1);
            from = white + 1;
        }
    }
    from
}
