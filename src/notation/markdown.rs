//! Markdown: CommonMark with GitHub's extensions, and MDX.
//!
//! The target of a link, `[label](target)`, and that of a definition, `[label]: target`, is a URL as a whole (CommonMark 0.31, 6.3
//! and 4.7): it may end with `?`. In it a backslash before punctuation is dropped, and character references are decoded. So is the
//! value of an attribute of a raw tag (6.6). Only the targets that need it are noted; the others are found in the text. A mark that
//! closes emphasis after a bare URL delimits.

mod emphasis;
#[cfg(feature = "lint")]
mod mask;
#[cfg(feature = "lint")]
mod metadata;
#[cfg(feature = "lint")]
mod template;

use std::ops::Range;

#[cfg(feature = "lint")]
pub(crate) use mask::{as_utf8, open_admonitions};
#[cfg(feature = "lint")]
pub(crate) use metadata::front_matter;

use emphasis::closing_marks;

use super::targets::{blank_in_host, is_url, write_with_blanks};
use super::{AS_TEXT, Notation};
use crate::class::Class;
use crate::decode::closed_reference;
use crate::span::{ahead, behind, first_line, last_line};
use crate::text::{DELIMITER, Rewrite};

pub(super) static MARKDOWN: Notation = Notation {
    name: "markdown",
    media_types: &["text/markdown", "text/x-markdown"],
    extensions: &EXTENSIONS,
    is_readable: |text| targets(text).next().is_none() && closing_marks(text).next().is_none(),
    read,
    #[cfg(feature = "lint")]
    roles: mask::ROLES,
    ..AS_TEXT
};

/// Also documents with code that is run (`.qmd`, `.rmd`, `.livemd`), wikis (`.mdwn`), and man pages of ronn.
#[rustfmt::skip]
const EXTENSIONS: [&str; 12] = [
    "livemd", "markdown", "md", "mdown", "mdwn", "mdx", "mkd", "mkdn", "mkdown", "qmd", "rmd", "ronn",
];

/// No target is longer.
const MAX: usize = 4096;
/// How many parentheses may be open in a target; the reference implementation of CommonMark has the same limit.
const MAX_OPEN: u32 = 32;

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    let mut marks = closing_marks(text).peekable();
    let mut copy = |range: Range<usize>, out: &mut Rewrite<'_>| {
        let up_to = std::iter::from_fn(|| marks.next_if(|&mark| mark < range.end));
        let delimiters: Vec<usize> = up_to.filter(|&mark| mark >= range.start).collect();
        out.copy_delimited(text, range, &delimiters);
    };
    let mut from = 0;
    for target in targets(text) {
        // A target may hold what looks like another one.
        if target.start < from {
            continue;
        }
        copy(from..target.start, out);
        from = target.end;
        write(text, target, out);
    }
    copy(from..text.len(), out);
}

/// The targets that are not found as they stand.
fn targets(text: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut closing = Closing::default();
    memchr::memchr2_iter(b']', b'"', text).filter_map(move |mark| {
        let target = match text[mark..] {
            [b']', b'(', ..] => inline(text, mark + 2, &mut closing)?,
            [b']', b':', b' ' | b'\t', ..] if begins_line(text, mark) => {
                definition(text, mark + 3)?
            }
            [b'"', ..] if text[..mark].ends_with(b"=") => attribute(text, mark + 1)?,
            _ => return None,
        };
        let url = &text[target.clone()];
        let ends_url = !b".,:;!?*'".contains(url.last()?);
        let is_found =
            ends_url && !url.iter().any(|b| b"\\&|^\"<> \t".contains(b)) && !has_second(url);
        (!is_found && is_url(url)).then_some(target)
    })
}

/// Whether a second URL in the path of `url` would begin a new one in a text: `http://a.org/xhttp://a.org/x`.
fn has_second(url: &[u8]) -> bool {
    const SCHEMES: [&[u8]; 3] = [b"https", b"http", b"ftp"];
    let mut colons = memchr::memmem::find_iter(url, b"://");
    let body = colons.next().map_or(0, |first| first + 3);
    colons.any(|colon| {
        let mut schemes = SCHEMES.iter();
        let front = schemes.find_map(|scheme| url[body..colon].strip_suffix(*scheme));
        front.is_some_and(|front| {
            let splits = |b: &u8| Class::WORD.has(*b) || b",;)]}'".contains(b);
            front.contains(&b'/') && front.last().is_some_and(splits)
        })
    })
}

/// The value of an attribute that begins at `start`, if it holds a reference: up to its quote.
fn attribute(text: &[u8], start: usize) -> Option<Range<usize>> {
    let near = ahead(text, start, MAX);
    let value = &near[..memchr::memchr2(b'"', b'\n', near)?];
    let is_word = !value.iter().any(u8::is_ascii_whitespace) && near[value.len()] == b'"';
    if !is_word || !value.contains(&b'&') {
        return None;
    }
    let before = behind(text, start, MAX);
    let tag = memchr::memrchr2(b'<', b'>', before)?;
    let opens = matches!(before[tag..], [b'<', letter, ..] if letter.is_ascii_alphabetic());
    opens.then_some(start..start + value.len())
}

/// Whether a definition may begin before the label that `close` ends: at most three blanks, and no bracket but one. That of a footnote
/// (`[^1]: text`) holds prose.
fn begins_line(text: &[u8], close: usize) -> bool {
    let line = last_line(behind(text, close, MAX));
    let label = line.trim_ascii_start();
    line.len() - label.len() <= 3 && label.starts_with(b"[") && !label.starts_with(b"[^")
}

/// The target of a link whose parenthesis opens before `start`: up to a blank or a parenthesis that it did not open. Before it white space
/// may stand, with one line break at most. Then a title may follow.
fn inline(text: &[u8], start: usize, closing: &mut Closing) -> Option<Range<usize>> {
    let white = Class::WHITE.run(ahead(text, start, MAX));
    if memchr::memchr_iter(b'\n', &text[start..start + white]).count() > 1 {
        return None;
    }
    let start = start + white;
    let near = ahead(text, start, MAX);
    let mut may_close = |at| closing.stands_after(text, start + at, start + near.len());
    if near.starts_with(b"<") {
        let len = in_brackets(near)?;
        let rest = &near[len + 2..];
        let blanks = Class::WHITE.run(rest);
        let is_link = match rest.get(blanks)? {
            b')' => true,
            b'"' | b'\'' | b'(' => blanks > 0 && may_close(len + 2),
            _ => false,
        };
        return is_link.then_some(start + 1..start + 1 + len);
    }
    // Most are found as they stand: the first `)` closes them, and a letter or a slash stands before it.
    let first = memchr::memchr3(b')', b'\\', b'&', near)?;
    let is_plain =
        first > 0 && (near[first - 1].is_ascii_alphanumeric() || near[first - 1] == b'/');
    let is_whole =
        || !near[..first].iter().any(|b| b"(|^\"<>".contains(b)) && !has_second(&near[..first]);
    if near[first] == b')' && is_plain && is_whole() {
        return None;
    }
    let (mut depth, mut at) = (0, 0);
    loop {
        match near.get(at)? {
            b'\\' if near.get(at + 1)?.is_ascii_punctuation() => at += 1,
            b'(' if depth == MAX_OPEN => return None,
            b'(' => depth += 1,
            b')' if depth == 0 => break,
            b')' => depth -= 1,
            // It ends code that began before.
            b'`' => return None,
            b if b.is_ascii_whitespace() => break,
            _ => {}
        }
        at += 1;
    }
    let next = near[at..].trim_ascii_start().first()?;
    let is_link = depth == 0 && b")\"'(".contains(next) && may_close(at);
    is_link.then_some(start..start + at)
}

/// The length of the target in `<>` that `text` begins with, if something in it is to be undone. Otherwise it is a URL as it stands. It
/// has no line break and no `<`.
fn in_brackets(text: &[u8]) -> Option<usize> {
    let (mut at, mut is_plain) = (1, true);
    loop {
        match text.get(at)? {
            b'>' => break,
            b'\n' | b'\r' | b'<' | b'`' => return None,
            b'\\' if text.get(at + 1)?.is_ascii_punctuation() => {
                is_plain = false;
                at += 1;
            }
            b' ' | b'\t' => is_plain = false,
            b'&' => is_plain &= closed_reference(&text[at..]).is_none(),
            _ => {}
        }
        at += 1;
    }
    (!is_plain).then_some(at - 1)
}

/// Where the last search for the `)` after a target began and ended, and whether there is one, if that is known.
#[derive(Default)]
struct Closing {
    searched: Range<usize>,
    stands: Option<bool>,
}

impl Closing {
    /// Whether a `)` stands in the paragraph after `at`, before `end`. The target stands in the first line.
    fn stands_after(&mut self, text: &[u8], at: usize, end: usize) -> bool {
        let is_within = self.searched.contains(&at);
        if let Some(stands) = self.stands.filter(|_| is_within) {
            return stands;
        }
        let from = if is_within { self.searched.end } else { at };
        (self.searched, self.stands) = (at..end.max(from), None);
        let mut line = None;
        for found in memchr::memchr2_iter(b')', b'\n', &text[from..end.max(from)]).map(|i| from + i)
        {
            let closes = text[found] == b')';
            let is_blank = |line: usize| text[line..found].trim_ascii().is_empty();
            if closes || line.is_some_and(is_blank) {
                (self.searched.end, self.stands) = (found + 1, Some(closes));
                break;
            }
            line = Some(found + 1);
        }
        self.stands == Some(true)
    }
}

/// The target of a definition: a word, or what stands in `<>`. Only a title may follow it in its line.
fn definition(text: &[u8], start: usize) -> Option<Range<usize>> {
    let near = ahead(text, start, MAX);
    let line = first_line(near);
    if line.len() == near.len() && start + line.len() < text.len() {
        return None;
    }
    let start = start + line.len() - line.trim_ascii_start().len();
    let line = line.trim_ascii();
    let (target, end) = if line.starts_with(b"<") {
        let len = in_brackets(line)?;
        (1..1 + len, len + 2)
    } else {
        let len = Class::WHITE.before(line);
        (0..len, len)
    };
    let after = &line[end..];
    let blanks = Class::WHITE.run(after);
    let is_title = blanks > 0 && matches!(after[blanks..], [b'"' | b'\'' | b'(', ..]);
    (after.is_empty() || is_title).then_some(start + target.start..start + target.end)
}

/// Writes a target, and notes it for the search.
fn write(text: &[u8], target: Range<usize>, out: &mut Rewrite<'_>) {
    let text = &text[..target.end];
    if let Some(blank) = blank_in_host(&text[target.clone()]) {
        // It is text: prose after a URL.
        let blank = target.start + blank;
        out.copy(text, target.start..blank);
        out.put(&[DELIMITER], blank..blank + 1);
        out.copy(text, blank + 1..target.end);
        return;
    }
    write_with_blanks(text, target, out, |edits, at| match text[at..] {
        [b'\\', next, ..] if next.is_ascii_punctuation() => edits.unescape(at..at + 1),
        [b'&', ..] => {
            if let Some((c, len)) = closed_reference(&text[at..]) {
                edits.put_char(c, at..at + len);
            }
        }
        _ => {}
    });
}
