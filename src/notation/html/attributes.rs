//! The attributes that take a URL, and where in their values the URLs stand.

use std::borrow::Cow;
use std::ops::Range;

use super::tag::Attribute;
use crate::span::range_in;

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

/// For each length the first letters of the names above and of `content`: one bit each.
const FIRST_LETTERS: [u32; 32] = {
    let mut letters = [0; 32];
    let mut i = 0;
    while i < SINGLE.len() {
        letters[SINGLE[i].len()] |= letter(SINGLE[i].as_bytes()[0]);
        i += 1;
    }
    letters["content".len()] |= letter(b'c');
    letters[LISTS[0].len()] |= letter(LISTS[0].as_bytes()[0]);
    letters[LISTS[1].len()] |= letter(LISTS[1].as_bytes()[0]);
    letters
};

/// The bit of a letter, in either case.
const fn letter(byte: u8) -> u32 {
    1 << (byte & 0x1f)
}

/// Gives each URL that the attribute takes, with the attribute's name in lower case.
pub(super) fn urls(
    text: &[u8],
    attribute: &Attribute,
    give: &mut dyn FnMut(Cow<'static, str>, Range<usize>),
) {
    let (name, value) = (&text[attribute.name.clone()], attribute.value.clone());
    // Few attributes take a URL. Those with a prefix are `xlink:href` and the like.
    let has_prefix = || matches!(name, [.., b'f' | b'F' | b'c' | b'C']) && name.contains(&b':');
    let letters = FIRST_LETTERS.get(name.len()).copied().unwrap_or(0);
    if letters & letter(name[0]) == 0 && !has_prefix() {
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
    let words = text[list].split(u8::is_ascii_whitespace);
    words.map(|word| range_in(text, word.strip_suffix(b",").unwrap_or(word)))
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
    name.eq_ignore_ascii_case(b"url")
        .then(|| range_in(text, url))
}
