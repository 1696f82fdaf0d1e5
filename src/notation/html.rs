//! HTML: tags are kept, character references are decoded, and attributes that take a URL are read as browsers read them (HTML,
//! "URLs"; WHATWG URL, 4.4).
//!
//! The value of such an attribute is a URL as a whole. White space around it, tabs and line breaks in it, and blanks beside those,
//! are dropped; other blanks are `%20`; a backslash before the query is a slash; a missing slash behind `https:` is put in; `<>` around
//! the address of `mailto:` is dropped. `//host/x` takes the scheme of its page. Each repair is a flaw of the match.
//!
//! The content of `<script>` and `<style>` is code: nothing is decoded in it, unless the script is JSON.

use std::borrow::Cow;
use std::ops::Range;

use super::{Notation, json};
use crate::decode::reference;
use crate::flaw::{Flaw, Flaws};
use crate::text::{Markup, Rewrite, Value};
use crate::url;

pub(crate) static HTML: Notation = Notation {
    name: "html",
    markup: Markup::Html,
    media_types: &["text/html", "text/x-amp-html", "application/xhtml+xml"],
    matches_name: |extension, _| ["htm", "html", "shtml", "xhtml"].contains(&extension),
    matches_head,
    cut,
    is_readable,
    read: |text, range, out| read(text, range, true, out),
};

/// Whether the first tag is that of an HTML document or of a piece of one.
fn matches_head(head: &[u8]) -> bool {
    let first = first_tag(head);
    let doctype = b"<!DOCTYPE html";
    let begins = |with: &[u8]| {
        let start = first.get(..with.len());
        let edge = first.get(with.len());
        edge.is_some_and(|b| b.is_ascii_whitespace() || *b == b'>')
            && start.is_some_and(|start| start.eq_ignore_ascii_case(with))
    };
    let is = |name: &&str| begins([b"<", name.as_bytes()].concat().as_slice());
    begins(doctype) || first.starts_with(b"<") && FIRST.iter().any(is)
}

/// Elements that a piece of HTML may begin with.
const FIRST: [&str; 28] = [
    "a",
    "b",
    "base",
    "blockquote",
    "body",
    "br",
    "center",
    "div",
    "font",
    "form",
    "h1",
    "h2",
    "h3",
    "head",
    "hr",
    "html",
    "img",
    "li",
    "link",
    "meta",
    "ol",
    "p",
    "script",
    "span",
    "style",
    "table",
    "title",
    "ul",
];

/// The text from its first tag on, behind comments and declarations of XML.
pub(super) fn first_tag(head: &[u8]) -> &[u8] {
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
            None => return rest,
        }
    }
}

/// Cuts before the last line that begins with a tag. `<` ends every URL, and the markup that determines the context of a URL is
/// after the cut or in the same line as the URL.
pub(super) fn cut(text: &[u8]) -> Option<usize> {
    memchr::memmem::rfind(text, b"\n<").map(|i| i + 1)
}

pub(super) fn is_readable(text: &[u8]) -> bool {
    memchr::memchr2(b'&', b'<', text).is_none()
}

/// Attributes whose value is a single URL (HTML, index of attributes, and some older ones).
const SINGLE: [&str; 19] = [
    "action",
    "background",
    "cite",
    "classid",
    "codebase",
    "data",
    "data-saferedirecturl",
    "dynsrc",
    "formaction",
    "href",
    "icon",
    "longdesc",
    "lowsrc",
    "manifest",
    "originalsrc",
    "poster",
    "profile",
    "src",
    "usemap",
];

/// Those whose value is a list of URLs: words that may have a comma behind them.
const LISTS: [&str; 2] = ["ping", "srcset"];

/// The lengths of the names above, and of `content`: one bit each.
const LENGTHS: u32 = {
    let (mut lengths, mut i) = (1 << "content".len(), 0);
    while i < SINGLE.len() {
        lengths |= 1 << SINGLE[i].len();
        i += 1;
    }
    lengths | 1 << LISTS[0].len() | 1 << LISTS[1].len()
};

/// The longest value that is read as a URL; nothing longer is one.
const MAX_VALUE: usize = 32 << 10;

/// Writes `range`. In HTML the content of some elements is `raw`, in XML none is.
pub(super) fn read(text: &[u8], range: Range<usize>, raw: bool, out: &mut Rewrite<'_>) {
    out.reserve(range.len());
    let text = &text[..range.end];
    // The text before `from` has been written.
    let (mut from, mut at) = (range.start, range.start);
    while let Some(open) = memchr::memchr(b'<', &text[at..]).map(|i| at + i) {
        at = open + 1;
        if !text.get(at).is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        let mut tag = Tag::at(text, at);
        let name = tag.name.clone();
        let is_raw = raw && is_raw(&text[name.clone()]);
        let mut is_json = false;
        while let Some(attribute) = tag.next() {
            is_json |= is_raw
                && is_json_type(
                    &text[attribute.name.clone()],
                    &text[attribute.value.clone()],
                );
            urls(text, &attribute, &mut |name, value| {
                if let Some(url) = UrlValue::parse(text, value) {
                    references(text, from..url.value.start, out);
                    from = url.value.end;
                    url.write(name, out);
                }
            });
        }
        at = tag.at;
        let name = &text[name];
        if is_raw {
            let end = end_of_raw(text, at, name);
            references(text, from..at, out);
            let start = out.bytes().len();
            match is_json {
                true => json::read(text, at..end, out),
                false => out.copy(text, at..end),
            }
            let code = start..out.bytes().len();
            out.notes().code.push(code);
            (from, at) = (end, end);
        }
    }
    references(text, from..text.len(), out);
}

fn is_raw(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"script") || name.eq_ignore_ascii_case(b"style")
}

/// The type of a script that is JSON: `application/ld+json`.
fn is_json_type(name: &[u8], value: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"type") && value.to_ascii_lowercase().ends_with(b"json")
}

/// Where the content of the raw element that begins at `at` ends.
fn end_of_raw(text: &[u8], at: usize, name: &[u8]) -> usize {
    let closes = |i: &usize| {
        let tag = text.get(i + 2..i + 2 + name.len());
        tag.is_some_and(|tag| tag.eq_ignore_ascii_case(name))
    };
    let mut closing = memchr::memmem::find_iter(&text[at..], b"</").map(|i| at + i);
    closing.find(closes).unwrap_or(text.len())
}

/// Copies `range` and decodes its character references.
fn references(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let (mut from, text) = (range.start, &text[..range.end]);
    for ampersand in memchr::memchr_iter(b'&', &text[range.clone()]) {
        let at = range.start + ampersand;
        if let Some((c, len)) = reference(&text[at..]) {
            out.copy(text, from..at);
            let reference = at..at + len;
            match c {
                '<' => out.put_escaped_markup(b"<", reference),
                '>' => out.put_escaped_markup(b">", reference),
                _ => out.put(c.encode_utf8(&mut [0; 4]).as_bytes(), reference),
            }
            from = at + len;
        }
    }
    out.copy(text, from..text.len());
}

/// A tag that is read attribute by attribute.
struct Tag<'t> {
    text: &'t [u8],
    name: Range<usize>,
    at: usize,
}

/// An attribute with a value. Ranges are bytes of the text, without quotes.
struct Attribute {
    name: Range<usize>,
    value: Range<usize>,
}

impl<'t> Tag<'t> {
    /// The tag whose name begins at `at`.
    fn at(text: &'t [u8], at: usize) -> Tag<'t> {
        let mut tag = Tag {
            text,
            name: at..at,
            at,
        };
        tag.skip(|b| !(b.is_ascii_whitespace() || matches!(b, b'/' | b'>')));
        tag.name.end = tag.at;
        tag
    }

    fn skip(&mut self, what: impl Fn(u8) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.iter().position(|&b| !what(b)).unwrap_or(rest.len());
    }

    /// The next attribute that has a value; at the end of the tag nothing.
    fn next(&mut self) -> Option<Attribute> {
        let text = self.text;
        loop {
            self.skip(|b| b.is_ascii_whitespace() || b == b'/');
            let start = self.at;
            if *text.get(start)? == b'>' {
                self.at += 1;
                return None;
            }
            // A `=` here is the beginning of a name.
            self.at += 1;
            self.skip(|b| !(b.is_ascii_whitespace() || matches!(b, b'=' | b'/' | b'>')));
            let name = start..self.at;
            self.skip(|b| b.is_ascii_whitespace());
            if text.get(self.at) == Some(&b'=') {
                self.at += 1;
                self.skip(|b| b.is_ascii_whitespace());
                let value = self.value();
                return Some(Attribute { name, value });
            }
        }
    }

    /// The value that begins here.
    fn value(&mut self) -> Range<usize> {
        let text = self.text;
        let quote = text.get(self.at).filter(|b| matches!(b, b'"' | b'\''));
        let Some(quote) = quote else {
            let start = self.at;
            self.skip(|b| !(b.is_ascii_whitespace() || b == b'>'));
            return start..self.at;
        };
        let start = self.at + 1;
        let value = match memchr::memchr(*quote, &text[start..]) {
            Some(len) => &text[start..start + len],
            None => &text[start..],
        };
        let is_closed = start + value.len() < text.len();
        if is_closed && start_of_next_name(value).is_none() {
            self.at = start + value.len() + 1;
            return start..start + value.len();
        }
        // Its own quote is missing.
        let mut equals = memchr::memchr_iter(b'=', value);
        let name = equals.find_map(|i| start_of_next_name(&value[..=i]));
        self.at = start;
        match name.filter(|_| is_closed) {
            Some(name) => {
                self.at += name;
                let end = memchr::memchr2(b'<', b'>', &value[..name]).unwrap_or(name);
                start..start + end
            }
            None => {
                self.skip(|b| !(b.is_ascii_whitespace() || matches!(b, b'<' | b'>')));
                start..self.at
            }
        }
    }
}

/// If the value ends with ` name=`, where that begins: then the quote after it begins another value.
fn start_of_next_name(value: &[u8]) -> Option<usize> {
    let before = value.trim_ascii_end().strip_suffix(b"=")?.trim_ascii_end();
    let letters = |b: &&u8| b.is_ascii_alphabetic() || **b == b'-';
    let name = before.iter().rev().take_while(letters).count();
    let front = &before[..before.len() - name];
    let is_name = name > 0 && front.last().is_some_and(u8::is_ascii_whitespace);
    is_name.then(|| front.trim_ascii_end().len())
}

/// Gives each URL that the attribute takes, with the attribute's name in lower case.
fn urls(text: &[u8], attribute: &Attribute, give: &mut dyn FnMut(Cow<'static, str>, Range<usize>)) {
    let (name, value) = (&text[attribute.name.clone()], attribute.value.clone());
    // Few attributes take a URL.
    if LENGTHS >> name.len().min(31) & 1 == 0 && memchr::memchr(b':', name).is_none() {
        return;
    }
    let is = |known: &&&str| name.eq_ignore_ascii_case(known.as_bytes());
    if let Some(known) = SINGLE.iter().find(is) {
        return give(Cow::Borrowed(known), value);
    }
    if let Some(known) = LISTS.iter().find(is) {
        return words(text, value).for_each(|word| give(Cow::Borrowed(known), word));
    }
    if is(&&"content") {
        return refresh(text, value)
            .into_iter()
            .for_each(|url| give("content".into(), url));
    }
    // `xlink:href`
    let colon = memchr::memchr(b':', name).map(|i| &name[i + 1..]);
    let local = colon.filter(|local| {
        [&b"href"[..], b"src"]
            .iter()
            .any(|known| local.eq_ignore_ascii_case(known))
    });
    if local.is_some() {
        give(
            String::from_utf8_lossy(name).to_ascii_lowercase().into(),
            value,
        );
    }
}

/// The words of a list of URLs.
fn words(text: &[u8], list: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let base = text.as_ptr() as usize;
    let words = text[list].split(u8::is_ascii_whitespace);
    words.map(move |word| {
        let start = word.as_ptr() as usize - base;
        start..start + word.strip_suffix(b",").unwrap_or(word).len()
    })
}

/// The URL of `0; url=…`, to which a page is forwarded.
fn refresh(text: &[u8], value: Range<usize>) -> Option<Range<usize>> {
    let content = &text[value.clone()];
    let number = |b: &&u8| b.is_ascii_digit() || b.is_ascii_whitespace() || **b == b'.';
    let rest = &content[content.iter().take_while(number).count()..];
    let rest = rest
        .strip_prefix(b";")
        .or(rest.strip_prefix(b","))?
        .trim_ascii_start();
    let (name, rest) = rest.split_at_checked(3)?;
    let rest = rest.trim_ascii_start().strip_prefix(b"=")?.trim_ascii();
    let quoted = |quote: u8| rest.strip_prefix(&[quote])?.strip_suffix(&[quote]);
    let url = quoted(b'\'').or(quoted(b'"')).unwrap_or(rest);
    let start = url.as_ptr() as usize - text.as_ptr() as usize;
    name.eq_ignore_ascii_case(b"url")
        .then_some(start..start + url.len())
}

/// A value that begins like a URL.
struct UrlValue<'t> {
    text: &'t [u8],
    value: Range<usize>,
    /// The same without the white space around it, which is dropped.
    range: Range<usize>,
    kind: UrlKind,
    /// Whether nothing but its references is decoded.
    is_plain: bool,
}

/// Whether anything in the value but its slashes may have to be changed, or is written so that its beginning is not what it seems.
fn needs_decoding(url: &[u8]) -> bool {
    let changes = |&b: &u8| b <= b' ' || matches!(b, b'\\' | b'<' | b'>');
    let hidden = |at: usize| {
        let reference = reference(&url[at..]);
        reference.is_some_and(|(c, _)| c <= ' ' || "\\<>/:".contains(c) || at < 64 && c != '&')
    };
    url.iter().any(changes) || memchr::memchr_iter(b'&', url).any(hidden)
}

/// How a URL begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UrlKind {
    /// `http`, `https`, `ftp`, `ws` or `wss`: a host follows, and backslashes are slashes.
    Special,
    /// `//host`
    SchemeRelative,
    Mailto,
    /// Any other known scheme and `//`, `tel:` and `sms:`.
    Other,
}

impl<'t> UrlValue<'t> {
    fn parse(text: &'t [u8], value: Range<usize>) -> Option<UrlValue<'t>> {
        let bytes = &text[value.clone()];
        let is_white = |b: &u8| *b <= b' ';
        let start = value.start + bytes.iter().position(|b| !is_white(b))?;
        let end = value.start + bytes.iter().rposition(|b| !is_white(b))? + 1;
        if end - start > MAX_VALUE {
            return None;
        }
        let url = &text[start..end];
        if !needs_decoding(url) {
            let kind = UrlKind::of(&url[..url.len().min(64)])?;
            let slashes = match kind {
                UrlKind::Special => memchr::memchr(b':', url).map_or(0, |colon| colon + 1),
                UrlKind::SchemeRelative | UrlKind::Mailto | UrlKind::Other => 0,
            };
            let is_plain = !matches!(kind, UrlKind::Special | UrlKind::SchemeRelative)
                || url[slashes..].starts_with(b"//") && url.get(slashes + 2) != Some(&b'/');
            let url = UrlValue {
                text,
                value,
                range: start..end,
                kind,
                is_plain,
            };
            return (!url.is_truncated()).then_some(url);
        }
        let mut front = [0; 64];
        let mut len = 0;
        for unit in Units::new(text, start..end).filter(|unit| !is_dropped(unit.c)) {
            if len == front.len() || !unit.c.is_ascii() {
                break;
            }
            front[len] = unit.c as u8;
            len += 1;
        }
        let kind = UrlKind::of(&front[..len])?;
        let url = UrlValue {
            text,
            value,
            range: start..end,
            kind,
            is_plain: false,
        };
        (!url.holds_another() && !url.is_truncated()).then_some(url)
    }

    /// Whether an archive shows only the beginning of the address: `mailto:joe@a...`
    fn is_truncated(&self) -> bool {
        let url = &self.text[self.range.clone()];
        let address = &url[..memchr::memchr(b'?', url).unwrap_or(url.len())];
        self.kind == UrlKind::Mailto && address.ends_with(b"..")
    }

    /// Whether a word behind the first one is a URL too.
    fn holds_another(&self) -> bool {
        let bytes = &self.text[self.range.clone()];
        let mut words = bytes.split(u8::is_ascii_whitespace).skip(1);
        words.any(|word| {
            let colon = memchr::memmem::find(word, b"://");
            colon.is_some_and(|colon| url::find(&word[..colon]).is_some())
        })
    }

    /// Writes the URL, and notes it as a value.
    fn write(&self, attribute: Cow<'static, str>, out: &mut Rewrite<'_>) {
        let start = out.bytes().len();
        let flaws = match self.is_plain {
            false => self.repair(out),
            true => {
                references(self.text, self.range.clone(), out);
                Flaws::NONE
            }
        };
        let at = start..out.bytes().len();
        let is_relative = self.kind == UrlKind::SchemeRelative;
        let missing = if is_relative {
            Flaws::new(&[Flaw::MissingScheme])
        } else {
            Flaws::NONE
        };
        let value = Value {
            at,
            attribute,
            assumed: if is_relative { "https:" } else { "" },
            written: (!flaws.is_empty()).then(|| self.written()),
            flaws: flaws | missing,
        };
        out.notes().values.push(value);
    }

    /// The value with its references decoded, and without line breaks.
    fn written(&self) -> Box<[u8]> {
        let mut written = Vec::new();
        for unit in Units::new(self.text, self.range.clone()) {
            match unit.is_reference {
                _ if is_dropped(unit.c) => {}
                true => written.extend(unit.c.encode_utf8(&mut [0; 4]).bytes()),
                false => written.extend(&self.text[unit.at]),
            }
        }
        written.into()
    }

    /// Writes the URL as browsers read it. Returns what was repaired.
    fn repair(&self, out: &mut Rewrite<'_>) -> Flaws {
        let mut flaws = Flaws::NONE;
        let mut part = match self.kind {
            UrlKind::Special | UrlKind::Mailto => Part::Scheme,
            UrlKind::SchemeRelative => Part::Slashes,
            UrlKind::Other => Part::Rest,
        };
        let is_mailto = self.kind == UrlKind::Mailto;
        let mut at = self.range.start;
        while let Some(unit) = self.units(at).next() {
            let start = at;
            at = unit.at.end;
            match (part, unit.c) {
                (_, c) if c.is_ascii_whitespace() => {
                    at = self.run(start, |c| c.is_ascii_whitespace());
                    let run = || Units::new(self.text, start..at);
                    if run().any(|unit| is_dropped(unit.c)) {
                        continue;
                    }
                    flaws.add(Flaw::BlankInUrl);
                    if part == Part::Rest || part == Part::Query {
                        run().for_each(|blank| out.put(b"%20", blank.at));
                    }
                    continue;
                }
                (Part::Slashes, '/' | '\\') => {
                    at = self.run(start, |c| matches!(c, '/' | '\\'));
                    let slashes = start..at;
                    if Units::new(self.text, slashes.clone()).count() != 2 {
                        flaws.add(Flaw::MissingHost);
                    }
                    if self.text[slashes.clone()].contains(&b'\\') {
                        flaws.add(Flaw::UnsafeCharacter);
                    }
                    match self.text[slashes.clone()] == *b"//" {
                        true => out.copy(self.text, slashes),
                        false => out.put(b"//", slashes),
                    }
                    part = Part::Authority;
                    continue;
                }
                (Part::Authority | Part::Rest, '\\') if self.kind.is_special() => {
                    flaws.add(Flaw::UnsafeCharacter);
                    part = Part::Rest;
                    out.put(b"/", unit.at);
                    continue;
                }
                (_, '<' | '>') if is_mailto => {
                    flaws.add(Flaw::UnsafeCharacter);
                    continue;
                }
                (Part::Scheme, ':') if is_mailto => part = Part::Authority,
                (Part::Scheme, ':') => part = Part::Slashes,
                (Part::Authority | Part::Rest, '?' | '#') => part = Part::Query,
                (Part::Authority, '/') => part = Part::Rest,
                (Part::Authority, _) if is_mailto => part = Part::Rest,
                _ => {}
            }
            match unit.is_reference {
                true => out.put(unit.c.encode_utf8(&mut [0; 4]).as_bytes(), unit.at),
                false => out.copy(self.text, unit.at),
            }
        }
        flaws
    }

    fn units(&self, at: usize) -> Units<'t> {
        Units::new(self.text, at..self.range.end)
    }

    /// Where the run of such characters ends that begins at `at`.
    fn run(&self, at: usize, what: impl Fn(char) -> bool) -> usize {
        let run = self.units(at).take_while(|unit| what(unit.c));
        run.last().map_or(at, |unit| unit.at.end)
    }
}

impl UrlKind {
    /// The kind of URL that begins with `front`.
    fn of(front: &[u8]) -> Option<UrlKind> {
        let is_slash = |b: &u8| matches!(b, b'/' | b'\\');
        if let [a, b, c, ..] = front
            && is_slash(a)
            && is_slash(b)
        {
            return c.is_ascii_alphanumeric().then_some(UrlKind::SchemeRelative);
        }
        let colon = memchr::memchr(b':', front)?;
        let (name, rest) = (&front[..colon], &front[colon + 1..]);
        let is = |known: &&str| name.eq_ignore_ascii_case(known.as_bytes());
        if ["https", "http", "ftp", "ws", "wss"].iter().any(is) {
            return rest
                .first()
                .is_some_and(is_slash)
                .then_some(UrlKind::Special);
        }
        if is(&"mailto") {
            return Some(UrlKind::Mailto);
        }
        let is_known = || rest.starts_with(b"//") && url::find(name).is_some();
        (["tel", "sms"].iter().any(is) || is_known()).then_some(UrlKind::Other)
    }

    /// Whether backslashes are slashes.
    fn is_special(self) -> bool {
        matches!(self, UrlKind::Special | UrlKind::SchemeRelative)
    }
}

/// Whether the URL standard drops this character wherever it stands.
fn is_dropped(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

/// A character of a value, or a byte that is no character of US-ASCII.
struct Unit {
    c: char,
    at: Range<usize>,
    is_reference: bool,
}

/// The characters of a value, its references decoded.
struct Units<'t> {
    text: &'t [u8],
    range: Range<usize>,
}

impl<'t> Units<'t> {
    fn new(text: &'t [u8], range: Range<usize>) -> Units<'t> {
        Units { text, range }
    }
}

impl Iterator for Units<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        let rest = &self.text[self.range.clone()];
        let first = *rest.first()?;
        let (c, len, is_reference) = match reference(rest) {
            Some((c, len)) => (c, len, true),
            None => (char::from(first), 1, false),
        };
        let at = self.range.start..self.range.start + len;
        self.range.start = at.end;
        Some(Unit {
            c,
            at,
            is_reference,
        })
    }
}

/// Where the URL goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Scheme,
    /// Those before the authority.
    Slashes,
    /// Or the beginning of an address.
    Authority,
    Rest,
    Query,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::Map;

    fn decoded(text: &str) -> (String, Map) {
        let read = |text: &[u8], range, out: &mut Rewrite<'_>| read(text, range, true, out);
        let (bytes, map) = crate::decode::decoded(text.as_bytes(), read);
        (String::from_utf8_lossy(&bytes).into_owned(), map)
    }

    /// The values of a text.
    fn values(text: &str) -> Vec<String> {
        let (text, map) = decoded(text);
        let values = map.notes().map_or(&[][..], |notes| &notes.values);
        let value = |value: &Value| format!("{} {}", value.attribute, &text[value.at.clone()]);
        values.iter().map(value).collect()
    }

    #[test]
    fn references_and_values() {
        for (text, want) in [
            (
                "<a href=\"http://a.org/?a=1&amp;b=2\">&lt;x&gt;</a>",
                "<a href=\"http://a.org/?a=1&b=2\"><x></a>",
            ),
            ("&#104;ttp&colon;&#x2f;/a.org&period;", "http://a.org."),
            (
                "<a href=\"http://a.org/\n  long&amp;\r\n\tname\">x y</a>",
                "<a href=\"http://a.org/long&name\">x y</a>",
            ),
            (
                "<a href='ht&#116;p://a.org/ x'><a href='http&colon;//b.org/\ny'>",
                "<a href='http://a.org/%20x'><a href='http://b.org/y'>",
            ),
            (
                "<img SRC = ' http://a.org/ x '>",
                "<img SRC = 'http://a.org/%20x'>",
            ),
            // Not a single URL.
            (
                "<p title=\"http://a.org/ is it\">",
                "<p title=\"http://a.org/ is it\">",
            ),
            (
                "<a href=\"http://a.org/ http://b.org/\">",
                "<a href=\"http://a.org/ http://b.org/\">",
            ),
            (
                "<a href=\"see http://a.org/ x\">",
                "<a href=\"see http://a.org/ x\">",
            ),
            ("a & b &c; &amp", "a & b &c; &"),
        ] {
            assert_eq!(decoded(text).0, want);
        }
    }

    #[test]
    fn values_are_read_as_browsers_do() {
        for (text, want) in [
            ("<a href='http://a.org/x.'>", "href http://a.org/x."),
            ("<a href=http://a.org/x.>", "href http://a.org/x."),
            (
                "<A HREF='https:/a.org\\d\\x?\\'>",
                "href https://a.org/d/x?\\",
            ),
            ("<a href='https:////a.org'>", "href https://a.org"),
            ("<img src='//a.org/x'>", "src //a.org/x"),
            ("<img src='\\\\a.org\\x'>", "src //a.org/x"),
            (
                "<a href='mailto: <a@b.org>?subject=No thanks'>",
                "href mailto:a@b.org?subject=No%20thanks",
            ),
            (
                "<a href='mailto:&lt;a@b.org&gt;?x&Tab;=y&bsol;z'>",
                "href mailto:a@b.org?x=y\\z",
            ),
            ("<a href='http:// a.org /x'>", "href http://a.org/x"),
            (
                "<a xlink:href='http://a.org/x y'>",
                "xlink:href http://a.org/x%20y",
            ),
            (
                "<meta content='0; URL=http://a.org/x y'>",
                "content http://a.org/x%20y",
            ),
            ("<meta content=\"5;url='//a.org/'\">", "content //a.org/"),
            // Its quote is missing.
            (
                "<a href=\"http://a.org/x class=\"b\">y",
                "href http://a.org/x",
            ),
            ("<a href=\"http://a.org/x>y", "href http://a.org/x"),
        ] {
            assert_eq!(values(text), [want], "{text}");
        }
        assert_eq!(
            values("<img srcset='//a.org/1 1x, http://b.org/2, c 2x'>"),
            ["srcset //a.org/1", "srcset http://b.org/2"]
        );
    }

    #[test]
    fn what_is_no_value() {
        for text in [
            "<a href='x'>",
            "<a href='/x'>",
            "<a href='javascript:f()'>",
            "<a href='https:a.org'>",
            "<a href='//'>",
            "<a href='cid:x@y'>",
            "<a href='mailto:joe@a...'>",
            "<a title='http://a.org/'>",
            "<!-- http://a.org/ -->",
            "< a href='http://a.org/'>",
            "<script src=x>f('<a href=\"http://a.org/\">')</script>",
        ] {
            assert_eq!(values(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn code() {
        let (text, map) =
            decoded("<p><STYLE a=b>&amp;</Style>&amp;<script type='application/json'>\\/</script>");
        assert_eq!(
            text,
            "<p><STYLE a=b>&amp;</Style>&<script type='application/json'>/</script>"
        );
        let notes = map.notes().expect("code");
        let is_code: Vec<usize> = (0..text.len()).filter(|&at| notes.is_code(at)).collect();
        assert_eq!(is_code, [14, 15, 16, 17, 18, 60]);
    }

    #[test]
    fn told_by_its_first_tag() {
        for text in [
            "<!doctype HTML>\n",
            "\u{feff}\n<?xml version='1.0'?>\n<!-- <p> -->\n<HTML lang=x>",
            "<p>",
            "<div class=x",
            "\n<head>",
        ] {
            assert!(matches_head(text.as_bytes()), "{text}");
        }
        for text in [
            "<htmlx>",
            "",
            "<html",
            "<!-- <html>",
            "see <html>",
            "<x>",
            "<p",
            "<http://a.org/>",
        ] {
            assert!(!matches_head(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn cuts_before_a_tag() {
        assert_eq!(cut(b"<a>\n<b>\nx<c>"), Some(4));
        assert_eq!(cut(b"<a>x"), None);
    }

    proptest! {
        #[test]
        fn every_byte_maps_to_its_encoding(text in "([a-z \n]|<p title=\"|\"|://|&amp;|&#58;|&ge;|&){0,40}") {
            let (out, map) = decoded(&text);
            for (at, c) in out.char_indices() {
                for i in at..at + c.len_utf8() {
                    let source = map.source_of(i);
                    let source = &text[source.start as usize..source.end as usize];
                    let again = reference(source.as_bytes()).map_or_else(|| source.chars().next(), |(c, _)| Some(c));
                    prop_assert_eq!(again, Some(c));
                }
            }
        }

        #[test]
        fn any_text(text in "([a-z \n\t<>/\\=:'\"]|<a |href=|\"http://a|mailto:|&amp;|&#10;|<script>){0,40}") {
            let (out, map) = decoded(&text);
            for value in map.notes().map_or(&[][..], |notes| &notes.values) {
                prop_assert!(out.get(value.at.clone()).is_some());
            }
        }
    }
}
