//! Masks of HTML: tags with attributes, comments, code.

use std::ops::Range;

use super::attributes::urls;
use super::tag::TagReader;
use crate::decode::reference;
use crate::notation::mask::{Painter, Role, Roles};
use crate::span::run;
use crate::text::is_one_of;

pub(in crate::notation) const ROLES: Roles = Roles {
    paint: |document, painter| paint(document, 0..document.len(), painter),
    begins_comment: |before| before.ends_with(b"<!--"),
};

/// Elements whose content is code.
#[rustfmt::skip]
const CODE: &[&[u8]] = &[
    b"script", b"style", b"pre", b"code", b"kbd", b"samp", b"tt", b"xmp", b"listing", b"programlisting",
    b"literal", b"screen", b"sourcecode", b"artwork", b"textarea",
];

/// Elements whose content has no tags.
const RAW: [&[u8]; 3] = [b"script", b"style", b"textarea"];

/// Paints the roles in `span` of `document`.
pub(in crate::notation) fn paint(document: &[u8], span: Range<usize>, painter: &mut Painter) {
    let mut at = span.start;
    // The open code element, and where its content begins.
    let mut code: Option<(&[u8], usize)> = None;
    // The open link: where its content begins, and its target.
    let mut link: Option<(usize, Vec<u8>)> = None;
    while let Some(open) = memchr::memchr(b'<', &document[at..span.end]).map(|i| at + i) {
        let inside = &document[open..span.end];
        if inside.starts_with(b"<!--") {
            let end = memchr::memmem::find(inside, b"-->").map_or(span.end, |i| open + i + 3);
            painter.paint(open..end, Role::Comment);
            at = end;
            continue;
        }
        let tag = match Tag::at(document, open, span.end) {
            Ok(tag) => tag,
            Err(read) => {
                at = read;
                continue;
            }
        };
        at = tag.end;
        if let Some((name, start)) = code {
            if tag.closes && tag.name.eq_ignore_ascii_case(name) {
                painter.paint(start..open, Role::Code);
                code = None;
            }
            if is_one_of(name, &RAW) {
                continue;
            }
        }
        painter.paint(open..tag.end, Role::Comment);
        for (value, takes_url) in tag.values {
            painter.target(value.clone());
            if !takes_url {
                painter.data(value);
            }
        }
        if tag.name.eq_ignore_ascii_case(b"a") {
            if let Some((start, target)) = link.take()
                && tag.closes
            {
                painter.reference(start..open, target, None);
            }
            link = tag.href.map(|href| (tag.end, target(&document[href])));
        } else if let Some(href) = tag.href.filter(|_| is_ulink(tag.name)) {
            painter.link_to_host(document, href);
        } else if code.is_none() && !tag.closes && is_one_of(tag.name, CODE) {
            code = Some((tag.name, tag.end));
        }
    }
    if let Some((_, start)) = code {
        painter.paint(start..span.end, Role::Code);
    }
}

/// The effect of the tag in `span` on links: `Some(Some(target))` opens one, `Some(None)` closes the open one.
pub(in crate::notation) fn anchor(document: &[u8], span: Range<usize>) -> Option<Option<Vec<u8>>> {
    let tag = Tag::at(document, span.start, span.end).ok()?;
    if !tag.name.eq_ignore_ascii_case(b"a") {
        return None;
    }
    match (tag.closes, tag.href) {
        (true, _) => Some(None),
        (false, Some(href)) => Some(Some(target(&document[href]))),
        (false, None) => None,
    }
}

/// The name of the tag in `span` if its element is code, and whether it is an end tag.
pub(in crate::notation) fn code(document: &[u8], span: Range<usize>) -> Option<(&[u8], bool)> {
    let tag = Tag::at(document, span.start, span.end).ok()?;
    is_one_of(tag.name, CODE).then_some((tag.name, tag.closes))
}

/// The target that the value of `href` means.
fn target(value: &[u8]) -> Vec<u8> {
    without_references(value.trim_ascii())
}

/// The text with its character references decoded.
pub(crate) fn without_references(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut from = 0;
    for at in memchr::memchr_iter(b'&', text) {
        if let Some((c, len)) = reference(&text[at..]) {
            out.extend(&text[from..at]);
            out.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
            from = at + len;
        }
    }
    out.extend(&text[from..]);
    out
}

/// A tag. Ranges are bytes of the document.
struct Tag<'d> {
    name: &'d [u8],
    closes: bool,
    end: usize,
    /// The values of the attributes, without their quotes, and whether they take a URL.
    values: Vec<(Range<usize>, bool)>,
    href: Option<Range<usize>>,
}

impl<'d> Tag<'d> {
    /// The tag whose `<` is at `open`, if it ends before `limit`. Otherwise how far it was read: another may begin there.
    fn at(document: &'d [u8], open: usize, limit: usize) -> Result<Tag<'d>, usize> {
        /// No tag is longer.
        const MAX: usize = 64 << 10;
        let document = &document[..limit.min(open + MAX)];
        let closes = document.get(open + 1) == Some(&b'/');
        let start = open + 1 + usize::from(closes);
        let in_name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b':' | b'_');
        let rest = document.get(start..).unwrap_or_default();
        let name = start + run(rest, in_name);
        // `<joe@a.org>` is not a tag.
        let ends_name = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'/' | b'>');
        if !rest.first().is_some_and(u8::is_ascii_alphabetic)
            || !document.get(name).is_none_or(ends_name)
        {
            return Err(name.max(open + 1));
        }
        let mut attributes = TagReader::at(document, name);
        let (mut values, mut href) = (Vec::new(), None);
        while let Some(attribute) = attributes.next() {
            let mut takes_url = false;
            urls(document, &attribute, true, &mut |_, _| takes_url = true);
            let takes_link: &[u8] = if is_ulink(&document[start..name]) {
                b"url"
            } else {
                b"href"
            };
            if document[attribute.name].eq_ignore_ascii_case(takes_link) {
                href = Some(attribute.value.clone());
            }
            values.push((attribute.value, takes_url));
        }
        let end = attributes.at;
        if document[end - 1] != b'>' {
            return Err(end);
        }
        Ok(Tag {
            name: &document[start..name],
            closes,
            end,
            values,
            href,
        })
    }
}

/// Whether it is a link of DocBook 4: `<ulink url="…">`.
fn is_ulink(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"ulink")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::mask::role_of;

    #[test]
    fn roles() {
        let role = |document, at| role_of(&ROLES, document, at);
        assert_eq!(role("<p>http://a.org/</p>", "http"), Role::Prose);
        assert_eq!(role("<pre x=y>http://a.org/</pre>", "http"), Role::Code);
        assert_eq!(role("<a href = http://a.org/>x</a>", "http"), Role::Target);
        assert_eq!(role("<!-- <pre> http://a.org/ -->", "http"), Role::Comment);
        assert_eq!(role("<pre>x</pre> http://a.org/", "http"), Role::Prose);
        assert_eq!(role("<textarea><a b=http://a.org/>", "http"), Role::Code);
        assert_eq!(role("a < b http://a.org/", "http"), Role::Prose);
        assert_eq!(role("<a b='http://a.org/' c", "http"), Role::Prose);
    }

    #[test]
    fn links() {
        let document = b"<a class=x href='http://a.org/?b&amp;c'>http://<b>b</b>.org/</a>";
        let mask = ROLES.mask(document);
        assert_eq!(mask.links().len(), 1);
        assert_eq!(mask.links()[0].target, b"http://a.org/?b&c");
        assert_eq!(
            &document[mask.links()[0].label.clone()],
            b"http://<b>b</b>.org/"
        );
    }
}
