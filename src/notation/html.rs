//! HTML: tags are kept, character references are decoded, and attributes that take a URL are read as browsers read them (HTML,
//! "URLs"; WHATWG URL, 4.4).
//!
//! The value of such an attribute is a URL as a whole. White space around it, tabs and line breaks in it, and blanks beside those,
//! are dropped; other blanks are `%20`; a backslash before the query is a slash; a missing slash after `https:` is put in; `<>` around
//! the address of `mailto:` is dropped. `//host/x` takes the scheme of its page. Each repair is a flaw of the match.
//!
//! `<wbr>` and `&shy;`, where a browser may break a line, are dropped.
//!
//! The content of `<script>` and `<style>` is code: nothing is decoded in it, unless the script is JSON. But in a script references to
//! characters of a URL are decoded: its strings hold HTML. So are characters as numbers (`\u003a`).

mod attributes;
#[cfg(feature = "lint")]
pub(super) mod mask;
mod nesting;
mod office;
mod tag;
#[cfg(test)]
mod tests;
mod units;
mod value;

use std::ops::Range;

use super::references::{references, url_references};
use super::{AS_TEXT, Notation, json, syntax};
use crate::decode::{nested_reference, reference};
use crate::simd::first_place;
use crate::span::{beginning, contains, split_run};
use crate::text::{Markup, Rewrite, is_one_of, strip_prefix_ignore_case, without_mark};
use crate::url;
use attributes::{of_style, urls};
use nesting::Nesting;
use tag::TagReader;
use value::{UrlValue, as_it_stands};

pub(crate) static HTML: Notation = Notation {
    name: "html",
    markup: Markup::Html,
    media_types: &[
        "text/html",
        "text/x-amp-html",
        "text/watch-html",
        "application/xhtml+xml",
    ],
    extensions: &["hta", "htm", "html", "shtm", "shtml", "xht", "xhtml"],
    matches_head,
    cut: |text| cut(text, true),
    is_readable,
    read: |text, out| read(text, true, out),
    declared_charset,
    #[cfg(feature = "lint")]
    roles: mask::ROLES,
    ..AS_TEXT
};

/// Whether the first tag is that of an HTML document or of a piece of one.
fn matches_head(head: &[u8]) -> bool {
    let first = first_tag(head);
    let doctype = b"<!DOCTYPE html";
    let begins = |with: &[u8]| {
        let rest = strip_prefix_ignore_case(first, with).unwrap_or_default();
        rest.first()
            .is_some_and(|b| b.is_ascii_whitespace() || *b == b'>')
    };
    let is = |name: &&str| begins([b"<", name.as_bytes()].concat().as_slice());
    let tag = &first[..memchr::memchr(b'>', first).unwrap_or(first.len())];
    let may_be_xml = || without_mark(head).trim_ascii_start().starts_with(b"<?");
    begins(doctype)
        || first.starts_with(b"<")
            && (FIRST.iter().any(is)
                || SHARED.iter().any(is) && !may_be_xml() && !contains(tag, b"xmlns"))
}

/// Elements that a piece of HTML may begin with.
#[rustfmt::skip]
const FIRST: [&str; 45] = [
    "a", "aside", "audio", "b", "base", "blockquote", "body", "br", "center", "dd", "details", "div", "dl", "dt",
    "em", "fieldset", "font", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "html", "iframe", "img",
    "li", "link", "main", "meta", "nav", "noscript", "ol", "p", "pre", "script", "span", "strong", "style",
    "table", "title", "ul",
];

/// Those that documents of XML begin with too, such as DocBook and JATS: they have a declaration or name their namespace.
const SHARED: [&str; 6] = ["article", "figure", "footer", "header", "section", "video"];

/// The text from its first tag on, after comments and declarations of XML.
pub(super) fn first_tag(head: &[u8]) -> &[u8] {
    let mut rest = without_mark(head).trim_ascii_start();
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
            None => return rest,
        }
    }
}

/// The charset that a document declares near its beginning: `<meta charset=x>`, `content="text/html; charset=x"`,
/// `<?xml version="1.0" encoding="x"?>`. Empty if it declares none. A wide one would have hidden the declaration.
pub(super) fn declared_charset(document: &[u8]) -> &[u8] {
    let head = beginning(document, 1024);
    let mark = if head.starts_with(b"<?xml") {
        &b"encoding"[..]
    } else {
        b"charset"
    };
    charset_after(mark, head)
}

/// The name of a charset after `mark` and `=`, unless it is one of Unicode.
pub(super) fn charset_after<'h>(mark: &[u8], head: &'h [u8]) -> &'h [u8] {
    let find = |equals: usize| {
        let name = head[..equals].trim_ascii_end();
        let front = name.len().checked_sub(mark.len())?;
        let value = head[equals + 1..].trim_ascii_start();
        let value = value
            .strip_prefix(b"\"")
            .or(value.strip_prefix(b"'"))
            .unwrap_or(value);
        let of_name = |b: u8| b.is_ascii_alphanumeric() || b"-_.:".contains(&b);
        let is_mark = name[front..].eq_ignore_ascii_case(mark);
        is_mark.then(|| split_run(value, of_name).0)
    };
    let name = memchr::memchr_iter(b'=', head)
        .find_map(find)
        .unwrap_or_default();
    if name.len() > 3 && name[..3].eq_ignore_ascii_case(b"utf") {
        b""
    } else {
        name
    }
}

/// A text of this length, in bytes, is cut after a blank line too.
const LONG: usize = 64 << 10;

/// Cuts before the last line that begins with a tag. `<` ends every URL, and the markup that determines the context of a URL is
/// after the cut or in the same line as the URL. In HTML, a cut is not within a raw element.
///
/// A `<URL:…>` is read by the lines before it, so it is not cut off from those; nor from a blank line, unless the text is long.
pub(super) fn cut(text: &[u8], is_html: bool) -> Option<usize> {
    let code = if is_html {
        raw_elements(text)
    } else {
        Vec::new()
    };
    let is_scheme = |name: &[u8]| url::find(name).is_some() || name.eq_ignore_ascii_case(b"url");
    let is_tag = |at: &usize| {
        let (name, rest) = name_at(text, at + 2);
        let before = code.partition_point(|code| code.start <= *at);
        (rest.first() != Some(&b':') || !is_scheme(name))
            && code[..before].last().is_none_or(|code| code.end <= at + 1)
    };
    let is_blank = |at: &usize| {
        matches!(
            &text[..*at],
            [] | [b'\r'] | [.., b'\n'] | [.., b'\n', b'\r']
        )
    };
    let lines = || memchr::memmem::rfind_iter(text, b"\n<").filter(is_tag);
    let at = lines().find(|at| !is_blank(at));
    let at = at.or_else(|| lines().next().filter(|_| text.len() >= LONG))?;
    Some(at + 1)
}

/// The raw elements of a text of HTML, up to their closing tags, and the comments and elements whose content is text.
fn raw_elements(text: &[u8]) -> Vec<Range<usize>> {
    let (mut all, mut at, mut nesting) = (Vec::new(), 0, Nesting::new(text));
    while let Some(open) = first_place(&text[at..], b'<').map(|i| at + i) {
        at = open + 1;
        nesting.enter(open);
        if nesting.is_text(open) {
            at = nesting.limit(open);
            all.push(open..at);
            continue;
        }
        let (name, rest) = match text.get(at) {
            Some(b's' | b'S') => name_at(text, at),
            _ => continue,
        };
        if is_raw(name) && ends_name(rest) && !nesting.closes_itself(open) {
            at = nesting.end_of_raw(at, name);
            all.push(open..at);
        }
    }
    all
}

/// Whether nothing of a name begins `rest`.
fn ends_name(rest: &[u8]) -> bool {
    rest.first()
        .is_none_or(|b| b.is_ascii_whitespace() || matches!(b, b'/' | b'>'))
}

fn name_at(text: &[u8], at: usize) -> (&[u8], &[u8]) {
    let rest = text.get(at..).unwrap_or_default();
    split_run(rest, |b| b.is_ascii_alphanumeric())
}

pub(super) fn is_readable(text: &[u8]) -> bool {
    memchr::memchr2(b'&', b'<', text).is_none()
}

/// Reads HTML, or XML: there no element is raw, and a reference needs its semicolon.
pub(super) fn read(text: &[u8], is_html: bool, out: &mut Rewrite<'_>) {
    out.reserve(text.len());
    let reference = if is_html { reference } else { nested_reference };
    // The text before `from` has been written.
    let (mut from, mut at) = (0, 0);
    let (whole, mut nesting) = (text, Nesting::new(text));
    while let Some(open) = first_place(&whole[at..], b'<').map(|i| at + i) {
        at = open + 1;
        if is_html {
            nesting.enter(open);
        }
        // A tag ends where the comment ends that it stands in.
        let text = &whole[..nesting.limit(open)];
        if !is_html && let Some(end) = office::end_of_break(text, open) {
            references(text, from..open, reference, out);
            (from, at) = (end, end);
            continue;
        }
        if !text.get(at).is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        let mut tag = TagReader::at(text, at);
        let name = tag.name.clone();
        let is_raw = is_html && is_raw(&text[name.clone()]);
        let is_base = out.notes_relative
            && !nesting.is_hidden(open)
            && text[name.clone()].eq_ignore_ascii_case(b"base");
        let mut is_json = false;
        while let Some(attribute) = tag.next() {
            is_json |= is_raw
                && is_json_type(
                    &text[attribute.name.clone()],
                    &text[attribute.value.clone()],
                );
            urls(text, &attribute, is_html, &mut |name, value| {
                let url = UrlValue::parse(text, value.clone());
                let relative = if out.notes_relative {
                    UrlValue::relative(text, value)
                } else {
                    None
                };
                if let Some(url) = url.or(relative) {
                    references(text, from..url.value.start, reference, out);
                    from = url.value.end;
                    let start = out.bytes().len();
                    url.write(name, out);
                    if is_base {
                        let base = out.bytes()[start..].into();
                        out.notes().base.get_or_insert(base);
                    }
                }
            });
        }
        at = tag.at;
        let name = &text[name];
        // One with the URL of an attribute has been written up to that.
        if name.eq_ignore_ascii_case(b"wbr") && from <= open {
            references(text, from..open, reference, out);
            from = at;
        }
        if is_raw && !nesting.closes_itself(open) {
            references(text, from..at, reference, out);
            at = nesting.end_of_raw(at, name);
            from = at;
            read_raw(text, tag.at..at, name, is_json, out);
        }
    }
    references(whole, from..whole.len(), reference, out);
}

/// Writes the content of the raw element with this name, and notes that it is code.
fn read_raw(text: &[u8], content: Range<usize>, name: &[u8], is_json: bool, out: &mut Rewrite<'_>) {
    let start = out.bytes().len();
    if is_json {
        json::read_range(text, content, out);
    } else if name.eq_ignore_ascii_case(b"script") {
        let rest = syntax::NUMBERS.undo(text, content.start, content.clone(), out);
        url_references(text, rest..content.end, out);
    } else {
        out.copy(text, content.clone());
        for url in of_style(text, content.clone()) {
            let at = start + url.start - content.start;
            out.notes().values.extend(as_it_stands(text, url, at));
        }
    }
    let code = start..out.bytes().len();
    out.notes().code.push(code);
}

/// Whether the content of elements with this name is code, in HTML.
fn is_raw(name: &[u8]) -> bool {
    is_one_of(name, &["script", "style"])
}

/// The type of a script that is JSON: `application/ld+json`.
fn is_json_type(name: &[u8], value: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"type") && value.to_ascii_lowercase().ends_with(b"json")
}
