//! Masks of reStructuredText, made line by line: literal blocks, literals, links, comments.

use std::ops::Range;

use super::layout;
use crate::notation::lines::{DocumentLine, lines};
use crate::notation::mask::{Painter, Role, Roles};
use crate::span::run;

/// Directives with literal content.
#[rustfmt::skip]
const LITERAL: &[&[u8]] = &[
    b"code-block::", b"sourcecode::", b"code::", b"parsed-literal::", b"highlight::", b"literalinclude::",
    b"math::", b"raw::", b"productionlist::", b"doctest::", b"testcode::", b"testoutput::", b"prompt::",
    b"graphviz::", b"code-tab::", b"ipython::", b"testsetup::", b"testcleanup::", b"digraph::", b"graph::", b"plot::",
    b"jupyter-execute::", b"jupyter-input::", b"mermaid::", b"uml::",
];

pub(in crate::notation) const ROLES: Roles = Roles {
    paint,
    begins_comment: |before| before == b"..",
};

fn paint(document: &[u8], painter: &mut Painter) {
    // The open block: its lines are indented deeper than this.
    let mut block: Option<(usize, Role)> = None;
    let mut doctest = false;
    // The indent of a paragraph that ended with `::`; in an item of a list, that of its text.
    let mut announced: Option<usize> = None;
    // Whether a literal block may begin, and the mark before each of its lines if it is not indented.
    let (mut begins, mut quote) = (false, None);
    // Literals and links may continue in the next line, but not in the next paragraph.
    let mut paragraph = 0..0;
    for line in lines(document) {
        let explicit = is_explicit_markup(line.trimmed());
        if line.is_blank() || explicit {
            inline(document, std::mem::take(&mut paragraph), painter);
        }
        if line.is_blank() {
            (doctest, quote) = (false, None);
            if let Some(indent) = announced.take() {
                (block, begins) = (Some((indent, Role::Code)), true);
            }
            continue;
        }
        let text = line.trimmed();
        let begins = std::mem::take(&mut begins);
        if let Some((indent, role)) = block {
            if line.indent > indent {
                painter.paint(line.at, role);
                continue;
            }
            block = None;
            let mark = text.first().filter(|b| b.is_ascii_punctuation());
            quote = mark.filter(|_| begins && !explicit && line.indent == indent);
        }
        quote = quote.filter(|mark| text.first() == Some(mark));
        if quote.is_some() {
            painter.paint(line.at, Role::Code);
            continue;
        }
        doctest |= text.starts_with(b">>>");
        if doctest {
            painter.paint(line.at, Role::Code);
            continue;
        }
        if let Some(markup) = text.strip_prefix(b"..").filter(|_| explicit) {
            block = explicit_markup(&line, markup.trim_ascii_start(), painter);
            continue;
        }
        // `__ url`, the short form of `.. __: url`
        if paragraph.is_empty() && text.starts_with(b"__ ") {
            let url = text[3..].trim_ascii_start();
            let start = line.at.start + line.bytes.trim_ascii_end().len() - url.len();
            painter.target(start..start + url.len());
            block = Some((line.indent, Role::Target));
            continue;
        }
        announced = text.ends_with(b"::").then(|| line.indent + list_mark(text));
        if paragraph.is_empty() {
            paragraph.start = line.at.start;
        }
        paragraph.end = line.at.end;
    }
    inline(document, paragraph, painter);
    layout::lines(document).for_each(|line| painter.aligned(line));
}

/// The length of the mark of an item of a list, with the blanks after it: `- `, `1. `, `(a) `, `#. `.
fn list_mark(text: &[u8]) -> usize {
    let open = usize::from(text.starts_with(b"("));
    let number = match &text[open..] {
        [b'0'..=b'9', ..] => run(&text[open..], |b| b.is_ascii_digit()),
        [b'#' | b'a'..=b'z' | b'A'..=b'Z', ..] => 1,
        _ => 0,
    };
    let mark = match &text[open + number..] {
        [b'.' | b')', ..] if number > 0 => open + number + 1,
        [b'-' | b'*' | b'+', ..] if open + number == 0 => 1,
        _ => return 0,
    };
    match run(&text[mark..], |b| b == b' ') {
        0 => 0,
        blanks => mark + blanks,
    }
}

fn is_explicit_markup(text: &[u8]) -> bool {
    text == b".." || text.starts_with(b".. ")
}

/// Explicit markup, which begins with `.. `: a directive, a target or a comment. Returns the block that it opens.
fn explicit_markup(
    line: &DocumentLine<'_>,
    text: &[u8],
    painter: &mut Painter,
) -> Option<(usize, Role)> {
    if text.starts_with(b"_") || text.starts_with(b"|") {
        // `.. _name: url`
        if let Some(colon) = memchr::memmem::find(line.bytes, b": ") {
            let start = line.at.start + colon + 2;
            let word = &line.bytes[colon + 2..];
            let blanks = run(word, |b| b == b' ');
            painter.paint(line.at.start..start, Role::Label);
            painter.target(start + blanks..line.at.end);
            // The target may continue in the next lines.
            return Some((line.indent, Role::Target));
        }
        return None;
    }
    if text.starts_with(b"[") {
        // Footnotes and citations are prose.
        return None;
    }
    let directive = memchr::memmem::find(text, b"::").map(|end| &text[..end + 2]);
    match directive.filter(|name| !name.contains(&b' ')) {
        Some(name) => LITERAL.contains(&name).then_some((line.indent, Role::Code)),
        None => {
            painter.paint(line.at.clone(), Role::Comment);
            Some((line.indent, Role::Comment))
        }
    }
}

/// Paints the literals and links of a paragraph.
fn inline(document: &[u8], paragraph: Range<usize>, painter: &mut Painter) {
    let mut at = paragraph.start;
    while let Some(open) = memchr::memchr(b'`', &document[at..paragraph.end]).map(|i| at + i) {
        if document[open..].starts_with(b"``") {
            let rest = &document[open + 2..paragraph.end];
            let end = memchr::memmem::find(rest, b"``").map_or(paragraph.end, |i| open + 2 + i + 2);
            painter.paint(open..end, Role::Code);
            at = end;
            continue;
        }
        // `` `label <url>`_ ``
        let rest = &document[open + 1..paragraph.end];
        let end = memchr::memchr(b'`', rest).map_or(paragraph.end, |i| open + 1 + i);
        let inside = &document[open + 1..end];
        let trimmed = inside.trim_ascii_end();
        let close = trimmed.ends_with(b">") && !trimmed.ends_with(b"\\>");
        let is_link = document[end..].starts_with(b"`_") && !document[..open].ends_with(b":");
        // `\<` and `\>` are text.
        let angle = memchr::memrchr(b'<', inside).filter(|at| !inside[..*at].ends_with(b"\\"));
        if let Some(angle) = angle.filter(|_| close && is_link) {
            let label = inside[..angle].trim_ascii_end();
            let target = open + 2 + angle..open + inside.trim_ascii_end().len();
            let label = open + 1..open + 1 + label.len();
            painter.paint(label.clone(), Role::Label);
            // `name_` is the name of another link.
            if !label.is_empty() && document[target.end - 1] != b'_' {
                let target = without_white_space(&document[target.clone()]);
                painter.reference(label, target, None);
            }
            painter.target(target);
        } else if is_link {
            // The name of a link.
            painter.paint(open + 1..end, Role::Label);
        }
        at = end + 1;
        if at > paragraph.end {
            break;
        }
    }
}

/// Removes the line breaks in a target.
fn without_white_space(target: &[u8]) -> Vec<u8> {
    let visible = target.iter().filter(|b| !b.is_ascii_whitespace());
    visible.copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::mask::role_of;

    #[test]
    fn roles() {
        let role = |document| role_of(&ROLES, document, "http");
        assert_eq!(role("see http://a.org/\n"), Role::Prose);
        assert_eq!(role("see::\n\n  http://a.org/\n"), Role::Code);
        assert_eq!(role("see::\n\n  x\n\nhttp://a.org/\n"), Role::Prose);
        assert_eq!(role("see::\n\n> x\n> http://a.org/\n"), Role::Code);
        // As docutils 0.19 reads them.
        for (document, want) in [
            ("- see::\n\n> x\n> http://a.org/\n", Role::Prose),
            ("- one::\n\n- two http://a.org/\n", Role::Prose),
            ("* one::\n\n* two http://a.org/\n", Role::Prose),
            ("1. one::\n\n   two http://a.org/\n", Role::Prose),
            ("- one::\n\n    two http://a.org/\n", Role::Code),
            ("(a) one::\n\n     two http://a.org/\n", Role::Code),
            ("- one::\n\n  > http://a.org/\n", Role::Code),
        ] {
            assert_eq!(role(document), want, "{document}");
        }
        assert_eq!(role("see::\n\n> x\nhttp://a.org/\n"), Role::Prose);
        assert_eq!(role("see::\n\n> x\n\n> http://a.org/\n"), Role::Prose);
        assert_eq!(role("see::\n\n.. note:: http://a.org/\n"), Role::Prose);
        assert_eq!(role("see:\n\n> http://a.org/\n"), Role::Prose);
        assert_eq!(role(".. testsetup::\n\n   http://a.org/\n"), Role::Code);
        assert_eq!(role(".. digraph:: x\n\n   http://a.org/\n"), Role::Code);
        assert_eq!(role(".. code-block:: sh\n\n   http://a.org/\n"), Role::Code);
        assert_eq!(role(".. note::\n\n   http://a.org/\n"), Role::Prose);
        assert_eq!(role("``http://a.org/``\n"), Role::Code);
        assert_eq!(role("`t <http://a.org/>`_\n"), Role::Target);
        assert_eq!(role("`t\n<http://a.org/>`_ and ``x``\n"), Role::Target);
        assert_eq!(role("``x\ny`` http://a.org/\n"), Role::Prose);
        assert_eq!(role("``x\n\nhttp://a.org/\n"), Role::Prose);
        assert_eq!(role("`http://a.org/ <http://b.org/>`_\n"), Role::Label);
        assert_eq!(role("`<p> in <http://a.org/\\>`_\n"), Role::Label);
        assert_eq!(role("`see http://a.org/`_\n"), Role::Label);
        assert_eq!(role("`see http://a.org/`\n"), Role::Prose);
        assert_eq!(role(".. _http://a.org/: http://b.org/\n"), Role::Label);
        assert_eq!(role(":doc:`t <http://a.org/>`\n"), Role::Prose);
        assert_eq!(role(".. _t: http://a.org/\n"), Role::Target);
        assert_eq!(role(".. _t: x\n   http://a.org/\n"), Role::Target);
        assert_eq!(role("__ http://a.org/\n"), Role::Target);
        assert_eq!(role("x__\n\n__ x\n   http://a.org/\n"), Role::Target);
        assert_eq!(role("__ x\n   y\nhttp://a.org/\n"), Role::Prose);
        assert_eq!(role("x\n__ http://a.org/\n"), Role::Prose);
        assert_eq!(role(".. [1] http://a.org/\n"), Role::Prose);
        assert_eq!(role(".. http://a.org/\n"), Role::Comment);
        assert_eq!(role(">>> open('http://a.org/')\n"), Role::Code);
    }

    #[test]
    fn links_end_with_an_underscore() {
        let targets = |document: &[u8]| {
            let mask = ROLES.mask(document);
            let targets = mask.links().iter().map(|link| link.target.clone());
            targets.collect::<Vec<_>>()
        };
        assert_eq!(targets(b"`t <x>`_ `t <y>`__\n"), [b"x", b"y"]);
        for document in [
            &b":ref:`this <foo>`\n"[..],
            b":py:func:`x <a.b>`\n",
            b"`x <a.b>`:func:\n",
            b"`\\<docinfo>`_\n",
            b"`this <name_>`_\n",
        ] {
            assert!(targets(document).is_empty(), "{document:?}");
        }
    }
}
