//! Masks of AsciiDoc, made line by line: delimited blocks, literals, links, comments.

use std::ops::Range;

use crate::notation::lines::lines;
use crate::notation::mask::{Painter, Role, Roles};
use crate::span::{contains, run, split_before, starts_with_any};

pub(in crate::notation) const ROLES: Roles = Roles {
    paint,
    begins_comment: |before| before == b"//",
};

/// Styles of blocks and paragraphs that are not formatted.
const STYLES: [(&[u8], Role); 5] = [
    (b"source", Role::Code),
    (b"listing", Role::Code),
    (b"literal", Role::Code),
    (b"pass", Role::Code),
    (b"comment", Role::Comment),
];

fn paint(document: &[u8], painter: &mut Painter) {
    // The delimiter and role of the open block.
    let mut block: Option<(&[u8], Role)> = None;
    // The role that attributes give to the next block.
    let mut style = None;
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
        let attributes = attributes(text);
        let is_other = attributes.is_some() || starts_with_any(text, &[b".", b"//"]);
        let may_be_title = !paragraph && !is_other;
        let before = std::mem::replace(&mut title, if may_be_title { text } else { b"" });
        if text.is_empty() || underlines(text, before) {
            paragraph = false;
            continue;
        }
        if text.starts_with(b"//") && !text.starts_with(b"///") {
            painter.paint(line.at.clone(), Role::Comment);
            continue;
        }
        if attributes.is_some() || !paragraph && is_caption(text) {
            style = attributes.and_then(role_of).or(style);
            inline(document, line.at.clone(), painter);
            paragraph = false;
            continue;
        }
        block = opening(text, style.take());
        if let Some((_, role)) = block {
            painter.paint(line.at.clone(), role);
        } else if line.indent > 0 && !paragraph {
            painter.paint(line.at.clone(), Role::Code);
            continue;
        } else {
            inline(document, line.at.clone(), painter);
        }
        paragraph = true;
    }
}

/// The effect of a line of attributes on the next block: `[source,sh]`.
fn attributes(text: &[u8]) -> Option<&[u8]> {
    text.strip_prefix(b"[")?.strip_suffix(b"]")
}

/// The role of a block whose style is not formatted: `source%linenums,sh`, `"listing"`.
fn role_of(attributes: &[u8]) -> Option<Role> {
    let style = split_before(attributes, |b| b",#.%".contains(&b)).0;
    let style = style.trim_ascii();
    let quoted = style
        .strip_prefix(b"\"")
        .and_then(|it| it.strip_suffix(b"\""));
    let style = quoted.unwrap_or(style);
    let known = STYLES.iter().find(|(known, _)| *known == style);
    known.map(|(_, role)| *role)
}

/// Whether the line is the title of the next block, `.Title`, and not an item of a list or a delimiter.
fn is_caption(text: &[u8]) -> bool {
    matches!(text, [b'.', next, ..] if !b". \t".contains(next))
}

/// Whether the line underlines the title before it: a line of one character, about as long.
fn underlines(text: &[u8], title: &[u8]) -> bool {
    let length = |line: &[u8]| line.iter().filter(|b| **b & 0xc0 != 0x80).count();
    let Some(first) = text.first().filter(|b| b"=-~^+".contains(b)) else {
        return false;
    };
    text.len() > 1
        && text.iter().all(|b| b == first)
        && title
            .iter()
            .any(|b| b.is_ascii_alphanumeric() || !b.is_ascii())
        && length(title).abs_diff(text.len()) <= 1
}

/// The delimiter that ends the block which this line opens, and the role of the block. `style` is the role by its attributes. A paragraph
/// with a style ends at a blank line.
fn opening(text: &[u8], style: Option<Role>) -> Option<(&[u8], Role)> {
    let (first, len) = (*text.first()?, text.len());
    if let Some(language) = text.strip_prefix(b"```") {
        return (!language.contains(&b'`')).then_some((&text[..3], Role::Code));
    }
    let line = len >= 4 && text.iter().all(|b| *b == first);
    match (first, style) {
        (b'-' | b'.' | b'+', _) if line => Some((text, style.unwrap_or(Role::Code))),
        (b'/', _) if line => Some((text, Role::Comment)),
        (_, Some(role)) if text == b"--" => Some((text, role)),
        // Tables, examples and others have text, and a heading takes no style.
        _ if line || text.starts_with(b"|===") || is_heading(text) => None,
        (_, Some(role)) => Some((b"", role)),
        _ => None,
    }
}

/// Whether it is a heading: `== Title`.
fn is_heading(text: &[u8]) -> bool {
    let marks = run(text, |b| b == b'=');
    marks > 0 && text[marks..].starts_with(b" ")
}

/// Paints `` `code` ``, `+++literal+++` and `url[label]`.
fn inline(document: &[u8], line: Range<usize>, painter: &mut Painter) {
    let text = &document[line.clone()];
    // Where the next `]` stands.
    let (mut at, mut close) = (0, 0);
    while let Some(open) = memchr::memchr3(b'`', b'[', b'+', &text[at..]).map(|i| at + i) {
        at = open + 1;
        if text[open] == b'+' {
            let inside = text[open..].strip_prefix(b"+++");
            if let Some(len) = inside.and_then(|inside| memchr::memmem::find(inside, b"+++")) {
                at = open + len + 6;
                painter.paint(line.start + open..line.start + at, Role::Code);
            }
            continue;
        }
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
        let is_link = text[word..open].starts_with(b"link:");
        let word = if is_link { word + 5 } else { word };
        let target = &text[word..open];
        if !contains(target, b"://") {
            if is_link {
                painter.link_to_host(document, line.start + word..line.start + open);
            }
            continue;
        }
        painter.target(line.start + word..line.start + open);
        if close < at {
            close = memchr::memchr(b']', &text[at..]).map_or(text.len(), |i| at + i);
        }
        if at < close && close < text.len() {
            let label = line.start + at..line.start + close;
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
        assert_eq!(role("x +++http://a.org/+++ y\n"), Role::Code);
        assert_eq!(role("C+++ http://a.org/ C++\n"), Role::Prose);
    }

    #[test]
    fn links_to_hosts() {
        let mask = ROLES
            .mask(b"See link:www.a.org/x[it], link:www.b.org[], link:x/y[it], www.a.org[x].\n");
        let targets: Vec<_> = mask.links().iter().map(|link| &link.target[..]).collect();
        assert_eq!(targets, [b"www.a.org/x", &b"www.b.org"[..]]);
    }

    /// As Asciidoctor 2 reads them.
    #[test]
    fn attributes_and_titles_of_blocks() {
        let role = |document: &str| role_of(&ROLES, document, "http");
        for before in ["[,sh]", "[stem]", ".Bash", "[source]\n.A", "[#a]"] {
            let code = format!("{before}\n----\nhttp://a.org/\n----\n");
            assert_eq!(role(&code), Role::Code, "{before}");
            let prose = format!("{before}\n----\nx\n----\nhttp://a.org/\n");
            assert_eq!(role(&prose), Role::Prose, "{before}");
        }
        assert_eq!(role("abcdef\n----\nhttp://a.org/\n"), Role::Code);
        assert_eq!(role("// x\n----\nhttp://a.org/\n"), Role::Code);
        for style in [
            "source,sh",
            "listing",
            "literal",
            "\"source\",\"sh\"",
            "source%a,sh",
            "pass",
        ] {
            for between in ["", ".A title\n", "\n", "// x\n", "[#a]\n"] {
                let before = format!("[{style}]\n{between}");
                let paragraph = format!("{before}x\n[y]\nhttp://a.org/\n");
                assert_eq!(role(&paragraph), Role::Code, "{before}");
                let next = format!("{before}x\n\nhttp://a.org/\n");
                assert_eq!(role(&next), Role::Prose, "{before}");
                let open = format!("{before}--\nx\n\nhttp://a.org/\n--\n");
                assert_eq!(role(&open), Role::Code, "{before}");
                let after = format!("{before}--\nx\n--\nhttp://a.org/\n");
                assert_eq!(role(&after), Role::Prose, "{before}");
            }
        }
        for style in ["verse", "quote, http://b.org/", "NOTE", "sources", ""] {
            let paragraph = format!("[{style}]\nhttp://a.org/\n");
            assert_eq!(
                role_of(&ROLES, &paragraph, "http://a"),
                Role::Prose,
                "{style}"
            );
        }
        assert_eq!(role("[comment]\nhttp://a.org/\n"), Role::Comment);
        assert_eq!(role("[source]\n== x\nhttp://a.org/\n"), Role::Prose);
        assert_eq!(role("[source]\n|===\n| http://a.org/\n"), Role::Prose);
        assert_eq!(role("[source]\n====\nhttp://a.org/\n"), Role::Prose);
        assert_eq!(role("[source,sh]\n| http://a.org/ x\n"), Role::Code);
        assert_eq!(role("[listing]\n=> http://a.org/\n"), Role::Code);
        assert_eq!(role("--\nhttp://a.org/\n--\n"), Role::Prose);
    }
}
