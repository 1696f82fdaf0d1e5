//! Closing punctuation at the end of a URL: that of the sentence around it (tests/spec/tail.md).

use std::cell::LazyCell;
use std::ops::Range;

use crate::character;
use crate::class::{Class, ends_word};
use crate::span::ending_run;

/// The URL that `text` is, and its tail.
pub(crate) fn split(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(without(text, 0, 0, text.len()))
}

/// Where the URL `start..end` ends without its tail, not before `floor`.
pub(crate) fn without(text: &[u8], start: usize, floor: usize, end: usize) -> usize {
    // Where the first `?` stands, which no scheme has; looked for once, as much may be trimmed.
    let query = LazyCell::new(|| {
        let query = memchr::memchr(b'?', &text[start..end]);
        query.map_or(usize::MAX, |at| start + at)
    });
    let mut end = end;
    while end > floor {
        let url = &text[start..end];
        let last = text[end - 1];
        if Class::HIGH.has(last) {
            match character::decode_before(url, url.len()) {
                Some((c, len)) if character::ends_sentence(c) && end - len >= floor => end -= len,
                _ => break,
            }
            continue;
        }
        let trimmed = match last {
            // SQLite's database without a file: `sqlite:///:memory:`.
            b':' if url.ends_with(b"/:memory:") => 0,
            b'.' | b',' | b':' | b';' | b'!' | b'?' | b'*' | b'(' | b'[' | b'{' => 1,
            b'\'' => match ending_run(url, b'\'') {
                // A string's end.
                run @ 3.. => run.min(end - floor),
                // Quotes of TeX, emphasis of a wiki.
                2 if *query >= end => 2.min(end - floor),
                _ => memchr::memchr_iter(b'\'', url).count() % 2,
            },
            b')' => usize::from(is_unopened(url, b'(', b')')),
            b']' => {
                match note(text, floor..end, |end| *query < end).max(label(text, start, floor..end))
                {
                    0 => usize::from(is_unopened(url, b'[', b']')),
                    len => len,
                }
            }
            b'}' => usize::from(is_unopened(url, b'{', b'}')),
            // `;-)`
            b'-' if url.ends_with(b";-") || url.ends_with(b":-") => {
                2 * usize::from(matches!(text.get(end), Some(b'(' | b')')))
            }
            // A line break in what Lisp prints.
            b'%' if url.ends_with(b"~%") => 2,
            _ => 0,
        };
        if trimmed == 0 {
            break;
        }
        end -= trimmed;
    }
    end
}

/// Whether the URL holds more closing brackets of this kind than it opened.
fn is_unopened(url: &[u8], open: u8, close: u8) -> bool {
    let count = |byte| memchr::memchr_iter(byte, url).count();
    count(close) > count(open)
}

/// The length of the mark of a note, or of AsciiDoc's empty text, that ends a path: `http://a.com/x[2]`, `http://a.com/x[]`;
/// otherwise 0. Brackets belong to the URL in a query, and where they are a whole segment that is not empty.
fn note(text: &[u8], body: Range<usize>, has_query: impl Fn(usize) -> bool) -> usize {
    let (begin, body) = (body.start, &text[body]);
    let [front @ .., b']'] = body else {
        return 0;
    };
    let digits = Class::DIGIT.run_back(front).min(4);
    let [path @ .., before, b'['] = &front[..front.len() - digits] else {
        return 0;
    };
    let is_empty = body.ends_with(b"/[]");
    let is_part = matches!(before, b'/' | b'[' | b'@') && !is_empty;
    let own = is_part || has_query(begin + path.len());
    if own { 0 } else { body.len() - path.len() - 1 }
}

/// Whether the brackets that are the last segment of `path` hold a text, and not a hole (`/[USER]`, `/[user]`): a name, `/[DocBook]`, or one
/// that the path repeats, `/msmtp/[msmtp]`.
fn is_text(path: &[u8], name: &[u8]) -> bool {
    let is = |part: &[u8]| part.eq_ignore_ascii_case(name);
    let mut segments = path.split(|&b| b == b'/');
    let is_name = name.first().is_some_and(u8::is_ascii_uppercase)
        && name.iter().any(u8::is_ascii_lowercase)
        && !matches!(name, [_, b'-', ..]);
    is_name || segments.any(|part| is(part) || part.split(|&b| b == b'.').any(is))
}

/// The length of the text of AsciiDoc's link that ends a path, `http://a.com/x[name]`; otherwise 0. Quotes and brackets that follow
/// enclose it with the URL. `[a-z]` is a range of curl's.
fn label(text: &[u8], start: usize, body: Range<usize>) -> usize {
    let rest = &text[body.clone()];
    let Some((path, [b'[', name @ .., b']'])) =
        memchr::memrchr(b'[', rest).map(|open| rest.split_at(open))
    else {
        return 0;
    };
    let is_name = name.len() > 1
        && !name.contains(&b'=')
        && name.iter().any(u8::is_ascii_alphabetic)
        && !matches!(name, [_, b'-', _]);
    #[rustfmt::skip]
    let linked: [&[u8]; 6] = [
        b"http://", b"https://", b"ftp://", b"irc://", b"ircs://", b"mailto:",
    ];
    let scheme = &text[start..body.start];
    let is_linked = scheme.is_empty()
        || linked
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known));
    let ends_path = match path.last() {
        Some(b'/') => is_text(path, name),
        last => last.is_some_and(u8::is_ascii_alphanumeric),
    };
    let is_path = ends_path && !path.iter().any(|b| b"?=".contains(b));
    let after = text[body.end..].iter().find(|b| !b".,:;!?*".contains(b));
    let is_bare = match after {
        Some(b')') => !text[..start].ends_with(b"("),
        // A string that began before the URL.
        Some(b'"') => {
            !text[..start].ends_with(b"\"") && name.first().is_some_and(u8::is_ascii_alphabetic)
        }
        Some(&b) => ends_word(b),
        None => true,
    };
    if is_name && is_linked && is_path && is_bare {
        name.len() + 2
    } else {
        0
    }
}
