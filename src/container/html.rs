//! A file of HTML: one text, its character references decoded.

use super::content::{Content, ContentKind};
use super::{Container, backwards, part};
use crate::text::{Markup, Text};

pub(super) const HTML: Container = Container {
    name: "html",
    looks,
    cut,
    texts: |chunk, start, _| Box::new(texts(chunk, start)),
    max: 16 << 20,
};

/// Whether `<!DOCTYPE html` or `<html` is the first tag; comments and an XML declaration may stand before it.
fn looks(head: &[u8]) -> bool {
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

/// Before the last line that begins with a tag: `<` ends every URL, and what a URL's place depends on stands behind it or in the
/// same line.
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
    fn told_by_its_first_tag() {
        assert!(looks(b"<!doctype HTML>\n"));
        assert!(looks(
            b"\xef\xbb\xbf\n<?xml version='1.0'?>\n<!-- <p> -->\n<HTML lang=x>"
        ));
        assert!(!looks(b"<htmlx>") && !looks(b"<p><html>") && !looks(b"") && !looks(b"<html"));
        assert!(!looks(b"<!-- <html>") && !looks(b"see <html>"));
    }

    #[test]
    fn cut_before_a_tag() {
        assert_eq!(cut(b"<a>\n<b>\nx<c>"), Some(4));
        assert_eq!(cut(b"<a>x"), None);
    }
}
