//! MediaWiki: in `[http://a.org/ label]` the target is a URL as a whole, and `''`, `[` and `]` end any URL (MediaWiki, Help:Links).
//! Character references are decoded.

use super::html::references;
#[cfg(feature = "lint")]
use super::mask::{Painter, Roles};
use super::{AS_TEXT, Notation, targets};
use crate::decode::closed_reference;
#[cfg(feature = "lint")]
use crate::span::{ahead, before, first_line};
use crate::text::{DELIMITER, Rewrite};

pub(super) static MEDIAWIKI: Notation = Notation {
    name: "mediawiki",
    media_types: &["text/x-wiki", "text/x-mediawiki"],
    extensions: &["mediawiki", "wiki", "wikitext"],
    is_readable: |text| memchr::memchr3(b'[', b'\'', b'&', text).is_none(),
    read,
    #[cfg(feature = "lint")]
    roles: Roles {
        paint,
        ..Roles::PROSE
    },
    ..AS_TEXT
};

/// Adds the links that were meant in `[www.a.org label]`. Without a scheme, the text is shown as it is written.
#[cfg(feature = "lint")]
fn paint(document: &[u8], painter: &mut Painter) {
    /// No target is longer.
    const MAX: usize = 1024;
    for open in memchr::memchr_iter(b'[', document) {
        let is_page = open > 0 && document[open - 1] == b'[';
        let line = first_line(ahead(document, open + 1, MAX));
        let len = before(line, |b| b" \t[]".contains(&b));
        if !is_page && line.get(len) == Some(&b' ') && line[len..].contains(&b']') {
            painter.link_to_host(document, open + 1..open + 1 + len);
        }
    }
}

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
    let near = &text[..text.len().min(4096)];
    let mut in_query = false;
    let ends = |b: &u8| {
        in_query |= *b == b'?';
        b.is_ascii_whitespace() || b"[]<>\"".contains(b) || *b == b'|' && !in_query
    };
    let end = targets::is_url(near).then(|| near.iter().position(ends))??;
    matches!(near[end], b' ' | b'\t' | b']' | b'|').then_some(end)
}

#[cfg(all(test, feature = "lint"))]
mod tests {
    use super::*;

    #[test]
    fn links_to_hosts() {
        let text = b"[www.a.org/x it] [www.b.org] [[www.c.org it]] [x www.d.org] [www.e.org it";
        let mask = MEDIAWIKI.mask(text);
        let targets: Vec<_> = mask.links().iter().map(|link| &link.target[..]).collect();
        assert_eq!(targets, [b"www.a.org/x"]);
    }
}
