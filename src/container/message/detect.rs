//! Whether a file is a message: its header fields tell.

use crate::container::header::{Head, field_name, is_blank, is_from_line, lines};
use crate::simd::{Available, Places};
use crate::span::run;
use crate::text::{line_len, without_mark};

/// Properties of a header field, one bit each: they show whether the file that begins with it is a message.
type Signs = u8;

/// A server has written it; it identifies a message if it is the first.
const SERVER: Signs = 1;
/// The same of news.
const NEWS: Signs = 1 << 1;
const SENDER: Signs = 1 << 2;
/// It confirms that the fields are those of a message: PEPs, Debian control files and YAML begin with fields too.
const CONFIRMS: Signs = 1 << 3;
/// It shows that the message was sent.
const SENT: Signs = 1 << 4;
const MIME: Signs = 1 << 5;
const TYPE: Signs = 1 << 6;
/// It belongs to a patch for a package of Debian (DEP-3), which is read as a whole, since its fields hold URLs.
const PATCH: Signs = 1 << 7;

/// A log may look like fields: `10:15:30 started`. So the search stops after this many lines without a sign.
const MAX_SILENT: usize = 16;

/// With all these it is a message, whatever follows.
const ENOUGH: Signs = SENDER | CONFIRMS | SENT | MIME | TYPE;

#[rustfmt::skip]
const FIELDS: [(&str, Signs); 15] = [
    ("Received", SERVER | SENT), ("Return-Path", SERVER), ("Path", NEWS), ("From", SENDER), ("Date", CONFIRMS),
    ("Message-ID", CONFIRMS | SENT), ("Subject", CONFIRMS), ("To", CONFIRMS), ("Newsgroups", CONFIRMS),
    ("MIME-Version", MIME), ("Content-Type", TYPE), ("Applied-Upstream", PATCH), ("Forwarded", PATCH),
    ("Last-Update", PATCH), ("Origin", PATCH),
];

/// The letters that those begin with, and `Bug`: one bit each, for both cases.
const INITIALS: u32 = {
    let mut initials = 1 << (b'B' & 31);
    let mut i = 0;
    while i < FIELDS.len() {
        initials |= 1 << (FIELDS[i].0.as_bytes()[0] & 31);
        i += 1;
    }
    initials
};

/// The signs of the first line of `text`; none if it is no field.
fn signs(text: &[u8]) -> Signs {
    let initial = text.first().map_or(0, |byte| byte & 31);
    if INITIALS >> initial & 1 == 0 {
        return 0;
    }
    let name = field_name(text).unwrap_or_default();
    let is = |(known, _): &&(&str, Signs)| name.eq_ignore_ascii_case(known.as_bytes());
    match FIELDS.iter().find(is) {
        Some((_, signs)) => *signs,
        // `Bug`, `Bug-Debian`, `Bug-Ubuntu`
        None => match name.split_at_checked(3) {
            Some((bug, [] | [b'-', ..])) if bug.eq_ignore_ascii_case(b"Bug") => PATCH,
            _ => 0,
        },
    }
}

/// Where the header begins: after a byte order mark and blank lines, if a field follows them.
pub(super) fn begin(bytes: &[u8]) -> usize {
    let text = without_mark(bytes);
    let blank = run(text, |b| b"\r\n".contains(&b));
    let begin = bytes.len() - text.len() + blank;
    if field_name(&bytes[begin..]).is_some() {
        begin
    } else {
        0
    }
}

/// Whether a message begins with `head`.
pub(in super::super) fn matches_head(head: &[u8]) -> bool {
    let head = &head[begin(head)..];
    let block = if head.starts_with(b"From ") {
        &head[line_len(head)..]
    } else {
        head
    };
    if field_name(block).is_none() && !is_from_line(block) {
        return false;
    }
    let (mut all, mut at) = (0, 0);
    // A header may have hundreds of lines more, which change nothing.
    for (number, newline) in Places::new(Available::best(), block, 0, [b'\n']).enumerate() {
        let line = &block[at..=newline];
        if is_blank(line) || all == 0 && number == MAX_SILENT {
            break;
        }
        all |= signs(line);
        if all & ENOUGH == ENOUGH {
            return true;
        }
        at = newline + 1;
    }
    let Head { end, body, .. } = Head::parse(block);
    // `head` may end within a long header block.
    let ended = body > end || end == block.len();
    all = lines(&block[..end]).fold(0, |all, line| all | signs(line));
    let first = lines(&block[..end]).find(|line| field_name(line).is_some());
    let first = first.map_or(0, signs);
    let has = |these| all & these == these;
    let meets = |these| all & these != 0;
    // Broken mail has no blank line; fields that a mail server writes are enough then, or those of a whole MIME message.
    let whole = has(SENDER | MIME | TYPE) && meets(CONFIRMS);
    let ended = ended || first & SERVER != 0 || whole;
    let sender = has(SENDER) || first & (SERVER | NEWS) != 0;
    // A saved MIME part has no sender, nor has a template.
    let part = has(MIME | TYPE) && (meets(CONFIRMS) || first & (MIME | TYPE) != 0);
    let is_patch = meets(PATCH) && !meets(SENT);
    ended && (sender && meets(CONFIRMS | MIME) || part) && !is_patch
}

/// Whether it begins with a header, which in a file named as a message need not identify one.
pub(in super::super) fn has_header(head: &[u8]) -> bool {
    let Head { end, body, .. } = Head::parse(&head[begin(head)..]);
    end > 0 && body > end
}

#[cfg(test)]
mod tests {
    use super::super::MESSAGE;
    use super::*;
    use crate::container::selection::Selection;

    #[test]
    fn distinguished_from_other_texts_with_fields() {
        assert!(matches_head(b"From: a@b\nDate: now\n\nhi"));
        assert!(matches_head(b"Path: news!host\nNewsgroups: a.b\n\n"));
        assert!(matches_head(
            b"From joe Mon Jan 3 10:00:00 1994\nReceived: x\n y\nSubject: z\n\n"
        ));
        assert!(matches_head(
            b"MIME-Version: 1.0\nContent-Type: text/html\n\n"
        ));
        assert!(!matches_head(
            b"PEP: 1\nTitle: x\nAuthor: y\nStatus: z\nContent-Type: text/x-rst\n\n"
        ));
        assert!(matches_head(
            b"Return-Path: <a@b>\nFrom: a@b\nDate: now\nno blank line\n"
        ));
        assert!(!matches_head(b"From: here\nto there we go\n\n"));
        assert!(!matches_head(b"Package: x\nVersion: 1\n\n"));
        for field in ["Bug-Debian", "bug", "Origin", "Forwarded"] {
            let patch = format!("From: a@b\nSubject: x\n{field}: http://a.org/1\n\n--- a\n");
            assert!(!matches_head(patch.as_bytes()), "{field}");
            let sent = format!("Message-ID: <1@b>\n{patch}");
            assert!(matches_head(sent.as_bytes()), "{field}");
        }
        assert!(!matches_head(b""));
    }

    #[test]
    fn broken_messages_are_recognised() {
        let head =
            "From: a@b\nDate: now\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n";
        for unended in [
            "--b\n",
            " \n--b\n",
            "This is a message in MIME format.\n\n--b\n",
        ] {
            assert!(
                matches_head(format!("{head}{unended}").as_bytes()),
                "{unended}"
            );
        }
        assert!(!matches_head(b"From: a@b\nDate: now\nhi\n"));
        assert!(matches_head(
            b"Subject: x\nMIME-Version: 1.0\nContent-Type: text/html\n\n"
        ));
        assert!(!matches_head(
            b"Title: x\nMIME-Version: 1.0\nContent-Type: text/html\n\n"
        ));
        for before in ["\u{feff}", "\n", "\r\n\r\n"] {
            let message = format!(
                "{before}From: a@b\nDate: now\nContent-Transfer-Encoding: base64\n\naGk=\n"
            );
            assert!(matches_head(message.as_bytes()), "{before:?}");
            let text = (MESSAGE.texts)(message.as_bytes(), 0, Selection::DEFAULT)
                .next()
                .expect("a text");
            assert_eq!(*text.bytes, *b"hi");
        }
    }
}
