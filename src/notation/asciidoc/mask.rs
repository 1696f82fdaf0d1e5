//! Masks of AsciiDoc, made line by line: delimited blocks, literals, links, comments.

use std::ops::Range;

use crate::notation::lines::lines;
use crate::notation::mask::{Painter, Role, Roles};

pub(in crate::notation) const ROLES: Roles = Roles {
    paint,
    begins_comment: |before| before == b"//",
};

fn paint(document: &[u8], painter: &mut Painter) {
    // The delimiter and role of the open block.
    let mut block: Option<(&[u8], Role)> = None;
    let mut paragraph = false;
    // The line before, if it may be a title that the next line underlines.
    let mut title: &[u8] = b"";
    for line in lines(document) {
        let text = line.bytes.trim_ascii_end();
        if let Some((delimiter, role)) = block {
            painter.paint(line.at.clone(), role);
            if text == delimiter {
                block = None;
            }
            continue;
        }
        let before = std::mem::replace(&mut title, if paragraph { b"" } else { text });
        if underlines(text, before) {
            paragraph = false;
            continue;
        }
        if let Some((delimiter, role)) = opening(text) {
            block = Some((delimiter, role));
            painter.paint(line.at.clone(), role);
        } else if text.starts_with(b"//") && !text.starts_with(b"///") {
            painter.paint(line.at.clone(), Role::Comment);
        } else if line.indent > 0 && !paragraph && !text.is_empty() {
            painter.paint(line.at.clone(), Role::Code);
            continue;
        } else {
            inline(document, line.at.clone(), painter);
        }
        paragraph = !text.is_empty();
    }
}

/// Whether the line underlines the title before it: a line of one character, about as long.
fn underlines(text: &[u8], title: &[u8]) -> bool {
    let length = |line: &[u8]| line.iter().filter(|b| **b & 0xc0 != 0x80).count();
    let Some(first) = text.first().filter(|b| b"=-~^+".contains(b)) else {
        return false;
    };
    text.len() > 1
        && text.iter().all(|b| b == first)
        && title.iter().any(u8::is_ascii_alphanumeric)
        && length(title).abs_diff(text.len()) <= 2
}

/// The delimiter that ends the block which this line opens, and the role of the block.
fn opening(text: &[u8]) -> Option<(&[u8], Role)> {
    let (first, len) = (*text.first()?, text.len());
    if let Some(language) = text.strip_prefix(b"```") {
        return (!language.contains(&b'`')).then_some((&text[..3], Role::Code));
    }
    let line = len >= 4 && text.iter().all(|b| *b == first);
    match first {
        b'-' | b'.' | b'+' if line => Some((text, Role::Code)),
        b'/' if line => Some((text, Role::Comment)),
        _ => None,
    }
}

/// Paints `` `code` ``, `+literal+` and `url[label]`.
fn inline(document: &[u8], line: Range<usize>, painter: &mut Painter) {
    let text = &document[line.clone()];
    // Where the next `]` stands.
    let (mut at, mut close) = (0, 0);
    while let Some(open) = memchr::memchr2(b'`', b'[', &text[at..]).map(|i| at + i) {
        at = open + 1;
        if text[open] == b'`' {
            if let Some(len) = memchr::memchr(b'`', &text[at..]) {
                painter.paint(line.start + open..line.start + at + len + 1, Role::Code);
                at += len + 1;
            }
            continue;
        }
        // The target begins with its scheme and contains no blank or bracket.
        let ends = |b: &u8| b.is_ascii_whitespace() || b"[]<>()\"".contains(b);
        let word = text[..open].iter().rposition(ends).map_or(0, |i| i + 1);
        let word = text[word..open]
            .strip_prefix(b"link:")
            .map_or(word, |_| word + 5);
        let target = &text[word..open];
        if memchr::memmem::find(target, b"://").is_none() {
            continue;
        }
        painter.target(line.start + word..line.start + open);
        if close < at {
            close = memchr::memchr(b']', &text[at..]).map_or(text.len(), |i| at + i);
        }
        if at < close && close < text.len() {
            let label = line.start + at..line.start + close;
            painter.paint(label.clone(), Role::Label);
            painter.link(label, target.to_vec());
            at = close + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::mask::role_of;

    #[test]
    fn roles() {
        let role = |document| role_of(&ROLES, document, "http");
        assert_eq!(role("see http://a.org/\n"), Role::Prose);
        assert_eq!(role("----\nhttp://a.org/\n----\n"), Role::Code);
        assert_eq!(role("----\nx\n----\nhttp://a.org/\n"), Role::Prose);
        assert_eq!(role("A title\n-------\nhttp://a.org/\n"), Role::Prose);
        assert_eq!(
            role("\nTitle two\n---------\n\nhttp://a.org/\n"),
            Role::Prose
        );
        assert_eq!(role("A title\n----\nhttp://a.org/\n"), Role::Code);
        assert_eq!(role("one\nfour\n----\nhttp://a.org/\n"), Role::Code);
        assert_eq!(role("see `http://a.org/`\n"), Role::Code);
        assert_eq!(role("see http://a.org/[it]\n"), Role::Target);
        assert_eq!(role("```md\nhttp://a.org/\n```\n"), Role::Code);
        assert_eq!(role("```md\nx\n```\nhttp://a.org/\n"), Role::Prose);
        assert_eq!(role("```x```\nhttp://a.org/\n"), Role::Prose);
        assert_eq!(role("// http://a.org/\n"), Role::Comment);
        assert_eq!(role("////\nhttp://a.org/\n////\n"), Role::Comment);
        assert_eq!(role("x\n\n  http://a.org/\n"), Role::Code);
    }
}
