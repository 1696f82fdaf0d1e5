//! The appendix of RFC 1738 in reverse: long URLs in `<URL:…>`, broken where every reader puts them together again.

use std::borrow::Cow;
use std::ops::Range;

use crate::class::Class;
use crate::extract::Extractor;
use crate::matched::Match;
use crate::scan::Form;
use crate::span::{ahead, beginning, contains, ending, ending_run, first_line, run};
use crate::text::DELIMITER;
use crate::text::line::Prefix;

const OPEN: &[u8] = b"<URL:";

/// How much text around a URL is read again to see that nothing else changed, in bytes each side.
const NEAR: usize = 1 << 10;

/// How far the quote prefix of a line is read, in bytes.
const LONGEST_PREFIX: usize = 256;

/// A URL is not begun with less room than this in its line, in characters.
const ROOM: usize = 24;

/// The text with each URL that goes beyond `width` characters of its line in `<URL:…>`, broken over lines that have the same quote
/// marks, marks of comments and indentation; a bullet `*` and `/*` become blanks. Rows of tables, and lines with other marks, are kept. A
/// URL is never broken after a hyphen or within an escape, and only before a letter or digit, so nothing is ambiguous: the URLs of the
/// result are those of the text. A URL that cannot be wrapped so is kept. Without a change the text is borrowed.
///
/// ```
/// let text = "> See http://www.acme.org/archive/1994/december/index.html please.\n";
/// let wrapped = urlgrep::wrap(text, 32);
/// assert_eq!(wrapped, "> See\n> <URL:http://www.acme.org/\n> archive/1994/december/\n> index.html> please.\n");
/// let url = urlgrep::extract(&wrapped).next().unwrap();
/// assert_eq!(url.as_str(), "http://www.acme.org/archive/1994/december/index.html");
/// ```
#[must_use]
pub fn wrap(text: &str, width: usize) -> Cow<'_, str> {
    match wrap_bytes(text.as_bytes(), width) {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        // Only ASCII is added, between characters.
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

/// [`wrap`] for bytes in any charset that contains ASCII.
///
/// ```
/// let text = b"See http://www.acme.org/archive/1994/\xe9t\xe9\n";
/// assert_eq!(urlgrep::wrap_bytes(text, 72), &text[..]);
/// ```
#[must_use]
pub fn wrap_bytes(text: &[u8], width: usize) -> Cow<'_, [u8]> {
    let extractor = Extractor::default();
    let (mut out, mut copied, mut is_changed) = (Vec::new(), 0, false);
    let mut place = Place::default();
    let eol = line_end(text);
    for found in extractor.extract_bytes(text) {
        let start = found.outer_span().start;
        // A match may lie within the one before it.
        if start < place.at {
            continue;
        }
        place.go_to(text, start);
        let Some(change) = Change::new(text, &found, &place, eol, width) else {
            continue;
        };
        out.extend_from_slice(&text[copied..change.range.start]);
        copied = change.range.start;
        if change.is_read_back(&extractor, &out, text) {
            out.extend_from_slice(&change.new);
            (copied, is_changed) = (change.range.end, true);
            place.replace(&change);
        }
    }
    out.extend_from_slice(&text[copied..]);
    // Each change was tried with the text near it. A difference here is rare; the whole text is kept then.
    if is_changed && urls(&extractor, &out).eq(urls(&extractor, text)) {
        Cow::Owned(out)
    } else {
        Cow::Borrowed(text)
    }
}

fn urls<'t>(extractor: &'t Extractor, text: &'t [u8]) -> impl Iterator<Item = Vec<u8>> + 't {
    let found = extractor.extract_bytes(text);
    found.map(|found| found.as_bytes().to_vec())
}

/// The line ends of a text. Where lines end in CR alone, there is no LF.
fn line_end(text: &[u8]) -> &'static [u8] {
    match memchr::memchr(b'\n', text) {
        Some(at) if text[..at].ends_with(b"\r") => b"\r\n",
        None if text.contains(&b'\r') => b"\r",
        _ => b"\n",
    }
}

/// A place in the text. It only goes forward, so that a long line is read once.
#[derive(Default)]
struct Place {
    at: usize,
    /// Where the line begins in the text.
    line: usize,
    /// How many characters of the line are before it, with the changes.
    column: usize,
}

impl Place {
    /// Goes on to `at`, over text that is kept.
    fn go_to(&mut self, text: &[u8], at: usize) {
        let passed = &text[self.at..at];
        if let Some(end) = last_line_end(passed) {
            self.line = self.at + end;
        }
        self.at = at;
        self.column = column_after(self.column, passed);
    }

    /// Goes on over text that is changed.
    fn replace(&mut self, change: &Change) {
        self.at = change.range.end;
        self.column = column_after(self.column, &change.new);
    }
}

/// The column after some bytes that begin in this column.
fn column_after(column: usize, bytes: &[u8]) -> usize {
    match last_line_end(bytes) {
        Some(end) => characters(&bytes[end..]),
        None => column + characters(bytes),
    }
}

/// Where the last line in `bytes` that ends there ends. As for [`Prefix`], a CR alone and a `DELIMITER` end one too.
fn last_line_end(bytes: &[u8]) -> Option<usize> {
    memchr::memrchr3(b'\n', b'\r', DELIMITER, bytes).map(|at| at + 1)
}

/// A part of the text and what replaces it.
struct Change {
    range: Range<usize>,
    new: Vec<u8>,
}

impl Change {
    /// The change for a URL that begins at this place, if it is too long for its line and stands where a wrapper may.
    fn new(
        text: &[u8],
        found: &Match<'_, [u8]>,
        place: &Place,
        eol: &[u8],
        width: usize,
    ) -> Option<Change> {
        let (url, mut range) = (found.as_bytes(), found.outer_span());
        let mut column = place.column;
        let before = &text[place.line..range.start];
        let span = found.span();
        let marks = (&text[range.start..span.start], &text[span.end..range.end]);
        // Some wrappers contain more than the URL, which must not be lost.
        let is_alone = matches!(
            marks,
            (b"" | b"URL:" | b"url:", b"") | (b"<" | b"<URL:" | b"<url:", b">")
        );
        if !is_alone
            || span.len() != url.len()
            || column + characters(&text[range.clone()]) <= width
        {
            return None;
        }
        match found.form() {
            Form::Wrapper | Form::Angle | Form::Prefix => {}
            // Within other marks it may belong to a format or a program.
            Form::Bare => match before {
                [] | [.., b' ' | b'\t' | b'>'] | [b'('] | [.., b' ' | b'\t', b'('] => {}
                _ => return None,
            },
            _ => return None,
        }
        // One as long as the line would be repeated in each new line, and leave no room in it. `--` is a comment, a dash or an arrow.
        let prefix = &prefix(before);
        if characters(prefix) >= width || prefix.windows(2).any(|two| two == b"--") {
            return None;
        }
        let own = &before[prefix.len()..];
        if begins_with_other_mark(own) || is_row(own, ahead(text, range.end, NEAR)) {
            return None;
        }
        let mut new = Vec::new();
        let host = host(url);
        let least = OPEN.len() + url.len().min(ROOM.max(host.end));
        if column + least > width && prefix.len() < before.len() && before.ends_with(b" ") {
            // The blank becomes a line break.
            range.start -= before.len() - before.trim_ascii_end().len();
            new.extend_from_slice(eol);
            new.extend_from_slice(prefix);
            column = characters(prefix);
        }
        new.extend_from_slice(OPEN);
        column += OPEN.len();
        // The first line alone may be read as a URL, so its host is broken only if it is longer than a line.
        let fits = column + host.end <= width;
        let (mut rest, mut least) = (url, if fits { host.end } else { host.start + 1 });
        while column + rest.len() + 1 > width
            && let Some(len) = place_to_break(rest, least, width.saturating_sub(column))
        {
            new.extend_from_slice(&rest[..len]);
            new.extend_from_slice(eol);
            new.extend_from_slice(prefix);
            column = characters(prefix);
            (rest, least) = (&rest[len..], 1);
        }
        new.extend_from_slice(rest);
        new.push(b'>');
        Some(Change { range, new })
    }

    /// Whether the text around has the same URLs with and without the change. `before` is the text before it, with earlier changes.
    fn is_read_back(&self, extractor: &Extractor, before: &[u8], text: &[u8]) -> bool {
        let Range { start, end } = self.range;
        // Lines that are cut are left out.
        let from = before.len().saturating_sub(NEAR);
        let before = match memchr::memchr(b'\n', &before[from..]) {
            Some(at) if from > 0 => &before[from + at + 1..],
            _ => &before[from..],
        };
        let to = (end + NEAR).min(text.len());
        let to = match memchr::memrchr(b'\n', &text[end..to]) {
            Some(at) if to < text.len() => end + at + 1,
            _ => to,
        };
        let new = [before, &self.new, &text[end..to]].concat();
        let old = [before, &text[start..to]].concat();
        urls(extractor, &new).eq(urls(extractor, &old))
    }
}

/// The quote prefix and the indentation of a line. A bullet stands only once, and a comment is opened only once.
fn prefix(line: &[u8]) -> Vec<u8> {
    let begin = beginning(line, LONGEST_PREFIX);
    let marks = match Prefix::before(begin, begin.len()) {
        Prefix::Literal(marks) => marks.len(),
        Prefix::Marks(_) => run(begin, |b| matches!(b, b'>' | b' ' | b'\t')),
    };
    let len = marks + Class::BLANK.run(&begin[marks..]);
    let mut prefix = begin[..len].to_vec();
    let stars = ending_run(prefix.trim_ascii_end(), b'*');
    if stars > 0 {
        let end = prefix.trim_ascii_end().len();
        let slash = usize::from(prefix[..end - stars].ends_with(b"/"));
        prefix[end - stars - slash..end].fill(b' ');
    }
    prefix
}

/// Whether the text of a line begins with a mark that new lines would need too, but readers do not know: `.\"`, `REM`, `//--`. A bullet is
/// none.
fn begins_with_other_mark(own: &[u8]) -> bool {
    const WORDS: [&[u8]; 4] = [b"rem", b"@rem", b"@c", b"@comment"];
    let blank = own.iter().position(|b| matches!(b, b' ' | b'\t'));
    let word = &own[..blank.unwrap_or(0)];
    let is_mark = || word.iter().all(u8::is_ascii_punctuation);
    let is_request = || matches!(word, [b'.', b'A'..=b'Z' | b'a'..=b'z', ..]);
    let is_bullet = matches!(word, [] | b"-" | b"*" | b"+");
    let is_word = || WORDS.iter().any(|mark| word.eq_ignore_ascii_case(mark));
    !is_bullet && (is_mark() || is_request() || is_word())
}

/// Whether a line is a row of a table of Markdown, by its text before and after the URL: `| a | URL |`.
fn is_row(own: &[u8], after: &[u8]) -> bool {
    const EDGE: &[u8] = b" | ";
    let own = ending(own, NEAR);
    let after = first_line(after).trim_ascii_end();
    let has_edge = |text| contains(text, EDGE);
    has_edge(own) || has_edge(after) || after.ends_with(b" |")
}

/// The number of characters, if the bytes are UTF-8.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| b & 0xc0 != 0x80).count()
}

/// The host or address, with the mark after it. The scheme and its slashes stay in one piece.
fn host(url: &[u8]) -> Range<usize> {
    let colon = memchr::memchr(b':', url).map_or(0, |at| at + 1);
    let start = colon + run(&url[colon..], |b| b == b'/');
    let len = run(&url[start..], |b| !matches!(b, b'/' | b'?' | b'#'));
    start..url.len().min(start + len + 1)
}

/// The best length from `least` on for the piece of `rest` in this line, at most `room` if there is such a place.
fn place_to_break(rest: &[u8], least: usize, room: usize) -> Option<usize> {
    let is_safe = |at: &usize| {
        let (before, after) = rest.split_at(*at);
        let in_escape = before.iter().rev().take(2).any(|b| *b == b'%');
        after[0].is_ascii_alphanumeric() && !before.ends_with(b"-") && !in_escape
    };
    let is_good = |at: &usize| matches!(rest[at - 1], b'/' | b'?' | b'&' | b'=' | b';' | b',');
    let end = rest.len().min(room + 1).max(least);
    let mut safe = (least..end).filter(is_safe).rev();
    let last = safe.clone().next();
    let good = safe.find(|at| is_good(at) && 2 * at > room);
    good.or(last).or_else(|| (end..rest.len()).find(is_safe))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LONG: &str = "http://www.w3.org/hypertext/DataSources/bySubject/Overview-of-it.html";

    fn found(text: &str) -> Vec<String> {
        crate::extract(text).map(|m| m.to_string()).collect()
    }

    #[test]
    fn places_to_break() {
        for (width, want) in [
            (
                30,
                "<URL:http://www.w3.org/\nhypertext/DataSources/\nbySubject/Overview-of-it.html>",
            ),
            // Not after the hyphens, and the scheme and the host are in one line.
            (
                12,
                "<URL:http://w\nww.w3.org/\nhypertext/\nDataSources/\nbySubject/\nOverview-o\nf-it.html>",
            ),
        ] {
            assert_eq!(wrap(LONG, width), want, "{width}");
        }
    }

    /// Two lines of RFC 2655. The first URL ends in a slash, and would be joined with the rest of the second line if it were not wrapped.
    #[test]
    fn a_url_after_one_that_is_wrapped_is_wrapped_too() {
        let text = "Source-1{45}: http://nic.nasa.gov/Harvest/gatherers/Eureka/\nSource-2{46}: http://techreports.larc.nasa.gov/cgi-bin/NTRS/\n";
        let want = "Source-1{45}:\n<URL:http://nic.nasa.gov/Harvest/\ngatherers/Eureka/>\nSource-2{46}:\n<URL:http://techreports.larc.nasa.gov/\ncgi-bin/NTRS/>\n";
        assert_eq!(wrap(text, 40), want);
        assert_eq!(wrap(want, 40), want);
    }

    #[test]
    fn quote_marks_are_repeated() {
        let text = format!(">>  See it, at {LONG}, again.\r\nThe end.\r\n");
        let want = ">>  See it, at\r\n>>  <URL:http://www.w3.org/hypertext/\r\n>>  DataSources/bySubject/\r\n>>  Overview-of-it.html>, again.\r\nThe end.\r\n";
        assert_eq!(wrap(&text, 40), want);
        assert_eq!(found(want), [LONG]);
    }

    /// A CR alone is a line break where there is no LF; beside LF, such as of a progress bar, the new lines end in LF.
    #[test]
    fn a_line_also_begins_after_a_cr_alone() {
        let url = "http://www.w3.org/hypertext/Overview.html";
        let text = format!("Größe der Datei\r# siehe {url} und mehr davon\r");
        let want = "Größe der Datei\r# siehe <URL:http://www.w3.org/hypertext/\r# Overview.html> und mehr davon\r";
        assert_eq!(wrap(&text, 45), want);
        assert_eq!(found(want), [url]);
        let want = "Größe der Datei\r# siehe\r# <URL:http://www.w3.org/\r# hypertext/Overview.html> und mehr davon\r";
        assert_eq!(wrap(&text, 30), want);
        assert_eq!(found(want), [url]);
        assert_eq!(wrap(want, 30), want);
        let text = format!("> 10 %\r# 100 %, see it at {url} now\n");
        let want = "> 10 %\r# 100 %, see it at\n# <URL:http://www.w3.org/hypertext/\n# Overview.html> now\n";
        assert_eq!(wrap(&text, 45), want);
        let text = format!("The first\u{1f}# see {url} now\n");
        let want =
            "The first\u{1f}# see\n# <URL:http://www.w3.org/\n# hypertext/Overview.html> now\n";
        assert_eq!(wrap(&text, 30), want);
    }

    #[test]
    fn a_host_is_broken_only_if_it_is_longer_than_a_line() {
        let text = "see the plans at http://www.acme.example.com/x/y/z.html ok";
        let want = "see the plans at\n<URL:http://www.acme.example.com/x/y/\nz.html> ok";
        assert_eq!(wrap(text, 40), want);
        let text = "to mailto:joe.keeper@harbour.org?subject=x";
        let want = "to <URL:mailto:joe.keeper@harbour.org?\nsubject=x>";
        assert_eq!(wrap(text, 40), want);
    }

    #[test]
    fn comments_stay_comments_and_bullets_stand_once() {
        for (before, after) in [
            ("# ", "# "),
            ("  // ", "  // "),
            ("> | ", "> | "),
            ("glyph> ", "glyph> "),
            ("> * ", ">   "),
            ("/* ", "   "),
            ("# * ", "#   "),
            ("- ", ""),
            ("1. ", ""),
        ] {
            let text = format!("{before}see it at {LONG}");
            let wrapped = wrap(&text, 40);
            let mut lines = wrapped.lines();
            assert_eq!(lines.next(), text.strip_suffix(LONG).map(str::trim_end));
            let own: Option<String> = lines.map(|line| line.strip_prefix(after)).collect();
            let own = own.expect("each line has the prefix");
            assert_eq!(own, format!("<URL:{LONG}>"), "{wrapped}");
            assert_eq!(found(&wrapped), [LONG]);
        }
    }

    #[test]
    fn kept() {
        for text in [
            "".to_string(),
            "See http://a.org/ now.".to_string(),
            format!("[it]({LONG})"),
            format!("<a href=\"{LONG}\">"),
            // A comment of SQL, or a dash.
            format!("-- see {LONG}"),
            format!("  --> {LONG}"),
            // Marks that no reader takes off the new lines.
            format!("//* see {LONG}"),
            format!("//-- see {LONG}"),
            format!("#: see {LONG}"),
            format!(".\\\" see {LONG}"),
            format!(".UR {LONG}"),
            format!("REM see {LONG}"),
            format!("@c see {LONG}"),
            // Rows of tables.
            format!("| a | {LONG} |"),
            format!("| {LONG} |"),
            format!("a | {LONG}"),
            format!("{LONG} | a"),
            format!("curl -o x '{LONG}'"),
            format!("<URL:{}\n{}>", &LONG[..40], &LONG[40..]),
        ] {
            assert_eq!(wrap(&text, 30), text);
        }
    }

    /// The first and the last line of a text count when a change is tried.
    #[test]
    fn one_url_is_kept_and_the_others_are_wrapped() {
        let kept = "\n>  http://www.b.org/x/y- http://www.acme.org/archive/1994/december/index.html \" <URL: http://www.b.org/x/y- \n>  see";
        let text = format!("See {LONG} now.\n{kept}");
        let wrapped = wrap(&text, 28);
        assert!(
            wrapped.starts_with("See\n<URL:http://www.w3.org/"),
            "{wrapped}"
        );
        assert!(wrapped.ends_with(kept), "{wrapped}");
        assert_eq!(found(&wrapped), found(&text));
    }

    #[test]
    fn other_brackets_become_wrappers() {
        let want = wrap(LONG, 30).into_owned();
        for text in [
            format!("<{LONG}>"),
            format!("URL:{LONG}"),
            format!("<URL:{LONG}>"),
        ] {
            assert_eq!(wrap(&text, 30), want, "{text}");
        }
    }

    /// Words of a text, some of them URLs.
    fn word() -> impl Strategy<Value = String> {
        let url =
            "(https?|ftp)://[a-z]{1,8}\\.org/([a-z0-9/?&=%~_.,;:+*()'#@!$-]|%[0-9A-F]{2}|é){0,80}";
        prop_oneof![
            url,
            "[a-z]{1,12}[.,:;-]?",
            prop::sample::select(vec![
                "\n", "\n> ", "\n>> ", "\n\n", "\r\n", "\r", "\r> ", "<", ">", "(", ")", "\"",
                "<URL:", "URL:", "[1]", "--",
            ])
            .prop_map(String::from),
        ]
    }

    proptest! {
        /// The same URLs as before; and where lines are broken, nothing but `<URL:`, `>` and white space is new.
        #[test]
        fn what_is_written_reads_back(words in prop::collection::vec(word(), 0..24), width in 8_usize..90) {
            let text = words.join(" ");
            let wrapped = wrap(&text, width);
            prop_assert_eq!(found(&wrapped), found(&text));
            let again = wrap(&wrapped, width).into_owned();
            prop_assert_eq!(found(&again), found(&text));
            let bare = |text: &str| -> String {
                let marks = ["<URL:", "URL:", "<", ">"];
                let text = marks.iter().fold(text.to_string(), |text, mark| text.replace(mark, ""));
                text.split_whitespace().collect()
            };
            prop_assert_eq!(bare(&wrapped), bare(&text));
        }
    }
}
