//! Bare URLs that a line break cut (tests/spec/join.md).
//!
//! Joining a URL with the next line's word is right in 131 of 135 cases of real mail if every sign says so, and wrong four
//! times in five if the word merely looks like the rest of a URL. So the first is done, and the second is an alternative at
//! most.

use std::ops::Range;

use crate::class::Class;
use crate::extent::Extent;
use crate::grammar::hostname;
use crate::grammar::login::is_in_authority;
use crate::scan::word::{
    assigns, completes_suffix, goes_on, has_file_suffix, is_assignment, is_file_suffix, is_number,
    is_path, is_path_alone, is_sign, is_something_else, lacks_value, names_a_copy, names_a_file,
    names_a_page, repeats_last_part,
};
use crate::span::{ahead, without_ending};
use crate::text::DELIMITER;
use crate::text::line::{
    self, NextLine, Prefix, after_marks, blanks, break_after, columns, line_break,
};
use crate::text::pieces::{Gap, Pieces, SET_HYPHEN, ends_in_set_hyphen};

const MAX_LINES: usize = 8;
/// Lines are broken at this column or later.
pub(super) const FULL: usize = 66;
/// They have more columns than this only if nothing broke them.
pub(super) const WIDE: usize = 82;
/// A line that ends in a sign that is followed by more may be shorter.
pub(super) const SHORT: usize = 50;

/// Whether the URL's line is long enough to have been broken, and the next one may hold but one word. Most URLs end within their
/// line, or in a shorter one: nothing more is asked for them.
pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    let (text, start, end) = (extent.text(), extent.start(), extent.stop);
    let last = text[end - 1];
    if line::is_continued(text, end) {
        return goes_on(last);
    }
    // No URL ends so: the line may be of any length.
    if !last.is_ascii() && ends_in_set_hyphen(&text[..end]) {
        return true;
    }
    let (least, is_short) = if last == b'.' || goes_on(last) {
        (SHORT, ends_line_within::<{ SHORT - 2 }>(&text[..end]))
    } else {
        (FULL, ends_line_within::<{ FULL - 2 }>(&text[..end]))
    };
    if is_short {
        return false;
    }
    let before = text
        .get(end.saturating_sub(least)..start)
        .unwrap_or_default();
    let Some(line_break) = break_after(text, end) else {
        return false;
    };
    if let Some(b'\n' | b'\r') = text.get(line_break.end) {
        return false;
    }
    let flowed = (line_break.start > end || last == b'-') && least == SHORT;
    let line = memchr::memrchr3(b'\n', b'\r', DELIMITER, before);
    let line = line.map(|i| i + 1).or((end < least).then_some(0));
    // Tabs make a line longer than its bytes.
    let has_tab = |line: &[u8]| line.contains(&b'\t') && columns(line) + end - start >= least;
    let is_long = line.is_none_or(|line| has_tab(&before[line..]));
    is_long && (flowed || may_be_a_word(text, start..end, line_break.end))
}

/// Whether the last line of `text` has less than `N` bytes and no tab. No branch depends on a single byte, so the compiler makes vectors
/// of it.
#[inline]
fn ends_line_within<const N: usize>(text: &[u8]) -> bool {
    let has = |near: &[u8; N], byte| near.iter().fold(false, |has, &b| has | (b == byte));
    text.last_chunk()
        .is_some_and(|near| has(near, b'\n') && !has(near, b'\t'))
}

/// Whether the line at `next` may hold but one word after the prefix of the URL's line, or begins with a path or the rest of a file's suffix.
fn may_be_a_word(text: &[u8], url: Range<usize>, next: usize) -> bool {
    let word = after_marks(text, next);
    let rest = ahead(text, word, 256);
    // Another URL is no rest of this one.
    if rest.starts_with(b"http:") || rest.starts_with(b"https:") {
        return false;
    }
    let (first, after) = rest.split_at(Class::WHITE.before(rest));
    let slash = text[url.end - 1] == b'/';
    // The mark of a comment.
    if !first.iter().any(|&b| Class::ALPHADIGIT.has(b)) {
        return slash && !first.is_empty();
    }
    let after = after_stop(after);
    let after = &after[blanks(after)..];
    // A prefix of something else than marks begins both lines.
    let begins_alike = || {
        line::start(text, url.start)
            .is_none_or(|line| text.get(after_marks(text, line)) == rest.first())
    };
    after.is_empty()
        || line_break(after).is_some()
        || line::may_begin_prefix(rest) && begins_alike()
        || (slash || first[0] == b'/') && first.iter().any(|b| b"/.?".contains(b))
        || completes_suffix(&text[url], first)
}

/// The URL with the words of the next lines that surely belong to it.
pub(super) fn pieces(extent: &Extent<'_>, end: usize, pieces: &mut Pieces) -> Option<()> {
    let (text, start) = (extent.text(), extent.start());
    let next = |line, end, joined| {
        Word::after(extent, line, end).filter(|word| word.surely_belongs(text, joined))
    };
    let line = line::start(text, start)?;
    let mut word = next(line, end, 0)?;
    let starts_afresh = Class::ALPHADIGIT.has(text[word.start]);
    let begin = extent.begin_at();
    let own = extent.prefix().skip(text, line::start(text, begin)?).start;
    let (before, url) = (&text[own.min(begin)..begin], &text[start..end]);
    let body = &text[extent.body.min(end)..end];
    let rest = &text[word.start..word.end];
    let is_name = || {
        names_a_file(url, &text[word.start..])
            || names_a_copy(before)
            || repeats_last_part(url, rest)
    };
    let is_another = || {
        starts_afresh && is_name()
            || assigns(before) && !b"&?".contains(&text[end - 1]) && is_assignment(rest)
            || rest[0] == b'#' && text[after_marks(text, line)..].starts_with(b"#")
            || rest[0] == b'/' && is_own_path(body, rest)
            || is_after_code(before)
            || stands_beside(extent, end, rest)
    };
    let is_another = if word.set {
        stands_after_host(body, rest)
    } else {
        is_another()
    };
    if is_another {
        return None;
    }
    pieces.push(start..end, Gap::None);
    for joined in 1..MAX_LINES {
        pieces.push(word.start..word.end, Gap::Break);
        let last = text[word.end - 1];
        let set = || ends_in_set_hyphen(&text[..word.end]);
        if !goes_on(last) && !Class::ALPHADIGIT.has(last) && !set() {
            break;
        }
        match next(word.line, word.end, joined) {
            Some(another) => word = another,
            None => break,
        }
    }
    Some(())
}

/// The URL with the next line's first word, where that only looks like the rest of it.
pub(super) fn plausible(extent: &Extent<'_>, end: usize, pieces: &mut Pieces) -> Option<()> {
    let (text, start) = (extent.text(), extent.start());
    let word = Word::after(extent, line::start(text, start)?, end)?;
    let bytes = &text[word.start..word.end];
    let signs = bytes.iter().any(|b| b"/=&%_?#".contains(b)) || has_file_suffix(bytes);
    // `#s = URL` is the next row of a list.
    let after = &text[word.end..];
    let assigned = after[blanks(after)..].starts_with(b"=");
    if !signs || assigned || is_something_else(text[end - 1], bytes) {
        return None;
    }
    pieces.push(start..end, Gap::None);
    pieces.push(word.start..word.end, Gap::Break);
    Some(())
}

/// The first word of the line after the URL's, and what both lines are like.
struct Word {
    start: usize,
    end: usize,
    /// Where its line begins.
    line: usize,
    /// Whether nothing else stands on its line.
    alone: bool,
    /// Whether it begins with the rest of the URL's suffix.
    completes_suffix: bool,
    /// The URL's last byte.
    last: u8,
    /// Whether that is a hyphen after a letter or a digit, and not the host's.
    hyphened: bool,
    /// Whether that is the `=` of a parameter that has no value yet.
    lacks_value: bool,
    /// Whether a program that set the text put a hyphen there.
    set: bool,
    /// Whether a blank stands between the URL and the line break, as where a program flowed the text.
    flowed: bool,
    /// The columns of the URL's line, without blanks at its end; and without its quote marks, which may have come after the
    /// break.
    columns: usize,
    unquoted: usize,
    /// Whether both lines are those of a comment.
    commented: bool,
    /// Whether the URL is the first word of an item or a line of a comment that `*` begins.
    listed: bool,
    /// Whether a backslash stands before the line break, as at the end of a line of code.
    continued: bool,
    /// Whether one of both lines begins with a blank.
    indented: bool,
}

impl Word {
    /// The first word after `end`, if the line that begins at `line` ends there.
    fn after(extent: &Extent<'_>, line: usize, end: usize) -> Option<Word> {
        let (text, prefix) = (extent.text(), extent.prefix());
        let NextLine {
            start: next,
            own: start,
        } = prefix.next_line(text, end)?;
        let end_of_word = extent.word_end(start);
        let set = ends_in_set_hyphen(&text[..end]);
        let hyphened = matches!(text[..end], [.., b, b'-'] if Class::ALPHADIGIT.has(b))
            && (!extent.has_host || !is_in_authority(&text[extent.body..end]));
        // A quotation may end there.
        let ends = |&b: &u8| Class::WHITE.has(b) || hyphened && b == b'"';
        let ended =
            set || text.get(end_of_word).is_none_or(ends) || line::is_continued(text, end_of_word);
        let own = prefix.own_text(text, line);
        if end_of_word == start || !ended {
            return None;
        }
        let (url, word) = (&text[extent.start()..end], &text[start..end_of_word]);
        let columns_of_line = columns(&text[line..end]);
        Some(Word {
            start,
            end: end_of_word,
            line: next,
            alone: line::ends(text, text.len() - after_stop(&text[end_of_word..]).len()),
            completes_suffix: completes_suffix(url, word),
            last: text[end - 1],
            hyphened,
            lacks_value: lacks_value(url),
            set,
            flowed: matches!(text[end], b' ' | b'\t'),
            columns: columns_of_line,
            unquoted: if own == line {
                columns_of_line
            } else {
                columns(&text[own.min(end)..end])
            },
            commented: matches!(prefix, Prefix::Literal(_)),
            listed: matches!(prefix, Prefix::Literal([.., b'*'])) && own == extent.begin_at(),
            continued: line::is_continued(text, end),
            indented: text[line] == b' ' || text[next] == b' ',
        })
    }

    /// Whether a program that fills lines broke the URL after a slash or a hyphen, so that the sentence may go on after `bytes`, its rest. A
    /// column may stand there instead, and code after a comment's line.
    fn fills_line(&self, text: &[u8], bytes: &[u8]) -> bool {
        let after = &text[self.start + bytes.len()..];
        let is_rest = match self.last {
            b'-' => {
                // `1)` is the next item of a list.
                let is_item = bytes.len() <= 2 && self.start + bytes.len() < self.end;
                self.hyphened && Class::ALPHADIGIT.has(bytes[0]) && !is_item
            }
            b'/' => is_path(bytes) && !is_number(bytes),
            // w3m breaks before the slash.
            last => {
                let path = bytes.strip_prefix(b"/").filter(|path| !path.is_empty());
                let is_path = path.is_some_and(|path| is_path(path) && !is_number(path));
                is_path && self.columns >= FULL && Class::ALPHADIGIT.has(last)
            }
        };
        let is_free = if self.alone {
            self.commented
        } else {
            !self.listed
        };
        let is_column = after.starts_with(b"\t") || after.starts_with(b"   ");
        is_rest && is_free && !is_column && self.unquoted <= WIDE
    }

    /// Whether the word is surely the rest of the URL, to which `joined` lines were joined before.
    fn surely_belongs(&self, text: &[u8], joined: usize) -> bool {
        let bytes = without_ending(&text[self.start..self.end], b".,;:)]}");
        if bytes.is_empty() {
            return false;
        }
        if self.continued {
            // An option, the next argument of a command, or a comment.
            let is_argument = matches!((self.last, bytes[0]), (_, b'-' | b'#') | (b'/', b'/'));
            // In Markdown such a backslash ends a line, and a tab begins the next value of a makefile.
            return (self.commented || self.indented)
                && goes_on(self.last)
                && !is_argument
                && (bytes.iter().any(is_sign) || has_file_suffix(bytes))
                && !is_something_else(self.last, bytes);
        }
        if self.set {
            return bytes[0].is_ascii_alphanumeric();
        }
        let number = self.alone && text[self.start..self.end].iter().all(u8::is_ascii_digit);
        // A parameter's value was broken off, and broken again when the text was quoted.
        let quoted = self.unquoted < self.columns;
        let broken_again =
            number && quoted && joined == 1 && self.unquoted <= 3 && self.last.is_ascii_digit();
        if self.columns < SHORT && joined == 0
            || self.columns + columns(bytes) <= FULL && !broken_again
            || text.get(self.start + bytes.len()) == Some(&b':')
            || is_something_else(self.last, bytes)
        {
            return false;
        }
        if broken_again || number && self.lacks_value {
            return true;
        }
        // A number is what a command printed, unless the URL says otherwise: `trunk⏎1693514`.
        if number && !goes_on(self.last) {
            return false;
        }
        let broken = self.columns >= FULL && self.unquoted <= WIDE || goes_on(self.last);
        if self.fills_line(text, bytes) || broken && self.completes_suffix {
            return true;
        }
        if self.commented && self.last == b'/' && !(self.alone && is_path_alone(bytes)) {
            return false;
        }
        self.names_file(bytes) || self.alone && broken && self.looks_like_rest(bytes)
    }

    /// Whether `bytes` are a file's suffix in full after its dot, or a file's name after a hyphen or a blank that a program put before its
    /// line break.
    fn names_file(&self, bytes: &[u8]) -> bool {
        let ended = self.alone || bytes.len() < self.end - self.start;
        match self.last {
            b'.' => ended && is_file_suffix(bytes),
            b'-' => names_a_page(bytes),
            b'/' | b'=' | b'&' | b'?' => self.flowed && names_a_page(bytes),
            _ => false,
        }
    }

    /// Whether `bytes` have a sign that they are part of a URL. The end of a sentence asks for more, and a call of a function may follow it.
    fn looks_like_rest(&self, bytes: &[u8]) -> bool {
        let letters = bytes.iter().filter(|&&b| Class::ALPHADIGIT.has(b)).count();
        let is_sentence_end = matches!(self.last, b'.' | b':');
        let more = || bytes.iter().any(|b| b"/=&".contains(b)) && !bytes.contains(&b'(');
        letters >= 3
            && (!is_sentence_end || more())
            && (self.last == b'-' || bytes.iter().any(is_sign) || has_file_suffix(bytes))
    }
}

/// Whether a comment stands before the URL, after code on its line: more code follows. `bug # 12` is a number.
fn is_after_code(before: &[u8]) -> bool {
    let is_comment = |at| !before.get(at + 3).is_some_and(u8::is_ascii_digit);
    memchr::memmem::find(before, b" // ").is_some()
        || memchr::memmem::find_iter(before, b" # ").any(is_comment)
}

/// Whether `rest`, which begins with a slash, is a path of its own: that of a file on Unix, or one after the name of a page.
fn is_own_path(body: &[u8], rest: &[u8]) -> bool {
    const FOLDERS: [&[u8]; 12] = [
        b"bin", b"dev", b"etc", b"home", b"lib", b"mnt", b"opt", b"proc", b"sys", b"tmp", b"usr",
        b"var",
    ];
    let folder = rest[1..].split(|&b| b == b'/').next();
    folder.is_some_and(|folder| FOLDERS.contains(&folder))
        || names_a_page(body) && !is_in_authority(body)
}

/// Whether the hyphen stands after a whole host, and `rest` is a word of the sentence: `https://www.a.org‐⏎based`.
fn stands_after_host(body: &[u8], rest: &[u8]) -> bool {
    let name = body.strip_suffix(SET_HYPHEN).unwrap_or(body);
    hostname::len(name) == Some(name.len()) && hostname::len(&[name, rest].concat()).is_none()
}

/// Whether the URL stands in brackets with a version, a date or the hash of a commit: `(http://a.com/x⏎2.3.1)`.
fn stands_beside(extent: &Extent<'_>, end: usize, rest: &[u8]) -> bool {
    let bracket = extent.before().last();
    matches!(bracket, Some(b'(' | b'['))
        && !goes_on(extent.text()[end - 1])
        && is_number(without_ending(rest, b".,;:)]"))
}

/// The text after a word, without a full stop that stands a blank away.
fn after_stop(rest: &[u8]) -> &[u8] {
    rest.strip_prefix(b" .").unwrap_or(rest)
}
