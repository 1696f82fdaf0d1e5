//! The word of a sentence that ran into the path of a URL (tests/spec/scripts.md): of a script without blanks, as in
//! `http://a.org/indexにある`, or the ending that a language adds to a name: `http://a.org/를`; and a remark in brackets.

use super::Extent;
use crate::character;
use crate::class::Class;
use crate::grammar::ending;
use crate::span::{ahead, ending};
use crate::text::DELIMITER;
use crate::text::line::{self, Prefix, after_marks};

/// A path, and the word at its end.
struct Glued<'u> {
    host: &'u [u8],
    /// Up to the word: US-ASCII.
    path: &'u [u8],
    word: &'u [u8],
    is_ending: bool,
}

/// The length of `url` without a word of the sentence. The URL's text after the scheme begins at `head`, and the text goes on at `end`.
pub(super) fn without_word(extent: &Extent<'_>, url: &[u8], head: usize, end: usize) -> usize {
    if url.is_ascii() {
        return url.len();
    }
    let is_sentence = |glued: &Glued<'_>| {
        glued.is_sentence()
            && extent.text().get(end) != Some(&b'[')
            && !glued.is_enclosed(extent, end)
    };
    let glued = Glued::find(url, head).filter(is_sentence);
    url.len() - glued.map_or(0, |glued| glued.word.len())
}

impl<'u> Glued<'u> {
    /// The word at the end of `url`, after its host and a slash: the ending of a language, or all from the first character outside US-ASCII.
    fn find(url: &'u [u8], head: usize) -> Option<Glued<'u>> {
        let slash = head + memchr::memchr(b'/', url.get(head..)?)?;
        let ending = ending::find(url);
        let begin = ending.unwrap_or_else(|| Class::HIGH.before(url));
        Some(Glued {
            host: &url[head..slash],
            path: url.get(slash..begin)?,
            word: &url[begin..],
            is_ending: ending.is_some(),
        })
    }

    fn first(&self) -> char {
        character::decode(self.word, 0).0
    }

    /// Whether the word is the sentence's, by its letters and those before it.
    fn is_sentence(&self) -> bool {
        let c = self.first();
        let begins = self.is_ending || character::is_unspaced(c) || c == '（';
        let goes_on = |b: &u8| b"/?=&#%:._-+~".contains(b) && !self.is_ending;
        begins && self.ends_name() && !self.word.iter().any(goes_on) && !self.is_page_of_wiki()
    }

    fn has_query(&self) -> bool {
        self.path.contains(&b'?')
    }

    /// Whether the URL may end before the word.
    fn ends_name(&self) -> bool {
        let Some(last) = self.path.last() else {
            return false;
        };
        // `covid-19-टीका` is a name.
        let with_hyphen = *last == b'/' || self.has_query() && last.is_ascii_digit();
        if self.word.starts_with(b"-") && !with_hyphen {
            return false;
        }
        // In a query a word is what is asked for, but an ending is not.
        let asks = |part: &[u8]| part.iter().any(|b| b"?%".contains(b));
        (self.is_ending || !asks(self.host) && !asks(self.path))
            && (b"/,;!'".contains(last) || Class::ALPHADIGIT.has(*last))
    }

    /// A particle is no part of a name, even where the sentence ends the line.
    fn is_particle(&self) -> bool {
        self.is_ending || ('\u{3041}'..='\u{309f}').contains(&self.first())
    }

    /// Whether it may be the name of a wiki's page or the end of one (`C语言`). It may not, if it is a particle after a word (`Xorgは`); and
    /// on the host of a wiki, if it begins with what may be one. Names have `の`: `Xの悲劇`.
    fn is_page_of_wiki(&self) -> bool {
        let c = self.first();
        let may_be_particle = self.is_particle() || c == '的' || ('가'..='힣').contains(&c);
        let is_whole = self.path.ends_with(b"/") && self.word.len() > c.len_utf8();
        let is_page = !may_be_particle || is_whole && !self.is_ending;
        let follows = self.is_particle() && c != 'の' && !self.path.ends_with(b"/");
        has_wiki(self.path) && !follows || is_page && has_wiki(self.host)
    }

    /// Whether something encloses the URL that ends at `end`, so that the word is a part of it.
    fn is_enclosed(&self, extent: &Extent<'_>, end: usize) -> bool {
        match has_line(extent, end) {
            Some(true) => {
                !self.is_particle() || self.is_ending && self.has_query() || has_wiki(self.path)
            }
            // The mark of a line's prefix may enclose it too.
            _ => is_in_marks(extent, end),
        }
    }
}

/// Whether `part` of a URL names a wiki.
fn has_wiki(part: &[u8]) -> bool {
    part.windows(4).any(|w| w.eq_ignore_ascii_case(b"wiki"))
}

/// Whether the URL that ends at `end` has its line or an element of markup to itself; nothing if something stands before it there.
fn has_line(extent: &Extent<'_>, end: usize) -> Option<bool> {
    let (text, start) = (extent.text(), extent.outer());
    if has_element(&text[..start], &text[end..]) {
        return Some(true);
    }
    let line = line::start(text, start)?;
    let begins_line = Prefix::before(text, start).skip(text, line).start == start;
    begins_line.then(|| text.get(end) == Some(&DELIMITER) || line::ends(text, end))
}

/// Whether a tag ends `before`, and the tag that closes its element begins `after`.
fn has_element(before: &[u8], after: &[u8]) -> bool {
    const NEAR: usize = 4096;
    let near = ending(before, NEAR);
    let tag = near.strip_suffix(b">").and_then(|near| {
        // Not beyond a delimiter: a log's record may begin here.
        let open = memchr::memrchr2(b'<', DELIMITER, near)?;
        (near[open] == b'<').then_some(&near[open + 1..])
    });
    match (tag, after.strip_prefix(b"</")) {
        (Some(tag), Some(closing)) => {
            let tag = &tag[..Class::ALPHADIGIT.run(tag)];
            let closing = &closing[..Class::ALPHADIGIT.run(closing)];
            !tag.is_empty() && tag.eq_ignore_ascii_case(closing)
        }
        _ => false,
    }
}

/// Whether brackets, quotes or markup enclose the URL that ends at `end`.
fn is_in_marks(extent: &Extent<'_>, end: usize) -> bool {
    let (text, before) = (extent.text(), extent.before());
    let after = text.get(end);
    match before.last() {
        Some(b'(') => after == Some(&b')'),
        Some(b'[') => after == Some(&b']'),
        Some(b'<') => after == Some(&b'>'),
        Some(b'{') => after == Some(&b'}'),
        Some(b' ') | None => false,
        Some(b) if b.is_ascii() => after == Some(b),
        Some(_) => {
            let open = character::decode_before(before, before.len());
            let close = open.and_then(|(c, _)| character::closing(c));
            close.is_some_and(|close| character::decode(text, end).0 == close)
        }
    }
}

/// How far the bracket may be that closes a remark, in bytes.
const MAX_REMARK: usize = 256;

/// Whether a `)` closes after a blank what a URL that ends at `end` opened at `open`, and on its line, or in the next one if a name stands
/// before it: `http://a.com/x(see below)`. The next line's first word may be the URL's.
pub(super) fn closes_later(text: &[u8], open: usize, end: usize) -> bool {
    let rest = ahead(text, end, MAX_REMARK);
    let rest = memchr::memchr(DELIMITER, rest).map_or(rest, |end| &rest[..end]);
    let line = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    let Some(close) = memchr::memchr2(b'(', b')', rest).filter(|&at| rest[at] == b')') else {
        return false;
    };
    let is_apart = rest.starts_with(b" ") && !rest[..line].trim_ascii().is_empty();
    if close < line {
        return is_apart;
    }
    let next = &rest[line + 1..close];
    let words = &next[after_marks(next, 0)..];
    let is_next = !next.contains(&b'\n') && (is_apart || words.contains(&b' '));
    is_next && (Class::ALPHADIGIT.has(text[open - 1]) || text[open - 1] == b'/')
}
