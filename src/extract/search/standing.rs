//! Where in a tag a URL of HTML stands (tests/mail.rs).
//!
//! Not every URL in HTML is one for its reader: those of name spaces and document types only name something, and `cid:`, `mid:`
//! and `data:` in an attribute lead to another part of the same message, or nowhere. They are matches only if all are asked for.
//! Markup that a page shows (`&lt;html xmlns=`) is text.

use std::borrow::Cow;

use crate::span::split_run;
use crate::text::{Map, is_one_of, strip_prefix_ignore_case};

/// How far before a URL its tag may begin, in bytes.
const MAX_TAG: usize = 4096;

/// How many angle brackets before a URL are examined. If all of them are text (`&lt;`) and not markup, no tag holds it.
const MAX_SHOWN: usize = 32;

/// Schemes that say nothing in an attribute.
const WITHIN: [&[u8]; 3] = [b"cid", b"mid", b"data"];

/// Where a URL stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing<'t> {
    /// In text, in a comment, or where nobody can tell.
    Text,
    /// In a document type declaration, or in an entity for a name space.
    Doctype,
    /// In the value of the attribute of this name, in lower case.
    Attribute(Cow<'t, str>),
    /// In the value of an attribute whose URLs only name something: a name space, a schema, a type.
    Naming(Cow<'t, str>),
}

impl<'t> Standing<'t> {
    /// Where the URL that begins at `at` of an HTML text with this map stands.
    pub(crate) fn at(text: &'t [u8], map: &Map, at: usize) -> Standing<'t> {
        let start = at.saturating_sub(MAX_TAG);
        let window = &text[start..at];
        let angles = memchr::memrchr2_iter(b'<', b'>', window);
        let escaped = map.escaped_markup_before(at);
        let escaped = &escaped[escaped.partition_point(|&i| i < start)..];
        let is_escaped = |i: usize| escaped.binary_search(&(start + i)).is_ok();
        let Some(tag) = angles
            .take(MAX_SHOWN)
            .find(|&i| !is_escaped(i))
            .filter(|&i| window[i] == b'<')
            .map(|i| i + 1)
        else {
            return Standing::Text;
        };
        let mut rest = &escaped[escaped.partition_point(|&i| i < start + tag)..];
        let is_escaped = |i: usize| {
            let passed = rest.iter().take_while(|&&at| at < start + tag + i).count();
            rest = &rest[passed..];
            rest.first() == Some(&(start + tag + i))
        };
        let tag = &window[tag..];
        // Illustrator writes `<!ENTITY ns_svg "…">`.
        let begins = |with: &[u8]| strip_prefix_ignore_case(tag, with).is_some();
        if begins(b"!doctype") || begins(b"!entity ns_") {
            return Standing::Doctype;
        }
        let name = open_attribute(tag, is_escaped).and_then(|name| std::str::from_utf8(name).ok());
        let lower = |name: &'t str| {
            if name.bytes().any(|b| b.is_ascii_uppercase()) {
                Cow::Owned(name.to_ascii_lowercase())
            } else {
                Cow::Borrowed(name)
            }
        };
        let Some(name) = name.map(lower) else {
            return Standing::Text;
        };
        if names(tag, &name) {
            Standing::Naming(name)
        } else {
            Standing::Attribute(name)
        }
    }

    /// Whether a URL with this scheme says nothing to the reader.
    pub(crate) fn hides(&self, scheme: &[u8]) -> bool {
        match self {
            Standing::Text => false,
            Standing::Doctype | Standing::Naming(_) => true,
            Standing::Attribute(_) => is_one_of(scheme, &WITHIN),
        }
    }
}

/// Whether the URLs of an attribute of this tag only name something: `xmlns:x`, `xsi:schemaLocation`, `<Relationship Type="…">`.
fn names(tag: &[u8], attribute: &str) -> bool {
    let (prefix, local) = attribute.split_once(':').unwrap_or(("", attribute));
    // `prefix="og: http://ogp.me/ns#"`
    let has_prefix = || tag.trim_ascii_end().ends_with(b":");
    prefix == "xmlns"
        || LOCAL.contains(&local)
        || local == "prefix" && has_prefix()
        || NAMING.contains(&(local_name(tag), local))
}

/// Attributes that name, whatever prefix they have.
#[rustfmt::skip]
const LOCAL: [&str; 5] = ["xmlns", "schemalocation", "nonamespaceschemalocation", "namespaceuri", "datatype"];

/// Elements of office documents with the attribute that names a type, a schema or a dialect. `<rdf:type rdf:resource="…">` is also in
/// each file of OpenDocument.
#[rustfmt::skip]
const NAMING: [(&[u8], &str); 7] = [
    (b"Relationship", "type"), (b"compatSetting", "uri"), (b"customXml", "uri"), (b"graphicData", "uri"), (b"schemaRef", "uri"),
    (b"smartTag", "uri"), (b"type", "resource"),
];

/// The name of the element of this tag, without its prefix.
fn local_name(tag: &[u8]) -> &[u8] {
    let name = split_run(tag, |b| !b.is_ascii_whitespace()).0;
    memchr::memchr(b':', name).map_or(name, |colon| &name[colon + 1..])
}

/// Whether the byte separates attributes.
fn separates(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'/'
}

/// The name of the attribute within whose value `tag`, which begins after its `<`, breaks off. Quotes that `is_escaped` names close none; it is
/// asked from left to right.
fn open_attribute(tag: &[u8], mut is_escaped: impl FnMut(usize) -> bool) -> Option<&[u8]> {
    if !tag
        .first()
        .is_some_and(|&b| b.is_ascii_alphabetic() || b == b'?')
    {
        return None;
    }
    let until = |from: usize, ends: fn(u8) -> bool| {
        let len = tag[from..].iter().position(|&b| ends(b));
        len.map_or(tag.len(), |len| from + len)
    };
    let mut at = until(0, |b| b.is_ascii_whitespace());
    while at < tag.len() {
        let start = until(at, |b| !separates(b));
        let end = until(start, |b| b.is_ascii_whitespace() || b == b'=');
        let equals = until(end, |b| !b.is_ascii_whitespace());
        if tag.get(equals) != Some(&b'=') {
            // An attribute without value, or nothing at all.
            at = equals.max(start + 1);
            continue;
        }
        let value = until(equals + 1, |b| !b.is_ascii_whitespace());
        let close = match tag.get(value) {
            Some(&quote @ (b'"' | b'\'')) if !is_escaped(value) => {
                let mut quotes = memchr::memchr_iter(quote, &tag[value + 1..]);
                let close = quotes.find(|i| !is_escaped(value + 1 + i));
                close.map(|i| value + i + 2)
            }
            _ => Some(until(value, |b| b.is_ascii_whitespace())).filter(|&end| end < tag.len()),
        };
        match close {
            Some(close) => at = close,
            None => {
                return Some(&tag[start..end])
                    .filter(|name| !name.is_empty() && !name.iter().any(|&b| separates(b)));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(text: &str) -> String {
        let at = text.find('U').expect("a URL");
        match Standing::at(text.as_bytes(), &Map::shift(0), at) {
            Standing::Text => "text".to_string(),
            Standing::Doctype => "doctype".to_string(),
            Standing::Attribute(name) => name.into_owned(),
            Standing::Naming(name) => format!("{name} names"),
        }
    }

    #[test]
    fn tags_and_texts() {
        for (text, want) in [
            ("<a href=\"U\">", "href"),
            ("<A class=x HREF = 'U", "href"),
            ("<a href=U>", "href"),
            ("<img alt src=U", "src"),
            ("<img alt='' src=\"U", "src"),
            ("<br/><a\nhref=\"U", "href"),
            ("<meta content=\"0; url=U", "content"),
            ("<a onclick=\"open('U", "onclick"),
            ("<p style='background:url(U", "style"),
            ("<a title=\"a='b'\" href=\"U", "href"),
            ("<html xmlns:o=\"U", "xmlns:o names"),
            ("<html xmlns=\"U", "xmlns names"),
            ("<x xsi:schemaLocation=\"x U", "xsi:schemalocation names"),
            ("<Relationship Id=\"1\" Type=\"U", "type names"),
            ("<ns0:Relationship\nType=\"U", "type names"),
            ("<Relationship Target=\"U", "target"),
            ("<w:compatSetting w:name=\"x\" w:uri=\"U", "w:uri names"),
            ("<a:graphicData uri=\"U", "uri names"),
            ("<ds:schemaRef ds:uri=\"U", "ds:uri names"),
            ("<w:smartTagType w:namespaceuri=\"U", "w:namespaceuri names"),
            ("<foaf:homepage rdf:resource=\"U", "rdf:resource"),
            ("<x uri=\"U", "uri"),
            ("<x rdf:datatype=\"U", "rdf:datatype names"),
            ("<rdf:type rdf:resource=\"U", "rdf:resource names"),
            ("<html prefix=\"og: U", "prefix names"),
            (
                "<html prefix=\"og: http://ogp.me/ns# fb:\n  U",
                "prefix names",
            ),
            ("<x prefix=\"U", "prefix"),
            ("<Relationship:x Type=\"U", "type"),
            ("<x type=\"U", "type"),
            ("<x xmlnsx=\"U", "xmlnsx"),
            ("<!DOCTYPE html PUBLIC \"x\" \"U", "doctype"),
            ("<!DOCTYPE svg [ <!ENTITY ns_svg \"U", "doctype"),
            ("<!ENTITY news \"U", "text"),
            ("<?xml-stylesheet href=\"U", "href"),
            ("<a href=\"x\">U", "text"),
            ("<a href=\"x\" U", "text"),
            ("<!-- U", "text"),
            ("< U", "text"),
            ("x=\"U", "text"),
            ("U", "text"),
            ("<a =\"U", "text"),
        ] {
            assert_eq!(standing(text), want, "{text}");
        }
    }

    #[test]
    fn what_is_hidden() {
        let in_attribute = |name: &'static str| Standing::Attribute(Cow::Borrowed(name));
        assert!(Standing::Naming(Cow::Borrowed("xmlns")).hides(b"http"));
        assert!(in_attribute("src").hides(b"CID") && in_attribute("href").hides(b"data"));
        assert!(!in_attribute("src").hides(b"http"));
        assert!(!Standing::Text.hides(b"cid") && Standing::Doctype.hides(b"http"));
    }
}
