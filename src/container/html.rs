//! An HTML file: a single text with its character references decoded.

use super::content::{Content, ContentKind};
use super::{Container, backwards, part};
use crate::text::{Markup, Text};

pub(super) const HTML: Container = Container {
    name: "html",
    matches_head,
    cut,
    texts: |chunk, start, _| Box::new(texts(chunk, start)),
    max: 16 << 20,
};

/// Whether the first tag is `<!DOCTYPE html` or `<html`. Comments and an XML declaration may precede it.
fn matches_head(head: &[u8]) -> bool {
    let mut rest = head
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(head)
        .trim_ascii_start();
    loop {
        let end = match rest {
            [b'<', b'!', b'-', b'-', inner @ ..] => {
                memchr::memmem::find(inner, b"-->").map(|i| i + 7)
            }
            [b'<', b'?', inner @ ..] => memchr::memchr(b'>', inner).map(|i| i + 3),
            _ => None,
        };
        match end {
            Some(end) => rest = rest[end..].trim_ascii_start(),
            None => break,
        }
    }
    let begins = |with: &str| {
        let start = rest.get(..with.len());
        let edge = rest
            .get(with.len())
            .is_some_and(|b| b.is_ascii_whitespace() || *b == b'>');
        edge && start.is_some_and(|start| start.eq_ignore_ascii_case(with.as_bytes()))
    };
    begins("<!DOCTYPE html") || begins("<html")
}

/// Cuts before the last line that begins with a tag. `<` ends every URL, and the markup that determines the context of a URL is
/// after the cut or in the same line as the URL.
pub(super) fn cut(chunk: &[u8]) -> Option<usize> {
    backwards(chunk, b"\n<").next().map(|i| i + 1)
}

fn texts(chunk: &[u8], start: u64) -> impl Iterator<Item = Text<'_>> {
    let content = Content {
        kind: ContentKind::Text(Markup::Html),
        ..Content::PLAIN
    };
    part::texts(chunk, start, content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detected_by_first_tag() {
        assert!(matches_head(b"<!doctype HTML>\n"));
        assert!(matches_head(
            b"\xef\xbb\xbf\n<?xml version='1.0'?>\n<!-- <p> -->\n<HTML lang=x>"
        ));
        assert!(
            !matches_head(b"<htmlx>")
                && !matches_head(b"<p><html>")
                && !matches_head(b"")
                && !matches_head(b"<html")
        );
        assert!(!matches_head(b"<!-- <html>") && !matches_head(b"see <html>"));
    }

    #[test]
    fn cuts_before_a_tag() {
        assert_eq!(cut(b"<a>\n<b>\nx<c>"), Some(4));
        assert_eq!(cut(b"<a>x"), None);
    }
}
