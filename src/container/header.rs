//! Header blocks: their extent and their fields (RFC 822 section 3.1, RFC 5322 section 2.2).

use std::ops::Range;

use crate::class::Class;
use crate::simd::Available;
use crate::span::{self, run};
use crate::text::{self, is_one_of, line_len, mark_len, strip_prefix_ignore_case};

/// A header block. Ranges are bytes of the message.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Head {
    /// The length of the block, without and with the blank line that ends it.
    pub(super) end: usize,
    pub(super) body: usize,
    /// The values of the fields that describe the body; of several fields with the same name, the first.
    pub(super) content_type: Range<usize>,
    pub(super) encoding: Range<usize>,
    pub(super) disposition: Range<usize>,
    /// The length of the body, as mboxcl declares it.
    pub(super) content_length: Range<usize>,
}

impl Head {
    /// Parses the block at the beginning of `bytes`. A line that is neither a field nor a continuation also ends it, because broken
    /// mail may have no blank line; but not if a field that describes the body follows in the block. So it is with the first line.
    pub(super) fn parse(bytes: &[u8]) -> Head {
        let mut head = Head::default();
        head.parse_while(bytes, |_| true);
        head
    }

    /// The same, unless a separator of an mbox, or a line like one, stands in the block after its first line. Returns whether the block was
    /// parsed; otherwise `self` is of no use. `self` must be empty. It is filled in place, because the processor would wait for a copy.
    pub(super) fn parse_without_separator(&mut self, bytes: &[u8]) -> bool {
        self.parse_while(bytes, |at| at == 0)
    }

    /// Parses the block, unless `allows` is false for the position of a line like a separator. Says whether it was parsed.
    #[inline]
    fn parse_while(&mut self, bytes: &[u8], allows: impl Fn(usize) -> bool) -> bool {
        let begin = mark_len(bytes);
        // The header goes on up to `sure` at least, whatever stands there.
        let (mut at, mut sure) = (begin, 0);
        loop {
            let skips = is_from_line(&bytes[at..]);
            if skips && !allows(at) {
                return false;
            }
            let note = |field| self.note(bytes, field);
            at = Available::best().plain_fields(bytes, at, skips, note);
            let rest = &bytes[at..];
            if let Some(len) = blank_line(rest) {
                (self.end, self.body) = (at, at + len);
                return true;
            }
            if is_from_line(rest) {
                continue;
            }
            let len = line_len(rest);
            if field_name(&rest[..len]).is_some() {
                self.note(bytes, at);
            } else if at >= sure {
                // A first line with a URL is text.
                let is_text = || at == begin && span::contains(&rest[..len], b"://");
                let field = self.missing_field(bytes, at).filter(|_| !is_text());
                let Some(field) = field else {
                    // A byte order mark that no field follows belongs to the body.
                    let end = if at == begin { 0 } else { at };
                    (self.end, self.body) = (end, end);
                    return true;
                };
                if (at + 1..at + len).contains(&field) {
                    self.note(bytes, field);
                }
                sure = field;
            }
            at += len;
        }
    }

    /// Where a field that describes the body, and is not known yet, follows before a blank line or a boundary. It may be on the line at
    /// `from`, after blanks, if that is the first line.
    fn missing_field(&self, bytes: &[u8], from: usize) -> Option<usize> {
        const MAX_LINES: usize = 1024;
        let mut at = from + Class::BLANK.run(&bytes[from..]);
        for line in lines(&bytes[at..]).take(MAX_LINES) {
            let is = |name: &[u8]| {
                strip_prefix_ignore_case(line, name).is_some_and(|rest| colon(rest).is_some())
            };
            if self.content_type.is_empty() && is(b"Content-Type")
                || self.encoding.is_empty() && is(b"Content-Transfer-Encoding")
            {
                return Some(at);
            }
            if is_blank(line) || line.starts_with(b"--") {
                return None;
            }
            at += line.len();
        }
        None
    }

    /// Stores the value of the field at `at`, if it is one of those above, and the first of its name.
    fn note(&mut self, bytes: &[u8], at: usize) {
        let field = &bytes[at..];
        let Some((start, rest)) = field.split_first_chunk() else {
            return;
        };
        // Setting this bit makes a letter small.
        const CASES: u64 = u64::from_le_bytes(*b"       \0");
        if u64::from_le_bytes(*start) | CASES != u64::from_le_bytes(*b"content-") {
            return;
        }
        // The second letter distinguishes them.
        let (name, place): (&[u8], _) = match rest.get(1) {
            Some(b'y' | b'Y') => (b"Type", &mut self.content_type),
            Some(b'r' | b'R') => (b"Transfer-Encoding", &mut self.encoding),
            Some(b'i' | b'I') => (b"Disposition", &mut self.disposition),
            Some(b'e' | b'E') => (b"Length", &mut self.content_length),
            _ => return,
        };
        if let Some(rest) = strip_prefix_ignore_case(rest, name)
            && let Some(colon) = colon(rest)
            && place.start == place.end
        {
            let mut end = at + line_len(field);
            while let Some(b' ' | b'\t') = bytes.get(end) {
                end += line_len(&bytes[end..]);
            }
            *place = bytes.len() - rest.len() + colon + 1..end;
        }
    }
}

/// The position of the colon after the blanks that `rest` begins with.
fn colon(rest: &[u8]) -> Option<usize> {
    let blanks = Class::BLANK.run(rest);
    (rest.get(blanks) == Some(&b':')).then_some(blanks)
}

/// The position after the colon of the field at the beginning of `line`.
fn after_name(line: &[u8], name: &[u8]) -> usize {
    let rest = &line[name.len()..];
    name.len() + run(rest, |b| b != b':') + 1
}

/// The fields of a header block: each name, and the range of its value including line breaks.
pub(super) fn fields(block: &[u8]) -> impl Iterator<Item = (&[u8], Range<usize>)> {
    let mut at = mark_len(block);
    std::iter::from_fn(move || {
        loop {
            let start = at;
            let mut rest = lines(&block[start..]);
            at += rest.next()?.len();
            let more = rest.take_while(|line| matches!(line[0], b' ' | b'\t'));
            at += more.map(<[u8]>::len).sum::<usize>();
            if let Some(name) = field_name(&block[start..at]) {
                let value = start + after_name(&block[start..at], name);
                return Some((name, value..at));
            }
        }
    })
}

/// The name of the field at the beginning of `line`.
pub(super) fn field_name(line: &[u8]) -> Option<&[u8]> {
    let ends = |b: &u8| !(b'!'..=0x7f).contains(b) || *b == b':';
    let len = line.iter().position(ends)?;
    let after = &line[len + colon(&line[len..])? + 1..];
    // A boundary line may contain a colon, and a URL always does.
    let field = len > 0 && !after.starts_with(b"//") && !line.starts_with(b"--");
    field.then_some(&line[..len])
}

/// The lines of `bytes`, including their line breaks.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    text::lines(bytes, 0..bytes.len()).map(|line| &bytes[line])
}

pub(super) fn is_blank(line: &[u8]) -> bool {
    blank_line(line) == Some(line.len())
}

/// The length of the line that `bytes` begin with, if it is blank.
fn blank_line(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'\n', ..] | [b'\r'] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}

/// Whether it is an mbox separator, possibly quoted. Headers sometimes contain one.
pub(super) fn is_from_line(line: &[u8]) -> bool {
    line.starts_with(b"From ") || line.starts_with(b">From ")
}

/// The Message-ID in a header block, without `<` and `>` (RFC 5322 section 3.6.4); of a record of WARC, its target URI.
///
/// ```
/// let head = b"From: joe@x.org\nMessage-ID:\n <1994@x.org>\n";
/// assert_eq!(urlgrep::mail::message_id(head), Some(&b"1994@x.org"[..]));
/// ```
pub fn message_id(head: &[u8]) -> Option<&[u8]> {
    let is_id = |name: &[u8]| is_one_of(name, &["message-id", "warc-target-uri"]);
    let (_, value) = fields(head).find(|(name, _)| is_id(name))?;
    let value = head[value].trim_ascii_start();
    // The text up to the closing bracket. Some messages omit the brackets; then the first word of the line.
    let inner = match value.strip_prefix(b"<") {
        Some(inner) => &inner[..memchr::memchr3(b'>', b'\n', b'\r', inner).unwrap_or(inner.len())],
        None => value.split(|b| b.is_ascii_whitespace()).next()?,
    };
    (!inner.is_empty()).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_end_at_a_blank_line_or_a_non_field() {
        let length = |bytes: &[u8]| (Head::parse(bytes).end, Head::parse(bytes).body);
        assert_eq!(length(b"A: b\n c\nD: e\n\nbody"), (13, 14));
        assert_eq!(length(b"A: b\r\n\r\nbody"), (6, 8));
        assert_eq!(length(b"A: b\nno field here\n\n"), (5, 5));
        assert_eq!(length(b"A: b\n--x:y\n\n"), (5, 5));
        assert_eq!(length(b"A: b\nhttp://x/\n\n"), (5, 5));
        // Cut within the blank line.
        assert_eq!(length(b"A: b\r\n\r"), (6, 7));
        assert_eq!(length(b"A: b"), (4, 4));
        assert_eq!(length(b"\nbody"), (0, 1));
        assert_eq!(length(b""), (0, 0));
    }

    #[test]
    fn a_stray_line_before_a_field_that_describes_the_body() {
        let value = |middle: &str| {
            let bytes = format!("A: b\n{middle}Content-Transfer-Encoding: base64\n\nbody");
            bytes[Head::parse(bytes.as_bytes()).encoding].to_string()
        };
        for goes_on in ["stray\n", "X-Größe: 3\n", "X Bad: 3\nC: d\n e\n", "x\ny\n"] {
            assert_eq!(value(goes_on), " base64\n", "{goes_on}");
        }
        for ends in ["--b\n", "stray\n--b\n", "\n", "stray\n\n"] {
            assert_eq!(value(ends), "", "{ends}");
        }
        assert_eq!(
            value(&format!("stray\n{}", "C: d\n".repeat(1_000))),
            " base64\n"
        );
        let many = "stray\n".repeat(100_000);
        assert_eq!(value(&many), "");
    }

    #[test]
    fn a_first_line_that_is_no_field() {
        let fields = "Subject: x\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n";
        for first in ["stray\n", "\tby mx.example.org; now\n", "X Bad: 3\n e: f\n"] {
            let bytes = format!("{first}{fields}\nbody");
            let head = Head::parse(bytes.as_bytes());
            assert_eq!(head.end, first.len() + fields.len(), "{first}");
            assert_eq!(&bytes[head.content_type], " text/html\n", "{first}");
            assert_eq!(&bytes[head.encoding], " base64\n", "{first}");
        }
        // Blanks before the name.
        let indented = b" \tContent-Type: text/html;\n charset=x\nSubject: x\n\nbody";
        let head = Head::parse(indented);
        assert_eq!(&indented[head.content_type], b" text/html;\n charset=x\n");
        assert_eq!(&indented[head.body..], b"body");
        // Text is no header.
        for text in [
            "See http://a.org/\n\nContent-Type: text/html\n\n",
            " Note: x\n\n",
            "See http://a.org/\nContent-Type: text/html\n\n",
            " \nContent-Type: text/html\n\n",
            "one\n--b\nContent-Type: text/html\n\n",
        ] {
            assert_eq!(Head::parse(text.as_bytes()), Head::default(), "{text}");
        }
    }

    #[test]
    fn names_of_any_length() {
        for len in 1..40 {
            let name = "x".repeat(len);
            for (after, is_field) in [
                (":", true),
                (" \t: y", true),
                (" x:", false),
                ("\u{80}:", false),
                ("\n:", false),
                ("", false),
                ("://", false),
            ] {
                let line = format!("{name}{after}");
                let want = is_field.then_some(name.as_bytes());
                assert_eq!(field_name(line.as_bytes()), want, "{line:?}");
            }
        }
        assert_eq!(field_name(b":"), None);
    }

    #[test]
    fn fields_that_describe_the_body() {
        let bytes = b"Cc: x\ncontent-type : text/html;\n charset=x\nContent-Type: a/b\nCONTENT-TRANSFER-ENCODING:base64\nContent-Length: 7\nContent-disposition: inline\n\nx";
        let head = Head::parse(bytes);
        assert_eq!(&bytes[head.content_type], b" text/html;\n charset=x\n");
        assert_eq!(&bytes[head.encoding], b"base64\n");
        assert_eq!(&bytes[head.content_length], b" 7\n");
        assert_eq!(&bytes[head.disposition], b" inline\n");
        for name in ["Type", "Transfer-Encoding", "Disposition", "Length"] {
            let name = format!("content-{name}");
            for name in [name.to_ascii_lowercase(), name.to_ascii_uppercase()] {
                let head = Head::parse(format!("{name}: x\n\n").as_bytes());
                let known = [
                    head.content_type,
                    head.encoding,
                    head.disposition,
                    head.content_length,
                ];
                assert_eq!(
                    known
                        .iter()
                        .filter(|at| **at == (name.len() + 1..name.len() + 4))
                        .count(),
                    1,
                    "{name}"
                );
            }
        }
        let unended = b"Content-Type: a/b";
        assert_eq!(&unended[Head::parse(unended).content_type], b" a/b");
        let broken = b"Content-Type: a/b\nnothing\n";
        assert_eq!(&broken[Head::parse(broken).content_type], b" a/b\n");
    }

    #[test]
    fn a_byte_order_mark_before_the_first_field() {
        let bytes = "\u{feff}Content-Type: text/html\nSubject: x\n\nbody";
        let head = Head::parse(bytes.as_bytes());
        assert_eq!(&bytes[head.content_type.clone()], " text/html\n");
        assert_eq!(&bytes[head.body..], "body");
        let names = fields(&bytes.as_bytes()[..head.end]).map(|(name, _)| name);
        assert!(names.eq([&b"Content-Type"[..], b"Subject"]));
        assert_eq!(
            Head::parse("\u{feff}http://a.org/".as_bytes()),
            Head::default()
        );
    }

    #[test]
    fn fields_in_order() {
        let block = b"From x\nA: b\n c\n d\nE:\nno field\nF : g";
        let all: Vec<_> = fields(block)
            .map(|(name, value)| (name, &block[value]))
            .collect();
        let want: [(&[u8], &[u8]); 3] = [(b"A", b" b\n c\n d\n"), (b"E", b"\n"), (b"F", b" g")];
        assert_eq!(all, want);
    }

    #[test]
    fn message_ids() {
        let id = |head: &[u8]| message_id(head).map(|id| String::from_utf8_lossy(id).into_owned());
        assert_eq!(id(b"message-id: <a@b>\n").as_deref(), Some("a@b"));
        assert_eq!(id(b"Message-Id:  a@b (comment)\n").as_deref(), Some("a@b"));
        // A bracket that nothing closes.
        assert_eq!(id(b"Message-ID: <a@b\nFrom: <c>\n").as_deref(), Some("a@b"));
        assert_eq!(
            id(b"Message-ID: <a@b\r\nFrom: <c>\r\n").as_deref(),
            Some("a@b")
        );
        assert_eq!(id(b"Subject: Message-ID: <x>\n"), None);
        assert_eq!(id(b"Message-ID: \n"), None);
    }
}
