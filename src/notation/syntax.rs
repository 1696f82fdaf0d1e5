//! The syntax of comments and strings: what the notations of source code, shell scripts and configuration files differ in.
//!
//! One reader serves them all. It undoes the escapes of strings, each row its own, and leaves everything else unchanged. The linter
//! uses the same rows to find comments and strings.

#[cfg(feature = "lint")]
mod mask;

use std::ops::Range;

use super::{json, paragraph};
use crate::text::{DELIMITER, Rewrite};

/// The syntax of a language or of a format.
#[derive(Debug)]
pub(crate) struct Syntax {
    /// They are tried in this order.
    pub(crate) rows: &'static [Row],
    /// What a backslash means outside comments and strings.
    pub(crate) outside: &'static Escapes,
}

/// A kind of comment or string.
#[derive(Debug)]
pub(crate) struct Row {
    /// What stands directly before `open` and belongs to it: the `r` of `r"…"`.
    prefix: &'static [u8],
    pub(crate) open: &'static [u8],
    close: &'static [u8],
    fence: Fence,
    pub(crate) content: Content,
    /// Whether it may contain line breaks.
    multiline: bool,
    /// What must stand before it.
    after: After,
}

/// What a comment or string contains.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content {
    Comment,
    /// A string that documents.
    Text(&'static Escapes),
    String(&'static Escapes),
}

/// Characters of the author's choice that the ends of a raw string have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fence {
    None,
    /// C++: `R"x(…)x"`. Everything up to a parenthesis.
    Parenthesis,
    /// Lua: `[==[…]==]`
    Equals,
    /// Rust: `r##"…"##`. It stands before the quote.
    Hashes,
}

/// What must stand before a comment or string.
#[derive(Clone, Copy, Debug)]
enum After {
    Anything,
    /// No letter, digit or `_`, but the prefixes that C++ gives to strings.
    Word,
    /// White space or nothing.
    Blank,
    /// White space, nothing, or what begins a value: `: = [ { ( ,`.
    Value,
}

/// The escapes of a string. Those that it lacks are kept as they are.
#[derive(Debug)]
pub(crate) struct Escapes {
    /// Characters that stand for themselves behind a backslash.
    literal: &'static [u8],
    /// Letters of control characters. No URL goes on behind one.
    control: &'static [u8],
    /// `\x2F`, `\u002F`, `\u{2F}`, `\U0000002F`
    hex: bool,
    /// `\057`
    octal: bool,
    lines: Lines,
    /// What stands for one of it when it is written twice.
    doubled: Option<u8>,
}

/// What a backslash at the end of a line does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lines {
    Keep,
    /// It joins the lines.
    Join,
    /// It joins the lines without the white space that the second one begins with.
    Unindent,
}

/// No escapes.
pub(super) const RAW: Escapes = Escapes {
    literal: b"",
    control: b"",
    hex: false,
    octal: false,
    lines: Lines::Keep,
    doubled: None,
};

/// Those that most languages have from C.
const C: Escapes = Escapes {
    literal: b"\"'\\/?`",
    control: b"abefnrtv",
    hex: true,
    octal: true,
    lines: Lines::Join,
    doubled: None,
};

/// In Rust `\` joins lines without their indentation.
const RUST_STRING: Escapes = Escapes {
    lines: Lines::Unindent,
    ..C
};

const SQL_STRING: Escapes = Escapes {
    doubled: Some(b'\''),
    ..C
};

/// The decimal escapes of Lua (`\47`) are no octal ones.
const LUA_STRING: Escapes = Escapes { octal: false, ..C };

/// `@"…"` of C#.
const VERBATIM: Escapes = Escapes {
    doubled: Some(b'"'),
    ..RAW
};

/// Outside quotes (POSIX, Shell Command Language, 2.2.1). Letters, digits and blanks are not in URLs so.
const SHELL_WORD: Escapes = Escapes {
    literal: b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    lines: Lines::Join,
    ..RAW
};

/// In double quotes (2.2.3).
const SHELL_QUOTED: Escapes = Escapes {
    literal: b"\"$\\`",
    lines: Lines::Join,
    ..RAW
};

/// YAML 1.2, 5.7.
const YAML_DOUBLE: Escapes = Escapes {
    literal: b"\" /\\",
    lines: Lines::Unindent,
    octal: false,
    ..C
};

const YAML_SINGLE: Escapes = Escapes {
    doubled: Some(b'\''),
    ..RAW
};

/// TOML 1.1, "String".
const TOML_STRING: Escapes = Escapes {
    literal: b"\"\\",
    octal: false,
    lines: Lines::Unindent,
    ..C
};

/// What servers write for bytes that could end a field of a log.
pub(super) const LOG: Escapes = Escapes {
    literal: b"\"/\\",
    control: b"nrt",
    hex: true,
    ..RAW
};

/// Property lists of Java (`https\://a.org/`), desktop entries, and the `%%` of Python and systemd.
const INI_VALUE: Escapes = Escapes {
    literal: b" !\"#:;=\\",
    control: b"fnrt",
    hex: true,
    octal: false,
    lines: Lines::Unindent,
    doubled: Some(b'%'),
};

const fn comment(open: &'static [u8], close: &'static [u8]) -> Row {
    Row {
        prefix: b"",
        open,
        close,
        fence: Fence::None,
        content: Content::Comment,
        multiline: true,
        after: After::Anything,
    }
}

/// A comment up to the end of the line.
const fn line(open: &'static [u8]) -> Row {
    comment(open, b"\n")
}

/// One that begins a word.
const fn line_of_words(open: &'static [u8]) -> Row {
    Row {
        after: After::Blank,
        ..line(open)
    }
}

/// A string within a line, between `quote` and `quote`.
const fn string(quote: &'static [u8], escapes: &'static Escapes) -> Row {
    Row {
        content: Content::String(escapes),
        multiline: false,
        ..comment(quote, quote)
    }
}

/// A string that may contain line breaks.
const fn lines(quote: &'static [u8], escapes: &'static Escapes) -> Row {
    Row {
        multiline: true,
        ..string(quote, escapes)
    }
}

/// The same behind a prefix.
const fn prefixed(prefix: &'static [u8], row: Row) -> Row {
    Row { prefix, ..row }
}

/// A string without escapes between `open` and `close`, with a fence at both ends.
const fn fenced(fence: Fence, open: &'static [u8], close: &'static [u8]) -> Row {
    Row {
        close,
        fence,
        ..lines(open, &RAW)
    }
}

const fn documentation(quote: &'static [u8]) -> Row {
    Row {
        content: Content::Text(&C),
        ..lines(quote, &C)
    }
}

/// A string that is a value.
const fn value(quote: &'static [u8], escapes: &'static Escapes) -> Row {
    Row {
        after: After::Value,
        ..string(quote, escapes)
    }
}

/// Code: outside comments and strings there is no text.
const fn code(rows: &'static [Row]) -> Syntax {
    Syntax {
        rows,
        outside: &RAW,
    }
}

#[rustfmt::skip]
mod table {
    use super::*;

    pub(in super::super) static C_LIKE: Syntax = code(&[
        line(b"//"), comment(b"/*", b"*/"),
        Row { after: After::Word, ..prefixed(b"R", fenced(Fence::Parenthesis, b"\"", b")")) },
        lines(b"\"\"\"", &C), string(b"\"", &C), string(b"'", &C),
    ]);
    pub(in super::super) static CSHARP: Syntax = code(&[
        line(b"//"), comment(b"/*", b"*/"), lines(b"\"\"\"", &RAW),
        prefixed(b"@", lines(b"\"", &VERBATIM)), prefixed(b"@$", lines(b"\"", &VERBATIM)),
        string(b"\"", &C), string(b"'", &C),
    ]);
    pub(in super::super) static SCRIPT: Syntax = code(&[
        line(b"//"), comment(b"/*", b"*/"), string(b"\"", &C), string(b"'", &C), lines(b"`", &C),
    ]);
    pub(in super::super) static RUST: Syntax = code(&[
        line(b"//"), comment(b"/*", b"*/"), prefixed(b"r", fenced(Fence::Hashes, b"\"", b"\"")), lines(b"\"", &RUST_STRING),
        // A character.
        Row { close: b"", ..string(b"'\"'", &RAW) },
    ]);
    pub(in super::super) static PYTHON: Syntax = code(&[
        line(b"#"), prefixed(b"r", lines(b"\"\"\"", &RAW)), prefixed(b"r", lines(b"'''", &RAW)),
        documentation(b"\"\"\""), documentation(b"'''"),
        prefixed(b"r", string(b"\"", &RAW)), prefixed(b"r", string(b"'", &RAW)), string(b"\"", &C), string(b"'", &C),
    ]);
    pub(in super::super) static RUBY: Syntax = code(&[
        line_of_words(b"#"), lines(b"\"", &C), string(b"'", &RAW),
    ]);
    pub(in super::super) static SHELL: Syntax = Syntax {
        outside: &SHELL_WORD,
        ..code(&[line_of_words(b"#"), prefixed(b"$", lines(b"'", &C)), lines(b"\"", &SHELL_QUOTED), string(b"'", &RAW)])
    };
    pub(in super::super) static SQL: Syntax = code(&[
        line(b"--"), comment(b"/*", b"*/"), comment(b"{-", b"-}"), lines(b"\"", &C), string(b"'", &SQL_STRING),
    ]);
    pub(in super::super) static LUA: Syntax = code(&[
        Row { content: Content::Comment, ..fenced(Fence::Equals, b"--[", b"]") }, line(b"--"),
        fenced(Fence::Equals, b"[", b"]"), string(b"\"", &LUA_STRING), string(b"'", &LUA_STRING),
    ]);
    pub(in super::super) static LISP: Syntax = code(&[
        line(b";"), comment(b"#|", b"|#"), lines(b"\"", &C),
    ]);
    pub(in super::super) static ERLANG: Syntax = code(&[line(b"%"), lines(b"\"", &C)]);
    pub(in super::super) static YAML: Syntax = code(&[
        line_of_words(b"#"), value_lines(b"\"", &YAML_DOUBLE), value(b"'", &YAML_SINGLE),
    ]);
    pub(in super::super) static TOML: Syntax = code(&[
        line(b"#"), lines(b"\"\"\"", &TOML_STRING), lines(b"'''", &RAW),
        string(b"\"", &TOML_STRING), string(b"'", &RAW),
    ]);
    pub(in super::super) static INI: Syntax = Syntax { outside: &INI_VALUE, ..code(&[]) };
}
pub(super) use table::*;

const fn value_lines(quote: &'static [u8], escapes: &'static Escapes) -> Row {
    Row {
        multiline: true,
        ..value(quote, escapes)
    }
}

/// A comment or string: its range with its delimiters, and its row.
#[derive(Debug)]
pub(crate) struct Span {
    pub(crate) at: Range<usize>,
    pub(crate) content: Content,
    /// Whether there may be escapes in it.
    has_escapes: bool,
}

/// The comments and strings of a text, in order.
struct Spans<'t> {
    syntax: &'static Syntax,
    /// The rows that open with a byte: one bit each. Not zero for the backslash either.
    rows: [u16; 256],
    text: &'t [u8],
    at: usize,
}

/// The bit of [`Spans::rows`] that is no row.
const BACKSLASH: u16 = 0x8000;

impl Syntax {
    /// The comments and strings of `text`, in order.
    pub(crate) fn spans<'t>(&'static self, text: &'t [u8]) -> impl Iterator<Item = Span> + 't {
        let mut rows = [0; 256];
        rows[usize::from(b'\\')] = BACKSLASH;
        for (i, row) in self.rows.iter().enumerate() {
            rows[usize::from(row.open[0])] |= 1 << i;
        }
        Spans {
            syntax: self,
            rows,
            text,
            // Without rows there are none.
            at: if self.rows.is_empty() { text.len() } else { 0 },
        }
    }

    /// Whether the text contains no escape.
    pub(super) fn is_readable(&self, text: &[u8]) -> bool {
        let has = |byte| memchr::memchr(byte, text).is_some();
        let strings = self.rows.iter().map(|row| row.content.escapes());
        let mut doubled = strings
            .chain([self.outside])
            .filter_map(|escapes| escapes.doubled);
        !has(b'\\') && !doubled.any(has)
    }

    /// Writes `range` with its escapes undone. It begins outside comments and strings.
    pub(super) fn read(&'static self, text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
        let text = &text[..range.end];
        let undoes_outside = self.outside.exist();
        // The text before `from` has been written, that before `end` has been read.
        let (mut from, mut end) = (range.start, range.start);
        for span in self.spans(&text[range.start..]) {
            let at = range.start + span.at.start..range.start + span.at.end;
            if undoes_outside {
                from = self.outside.undo(text, from, end..at.start, out);
            }
            end = at.end;
            if span.has_escapes {
                from = span.content.escapes().undo(text, from, at, out);
            }
        }
        if undoes_outside {
            from = self.outside.undo(text, from, end..text.len(), out);
        }
        out.copy(text, from..text.len());
    }

    /// Cuts at the end of a paragraph that is outside comments and strings.
    pub(super) fn cut(&'static self, text: &[u8]) -> Option<usize> {
        let crosses = |span: &Span| memchr::memchr(b'\n', &text[span.at.start..span.at.end - 1]);
        let spans = self
            .spans(text)
            .filter(|span| !span.at.is_empty() && crosses(span).is_some());
        let spans: Vec<Range<usize>> = spans.map(|span| span.at).collect();
        let mut end = text.len();
        loop {
            let cut = paragraph(&text[..end])?;
            let after = spans.partition_point(|span| span.start < cut);
            match after.checked_sub(1).map(|i| &spans[i]) {
                Some(span) if cut < span.end => end = span.start,
                _ => return Some(cut),
            }
        }
    }
}

impl Iterator for Spans<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let text = self.text;
        loop {
            // Four at a time.
            let rows_of = |b: u8| self.rows[usize::from(b)];
            let rest = text.get(self.at..)?;
            let none = |four: &&[u8]| four.iter().fold(0, |any, &b| any | rows_of(b)) == 0;
            let skipped = 4 * rest.chunks_exact(4).take_while(none).count();
            self.at += skipped + rest[skipped..].iter().position(|&b| rows_of(b) != 0)?;
            let rows = rows_of(text[self.at]);
            if rows & BACKSLASH != 0 {
                self.at += 2;
                continue;
            }
            let opened = bits(rows).find_map(|i| {
                let row = &self.syntax.rows[i];
                Some((row, row.opens(text, self.at)?))
            });
            let Some((row, (inner, fence))) = opened else {
                self.at += 1;
                continue;
            };
            let (end, has_escapes) = row.close(text, inner, &text[fence]);
            let at = self.at..end;
            self.at = end;
            let content = row.content;
            return Some(Span {
                at,
                content,
                has_escapes,
            });
        }
    }
}

impl Content {
    fn escapes(self) -> &'static Escapes {
        match self {
            Content::Comment => &RAW,
            Content::Text(escapes) | Content::String(escapes) => escapes,
        }
    }
}

/// The positions of the bits that are set.
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 16).then_some(bit)
    })
}

/// Whether `text` begins with `word`, which is too short for a call.
fn begins_with(text: &[u8], word: &[u8]) -> bool {
    text.len() >= word.len() && text.iter().zip(word).all(|(a, b)| a == b)
}

/// No fence is longer (C++ says 16).
const MAX_FENCE: usize = 16;

impl Row {
    /// If it begins at `at`: where its content begins, and its fence.
    fn opens(&self, text: &[u8], at: usize) -> Option<(usize, Range<usize>)> {
        let rest = &text[at..];
        if !begins_with(rest, self.open) {
            return None;
        }
        let inner = at + self.open.len();
        let same = |bytes: &mut dyn Iterator<Item = &u8>, byte: u8| {
            bytes
                .take(MAX_FENCE + 1)
                .take_while(|b| **b == byte)
                .count()
        };
        let (start, inner, fence) = match self.fence {
            Fence::None => (at, inner, at..at),
            Fence::Hashes => {
                let start = at - same(&mut text[..at].iter().rev(), b'#');
                (start, inner, start..at)
            }
            Fence::Equals => {
                let end = inner + same(&mut text[inner..].iter(), b'=');
                (text.get(end) == Some(&b'[')).then_some((at, end + 1, inner..end))?
            }
            Fence::Parenthesis => {
                let near = &text[inner..text.len().min(inner + MAX_FENCE + 1)];
                let ends = |b: &u8| b.is_ascii_whitespace() || b"()\\\"".contains(b);
                let end = inner + near.iter().position(ends)?;
                (text[end] == b'(').then_some((at, end + 1, inner..end))?
            }
        };
        let before = match self.prefix {
            b"" => &text[..start],
            prefix => text[..start].strip_suffix(prefix)?,
        };
        let before = before.last();
        let before = before.copied().unwrap_or(b'\n');
        let follows = match self.after {
            After::Anything => true,
            After::Word => {
                !(before.is_ascii_alphanumeric() || before == b'_') || b"LuU8".contains(&before)
            }
            After::Blank => before.is_ascii_whitespace(),
            After::Value => before.is_ascii_whitespace() || b":=[{(,".contains(&before),
        };
        follows.then_some((inner, fence))
    }

    /// The position after what this row opened before `start`, and whether there may be escapes in it.
    fn close(&self, text: &[u8], start: usize, fence: &[u8]) -> (usize, bool) {
        let Some(&first) = self.close.first() else {
            return (start, false);
        };
        let escapes = self.content.escapes();
        if !escapes.exist() && self.multiline {
            let after: &[u8] = match self.fence {
                Fence::None | Fence::Hashes => b"",
                Fence::Equals => b"]",
                Fence::Parenthesis => b"\"",
            };
            let mut closes = memchr::memchr_iter(first, &text[start..]).filter_map(|i| {
                let rest = text[start + i..].strip_prefix(self.close)?;
                let rest = rest.strip_prefix(fence)?.strip_prefix(after)?;
                Some(text.len() - rest.len())
            });
            return (closes.next().unwrap_or(text.len()), false);
        }
        let backslash = if escapes.has_backslash() {
            b'\\'
        } else {
            first
        };
        let newline = if self.multiline { first } else { b'\n' };
        let (mut at, mut any) = (start, false);
        while let Some(found) =
            memchr::memchr3(first, backslash, newline, &text[at.min(text.len())..])
        {
            at += found;
            match text[at] {
                b'\\' if backslash == b'\\' => {
                    any = true;
                    at += if text[at..].starts_with(b"\\\r\n") {
                        3
                    } else {
                        2
                    };
                }
                b'\n' if !self.multiline => return (at, any),
                b if escapes.doubled == Some(b) && text.get(at + 1) == Some(&b) => {
                    any = true;
                    at += 2;
                }
                _ if begins_with(&text[at..], self.close) => {
                    return (at + self.close.len(), any);
                }
                _ => at += 1,
            }
        }
        (text.len(), any)
    }
}

/// What an escape stands for.
enum Meaning {
    Character(char),
    /// A byte that is not in US-ASCII.
    Byte(u8),
    /// A character where a URL ends.
    Control,
    Nothing,
}

impl Escapes {
    /// Whether there are any.
    fn exist(&self) -> bool {
        self.has_backslash() || self.doubled.is_some()
    }

    fn has_backslash(&self) -> bool {
        !self.control.is_empty() || !self.literal.is_empty()
    }

    /// Undoes the escapes in `range`. The text before `from` has been written. Returns up to where it has been then.
    fn undo(
        &self,
        text: &[u8],
        mut from: usize,
        range: Range<usize>,
        out: &mut Rewrite<'_>,
    ) -> usize {
        let text = &text[..range.end];
        let doubled = self.doubled.unwrap_or(b'\\');
        for at in
            memchr::memchr2_iter(b'\\', doubled, &text[range.clone()]).map(|i| range.start + i)
        {
            if at < from {
                continue;
            }
            if text[at] != b'\\' {
                if text.get(at + 1) == Some(&doubled) && at > range.start {
                    out.copy(text, from..at);
                    out.put(&[doubled], at..at + 2);
                    from = at + 2;
                }
                continue;
            }
            out.copy(text, from..at);
            from = self.put(text, at, out).unwrap_or_else(|| {
                // The next character may be a backslash.
                let end = (at + 2).min(text.len());
                out.copy(text, at..end);
                end
            });
        }
        from
    }

    /// Writes what the backslash at `at` and the characters after it mean. Returns where they end.
    pub(super) fn put(&self, text: &[u8], at: usize, out: &mut Rewrite<'_>) -> Option<usize> {
        let (meaning, len) = self.meaning(&text[at..])?;
        let escape = at..at + len;
        match meaning {
            Meaning::Character(c) => out.put(c.encode_utf8(&mut [0; 4]).as_bytes(), escape),
            Meaning::Byte(byte) => return Some(self.put_bytes(byte, text, escape, out)),
            Meaning::Control => out.put(&[DELIMITER], escape),
            Meaning::Nothing => {}
        }
        Some(at + len)
    }

    /// Writes the byte that `escape` means: with the bytes of the next escapes if all are one character of UTF-8, otherwise as a
    /// character of ISO 8859-1. Returns where the escapes end.
    fn put_bytes(
        &self,
        byte: u8,
        text: &[u8],
        escape: Range<usize>,
        out: &mut Rewrite<'_>,
    ) -> usize {
        let (mut utf8, mut len, mut end) = ([byte, 0, 0, 0], 1, escape.end);
        while len < utf8.len()
            && text.get(end) == Some(&b'\\')
            && let Some((Meaning::Byte(next), more)) = self.meaning(&text[end..])
        {
            utf8[len] = next;
            (len, end) = (len + 1, end + more);
            if str::from_utf8(&utf8[..len]).is_ok() {
                out.put(&utf8[..len], escape.start..end);
                return end;
            }
        }
        out.put(
            char::from(byte).encode_utf8(&mut [0; 4]).as_bytes(),
            escape.clone(),
        );
        escape.end
    }

    /// What the backslash at the beginning of `text` and what belongs to it mean; and their length.
    fn meaning(&self, text: &[u8]) -> Option<(Meaning, usize)> {
        let next = *text.get(1)?;
        let joins = |end: usize| {
            let indent = text[end..].iter().take_while(|b| matches!(b, b' ' | b'\t'));
            match self.lines {
                Lines::Keep => None,
                Lines::Join => Some((Meaning::Nothing, end)),
                Lines::Unindent => Some((Meaning::Nothing, end + indent.count())),
            }
        };
        match next {
            b'\n' => joins(2),
            b'\r' if text.get(2) == Some(&b'\n') => joins(3),
            _ if self.literal.contains(&next) => Some((Meaning::Character(char::from(next)), 2)),
            b'x' if self.hex => {
                let (code, len) = number(text.get(2..)?, 16, 2..3)?;
                Some((byte(code), 2 + len))
            }
            b'u' if self.hex && text.get(2) == Some(&b'{') => {
                let (code, len) = number(text.get(3..)?, 16, 1..7)?;
                let closes = text.get(3 + len) == Some(&b'}');
                closes.then(|| (character(code), 4 + len))
            }
            b'u' if self.hex => {
                let (c, len) = json::unicode(text)?;
                Some((character(c.into()), len))
            }
            b'U' if self.hex => {
                let (code, len) = number(text.get(2..)?, 16, 8..9)?;
                Some((character(code), 2 + len))
            }
            b'0'..=b'7' if self.octal => {
                let (code, len) = number(&text[1..], 8, 1..4)?;
                Some((byte(code), 1 + len))
            }
            _ if self.control.contains(&next) => Some((Meaning::Control, 2)),
            _ => None,
        }
    }
}

/// The number at the beginning of `text` with so many digits, as many as possible; and how many these are.
fn number(text: &[u8], radix: u32, digits: Range<usize>) -> Option<(u32, usize)> {
    let is_digit = |b: &&u8| char::from(**b).is_digit(radix);
    let len = text
        .iter()
        .take(digits.end - 1)
        .take_while(is_digit)
        .count();
    let code = u32::from_str_radix(str::from_utf8(&text[..len]).ok()?, radix).ok()?;
    (len >= digits.start).then_some((code, len))
}

fn byte(code: u32) -> Meaning {
    match u8::try_from(code) {
        Ok(byte) if !byte.is_ascii() => Meaning::Byte(byte),
        _ => character(code),
    }
}

fn character(code: u32) -> Meaning {
    match char::from_u32(code) {
        Some(c) if !c.is_control() => Meaning::Character(c),
        _ => Meaning::Control,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(syntax: &'static Syntax, text: &str) -> String {
        let (bytes, _) = crate::decode::decoded(text.as_bytes(), |text, range, out| {
            syntax.read(text, range, out);
        });
        String::from_utf8_lossy(&bytes).replace('\x1f', "¦")
    }

    #[test]
    fn escapes_of_strings() {
        for (syntax, text, want) in [
            (
                &C_LIKE,
                r#"x("a\x2Fb\057c\u002Fd\/e") \x2F"#,
                r#"x("a/b/c/d/e") \x2F"#,
            ),
            (&C_LIKE, "'a\\\nb\\n' // \\x2F", "'ab¦' // \\x2F"),
            (&C_LIKE, r#""\"a\\x2F\q\x4""#, r#"""a\x2F\q\x4""#),
            (&PYTHON, r#"'\xc3\xa9\xe9\xe9\xe9\xe9\xe9'"#, "'éééééé'"),
            (&SCRIPT, r#"`\u{2F}\u{}\ud83d\ude00`"#, "`/\\u{}\u{1f600}`"),
            (
                &RUST,
                "\"a\\\n   b\" r\"\\x2F\" '\"' \\x2F",
                "\"ab\" r\"\\x2F\" '\"' \\x2F",
            ),
            (
                &PYTHON,
                r#"r'\x2F' '\x2F' """\x2F""" # '\x2F"#,
                r#"r'\x2F' '/' """/""" # '\x2F"#,
            ),
            (
                &SHELL,
                r#"x\?a=1 "\?\"" '\?' # don't \?"#,
                r#"x?a=1 "\?"" '\?' # don't \?"#,
            ),
            (&SHELL, r#"a#b\? $'\x2F' a\n"#, r#"a#b? $'/' a\n"#),
            (&SQL, "'a''b' -- it's ''", "'a'b' -- it's ''"),
            (
                &C_LIKE,
                r#"R"x(\x2F)" \x2F)x" "\x2F" LR"(\x2F)" fooR"\x2F(""#,
                r#"R"x(\x2F)" \x2F)x" "/" LR"(\x2F)" fooR"/(""#,
            ),
            (
                &CSHARP,
                r#"@"a\" "\x2F" $@"b""\x2F" """c"\x2F""" '\x2F'"#,
                r#"@"a\" "/" $@"b"\x2F" """c"\x2F""" '/'"#,
            ),
            (
                &LUA,
                "[[\\x2F ]=] '\\x2F' ]] '\\x2F' [==[\\x2F]]]=]\\x2F]==] a[1] '\\x2F' --[=[ ' ]] ]=] '\\x2F' -- '\\x2F'",
                "[[\\x2F ]=] '\\x2F' ]] '/' [==[\\x2F]]]=]\\x2F]==] a[1] '/' --[=[ ' ]] ]=] '/' -- '\\x2F'",
            ),
            (
                &RUST,
                r###"r##"\x2F"# \x2F"## "\x2F" br"\x2F" '"' "\x2F" '"'"###,
                r###"r##"\x2F"# \x2F"## "/" br"\x2F" '"' "/" '"'"###,
            ),
            (
                &PYTHON,
                r#"r"""\x2F" \x2F""" "\x2F""#,
                r#"r"""\x2F" \x2F""" "/""#,
            ),
            (
                &YAML,
                "a: 'x''y'\nb: \"\\x2F\\/\" # \"\\/\"\nc: d\"\\/\"",
                "a: 'x'y'\nb: \"//\" # \"\\/\"\nc: d\"\\/\"",
            ),
            (
                &TOML,
                "a = \"\"\"x\\\n  y\\u002F\"\"\"\nb = '\\u002F'",
                "a = \"\"\"xy/\"\"\"\nb = '\\u002F'",
            ),
            (
                &INI,
                "a=https\\://a.org/x%%20\\\n  y\\u002F \\q",
                "a=https://a.org/x%20y/ \\q",
            ),
            (&C_LIKE, "\"\\", "\"\\"),
        ] {
            assert_eq!(decoded(syntax, text), want, "{text}");
        }
    }

    #[test]
    fn cut_outside_strings() {
        assert_eq!(PYTHON.cut(b"a\nb\n\nc = '''\nd\ne\n\nf"), Some(5));
        assert_eq!(PYTHON.cut(b"c = '''\nd\ne\n\nf\n'''\ng\n\nh"), Some(22));
        assert_eq!(PYTHON.cut(b"c = '''\nd\ne\n\nf"), None);
    }
}
