//! Header blocks: where a message's begins and ends, and its fields (RFC 822 section 3.1, RFC 5322 section 2.2).

/// The length of the header block that `bytes` begins with, and of it with the blank line that ends it. A line that is neither
/// a field nor goes on with one ends it too: broken mail has no blank line.
pub(super) fn length(bytes: &[u8]) -> (usize, usize) {
    let mut end = 0;
    for line in lines(bytes) {
        if is_blank(line) {
            return (end, end + line.len());
        }
        let continues = end > 0 && matches!(line[0], b' ' | b'\t');
        if !continues && field_name(line).is_none() && !is_from_line(line) {
            break;
        }
        end += line.len();
    }
    (end, end)
}

/// The name of the field that `line` begins with.
pub(super) fn field_name(line: &[u8]) -> Option<&[u8]> {
    let len = line
        .iter()
        .position(|&b| !(b'!'..=b'~').contains(&b) || b == b':')?;
    let blanks = line[len..]
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t'))
        .count();
    (len > 0 && line.get(len + blanks) == Some(&b':')).then_some(&line[..len])
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
    let mut start = 0;
    let field = lines(head).find_map(|line| {
        let from = start;
        start += line.len();
        let name = field_name(line)?;
        name.eq_ignore_ascii_case(b"message-id")
            .then_some(from + name.len())
    })?;
    let value = head[field..].trim_ascii_start();
    let value = value.strip_prefix(b":")?.trim_ascii_start();
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
        assert_eq!(length(b"A: b\n c\nD: e\n\nbody"), (13, 14));
        assert_eq!(length(b"A: b\r\n\r\nbody"), (6, 8));
        assert_eq!(length(b"A: b\nno field here\n\n"), (5, 5));
        assert_eq!(length(b"A: b"), (4, 4));
        assert_eq!(length(b"\nbody"), (0, 1));
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
