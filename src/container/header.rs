//! Header blocks: where a message's begins and ends, and its fields (RFC 822 section 3.1, RFC 5322 section 2.2).

use std::ops::Range;

/// A header block: bytes of what it begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Head {
    /// The length of the block, and of it with the blank line that ends it.
    pub(super) end: usize,
    pub(super) body: usize,
    /// The values of the fields that say how to read the body, the first of each name.
    pub(super) content_type: Range<usize>,
    pub(super) encoding: Range<usize>,
    /// How long mbox says that the body is.
    pub(super) content_length: Range<usize>,
}

impl Head {
    /// The block that `bytes` begins with. A line that is neither a field nor goes on with one ends it too: broken mail has no
    /// blank line.
    pub(super) fn of(bytes: &[u8]) -> Head {
        let mut head = Head::default();
        // The field that began last, if its name may be one of those above.
        let mut asked: Option<usize> = None;
        for line in lines(bytes) {
            let at = head.end;
            head.body = at;
            if matches!(line[0], b' ' | b'\t') && at > 0 {
                head.end += line.len();
                continue;
            }
            if let Some(start) = asked.take() {
                head.note(bytes, start, at);
            }
            if is_blank(line) {
                head.body = at + line.len();
                return head;
            }
            if field_name(line).is_none() && !is_from_line(line) {
                return head;
            }
            asked = matches!(line, [b'C' | b'c', b'o' | b'O', ..]).then_some(at);
            head.end += line.len();
        }
        if let Some(start) = asked {
            head.note(bytes, start, head.end);
        }
        head.body = head.end;
        head
    }

    /// Remembers the field at `start..end` if it is one of those.
    fn note(&mut self, bytes: &[u8], start: usize, end: usize) {
        let field = &bytes[start..end];
        let Some(name) = field_name(field) else {
            return;
        };
        let place = match name.len() {
            12 if name.eq_ignore_ascii_case(b"Content-Type") => &mut self.content_type,
            14 if name.eq_ignore_ascii_case(b"Content-Length") => &mut self.content_length,
            25 if name.eq_ignore_ascii_case(b"Content-Transfer-Encoding") => &mut self.encoding,
            _ => return,
        };
        if place.start == place.end {
            let colon = memchr::memchr(b':', field).unwrap_or(0);
            *place = start + colon + 1..end;
        }
    }
}

/// The fields of a header block, each its name and where its value lies, with the line breaks in it.
pub(super) fn fields(block: &[u8]) -> impl Iterator<Item = (&[u8], Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at;
            let mut rest = lines(&block[start..]);
            at += rest.next()?.len();
            let more = rest.take_while(|line| matches!(line[0], b' ' | b'\t'));
            at += more.map(<[u8]>::len).sum::<usize>();
            if let Some(name) = field_name(&block[start..at]) {
                let colon = memchr::memchr(b':', &block[start..at])?;
                return Some((name, start + colon + 1..at));
            }
        }
    })
}

/// The name of the field that `line` begins with.
pub(super) fn field_name(line: &[u8]) -> Option<&[u8]> {
    let len = name_length(line)?;
    let rest = &line[len..];
    let blanks = rest
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t'))
        .count();
    let after = rest[blanks..].strip_prefix(b":")?;
    // A boundary line may hold a colon, and a URL does.
    let field = len > 0 && !after.starts_with(b"//") && !line.starts_with(b"--");
    field.then_some(&line[..len])
}

/// The number of bytes before the first blank, control, colon or byte that is no US-ASCII; eight are looked at at a time, since
/// every line of every header is asked.
fn name_length(line: &[u8]) -> Option<usize> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * EACH;
    let mut at = 0;
    while let Some(eight) = line.get(at..at + 8).and_then(|eight| eight.try_into().ok()) {
        let eight = u64::from_le_bytes(eight);
        let colons = eight ^ (b':' as u64 * EACH);
        // The lowest bit that is set is right; a borrow may set those above it.
        let colon = colons.wrapping_sub(EACH) & !colons;
        let blank = eight.wrapping_sub(b'!' as u64 * EACH) & !eight;
        let ends = (colon | blank | eight) & HIGH;
        if ends != 0 {
            return Some(at + ends.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    let ends = |b: &u8| !(b'!'..=0x7f).contains(b) || *b == b':';
    Some(at + line[at..].iter().position(ends)?)
}

/// Lines with their line breaks.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let len = memchr::memchr(b'\n', rest).map_or(rest.len(), |i| i + 1);
        let (line, after) = rest.split_at(len);
        rest = after;
        (len > 0).then_some(line)
    })
}

pub(super) fn is_blank(line: &[u8]) -> bool {
    matches!(line, b"\n" | b"\r\n" | b"\r")
}

/// mbox's separator, also quoted, also within a header.
fn is_from_line(line: &[u8]) -> bool {
    line.starts_with(b"From ") || line.starts_with(b">From ")
}

/// The Message-ID in a header block, without `<` and `>` (RFC 5322 section 3.6.4).
///
/// ```
/// let head = b"From: joe@x.org\nMessage-ID:\n <1994@x.org>\n";
/// assert_eq!(urlgrep::mail::message_id(head), Some(&b"1994@x.org"[..]));
/// ```
pub fn message_id(head: &[u8]) -> Option<&[u8]> {
    let (_, value) = fields(head).find(|(name, _)| name.eq_ignore_ascii_case(b"message-id"))?;
    let value = head[value].trim_ascii_start();
    // Up to the closing bracket; without brackets, which is wrong and met, the line's first word.
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
    fn blocks_end_at_a_blank_line_or_at_what_is_no_field() {
        let length = |bytes: &[u8]| (Head::of(bytes).end, Head::of(bytes).body);
        assert_eq!(length(b"A: b\n c\nD: e\n\nbody"), (13, 14));
        assert_eq!(length(b"A: b\r\n\r\nbody"), (6, 8));
        assert_eq!(length(b"A: b\nno field here\n\n"), (5, 5));
        assert_eq!(length(b"A: b\n--x:y\n\n"), (5, 5));
        assert_eq!(length(b"A: b\nhttp://x/\n\n"), (5, 5));
        assert_eq!(length(b"A: b"), (4, 4));
        assert_eq!(length(b"\nbody"), (0, 1));
        assert_eq!(length(b""), (0, 0));
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
    fn what_says_how_to_read_the_body() {
        let bytes = b"Cc: x\ncontent-type : text/html;\n charset=x\nContent-Type: a/b\nCONTENT-TRANSFER-ENCODING:base64\nContent-Length: 7\n\nx";
        let head = Head::of(bytes);
        assert_eq!(&bytes[head.content_type], b" text/html;\n charset=x\n");
        assert_eq!(&bytes[head.encoding], b"base64\n");
        assert_eq!(&bytes[head.content_length], b" 7\n");
        let unended = b"Content-Type: a/b";
        assert_eq!(&unended[Head::of(unended).content_type], b" a/b");
        let broken = b"Content-Type: a/b\nnothing\n";
        assert_eq!(&broken[Head::of(broken).content_type], b" a/b\n");
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
        assert_eq!(id(b"Subject: Message-ID: <x>\n"), None);
        assert_eq!(id(b"Message-ID: \n"), None);
    }
}
