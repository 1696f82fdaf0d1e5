//! `http://a.com/manual/second-⏎chapter.html`: a line break cut the URL, and the next line's first word is the rest of it
//! (tests/spec/join.md).
//!
//! Joining them is right in 131 of 135 cases of real mail if every sign says so, and wrong four times in five if the word merely looks like the
//! rest of a URL. So the first is done ([`pieces`]), and the second is an alternative at most ([`plausible`]). The signs are, in order:
//!
//! 1. The URL's line is long enough to have been broken ([`may_join`]). This costs little, and most lines are shorter.
//! 2. The [`Word`] would not have fitted on that line, and has the form of a URL's rest, such as `chapter/2.html`.
//! 3. Nothing around the URL says that the word is something else ([`is_another`]), such as the next file of a list.

mod broken_line;
mod word;

pub(super) use broken_line::may_join;

use word::Word;

use std::ops::Range;

use crate::class::Class;
use crate::extent::Extent;
use crate::extent::facts::Facts;
use crate::grammar::hostname;
use crate::grammar::login::is_in_authority;
use crate::scan::datum::is_number;
use crate::scan::is_known_with_slashes;
use crate::scan::word::{
    assigns, begins_url, goes_on, has_file_suffix, is_assignment, is_digest_beside, is_field,
    is_something_else, names_a_copy, names_a_field, names_a_file, names_a_page, repeats_last_part,
};
use crate::span::{contains, cut, ends_with_any, range_in, without_ending};
use crate::text::line::{self, after_marks, blanks};
use crate::text::pieces::{Gap, Pieces, SET_HYPHEN, ends_in_set_hyphen};

const MAX_LINES: usize = 8;
/// Lines are broken at this column or later.
pub(super) const FULL: usize = 66;
/// They have more columns than this only if nothing broke them.
pub(super) const WIDE: usize = 82;
/// No program that breaks lines lets a URL begin after so many bytes of its line.
const FAR: usize = 256;
/// A line that ends in a sign that is followed by more may be shorter.
pub(super) const SHORT: usize = 50;

/// The URL with the words of the next lines that surely belong to it.
pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let (start, end) = (extent.start(), extent.stop);
    let line = line::start(extent.text(), start)?;
    let word = Word::after(extent, line, end).filter(|word| word.surely_belongs(0))?;
    if is_another(extent, &word, line) {
        return None;
    }
    pieces.push(start..end, Gap::None);
    pieces.push(word.start..word.end, Gap::Break);
    add_words(extent, word.line, pieces);
    Some(())
}

/// Adds the first words of the lines after the one at `line`, in which the last piece ends, that surely belong to the URL too.
pub(super) fn add_words(extent: &Extent<'_>, mut line: usize, pieces: &mut Pieces) {
    let text = extent.text();
    for joined in 1..MAX_LINES - 1 {
        let Some(last) = pieces.list.last() else {
            return;
        };
        let another = || Word::after(extent, line, last.end);
        let word = may_go_on(&text[last.start..last.end])
            .then(another)
            .flatten();
        let Some(word) = word.filter(|word| word.surely_belongs(joined)) else {
            return;
        };
        pieces.push(word.start..word.end, Gap::Break);
        line = word.line;
    }
}

/// Whether a word may follow `piece` in the next line.
fn may_go_on(piece: &[u8]) -> bool {
    let last = piece.last();
    last.is_some_and(|&b| goes_on(b) || Class::ALPHADIGIT.has(b)) || ends_in_set_hyphen(piece)
}

/// The URL with the next line's first word, where that only looks like the rest of it.
pub(super) fn plausible(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let (text, start, end) = (extent.text(), extent.start(), extent.stop);
    let line = line::start(text, start)?;
    let word = Word::after(extent, line, end)?;
    let bytes = word.bytes();
    let signs = bytes.iter().any(|b| b"/=&%_?#".contains(b)) || has_file_suffix(bytes);
    // A rule of signs, or the mark of a comment, is no rest.
    let named = bytes.iter().any(u8::is_ascii_alphanumeric);
    // `#s = URL` is the next row of a list.
    let after = &text[word.end..];
    let assigned = after[blanks(after)..].starts_with(b"=");
    let other = assigned || is_something_else(text[end - 1], bytes);
    if !signs || !named || other || is_another(extent, &word, line) {
        return None;
    }
    pieces.push(start..end, Gap::None);
    pieces.push(word.start..word.end, Gap::Break);
    Some(())
}

/// Whether the lines at `first` and `second` are an address and a comment in a list of them: another comment stands before the address,
/// or, if it is that of a `folder`, another entry before or after them.
fn is_in_list(text: &[u8], first: usize, second: usize, folder: bool) -> bool {
    let is_entry =
        |line: usize| text[line..].starts_with(b"#") || is_known_with_slashes(text, line);
    let above = text[..first].strip_suffix(b"\n").unwrap_or(&text[..first]);
    let above = above.strip_suffix(b"\r").unwrap_or(above);
    let before = line::start(text, above.len()).filter(|&line| line < first);
    let after = memchr::memchr(b'\n', &text[second..]).map(|at| second + at + 1);
    let is_comment = |line: usize| text[line..].starts_with(b"#");
    before.is_some_and(is_comment)
        || folder && (before.is_some_and(is_entry) || after.is_some_and(is_entry))
}

/// Whether the text around the URL, whose line begins at `line`, says that the word is no rest of it.
fn is_another(extent: &Extent<'_>, word: &Word<'_>, line: usize) -> bool {
    let (text, begin, end) = (extent.text(), extent.begin_at(), extent.stop);
    let (url, body) = (&text[extent.start()..end], &text[extent.body..end]);
    let bytes = word.bytes();
    let Some(line_of_scheme) = line::start(text, begin) else {
        return true;
    };
    if word.set {
        return stands_after_host(body, bytes);
    }
    let own = extent.prefix().skip(text, line_of_scheme).start;
    let before = &text[own.min(begin)..begin];
    let is_name = || {
        names_a_file(url, &text[word.start..])
            || names_a_copy(before)
            || word.begins_list()
            || repeats_last_part(url, bytes)
            || is_digest_beside(url, bytes)
    };
    match bytes[0] {
        first if Class::ALPHADIGIT.has(first) && is_name() => true,
        b'#' if word.start == word.line && is_directive(bytes) => true,
        b'#' if text[after_marks(text, line)..].starts_with(b"#") || has_no_places(url, bytes) => {
            true
        }
        b'#' if word.start == word.line && begin == line => {
            is_in_list(text, line, word.line, url.ends_with(b"/"))
        }
        b'/' if is_own_path(body, bytes) => true,
        // An option: `-r{dir}/x.txt`. Or the boundary of a MIME message.
        b'-' if has_file_suffix(url) || bytes.starts_with(b"--") => true,
        _ => {
            // Without a `URL:` of its own.
            let outer = extent.outer();
            let front = &text[own.min(outer)..outer];
            is_next_value(front, assigns(before), text[end - 1], word)
                // The next line of a field is indented.
                || names_a_field(before) && word.start == word.line && is_field(bytes)
                || word.start == word.line && is_labelled_comment(&text[line_of_scheme..])
                || word.start > word.line && begin == line && is_option(url, bytes)
                || is_after_code(before)
                || stands_beside(extent, end, bytes)
        }
    }
}

/// Whether the URL that ends in `last` is a value, and the word the next one of its list: `url=http://a.com/x⏎feed=y`, or
/// `cgi/x?root=http://a.com/⏎cgi/y`.
fn is_next_value(front: &[u8], is_assigned: bool, last: u8, word: &Word<'_>) -> bool {
    let (bytes, is_value) = (word.bytes(), front.ends_with(b"="));
    let is_row = is_value
        && !word.continued
        && Class::ALPHADIGIT.has(bytes[0])
        && (last == b'/' || Class::ALPHADIGIT.has(last))
        && !front.iter().any(|b| b" \t".contains(b));
    let is_next = || (is_value || is_assigned) && is_assignment(bytes);
    // `name=http://b.com/` is no parameter of a query then.
    if b"&?".contains(&last) {
        assigns_url(bytes) && is_next()
    } else {
        is_row || is_next()
    }
}

/// Whether `word` begins with `name=` and a URL.
fn assigns_url(word: &[u8]) -> bool {
    memchr::memchr(b'=', word).is_some_and(|at| begins_url(&word[at + 1..]))
}

/// A directive of C, or a commented value: `#endif`, `#PATH=http://a.org/x`.
fn is_directive(word: &[u8]) -> bool {
    #[rustfmt::skip]
    const NAMES: [&[u8]; 9] = [
        b"#define", b"#elif", b"#else", b"#endif", b"#if", b"#ifdef", b"#ifndef", b"#include", b"#undef",
    ];
    NAMES.contains(&word) || is_assignment(&word[1..])
}

/// Whether the word, which is indented, is an option of the address in the line before it, as in a list of downloads. After a field of a
/// query that has no value yet it is the rest of its name.
fn is_option(url: &[u8], word: &[u8]) -> bool {
    let field = memchr::memrchr2(b'?', b'&', url).map(|at| &url[at..]);
    let is_whole = field.is_none_or(|field| field.contains(&b'='));
    let ends_in_letter = Class::ALPHADIGIT.ends(url);
    ends_in_letter && is_whole && is_assignment(word)
}

/// Whether `fragment` names a place, but the file of `url` has none, only archived files: `x.zip` and `#x`, but not `#md5=2`. `File:x.png` is
/// a page.
fn has_no_places(url: &[u8], fragment: &[u8]) -> bool {
    #[rustfmt::skip]
    const SUFFIXES: [&[u8]; 14] = [
        b".bz2", b".deb", b".exe", b".gif", b".gz", b".iso", b".jpeg", b".jpg", b".mp3", b".mp4", b".png",
        b".rpm", b".xz", b".zip",
    ];
    let name = memchr::memrchr(b'/', url).map_or(url, |at| &url[at..]);
    ends_with_any(url, &SUFFIXES) && !name.contains(&b':') && !fragment.contains(&b'=')
}

/// `#MASTER# BLOCK-REFERRER: URL`, `#!comment: URL`: a comment that ends with its line, whatever the next one is.
fn is_labelled_comment(line: &[u8]) -> bool {
    let label = &line[..Class::WHITE.before(line)];
    matches!(label, [b'#', b'!', ..] | [b'#', b'A'..=b'Z', .., b'#'])
}

/// Whether the mark of a comment stands before the URL, after code on its line: more code follows.
fn is_after_code(before: &[u8]) -> bool {
    let mut words = before.split(|&b| Class::BLANK.has(b));
    words.any(|word| {
        let Range { start, end } = range_in(before, word);
        let code = before[..start].trim_ascii();
        !code.is_empty() && begins_comment(word, code, &before[end..])
    })
}

/// Whether `mark` is that of a comment, and no word of prose, after `code` and before `rest`. `bug # 12` is a number.
fn begins_comment(mark: &[u8], code: &[u8], rest: &[u8]) -> bool {
    match mark {
        b"#" => !rest.get(1).is_some_and(u8::is_ascii_digit),
        b"//" | b"///" | b"//<" | b"//!" | b"///<" | b"//!<" => true,
        b"##" | b"###" | b"#:" | b";;" | b";;;" | b";#" | b";##" | b"%%" | b"%%%" => true,
        b";" | b"--" | b"---" | b"!" | b"!!" | b"%" | b"'" => {
            let is_form = mark == b";" && code.starts_with(b"(") && code.ends_with(b")");
            let is_command = mark == b"%" && code.starts_with(b"\\");
            is_form
                || is_command
                || code.ends_with(b";")
                || code.ends_with(b",")
                || contains(code, b" = ")
        }
        _ => false,
    }
}

/// Whether `rest`, which begins with a slash, is a path of its own: that of a file on Unix, or one after the name of a page.
fn is_own_path(body: &[u8], rest: &[u8]) -> bool {
    const FOLDERS: [&[u8]; 12] = [
        b"bin", b"dev", b"etc", b"home", b"lib", b"mnt", b"opt", b"proc", b"sys", b"tmp", b"usr",
        b"var",
    ];
    FOLDERS.contains(&cut(&rest[1..], b'/').0) || names_a_page(body) && !is_in_authority(body)
}

/// Whether the hyphen stands after a whole host, and `rest` is a word of the sentence: `https://www.a.org‐⏎based`.
fn stands_after_host(body: &[u8], rest: &[u8]) -> bool {
    let name = body.strip_suffix(SET_HYPHEN).unwrap_or(body);
    hostname::len(name) == Some(name.len()) && hostname::len(&[name, rest].concat()).is_none()
}

/// Whether the URL stands in brackets with a version, a date or the hash of a commit: `(http://a.com/x⏎2.3.1)`.
fn stands_beside(extent: &Extent<'_>, end: usize, rest: &[u8]) -> bool {
    let bracket = extent.before().last();
    (matches!(bracket, Some(b'(' | b'[')) || extent.facts.has_any(Facts::UNCLOSED))
        && !goes_on(extent.text()[end - 1])
        && is_number(without_ending(rest, b".,;:)]"))
}
