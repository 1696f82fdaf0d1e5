//! Text of office documents: a paragraph is split over runs wherever its format changes, also within a URL (ECMA-376, 17.3.2, 20.1.2.3,
//! 18.4; OpenDocument 1.3, 6.1.7).
//!
//! The tags between the texts of two runs stand for nothing. A tab, a line break, a link, a field and the end of a paragraph do not.

use crate::span::{ahead, behind, contains, split_before};

/// The longest tag, and the longest list of properties, that is read.
const MAX: usize = 4096;

/// Elements of OpenDocument that say how a text looks, or mark a place in it.
const SPANS: [&[u8]; 5] = [
    b"text:span",
    b"text:bookmark",
    b"text:bookmark-start",
    b"text:bookmark-end",
    b"text:soft-page-break",
];

struct Tag<'t> {
    closes: bool,
    /// With its colon.
    prefix: &'t [u8],
    local: &'t [u8],
    /// Whether it is an element without content.
    is_empty: bool,
    end: usize,
}

impl<'t> Tag<'t> {
    fn at(text: &'t [u8], at: usize) -> Option<Tag<'t>> {
        let near = ahead(text, at, MAX).strip_prefix(b"<")?;
        let inner = &near[..memchr::memchr(b'>', near)?];
        let name = inner.strip_prefix(b"/").unwrap_or(inner);
        let (name, _) = split_before(name, ends_name);
        let (prefix, local) = name.split_at(memchr::memchr(b':', name).map_or(0, |i| i + 1));
        Some(Tag {
            closes: inner.starts_with(b"/"),
            prefix,
            local,
            is_empty: inner.ends_with(b"/"),
            end: at + inner.len() + 2,
        })
    }
}

fn ends_name(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'/'
}

/// Where the text goes on after the tag at `at` and those that follow it, if they stand for nothing.
pub(super) fn end_of_break(text: &[u8], at: usize) -> Option<usize> {
    let name = text.get(at + 1..)?;
    match name.strip_prefix(b"/").unwrap_or(name) {
        [b't', b'e', b'x', b't', b':', ..] => end_of_span(text, at),
        _ if name.starts_with(b"/") => next_run(text, at),
        _ => None,
    }
}

fn end_of_span(text: &[u8], at: usize) -> Option<usize> {
    let tag = Tag::at(text, at)?;
    if tag.closes && tag.local == b"a" {
        return next_link(text, at, tag.end);
    }
    let is_span = |span: &&[u8]| span[tag.prefix.len()..] == *tag.local;
    SPANS.iter().any(is_span).then_some(tag.end)
}

/// The beginning of the text of the link at `next`, if it goes on the link that ends at `at`: both have the same target.
fn next_link(text: &[u8], at: usize, next: usize) -> Option<usize> {
    const OPEN: &[u8] = b"<text:a ";
    let tag = Tag::at(text, next).filter(|_| text[next..].starts_with(OPEN))?;
    let before = behind(text, at, MAX);
    let first = target(&before[memchr::memmem::rfind(before, OPEN)?..])?;
    (target(&text[next..tag.end])? == first).then_some(tag.end)
}

/// The target of the link whose tag `text` begins with.
fn target(text: &[u8]) -> Option<&[u8]> {
    const NAME: &[u8] = b" xlink:href=\"";
    let tag = &text[..memchr::memchr(b'>', text)?];
    let value = &tag[memchr::memmem::find(tag, NAME)? + NAME.len()..];
    Some(&value[..memchr::memchr(b'"', value)?])
}

/// The beginning of the text of the next run, if the text of a run ends at `at`: `</w:t></w:r><w:r><w:t>`.
fn next_run(text: &[u8], at: usize) -> Option<usize> {
    // Most elements have another name.
    let (name, _) = split_before(ahead(text, at + 2, MAX), |b| b == b'>' || ends_name(b));
    if !name.ends_with(b"t") {
        return None;
    }
    let closing = Tag::at(text, at)?;
    if !matches!(closing.local, b"t" | b"instrText") {
        return None;
    }
    let is_linked = || {
        let before = behind(text, at, MAX);
        let own = memchr::memmem::find_iter(before, b"<a:rPr").last();
        own.is_some_and(|start| has_link(&before[start..]))
    };
    let (mut next, mut is_next) = (closing.end, false);
    loop {
        let tag = Tag::at(text, next).filter(|tag| tag.prefix == closing.prefix)?;
        let start = std::mem::replace(&mut next, tag.end);
        match (tag.closes, tag.local) {
            (true, b"r") => is_next = true,
            (false, b"rPr") => {
                if !tag.is_empty {
                    let close = [b"</", tag.prefix, b"rPr>"].concat();
                    let near = ahead(text, next, MAX);
                    next += memchr::memmem::find(near, &close)? + close.len();
                }
                if stands_apart(&text[start..next]) {
                    return None;
                }
            }
            #[rustfmt::skip]
            (_, b"r" | b"rPr" | b"ins" | b"proofErr" | b"bookmarkStart" | b"bookmarkEnd" | b"lastRenderedPageBreak") => {}
            // Other formats have an element of this name too.
            (false, local) if local == closing.local && is_next => {
                if !tag.is_empty {
                    return (!is_linked()).then_some(next);
                }
            }
            _ => return None,
        }
    }
}

/// Whether these properties make a run a text of its own: a link, raised or lowered, or hidden.
fn stands_apart(properties: &[u8]) -> bool {
    let has = |name: &[u8]| contains(properties, name);
    let is_raised = has(b" baseline=\"") && !has(b" baseline=\"0\"");
    has_link(properties) || is_raised || has(b"vertAlign ") || has(b":vanish")
}

fn has_link(properties: &[u8]) -> bool {
    contains(properties, b"<a:hlinkClick")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_with_one_target() {
        let link = |target| format!("<text:a xlink:type=\"simple\" xlink:href=\"{target}\">x");
        for (second, goes_on) in [("http://a.org/", true), ("http://a.org/b", false)] {
            let text = format!("{}</text:a>{}", link("http://a.org/"), link(second));
            let close = text.find("</").expect("a closing tag");
            let end = end_of_break(text.as_bytes(), close);
            assert_eq!(end, goes_on.then_some(text.len() - 1), "{second}");
        }
    }

    #[test]
    fn breaks_between_runs() {
        for (text, want) in [
            ("</w:t></w:r><w:r><w:t>x", Some("x")),
            (
                "</w:t></w:r><w:proofErr w:type=\"x\"/><w:r w:rsidR=\"1\"><w:rPr><w:b/></w:rPr><w:t xml:space=\"preserve\">x",
                Some("x"),
            ),
            ("</a:t></a:r><a:r><a:rPr lang=\"en\"/><a:t>x", Some("x")),
            ("</a:t></a:r><a:r><a:rPr baseline=\"0\"/><a:t>x", Some("x")),
            ("</a:t></a:r><a:r><a:rPr baseline=\"30000\"/><a:t>x", None),
            (
                "</a:t></a:r><a:r><a:rPr><a:hlinkClick r:id=\"1\"/></a:rPr><a:t>x",
                None,
            ),
            (
                "</w:t></w:r><w:r><w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr><w:t>x",
                None,
            ),
            ("</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>x", None),
            ("</t></r><r><rPr><b/></rPr><t>x", Some("x")),
            ("</w:instrText></w:r><w:r><w:instrText>x", Some("x")),
            ("</text:span>x", Some("x")),
            ("<text:span text:style-name=\"T1\">x", Some("x")),
            ("<text:s/>x", None),
            ("</text:p>x", None),
            ("</w:t></w:r><w:r><w:tab/><w:t>x", None),
            ("</w:t></w:r></w:hyperlink><w:r><w:t>x", None),
            ("</w:t></w:r></w:p><w:p><w:r><w:t>x", None),
            ("</w:t></w:r><w:r><w:instrText>x", None),
            ("</w:t></w:r> y <w:r><w:t>x", None),
            ("</t><t>x", None),
            ("</w:t></w:r><w:r><w:t", None),
        ] {
            let end = end_of_break(text.as_bytes(), 0);
            assert_eq!(end.map(|end| &text[end..]), want, "{text}");
        }
    }
}
