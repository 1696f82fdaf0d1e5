//! Lines around a URL: quote prefixes, line starts, and where the next line's own text begins
//! (tests/spec/quote-prefix.md).
//!
//! Only the line that a URL begins on says what its prefix is. Of `>` marks any number from none to all may stand before a
//! line that goes on, since mail is quoted and broken in turns; any other prefix stands there byte by byte, or not at all.

use std::ops::Range;

use super::DELIMITER;
use crate::class::Class;
use crate::span::{ahead, beginning, contains, cut, ending_run, run};

/// How far back the beginning of a line is looked for.
const LOOK_BACK: usize = 4096;

/// Where the line that holds `at` begins; none if that is too far back. A `DELIMITER` begins a line too: a notation
/// writes it between records.
pub(crate) fn start(text: &[u8], at: usize) -> Option<usize> {
    let window = at.saturating_sub(LOOK_BACK);
    match memchr::memrchr3(b'\n', b'\r', DELIMITER, &text[window..at]) {
        Some(i) => Some(window + i + 1),
        None => (window == 0).then_some(0),
    }
}

/// The line that holds `at`, up to there; empty if it begins too far back.
pub(crate) fn before(text: &[u8], at: usize) -> &[u8] {
    start(text, at).map_or(&[], |line| &text[line..at])
}

/// Finds where lines begin, as [`start`]. No byte between two places that follow each other is searched twice.
#[derive(Clone, Default, Debug)]
pub(crate) struct Starts {
    /// The last place that was asked for, and the answer.
    last: Option<(usize, Option<usize>)>,
}

impl Starts {
    pub(crate) fn start(&mut self, text: &[u8], at: usize) -> Option<usize> {
        let is_before = |last: &(usize, _)| (at.saturating_sub(LOOK_BACK)..=at).contains(&last.0);
        let found = match self.last.filter(is_before) {
            None => start(text, at),
            Some((last, begun)) => match memchr::memrchr3(b'\n', b'\r', DELIMITER, &text[last..at])
            {
                Some(i) => Some(last + i + 1),
                None => begun.filter(|begun| at - begun.saturating_sub(1) <= LOOK_BACK),
            },
        };
        self.last = Some((at, found));
        found
    }
}

/// The length of the line break that `bytes` begins with.
#[inline]
pub(crate) fn line_break(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'\r', b'\n', ..] => Some(2),
        [b'\r' | b'\n', ..] => Some(1),
        _ => None,
    }
}

/// The length of the blanks and tabs at the start of `bytes`; no-break spaces too, which copies of web pages indent with.
#[inline]
pub(crate) fn blanks(bytes: &[u8]) -> usize {
    let mut len = 0;
    loop {
        len += match &bytes[len..] {
            [b' ' | b'\t', ..] => 1,
            [0xc2, 0xa0, ..] => 2,
            _ => return len,
        };
    }
}

/// Whether a backslash that continues a line stands at `at`.
pub(crate) fn is_continued(text: &[u8], at: usize) -> bool {
    matches!(text[at..], [b'\\', b'\n' | b'\r', ..])
}

/// The line break after blanks, or after a backslash, that stand at `at`.
pub(crate) fn break_after(text: &[u8], at: usize) -> Option<Range<usize>> {
    let skipped = match text[at..] {
        [b'\n' | b'\r', ..] => 0,
        _ if is_continued(text, at) => 1,
        _ => blanks(&text[at..]),
    };
    let at = at + skipped;
    Some(at..at + line_break(&text[at..])?)
}

/// Where the line at `line` begins after quote marks and blanks.
pub(crate) fn after_marks(text: &[u8], line: usize) -> usize {
    let mut at = line;
    loop {
        at += blanks(&text[at..]);
        if text.get(at) != Some(&b'>') {
            return at;
        }
        at += 1;
    }
}

/// Whether blanks and then a line break, or the end of the text, stand at `at`.
pub(crate) fn ends(text: &[u8], at: usize) -> bool {
    let after = at + blanks(&text[at..]);
    after == text.len() || line_break(&text[after..]).is_some()
}

/// The quote prefix of one line: what a reply or a comment puts before each line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prefix<'t> {
    /// So many `>`, blanks between them.
    Marks(usize),
    /// These very bytes, without the blanks at the end.
    Literal(&'t [u8]),
}

/// Where a line's own text begins, after its prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OwnText {
    pub(crate) start: usize,
    /// How many `>` of the prefix stand before it.
    pub(crate) marks: usize,
}

/// The line after a URL.
pub(crate) struct NextLine {
    pub(crate) start: usize,
    /// Where its own text begins.
    pub(crate) own: usize,
}

impl<'t> Prefix<'t> {
    /// The prefix of the line that holds `at`, from its beginning up to `at`.
    pub(crate) fn before(text: &'t [u8], at: usize) -> Prefix<'t> {
        let Some(start) = start(text, at) else {
            return Prefix::Marks(0);
        };
        Prefix::parse(&text[start..at], 0).0
    }

    /// The prefix of the line on which a wrapper opens at `at`. The mark that its own text begins with needs no blank after it.
    pub(crate) fn before_wrapper(text: &'t [u8], at: usize) -> Prefix<'t> {
        let Some(start) = start(text, at) else {
            return Prefix::Marks(0);
        };
        let line = &text[start..at];
        let (known, own) = Prefix::parse(line, 0);
        match known {
            Prefix::Marks(marks) => {
                let own = if marks > 0 { own } else { 0 };
                match tight_mark(&line[own..]) {
                    0 => known,
                    len => Prefix::parse(line, own + len).0,
                }
            }
            Prefix::Literal(_) => known,
        }
    }

    /// The prefix of a line that begins with marks of `len` bytes, and where its own text begins.
    fn parse(line: &'t [u8], len: usize) -> (Prefix<'t>, usize) {
        let (mut end, mut i, mut marks, mut other) = (len, len, 0, len > 0);
        loop {
            i += blanks(&line[i..]);
            let len = token(&line[i..]);
            if len == 0 {
                break;
            }
            match line[i] {
                b'>' => marks += 1,
                _ => other = true,
            }
            i += len;
            end = i;
        }
        let prefix = if other {
            Prefix::Literal(&line[..end])
        } else {
            Prefix::Marks(marks)
        };
        (prefix, i)
    }

    /// Skips the prefix of the line that begins at `line`, and the blanks around it.
    pub(crate) fn skip(self, text: &[u8], line: usize) -> OwnText {
        let (mut start, mut marks) = (line, 0);
        match self {
            Prefix::Marks(most) => {
                start += blanks(&text[start..]);
                while marks < most && text.get(start) == Some(&b'>') {
                    start += 1 + blanks(&text[start + 1..]);
                    marks += 1;
                }
            }
            Prefix::Literal(bytes) => {
                // A bullet or a comment's mark may stand on the first line only, after the marks of a quote.
                let rest = &text[line..];
                let has = |prefix: &[u8]| rest.starts_with(prefix).then_some(prefix.len());
                let found = has(bytes)
                    .or_else(|| after_star(bytes, rest))
                    .or_else(|| has(quoted(bytes)));
                start += found.unwrap_or(0);
                start += blanks(&text[start..]);
            }
        }
        OwnText { start, marks }
    }

    /// Where the own text of the line at `line` begins. Without a prefix, the blanks before it are its own too.
    pub(crate) fn own_text(self, text: &[u8], line: usize) -> usize {
        match self {
            Prefix::Marks(0) => line,
            _ => self.skip(text, line).start,
        }
    }

    /// The mark of a comment that ends with its line.
    fn line_comment(self) -> Option<&'t [u8]> {
        match self {
            Prefix::Literal(mark) if is_line_comment(mark) => Some(mark),
            _ => None,
        }
    }

    /// Whether it is the mark of such a comment, and the line of `at` has none.
    pub(crate) fn is_left_at(self, text: &[u8], at: usize) -> bool {
        let is_left = |mark| start(text, at).is_some_and(|line| !text[line..].starts_with(mark));
        self.line_comment().is_some_and(is_left)
    }

    /// Whether it is the mark of such a comment, and the line that begins at `line` has it too, or is indented as code is.
    pub(crate) fn is_in_program(self, text: &[u8], line: usize) -> bool {
        let is_next = |mark| text[line..].starts_with(mark) || blanks(&text[line..]) > 0;
        self.line_comment().is_some_and(is_next)
    }

    /// Whether it is a `*` before the items of a list, and another one begins at the line `next`, after the line at `line`. In a comment
    /// of C or Pascal, which began with `/*` or `(*`, it stands before each line.
    pub(crate) fn begins_items(self, text: &[u8], line: usize, next: usize) -> bool {
        /// How many lines before it are looked at.
        const MAX: usize = 64;
        let Prefix::Literal(mark) = self else {
            return false;
        };
        let has_mark = |line: &[u8]| {
            let rest = line.strip_prefix(mark);
            rest.is_some_and(|rest| rest.first().is_none_or(|&b| Class::WHITE.has(b)))
        };
        if !mark.ends_with(b"*") || !has_mark(&text[next..]) {
            return false;
        }
        if !has_mark(&text[line..]) {
            return true;
        }
        let mut first = line;
        for _ in 0..MAX {
            let Some(above) = first.checked_sub(1).and_then(|end| start(text, end)) else {
                return first == 0;
            };
            let before = &text[above..first];
            // Nothing stands between CR and LF.
            let is_between = before == b"\n" && text[..above].ends_with(b"\r");
            if !is_between && !has_mark(before) {
                let opens = |mark| contains(before, mark);
                return !opens(&b"/*"[..]) && !opens(&b"(*"[..]);
            }
            first = above;
        }
        false
    }

    /// The number of `>` marks, if there is nothing else.
    pub(crate) fn marks(self) -> usize {
        match self {
            Prefix::Marks(marks) => marks,
            Prefix::Literal(_) => 0,
        }
    }

    /// The line after a URL that ends at `end` with its own line. It has one mark more or less than the opening line, or one alone, of
    /// the program that broke the line; any other prefix as it is.
    pub(crate) fn next_line(self, text: &[u8], end: usize) -> Option<NextLine> {
        let start = break_after(text, end)?.end;
        let own = match self {
            Prefix::Marks(most) => {
                let own = Prefix::Marks(most + 1).skip(text, start);
                let same = own.marks + 1 >= most || own.marks == 1;
                (same && text.get(own.start) != Some(&b'>')).then_some(own.start)?
            }
            Prefix::Literal(bytes) => {
                let own = self.skip(text, start).start;
                let rest = text[start..].strip_prefix(bytes);
                // Code that is commented out has no blank after the mark.
                let marked = rest.is_some_and(|rest| !is_line_comment(bytes) || blanks(rest) > 0);
                let bare = || {
                    (text[end - 1] == b'-'
                        || !is_line_comment(bytes)
                        || is_command(text, end, bytes))
                        && token(ahead(text, own, LOOK_BACK)) == 0
                };
                (marked || bare()).then_some(own)?
            }
        };
        // A patch takes both lines out.
        let is_in_patch = |line| {
            let first = self.skip(text, line).start;
            first - line == own - start
                && text.get(first) == Some(&b'-')
                && tight_mark(ahead(text, first, LOOK_BACK)) > 0
        };
        let begins_alike =
            text.get(own) == Some(&b'-') && self::start(text, end).is_some_and(is_in_patch);
        (!begins_alike).then_some(NextLine { start, own })
    }
}

/// Whether the last mark of a prefix begins a comment that ends with its line. A bullet may follow it.
fn is_line_comment(prefix: &[u8]) -> bool {
    let bullet = prefix.strip_suffix(b" *").map(<[u8]>::trim_ascii_end);
    let prefix = bullet.unwrap_or(prefix);
    let mark = prefix.last().is_some_and(|mark| b"#;%!/".contains(mark));
    mark || prefix.ends_with(b"dnl")
}

/// Whether a program that fetches is called after the prefix: `# wget URL` stands after the prompt of a shell.
fn is_command(text: &[u8], end: usize, prefix: &[u8]) -> bool {
    const COMMANDS: [&[u8]; 12] = [
        b"apt-get", b"curl", b"emerge", b"fetch", b"ftp", b"git", b"lynx", b"pip", b"rpm", b"svn",
        b"wget", b"yum",
    ];
    let words = before(text, end).strip_prefix(prefix).unwrap_or_default();
    COMMANDS.contains(&cut(words.trim_ascii_start(), b' ').0)
}

/// The length of the blanks and the `*` before the text of `line`, in a comment that `prefix` began with `/*` or `/**`.
fn after_star(prefix: &[u8], line: &[u8]) -> Option<usize> {
    let stars = ending_run(prefix, b'*');
    let outer = prefix[..prefix.len() - stars].strip_suffix(b"/")?;
    let rest = line.strip_prefix(outer.trim_ascii_end())?;
    let rest = rest[blanks(rest)..].strip_prefix(b"*")?;
    let ended = rest.first().is_none_or(|&b| Class::WHITE.has(b));
    (stars > 0 && ended).then_some(line.len() - rest.len())
}

/// The `>` marks that a prefix begins with.
fn quoted(prefix: &[u8]) -> &[u8] {
    prefix[..after_marks(prefix, 0)].trim_ascii_end()
}

/// The length of the mark that `line` begins with: `>`; or `|`, `:`, `!`, a comment leader, a box's edge or initials with `>`,
/// with a blank after it.
fn token(line: &[u8]) -> usize {
    let run = |byte: u8| run(line, |b| b == byte);
    let len = match line {
        [b'>', ..] => return 1,
        [b'|' | b':' | b'!' | b'}', ..] => 1,
        [mark @ (b'#' | b';' | b'%' | b'*'), ..] => run(*mark),
        // Rust's documentation has `///` and `//!`.
        [b'/', b'/', ..] => {
            let slashes = run(b'/');
            slashes + usize::from(line.get(slashes) == Some(&b'!'))
        }
        // Documentation begins with `/**`.
        [b'/', b'*', rest @ ..] => 2 + usize::from(rest.first() == Some(&b'*')),
        [b'-', b'-', ..] => 2,
        [b'd', b'n', b'l', ..] => 3,
        _ => edge(line).max(initials(line)),
    };
    let blank = line
        .get(len)
        .is_none_or(|b| matches!(b, b' ' | b'\t' | b'>'));
    if len > 0 && blank { len } else { 0 }
}

/// The length of a box's edge that `line` begins with: `│ ┃ ┆ ║` in UTF-8.
fn edge(line: &[u8]) -> usize {
    match line {
        [0xe2, 0x94, 0x82 | 0x83 | 0x86, ..] | [0xe2, 0x95, 0x91, ..] => 3,
        _ => 0,
    }
}

/// The length of the mark that `line` begins with and that may have no blank after it: `|`, `:`, initials, a box's edge, or the sign of
/// a patch.
fn tight_mark(line: &[u8]) -> usize {
    match line {
        [mark @ (b'|' | b':'), ..] => run(line, |b| b == *mark),
        [b'+', ..] => 1,
        // A bullet has one blank.
        [b'-', rest @ ..] if blanks(rest) != 1 => 1,
        _ => edge(line).max(initials(line)),
    }
}

/// Whether a mark other than `>` may begin `line`.
pub(crate) fn may_begin_prefix(line: &[u8]) -> bool {
    let word = Class::ALPHADIGIT.begins(line);
    !word || line.starts_with(b"dnl") || initials(line) > 0
}

/// `ALB>`, `glyph>`
fn initials(line: &[u8]) -> usize {
    /// With their `>`.
    const MAX: usize = 9;
    // Few lines have one there. No branch depends on a single byte.
    let has = |near: &[u8; MAX]| near.iter().fold(false, |has, &b| has | (b == b'>'));
    if !line.first_chunk().is_none_or(has) {
        return 0;
    }
    let name = Class::ALPHADIGIT.run(beginning(line, MAX));
    match line.get(name) {
        Some(b'>') if name > 0 => name + 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes() {
        for (line, want) in [
            ("", Prefix::Marks(0)),
            ("see ", Prefix::Marks(0)),
            ("> ", Prefix::Marks(1)),
            ("> >> see ", Prefix::Marks(3)),
            ("| see", Prefix::Literal(b"|")),
            ("│ see", Prefix::Literal("│".as_bytes())),
            ("> ┃ see", Prefix::Literal("> ┃".as_bytes())),
            ("┆\tsee", Prefix::Literal("┆".as_bytes())),
            ("║ see", Prefix::Literal("║".as_bytes())),
            ("║see", Prefix::Marks(0)),
            ("├ see", Prefix::Marks(0)),
            (" * ", Prefix::Literal(b" *")),
            ("ALB> > x", Prefix::Literal(b"ALB> >")),
            ("// ", Prefix::Literal(b"//")),
            ("/** ", Prefix::Literal(b"/**")),
            ("/*** ", Prefix::Marks(0)),
            ("%20", Prefix::Marks(0)),
            ("#x", Prefix::Marks(0)),
        ] {
            assert_eq!(Prefix::before(line.as_bytes(), line.len()), want, "{line}");
            let second = format!("> old\r\n{line}");
            assert_eq!(
                Prefix::before(second.as_bytes(), second.len()),
                want,
                "{line}"
            );
        }
    }

    #[test]
    fn marks_are_skipped_from_none_to_all_and_others_whole() {
        let skip = |prefix: Prefix<'_>, line: &str| prefix.skip(line.as_bytes(), 0);
        let own = |start, marks| OwnText { start, marks };
        assert_eq!(skip(Prefix::Marks(2), "x"), own(0, 0));
        assert_eq!(skip(Prefix::Marks(2), "> x"), own(2, 1));
        assert_eq!(skip(Prefix::Marks(2), ">> > x"), own(3, 2));
        assert_eq!(skip(Prefix::Literal(b"//"), "//  x").start, 4);
        assert_eq!(skip(Prefix::Literal(b"//"), "  /x").start, 2);
        assert_eq!(skip(Prefix::Literal(b"> *"), ">   x").start, 4);
        assert_eq!(skip(Prefix::Literal(b"> *"), "> * x").start, 4);
        assert_eq!(skip(Prefix::Literal(b"  /*"), "   * x").start, 5);
        assert_eq!(skip(Prefix::Literal(b"> /**"), ">  * x").start, 5);
        assert_eq!(skip(Prefix::Literal(b"/*"), " */").start, 1);
    }
}
