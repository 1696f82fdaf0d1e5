//! The attributes that take a URL, and where in their values the URLs stand.

use std::borrow::Cow;
use std::ops::Range;

use super::tag::Attribute;
use crate::decode::reference;
use crate::span::{before, cut, range_in, split_run};
use crate::text::{is_one_of, strip_prefix_ignore_case};

/// The kind of value that an attribute has.
#[derive(Clone, Copy)]
enum Takes {
    /// A single URL.
    Url,
    /// A list of URLs: words that may have a comma after them.
    List,
    /// A list of images, each with its descriptors: `a.png 1x, b.png 2x`.
    Images,
    /// `0; url=…`
    Refresh,
    /// A style, with `url(…)`.
    Style,
}

/// The attributes that take a URL (HTML, index of attributes, and some older ones), by length, then by name.
#[rustfmt::skip]
const ATTRIBUTES: [(&str, Takes); 25] = [
    ("src", Takes::Url), ("cite", Takes::Url), ("data", Takes::Url), ("href", Takes::Url), ("icon", Takes::Url),
    ("ping", Takes::List), ("style", Takes::Style), ("action", Takes::Url), ("dynsrc", Takes::Url),
    ("lowsrc", Takes::Url), ("poster", Takes::Url), ("srcset", Takes::Images), ("usemap", Takes::Url), ("classid", Takes::Url),
    ("content", Takes::Refresh), ("profile", Takes::Url), ("codebase", Takes::Url), ("longdesc", Takes::Url),
    ("manifest", Takes::Url), ("xml:base", Takes::Url), ("background", Takes::Url), ("formaction", Takes::Url),
    ("imagesrcset", Takes::Images), ("originalsrc", Takes::Url), ("data-saferedirecturl", Takes::Url),
];

/// For each length and first letter, where the attributes with both begin in the table.
static FIRST: [[u8; 32]; 32] = {
    let mut first = [[ATTRIBUTES.len() as u8; 32]; 32];
    let mut i = ATTRIBUTES.len();
    while i > 0 {
        i -= 1;
        let name = ATTRIBUTES[i].0.as_bytes();
        first[name.len()][letter(name[0])] = i as u8;
    }
    first
};

/// The number of a letter, the same in either case.
const fn letter(byte: u8) -> usize {
    (byte & 0x1f) as usize
}

/// The attribute with this name.
fn find(name: &[u8]) -> Option<(&'static str, Takes)> {
    let first = FIRST.get(name.len())?[letter(name[0])];
    let mut rows = ATTRIBUTES[first.into()..].iter();
    let row = rows.find(|(known, _)| {
        known.len() > name.len() || name.eq_ignore_ascii_case(known.as_bytes())
    })?;
    (row.0.len() == name.len()).then_some(*row)
}

/// Those of feeds, OPML and DocBook, in XML: `<enclosure url="…">`. In HTML their values are text.
const OF_XML: [&str; 3] = ["url", "xmlurl", "htmlurl"];

/// Gives each URL that the attribute takes, with the attribute's name in lower case.
pub(super) fn urls(
    text: &[u8],
    attribute: &Attribute,
    is_html: bool,
    give: &mut dyn FnMut(Cow<'static, str>, Range<usize>),
) {
    let (name, value) = (&text[attribute.name.clone()], attribute.value.clone());
    match find(name) {
        Some((known, Takes::Url)) => give(known.into(), value),
        Some((known, Takes::List)) => words(text, value).for_each(|word| give(known.into(), word)),
        Some((known, Takes::Images)) => images(text, value).for_each(|url| give(known.into(), url)),
        Some((known, Takes::Refresh)) => {
            refresh(text, value)
                .into_iter()
                .for_each(|url| give(known.into(), url));
        }
        Some((known, Takes::Style)) => {
            of_style(text, value).for_each(|url| give(known.into(), url));
        }
        None if is_prefixed(name) || !is_html && takes_url_in_xml(name, &text[value.clone()]) => {
            give(
                String::from_utf8_lossy(name).to_ascii_lowercase().into(),
                value,
            );
        }
        None => {}
    }
}

/// Whether it is an attribute of XML that takes a URL, and not a list of them with `;` between, which is read as text.
fn takes_url_in_xml(name: &[u8], value: &[u8]) -> bool {
    let begins_url = |at: usize| {
        let scheme = &value[at + b";http".len()..];
        scheme.starts_with(b"://") || scheme.starts_with(b"s://")
    };
    is_one_of(name, &OF_XML) && !memchr::memmem::find_iter(value, b";http").any(begins_url)
}

/// Whether it is `xlink:href` and the like.
fn is_prefixed(name: &[u8]) -> bool {
    let local = || memchr::memchr(b':', name).map_or(&b""[..], |colon| &name[colon + 1..]);
    let is = |known: &[u8]| local().eq_ignore_ascii_case(known);
    matches!(name, [.., b'f' | b'F' | b'c' | b'C']) && (is(b"href") || is(b"src"))
}

/// The words of a list of URLs.
fn words(text: &[u8], list: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let words = text[list].split(u8::is_ascii_whitespace);
    words.map(|word| range_in(text, word.strip_suffix(b",").unwrap_or(word)))
}

/// The URLs of a list of images. Descriptors stand between a URL and the next comma (HTML, 4.8.4.2.1).
fn images(text: &[u8], list: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut rest = &text[list];
    std::iter::from_fn(move || {
        let separates = |b: &u8| b.is_ascii_whitespace() || *b == b',';
        let start = rest.iter().position(|b| !separates(b))?;
        let word = rest[start..].split(u8::is_ascii_whitespace).next()?;
        let url = &word[..=word.iter().rposition(|&b| b != b',')?];
        rest = &rest[start + word.len()..];
        if url.len() == word.len() {
            rest = memchr::memchr(b',', rest).map_or(&[], |comma| &rest[comma..]);
        }
        Some(range_in(text, url))
    })
}

/// The URLs of a style that take the scheme of its page: `url(//a.org/x.png)`, perhaps in quotes (CSS Values, 4.5). Others are found as text.
pub(super) fn of_style(text: &[u8], style: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    const QUOTES: [&[u8]; 6] = [b"\"", b"'", b"&quot;", b"&apos;", b"&#34;", b"&#39;"];
    let style = &text[style];
    let slashes = memchr::memchr_iter(b'/', style).filter(|&at| style[at..].starts_with(b"//"));
    // None begins within another one.
    let mut next = 0;
    slashes.filter_map(move |at| {
        if at < next {
            return None;
        }
        let (front, url) = style.split_at(at);
        let quote = QUOTES.into_iter().find(|quote| front.ends_with(quote));
        let quote = quote.unwrap_or_default();
        let front = front[..at - quote.len()].trim_ascii_end();
        if !front
            .last_chunk()
            .is_some_and(|last: &[u8; 4]| last.eq_ignore_ascii_case(b"url("))
        {
            return None;
        }
        let end = if quote.is_empty() {
            before(url, |b| b.is_ascii_whitespace() || b"()\"'".contains(&b))
        } else {
            memchr::memmem::find(url, quote)?
        };
        let closes = url[end + quote.len()..]
            .trim_ascii_start()
            .starts_with(b")");
        if !closes || url[..end].contains(&b'\n') {
            return None;
        }
        next = at + end;
        Some(range_in(text, &url[..end]))
    })
}

/// The URL of `0; url=…`, to which a page is forwarded (HTML, 4.2.5.3). Without `url=` only what has a host is one.
fn refresh(text: &[u8], value: Range<usize>) -> Option<Range<usize>> {
    let content = &text[value.clone()];
    let number = |b: u8| b.is_ascii_digit() || b.is_ascii_whitespace() || b == b'.';
    let (number, rest) = split_run(content, number);
    let rest = match rest {
        [b';' | b',', rest @ ..] => rest.trim_ascii_start(),
        // A blank alone.
        _ if number.ends_with(b" ") && !number.trim_ascii().is_empty() => rest,
        _ => return None,
    };
    let after_name = strip_prefix_ignore_case(rest, b"url").map(<[u8]>::trim_ascii_start);
    let named = after_name.and_then(|rest| rest.strip_prefix(b"="));
    let url = named.unwrap_or(rest).trim_ascii();
    // The quotes may be written as references.
    let quote = match reference(url) {
        Some(('"' | '\'', len)) => len,
        _ => usize::from(matches!(url, [b'"' | b'\'', ..])),
    };
    let quoted = || url[quote..].strip_suffix(&url[..quote]);
    let url = quoted().filter(|_| quote > 0).unwrap_or(url);
    let begins = |url: &[u8]| {
        url.starts_with(b"//") || cut(url, b':').1.is_some_and(|rest| rest.starts_with(b"//"))
    };
    // A description may begin with a number, too.
    let has_host = || begins(url) && !url.iter().any(u8::is_ascii_whitespace);
    (named.is_some() || has_host()).then(|| range_in(text, url))
}
