//! XML and its dialects: feeds, SVG, OPML, DocBook, and whatever else begins with a declaration or with a namespace. The text of WebVTT
//! has its tags and references.
//!
//! It is read like HTML, but that no element's content is raw.

use super::html::{cut, declared_charset, first_tag, is_readable, read};
use super::{AS_TEXT, Notation};
use crate::span::beginning;
use crate::text::{Markup, without_mark};

pub(super) static XML: Notation = Notation {
    name: "xml",
    markup: Markup::Html,
    media_types: &["application/xml", "text/xml", "*+xml"],
    extensions: &EXTENSIONS,
    matches_head,
    cut: |text| cut(text, false),
    is_readable,
    read: |text, out| read(text, false, out),
    declared_charset,
    #[cfg(feature = "lint")]
    roles: super::html::mask::ROLES,
    ..AS_TEXT
};

const EXTENSIONS: [&str; 34] = [
    "atom", "csproj", "dbk", "dita", "docbook", "fb2", "gpx", "kml", "mml", "ncx", "opf", "opml",
    "plist", "rdf", "rels", "resx", "rng", "rss", "sgm", "sgml", "svg", "tei", "ui", "vcxproj",
    "vtt", "webloc", "wsdl", "xliff", "xml", "xsd", "xsl", "xslt", "xspf", "xul",
];

/// Elements that a document may begin with when it has no declaration.
#[rustfmt::skip]
const ROOTS: [&[u8]; 6] = [
    b"<feed", b"<opml", b"<rdf:RDF", b"<rss", b"<svg", b"<urlset",
];

fn matches_head(head: &[u8]) -> bool {
    let text = without_mark(head).trim_ascii_start();
    let first = first_tag(head);
    let is_root = |root: &&[u8]| {
        let edge = first.get(root.len());
        first.starts_with(root) && edge.is_some_and(|b| b.is_ascii_whitespace() || *b == b'>')
    };
    text.starts_with(b"<?xml ")
        || is_webvtt(text)
        || ROOTS.iter().any(is_root)
        || declares_namespace(first)
}

fn is_webvtt(text: &[u8]) -> bool {
    let rest = text.strip_prefix(b"WEBVTT");
    rest.and_then(<[u8]>::first)
        .is_some_and(u8::is_ascii_whitespace)
}

/// Whether `text` begins with an element that declares a namespace, as the pages of Mallard do and files of Maven and XAML.
fn declares_namespace(text: &[u8]) -> bool {
    let near = beginning(text, 4096);
    let tag = &near[..memchr::memchr(b'>', near).unwrap_or(0)];
    let mut words = tag.split(u8::is_ascii_whitespace);
    let is_element = words
        .next()
        .is_some_and(|name| matches!(name, [b'<', letter, ..] if letter.is_ascii_alphabetic()));
    is_element && words.any(|word| word.starts_with(b"xmlns=") || word.starts_with(b"xmlns:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn told_by_its_declaration_or_root() {
        for text in [
            "<?xml version='1.0'?><x/>",
            "\u{feff}<?xml ?>",
            "<svg width=1>",
            "WEBVTT\n\n",
            "\n<!-- x --><rss>",
            "<page id='x'\n  xmlns='y'>",
            "<!-- x --><p:x xmlns:p=\"y\">",
        ] {
            assert!(matches_head(text.as_bytes()), "{text}");
        }
        for text in [
            "<?php",
            "<x>",
            "<svgs>",
            "x <?xml ?>",
            "<x xmlns",
            "<x y>xmlns='z'",
            "",
        ] {
            assert!(!matches_head(text.as_bytes()), "{text}");
        }
    }
}
