//! MediaWiki: in `[http://a.org/ label]` the target is a URL as a whole, and `''`, `[` and `]` end any URL (MediaWiki, Help:Links).
//! Character references are decoded.

use super::references::references;
use super::{AS_TEXT, Notation, targets};
use crate::decode::closed_reference;
use crate::span::beginning;
use crate::text::{DELIMITER, Rewrite};

pub(super) static MEDIAWIKI: Notation = Notation {
    name: "mediawiki",
    media_types: &["text/x-wiki", "text/x-mediawiki"],
    extensions: &["mediawiki", "wiki", "wikitext"],
    is_readable: |text| memchr::memchr3(b'[', b'\'', b'&', text).is_none(),
    read,
    ..AS_TEXT
};

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    let mut from = 0;
    for at in memchr::memchr2_iter(b'[', b'\'', text) {
        if at < from {
            continue;
        }
        match &text[at..] {
            [b'\'', b'\'', ..] => {
                references(text, from..at, closed_reference, out);
                out.replace(DELIMITER, text, at);
                from = at + 1;
            }
            [b'[', rest @ ..] => {
                let target = target(rest);
                let mark = text[..at]
                    .last()
                    .is_none_or(|b| !b.is_ascii_graphic() || b"[".contains(b));
                references(text, from..at, closed_reference, out);
                if target.is_none() && !mark {
                    out.replace(DELIMITER, text, at)
                } else {
                    out.copy(text, at..at + 1)
                }
                from = at + 1;
                if let Some(len) = target {
                    let target = from..from + len;
                    targets::note(out, |out| references(text, target, closed_reference, out));
                    from += len;
                }
            }
            _ => {}
        }
    }
    references(text, from..text.len(), closed_reference, out);
}

/// The length of the URL at the beginning of `text`, if its scheme is known and a link ends after it. In its query a `|` may
/// stand; before that it ends the URL, as Fossil and Creole have it.
fn target(text: &[u8]) -> Option<usize> {
    let near = beginning(text, 4096);
    let mut in_query = false;
    let ends = |b: &u8| {
        in_query |= *b == b'?';
        b.is_ascii_whitespace() || b"[]<>\"".contains(b) || *b == b'|' && !in_query
    };
    let end = targets::is_url(near).then(|| near.iter().position(ends))??;
    matches!(near[end], b' ' | b'\t' | b']' | b'|').then_some(end)
}
