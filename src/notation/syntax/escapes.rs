//! The escapes of strings: what each format has, and how they are undone.

use std::ops::Range;

use crate::class::Class;
use crate::grammar::coded;
use crate::notation::references::url_references;
use crate::span::{beginning, split_run};
use crate::text::{DELIMITER, Rewrite};

/// The escapes of a string. Those that it lacks are kept as they are.
#[derive(Debug)]
pub(crate) struct Escapes {
    /// Characters that stand for themselves after a backslash.
    literal: &'static [u8],
    /// Letters of control characters. No URL goes on after one.
    control: &'static [u8],
    /// `\x2F`, `\u002F`, `\u{2F}`, `\U0000002F`
    hex: bool,
    /// `\057`
    octal: bool,
    line_end: LineEnd,
    /// A character that is written twice to stand for itself.
    pub(super) doubled: Option<u8>,
}

/// The effect of a backslash at the end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LineEnd {
    Keep,
    /// It joins the lines.
    Join,
    /// It joins the lines without the white space that the second one begins with.
    Unindent,
}

/// No escapes.
pub(in crate::notation) const RAW: Escapes = Escapes {
    literal: b"",
    control: b"",
    hex: false,
    octal: false,
    line_end: LineEnd::Keep,
    doubled: None,
};

/// Those that most languages have from C.
pub(super) const C: Escapes = Escapes {
    literal: b"\"'\\?`",
    control: b"abefnrtv",
    hex: true,
    octal: true,
    line_end: LineEnd::Join,
    doubled: None,
};

/// In Rust `\` joins lines without their indentation.
pub(super) const RUST_STRING: Escapes = Escapes {
    line_end: LineEnd::Unindent,
    ..C
};

pub(super) const SQL_STRING: Escapes = Escapes {
    doubled: Some(b'\''),
    ..C
};

/// The decimal escapes of Lua (`\47`) are no octal ones.
pub(super) const LUA_STRING: Escapes = Escapes { octal: false, ..C };

/// `@"…"` of C#.
pub(super) const VERBATIM: Escapes = Escapes {
    doubled: Some(b'"'),
    ..RAW
};

/// Outside quotes (POSIX, Shell Command Language, 2.2.1). Letters, digits and blanks are not in URLs so.
pub(super) const SHELL_WORD: Escapes = Escapes {
    literal: b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    line_end: LineEnd::Join,
    ..RAW
};

/// In double quotes (2.2.3).
pub(super) const SHELL_QUOTED: Escapes = Escapes {
    literal: b"\"$\\`",
    line_end: LineEnd::Join,
    ..RAW
};

/// YAML 1.2, 5.7.
pub(super) const YAML_DOUBLE: Escapes = Escapes {
    literal: b"\" /\\",
    line_end: LineEnd::Unindent,
    octal: false,
    ..C
};

pub(super) const YAML_SINGLE: Escapes = Escapes {
    doubled: Some(b'\''),
    ..RAW
};

/// TOML 1.1, "String".
pub(super) const TOML_STRING: Escapes = Escapes {
    literal: b"\"\\",
    octal: false,
    line_end: LineEnd::Unindent,
    ..C
};

/// A slash may have a backslash before it, so that `</script>` can stand in a string.
pub(super) const SCRIPT_STRING: Escapes = Escapes {
    literal: b"\"'\\?`/",
    ..C
};

/// Characters as numbers, which mean the same in every string of a script.
pub(in crate::notation) const NUMBERS: Escapes = Escapes { hex: true, ..RAW };

/// What servers write for bytes that could end a field of a log.
pub(in crate::notation) const LOG: Escapes = Escapes {
    literal: b"\"/\\",
    control: b"nrt",
    hex: true,
    ..RAW
};

/// Property lists of Java (`https\://a.org/`), desktop entries, and the `%%` of Python and systemd.
pub(super) const INI_VALUE: Escapes = Escapes {
    literal: b" !\"#:;=\\",
    control: b"fnrt",
    hex: true,
    octal: false,
    line_end: LineEnd::Unindent,
    doubled: Some(b'%'),
};

/// The meaning of an escape.
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
    pub(super) fn exist(&self) -> bool {
        self.has_backslash() || self.doubled.is_some()
    }

    pub(super) fn has_backslash(&self) -> bool {
        !self.control.is_empty() || !self.literal.is_empty()
    }

    /// Undoes the escapes in `range`. The text before `from` has been written. Returns up to where it has been then.
    pub(in crate::notation) fn undo(
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
                    url_references(text, from..at, out);
                    out.put(&[doubled], at..at + 2);
                    from = at + 2;
                }
                continue;
            }
            url_references(text, from..at, out);
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
    pub(in crate::notation) fn put(
        &self,
        text: &[u8],
        at: usize,
        out: &mut Rewrite<'_>,
    ) -> Option<usize> {
        let (meaning, mut len) = self.meaning(&text[at..])?;
        // HTML in a string: `\x26amp;` is `&amp;`.
        if matches!(meaning, Meaning::Character('&')) && text[at + len..].starts_with(b"amp;") {
            len += b"amp;".len();
        }
        let escape = at..at + len;
        match meaning {
            Meaning::Character(c) => out.put_char(c, escape),
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
        out.put_char(char::from(byte), escape.clone());
        escape.end
    }

    /// The meaning of the escape at the beginning of `text`, and its length.
    fn meaning(&self, text: &[u8]) -> Option<(Meaning, usize)> {
        let next = *text.get(1)?;
        let joins = |end: usize| {
            let indent = || Class::BLANK.run(&text[end..]);
            match self.line_end {
                LineEnd::Keep => None,
                LineEnd::Join if begins_property(&text[end..]) => Some((Meaning::Control, end)),
                LineEnd::Join => Some((Meaning::Nothing, end)),
                LineEnd::Unindent => Some((Meaning::Nothing, end + indent())),
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
                let (c, len) = coded::unicode(text)?;
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

/// Whether the line is one of iCalendar or vCard: `UID:1`, `ATTENDEE;RSVP=TRUE:…`.
fn begins_property(line: &[u8]) -> bool {
    #[rustfmt::skip]
    const NAMES: &[&[u8]] = &[
        b"ATTENDEE", b"BEGIN", b"CREATED", b"DESCRIPTION", b"DTEND", b"DTSTAMP", b"DTSTART", b"END", b"LOCATION", b"ORGANIZER", b"RRULE",
        b"SEQUENCE", b"STATUS", b"SUMMARY", b"UID", b"URL",
    ];
    let (name, rest) = split_run(beginning(line, 32), |b| b.is_ascii_uppercase() || b == b'-');
    let is_known = NAMES.contains(&name) || name.starts_with(b"X-");
    is_known && rest.first().is_some_and(|b| b":;".contains(b))
}

/// The number at the beginning of `text`, and how many digits it has: as many as possible, within `digits`.
fn number(text: &[u8], radix: u32, digits: Range<usize>) -> Option<(u32, usize)> {
    let text = beginning(text, digits.end - 1);
    let number = split_run(text, |b| char::from(b).is_digit(radix)).0;
    let code = u32::from_str_radix(str::from_utf8(number).ok()?, radix).ok()?;
    (number.len() >= digits.start).then_some((code, number.len()))
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
