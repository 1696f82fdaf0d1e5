//! Bare URLs that a line break cut (tests/spec/join.md).
//!
//! Joining a URL with the next line's word is right in 131 of 135 cases of real mail if every sign says so, and wrong four
//! times in five if the word merely looks like the rest of a URL. So the first is done, and the second is an alternative at
//! most.

use crate::class::Class;
use crate::domain::is_top_level;
use crate::extent::Extent;
use crate::extent::line::{self, Prefix, blanks, columns, line_break};
use crate::extent::pieces::{Gap, Pieces};
use crate::scan::scheme_at;
use crate::text::DELIMITER;

const MAX_LINES: usize = 8;
/// Lines are broken at this column or later.
pub(super) const FULL: usize = 66;
/// They have more columns than this only if nothing broke them.
pub(super) const WIDE: usize = 82;
/// A line that ends in a sign that is followed by more may be shorter.
pub(super) const SHORT: usize = 50;
const GOES_ON: &[u8] = b"-/=&?_%";

/// Whether the URL's line is long enough to have been broken, and the next one may hold but one word. Most URLs end within their
/// line, or in a shorter one: nothing more is asked for them.
pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    let (text, start, end) = (extent.text(), extent.start(), extent.stop);
    let last = text[end - 1];
    let least = match last == b'.' || GOES_ON.contains(&last) {
        true => SHORT,
        false => FULL,
    };
    let before = text
        .get(end.saturating_sub(least)..start)
        .unwrap_or_default();
    // Many URLs begin their line.
    if let Some(b'\n' | b'\r') = before.last() {
        return false;
    }
    let break_at = match text.get(end) {
        Some(b'\n' | b'\r') => end,
        _ => end + blanks(&text[end..]),
    };
    let Some(len) = line_break(&text[break_at..]) else {
        return false;
    };
    if let Some(b'\n' | b'\r') = text.get(break_at + len) {
        return false;
    }
    let flowed = (break_at > end || last == b'-') && least == SHORT;
    let line = memchr::memrchr3(b'\n', b'\r', DELIMITER, before);
    let line = line.map(|i| i + 1).or((end < least).then_some(0));
    // Tabs make a line longer than its bytes.
    let has_tab = |line: &[u8]| line.contains(&b'\t') && columns(line) + end - start >= least;
    let is_long = line.is_none_or(|line| has_tab(&before[line..]));
    is_long && (flowed || may_be_a_word(text, start, break_at + len))
}

/// Whether the line at `next` may hold but one word behind the prefix of the line of `start`.
fn may_be_a_word(text: &[u8], start: usize, next: usize) -> bool {
    let word = behind_marks(text, next);
    let rest = &text[word..text.len().min(word + 256)];
    // Another URL is no rest of this one.
    if rest.starts_with(b"http:") || rest.starts_with(b"https:") {
        return false;
    }
    let white = rest.iter().position(|&b| Class::WHITE.has(b));
    let first = &rest[..white.unwrap_or(rest.len())];
    if !first.iter().any(|&b| Class::ALPHADIGIT.has(b)) {
        return false;
    }
    let after = behind_stop(white.map_or(&[][..], |len| &rest[len..]));
    let after = &after[blanks(after)..];
    // A prefix of something else than marks begins both lines.
    let begins_alike = || {
        line::start(text, start)
            .is_none_or(|line| text.get(behind_marks(text, line)) == rest.first())
    };
    after.is_empty()
        || line_break(after).is_some()
        || line::may_begin_prefix(rest) && begins_alike()
}

/// The URL with the words of the next lines that surely belong to it.
pub(super) fn pieces(extent: &Extent<'_>, end: usize, pieces: &mut Pieces) -> Option<()> {
    let (text, start) = (extent.text(), extent.start());
    let next = |line, end, joined| {
        Word::behind(extent, line, end).filter(|word| word.surely_belongs(text, joined))
    };
    let line = line::start(text, start)?;
    let mut word = next(line, end, 0)?;
    let starts_afresh = Class::ALPHADIGIT.has(text[word.start]);
    let begin = extent.begin_at();
    let (before, url) = (&text[line::start(text, begin)?..begin], &text[start..end]);
    let rest = &text[word.start..word.end];
    if starts_afresh && (names_a_file(url, &text[word.start..]) || names_a_copy(before))
        || assigns(before) && !b"&?".contains(&text[end - 1]) && is_assignment(rest)
        || rest[0] == b'#' && text[behind_marks(text, line)..].starts_with(b"#")
    {
        return None;
    }
    pieces.push(start..end, Gap::None);
    for joined in 1..MAX_LINES {
        pieces.push(word.start..word.end, Gap::Break);
        let last = text[word.end - 1];
        if !GOES_ON.contains(&last) && !Class::ALPHADIGIT.has(last) {
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
    let word = Word::behind(extent, line::start(text, start)?, end)?;
    let bytes = &text[word.start..word.end];
    let signs = bytes.iter().any(|b| b"/=&%_?#".contains(b)) || has_file_suffix(bytes);
    if !signs || is_something_else(text[end - 1], bytes) {
        return None;
    }
    pieces.push(start..end, Gap::None);
    pieces.push(word.start..word.end, Gap::Break);
    Some(())
}

/// The first word of the line after the URL's.
struct Word {
    start: usize,
    end: usize,
    /// Where its line begins.
    line: usize,
    /// Whether nothing else stands on its line.
    alone: bool,
    /// The columns of the line before it, without blanks at its end; and without its quote marks, which may have come after
    /// the break.
    columns: usize,
    unquoted: usize,
    /// The byte before the line break.
    last: u8,
    /// Whether that is the `=` of a parameter that has no value yet.
    lacks_value: bool,
    /// Whether a blank stands between that and the line break, as where a program flowed the text.
    flowed: bool,
}

impl Word {
    /// The first word behind `end`, if the line that begins at `line` ends there.
    fn behind(extent: &Extent<'_>, line: usize, end: usize) -> Option<Word> {
        let (text, prefix) = (extent.text(), extent.prefix());
        let (next, start) = prefix.next_line(text, end)?;
        let end_of_word = extent.word_end(start);
        let ended = text.get(end_of_word).is_none_or(|&b| Class::WHITE.has(b));
        let own = match prefix {
            Prefix::Marks(1..) => prefix.skip(text, line).0,
            _ => line,
        };
        (end_of_word > start && ended).then(|| Word {
            start,
            end: end_of_word,
            line: next,
            alone: line::ends(text, text.len() - behind_stop(&text[end_of_word..]).len()),
            columns: columns(&text[line..end]),
            unquoted: columns(&text[own.min(end)..end]),
            last: text[end - 1],
            lacks_value: lacks_value(&text[extent.start()..end]),
            flowed: matches!(text[end], b' ' | b'\t'),
        })
    }

    /// As many lines before it as `joined` says are themselves the rest of a URL.
    fn surely_belongs(&self, text: &[u8], joined: usize) -> bool {
        let again = joined > 0;
        let bytes = &text[self.start..self.end];
        let bytes = match bytes.iter().rposition(|b| !b".,;:)]}".contains(b)) {
            Some(last) => &bytes[..=last],
            None => return false,
        };
        let broken = self.columns >= FULL && self.unquoted <= WIDE
            || (self.columns >= SHORT || again) && GOES_ON.contains(&self.last);
        let followed = text.get(self.start + bytes.len());
        let number = self.alone && text[self.start..self.end].iter().all(u8::is_ascii_digit);
        // A parameter's value was broken off, and broken again when the text was quoted.
        let quoted = self.unquoted < self.columns;
        let broken_again =
            number && quoted && joined == 1 && self.unquoted <= 3 && self.last.is_ascii_digit();
        if self.columns < SHORT && !again
            || self.columns + columns(bytes) <= FULL && !broken_again
            || followed == Some(&b':')
            || is_something_else(self.last, bytes)
        {
            return false;
        }
        if broken_again || number && self.lacks_value {
            return true;
        }
        // A file's suffix in full behind its dot, or a file's name behind a blank that a program put before its line break.
        let ended = self.alone || bytes.len() < self.end - self.start;
        if self.last == b'.' && ended && is_file_suffix(bytes)
            || (self.flowed || self.last == b'-')
                && b"-/=&?".contains(&self.last)
                && names_a_page(bytes)
        {
            return true;
        }
        let letters = bytes.iter().filter(|&&b| Class::ALPHADIGIT.has(b)).count();
        // The end of a sentence asks for more, and a call of a function may follow it.
        let more = !matches!(self.last, b'.' | b':')
            || bytes.iter().any(|b| b"/=&".contains(b)) && !bytes.contains(&b'(');
        self.alone
            && broken
            && letters >= 3
            && more
            && (self.last == b'-' || bytes.iter().any(is_sign) || has_file_suffix(bytes))
    }
}

/// What follows, without a full stop that stands a blank away.
fn behind_stop(rest: &[u8]) -> &[u8] {
    rest.strip_prefix(b" .").unwrap_or(rest)
}

/// Whether the URL ends in the `=` behind a parameter's name. Base64 ends in one too.
fn lacks_value(url: &[u8]) -> bool {
    let Some(front) = url.strip_suffix(b"=") else {
        return false;
    };
    let before = front.iter().rev().find(|b| b"?&;=".contains(b));
    before.is_some_and(|&b| b != b'=')
}

pub(super) fn is_sign(byte: &u8) -> bool {
    b"/=&%_?#-".contains(byte) || byte.is_ascii_digit()
}

/// Whether `word` looks like the rest of a URL whose line ends in `last`, and like nothing else.
pub(super) fn looks_like_rest(last: u8, word: &[u8]) -> bool {
    let goes_on = GOES_ON.contains(&last);
    !word.is_empty()
        && (goes_on || word.iter().any(is_sign) && !is_number(word) || has_file_suffix(word))
        && !is_something_else(last, word)
}

/// Whether `word` is a version, a date, or the hash of a commit.
fn is_number(word: &[u8]) -> bool {
    let digit = |b: &u8| b.is_ascii_digit();
    let hash = word.len() >= 7 && word.iter().all(|&b| Class::HEX.has(b));
    hash || word.iter().any(digit) && word.iter().all(|b| digit(b) || b".-/:v".contains(b))
}

/// Whether `url` ends in a file's suffix that `rest` does not make a longer one: `.h` and `tml`. A version may follow: `x.git@1.0`.
fn names_a_file(url: &[u8], rest: &[u8]) -> bool {
    let version = memchr::memmem::rfind(url, b".git@").filter(|_| !url.ends_with(b"-"));
    let url = version.map_or(url, |i| &url[..i + 4]);
    let more = rest.iter().take_while(|b| Class::ALPHADIGIT.has(**b));
    let more = &rest[..more.take(5).count()];
    has_file_suffix(url) && !has_file_suffix(&[&url[url.len().saturating_sub(8)..], more].concat())
}

/// Whether a directory's name may follow the URL: `git clone URL name`.
fn names_a_copy(before: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    [&b" clone"[..], b" checkout", b" co"]
        .iter()
        .any(|command| before.ends_with(command))
}

/// Where the line at `line` begins behind quote marks and blanks.
fn behind_marks(text: &[u8], line: usize) -> usize {
    let marks = text[line..].iter().take_while(|b| b"> \t".contains(b));
    line + marks.count()
}

/// Whether the URL is the value of an assignment that begins its line: `name=URL`, `name = URL`.
fn assigns(before: &[u8]) -> bool {
    let before = before[behind_marks(before, 0)..].trim_ascii_end();
    is_assignment(before) && before.ends_with(b"=")
}

/// Whether `text` begins with `name=`.
fn is_assignment(text: &[u8]) -> bool {
    let of_name = |b: &&u8| b.is_ascii_alphanumeric() || b"_.-".contains(b);
    let name = text.iter().take_while(of_name).count();
    name > 0 && text[name..].trim_ascii_start().starts_with(b"=")
}

/// A URL, an address, a host's name, a list mark, an entity, an option or the version of a package: no rest of a URL that ends in `last`.
/// Behind a hyphen a name with a dot is its rest: `sender-⏎validate.in`.
fn is_something_else(last: u8, word: &[u8]) -> bool {
    let mark = matches!(word[0], b'(' | b'[' | b'{' | b'*' | b'+' | b'\'')
        || word[0] == b'&' && word.last() == Some(&b';')
        || word.starts_with(b".[");
    // `--name=value`, `name==1.2`
    let option = word.starts_with(b"--") && word.get(2).is_some_and(u8::is_ascii_alphabetic);
    let version = || {
        let mut signs = memchr::memchr_iter(b'=', word);
        signs.any(|i| matches!(word[i + 1..], [b'=', b'0'..=b'9', ..]))
    };
    let another = is_another(word) && (last != b'-' || !is_host(word));
    let code = || is_call(word) || is_property(word);
    mark || word.starts_with(b"#[") || option || another || version() || code()
}

/// `self.check(x)`, `-module(x).`
fn is_call(word: &[u8]) -> bool {
    let of_name = |b: &&u8| b.is_ascii_alphanumeric() || b"_.".contains(b);
    let dash = usize::from(word[0] == b'-');
    let len = word[dash..].iter().take_while(of_name).count();
    let (name, rest) = word[dash..].split_at(len);
    let parts = dash > 0 || name.contains(&b'.');
    parts && name.first().is_some_and(u8::is_ascii_alphabetic) && rest.starts_with(b"(")
}

/// `DURATION:PT15M`, `name:option=value`: a line of a calendar or a configuration.
fn is_property(word: &[u8]) -> bool {
    let of_name = |b: &&u8| b.is_ascii_alphabetic() || **b == b'-';
    let len = word.iter().take_while(of_name).count();
    let (name, rest) = word.split_at(len);
    let upper = || name.iter().all(|b| !b.is_ascii_lowercase());
    let value = |rest| upper() || is_assignment(rest);
    len >= 3 && name[0] != b'-' && rest.strip_prefix(b":").is_some_and(value)
}

/// A URL, an address, a host's name or a label.
pub(super) fn is_another(word: &[u8]) -> bool {
    let mut colons = memchr::memchr_iter(b':', word).peekable();
    let has_colon = colons.peek().is_some();
    let mut slashes = || colons.any(|i| word[i + 1..].starts_with(b"//"));
    let mut scheme = || {
        slashes() && !word.contains(&b'=')
            || scheme_at(word, 0).is_some_and(|(scheme, _)| scheme.is_known())
    };
    word.starts_with(b"www.")
        || word.contains(&b'@')
        || has_colon && scheme()
        || word.ends_with(b":")
        || is_host(word)
}

fn is_host(word: &[u8]) -> bool {
    let name = word
        .iter()
        .all(|&b| Class::ALPHADIGIT.has(b) || b == b'-' || b == b'.');
    let dot = memchr::memrchr(b'.', word);
    name && dot.is_some_and(|dot| is_top_level(&word[dot + 1..]) && !has_file_suffix(word))
}

/// Whether `word` is the suffix of a page's name, and no word that may begin a line.
fn is_file_suffix(word: &[u8]) -> bool {
    const SUFFIXES: &[&[u8]] = &[
        b"asp", b"aspx", b"bz2", b"cgi", b"gif", b"gz", b"htm", b"html", b"jar", b"jpeg", b"jpg",
        b"jsp", b"pdf", b"php", b"php3", b"png", b"rpm", b"shtml", b"tgz", b"txt", b"xhtml",
        b"xml", b"zip",
    ];
    SUFFIXES.contains(&word)
}

/// `page.html`, `page.html#top`
fn names_a_page(word: &[u8]) -> bool {
    let end = memchr::memchr(b'#', word).unwrap_or(word.len());
    has_file_suffix(&word[..end])
}

/// `.html` and such.
fn has_file_suffix(word: &[u8]) -> bool {
    const SUFFIXES: &[&str] = &[
        "asp", "aspx", "bz2", "c", "cfm", "cgi", "cpp", "css", "diff", "doc", "exe", "gif", "git",
        "gz", "h", "htm", "html", "jar", "java", "jpeg", "jpg", "js", "json", "jsp", "jspa", "md",
        "mp3", "patch", "pdf", "php", "php3", "pl", "png", "ppt", "ps", "py", "rpm", "rst",
        "shtml", "svg", "tar", "tex", "tgz", "txt", "xhtml", "xls", "xml", "xpi", "yaml", "z",
        "zip",
    ];
    let suffix = memchr::memrchr(b'.', word).map(|dot| word[dot + 1..].to_ascii_lowercase());
    suffix.is_some_and(|s| {
        SUFFIXES
            .binary_search_by(|known| known.as_bytes().cmp(&s))
            .is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_suffixes() {
        assert!(
            has_file_suffix(b"x.HTML") && has_file_suffix(b"a.tar.gz") && has_file_suffix(b"a.z")
        );
        assert!(!has_file_suffix(b"a.org") && !has_file_suffix(b"html"));
    }
}
