//! Whether a line break may have cut the URL: its line is long enough, and the next one may hold but one word. Most URLs end within
//! their line, or in a shorter one. Nothing more is asked for them, so this is fast.

use std::ops::Range;

use super::{FULL, SHORT};
use crate::class::Class;
use crate::extent::Extent;
use crate::scan::word::{
    CLOSING, completes_suffix, goes_on, has_file_suffix, is_file_suffix, is_path,
};
use crate::span::{ahead, before, starts_with_any, without_ending};
use crate::text::DELIMITER;
use crate::text::columns::columns;
use crate::text::line::{self, after_marks, blanks, break_after, line_break};
use crate::text::pieces::ends_in_set_hyphen;

pub(in crate::extent::continuation) fn may_join(extent: &Extent<'_>) -> bool {
    let (text, start, end) = (extent.text(), extent.start(), extent.stop);
    let last = text[end - 1];
    if line::is_continued(text, end) {
        return goes_on(last);
    }
    // No URL ends so: the line may be of any length.
    if !last.is_ascii() && ends_in_set_hyphen(&text[..end]) {
        return true;
    }
    let mut may_be_narrow = extent.front.is_broken();
    if !may_be_narrow && (end < SHORT || ends_line_within::<{ SHORT - 2 }>(&text[..end])) {
        may_be_narrow = last == b'/' && before_file(text, extent.body, end);
        if !may_be_narrow {
            return false;
        }
    }
    let may_be_short = last == b'.' || goes_on(last);
    let least = match may_be_short {
        true if may_be_narrow => 0,
        true => SHORT,
        false => FULL,
    };
    if !may_be_short && ends_line_within::<{ FULL - 2 }>(&text[..end]) {
        return false;
    }
    let Some(line_break) = break_after(text, end) else {
        return false;
    };
    let (next, has_blank) = (line_break.end, line_break.start > end);
    if let Some(b'\n' | b'\r') = text.get(next) {
        return false;
    }
    // A program that flows text breaks its lines after a blank or a hyphen; more words may follow.
    let is_flowed = may_be_short && (has_blank || last == b'-');
    has_columns(text, start..end, least) && (is_flowed || may_be_a_word(text, start..end, next))
}

/// Whether a folder is followed by the path of a file in the next line, as in a narrow column: `http://a.com/doc/⏎x/y.html.` More files of
/// that folder make a list.
#[cold]
fn before_file(text: &[u8], body: usize, end: usize) -> bool {
    let Some(line_break) = line_break(&text[end..]) else {
        return false;
    };
    let next = ahead(text, after_marks(text, end + line_break), 256);
    let is_folder = || {
        let before = text.get(body..end - 1);
        before.is_some_and(|before| before.contains(&b'/'))
    };
    let folder = memchr::memchr2(b'/', b':', next).filter(|&at| next[at] == b'/');
    let Some(folder) = folder else {
        return false;
    };
    let (word, after) = next.split_at(Class::WHITE.before(next));
    let path = without_ending(word, CLOSING);
    let is_ended = path.len() < word.len() || line::ends(after, 0);
    let is_list = || {
        let following = break_after(after, 0).map(|at| &after[at.end..]);
        following.is_some_and(|line| line[after_marks(line, 0)..].starts_with(&next[..=folder]))
    };
    is_ended
        && folder < path.len()
        && is_folder()
        && has_file_suffix(path)
        && is_path(path)
        && !is_list()
}

/// Whether the last line of `text` has less than `N` bytes and no tab. No branch depends on a single byte, so the compiler makes vectors
/// of it.
#[inline]
fn ends_line_within<const N: usize>(text: &[u8]) -> bool {
    let has = |near: &[u8; N], byte| near.iter().fold(false, |has, &b| has | (b == byte));
    text.last_chunk()
        .is_some_and(|near| has(near, b'\n') && !has(near, b'\t'))
}

/// Whether the line of the URL has at least so many columns up to its end.
#[inline]
fn has_columns(text: &[u8], url: Range<usize>, least: usize) -> bool {
    let window = url.end.saturating_sub(least)..url.start;
    let before = text.get(window).unwrap_or_default();
    let line_break = memchr::memrchr3(b'\n', b'\r', DELIMITER, before);
    let line = line_break
        .map(|at| at + 1)
        .or((url.end < least).then_some(0));
    // Tabs make a line longer than its bytes.
    let has_tab = |line: &[u8]| line.contains(&b'\t') && columns(line) + url.len() >= least;
    line.is_none_or(|line| has_tab(&before[line..]))
}

/// Whether the line at `next` may hold but one word after the prefix of the URL's line, or begins with a path or the rest of a file's suffix.
fn may_be_a_word(text: &[u8], url: Range<usize>, next: usize) -> bool {
    let word = after_marks(text, next);
    let rest = ahead(text, word, 256);
    // Another URL is no rest of this one.
    if starts_with_any(rest, &[b"http:", b"https:", b"ftp:"]) {
        return false;
    }
    let (first, after) = rest.split_at(Class::WHITE.before(rest));
    let last = text[url.end - 1];
    let slash = last == b'/';
    // A prefix of something else than marks begins both lines.
    let begins_alike = || {
        line::start(text, url.start)
            .is_none_or(|line| text.get(after_marks(text, line)) == rest.first())
    };
    // The mark of a comment or a reply. After that of a comment may stand code.
    if !first.iter().any(|&b| Class::ALPHADIGIT.has(b)) {
        let of_reply = |&b: &u8| b"|:}>".contains(&b) || Class::HIGH.has(b);
        let may_go_on = matches!(last, b'/' | b'&' | b'_');
        // In a comment the name of a page may follow the mark: `// /x.html#y`. A path alone is another one.
        let own = &after[blanks(after)..];
        let is_page = || {
            let path = &own[..Class::WHITE.before(own)];
            let page = &path[..before(path, |b| b == b'#')];
            matches!(path, [b'/', b, ..] if Class::ALPHADIGIT.has(*b))
                && has_file_suffix(without_ending(page, CLOSING))
        };
        let may_follow = first.iter().all(of_reply) || is_page();
        return !first.is_empty() && (may_go_on || may_follow && begins_alike());
    }
    let after = after_stop(after);
    let after = &after[blanks(after)..];
    after.is_empty()
        || line_break(after).is_some()
        || line::may_begin_prefix(rest) && begins_alike()
        || (slash || first[0] == b'/') && first.iter().any(|b| b"/.?".contains(b))
        || matches!(last, b'_' | b'?' | b'&') && first.iter().any(|b| b"_=&".contains(b))
        || matches!(last, b'_' | b'=') && matches!(first, [.., b'.' | b',' | b')'])
        || last == b'.' && is_file_suffix(without_ending(first, CLOSING))
        || completes_suffix(&text[url], first)
}

/// The text after a word, without a full stop that stands a blank away.
pub(super) fn after_stop(rest: &[u8]) -> &[u8] {
    rest.strip_prefix(b" .").unwrap_or(rest)
}
