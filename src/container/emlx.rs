//! A message of Apple Mail: a line with its length, the message, and a property list of the program, which is not searched.

use super::header::lines;
use super::message::{self, Layout};
use super::{Container, OF_MESSAGES};
use crate::span::beginning;

/// The longest first line: a number and blanks after it.
const MAX_LINE: usize = 24;

pub(super) const EMLX: Container = Container {
    name: "emlx",
    matches_head: |head| message_at(head).is_some_and(|(at, _)| message::matches_head(&head[at..])),
    texts: |chunk, start, selection| {
        let (rest, message) = match message_at(chunk).filter(|_| start == 0) {
            Some((at, len)) => (0..0, Some(at..chunk.len().min(at.saturating_add(len)))),
            None => (0..chunk.len(), None),
        };
        message::texts(chunk, start, selection, Layout::parse, rest, message)
    },
    ..OF_MESSAGES
};

/// Where the message begins, and its length.
fn message_at(bytes: &[u8]) -> Option<(usize, usize)> {
    let line = lines(beginning(bytes, MAX_LINE)).next()?;
    let number = line.strip_suffix(b"\n")?.trim_ascii_end();
    let is_number = number.iter().all(u8::is_ascii_digit) && !number.is_empty();
    let len = std::str::from_utf8(number).ok()?.parse().ok()?;
    is_number.then_some((line.len(), len))
}

#[cfg(test)]
mod tests {
    use super::super::selection::Selection;
    use super::*;

    #[test]
    fn the_property_list_is_no_message() {
        let message = "From: joe@x.org\nDate: now\n\nhttp://a.org/\n";
        let list =
            "<?xml version=\"1.0\"?>\n<plist><string>imap://joe@x.org/INBOX</string></plist>\n";
        for first in [
            format!("{}      \n", message.len()),
            format!("{}\n", message.len()),
        ] {
            let file = format!("{first}{message}{list}");
            assert!((EMLX.matches_head)(file.as_bytes()));
            let texts: Vec<_> = (EMLX.texts)(file.as_bytes(), 0, Selection::DEFAULT).collect();
            assert_eq!(texts.len(), 1);
            assert_eq!(&*texts[0].bytes, b"http://a.org/\n");
            let start = file.find("http").expect("the URL") as u64;
            assert_eq!(texts[0].map.source_of(0).start, start);
        }
    }

    #[test]
    fn other_files_are_not_taken_for_it() {
        for file in [
            "12\nhello\n",
            "\nFrom: joe@x.org\nDate: now\n\n",
            "1x\nFrom: a\nDate: b\n\n",
            "5",
        ] {
            assert!(!(EMLX.matches_head)(file.as_bytes()), "{file}");
        }
        // The length may be wrong.
        let file = b"99999999999\nFrom: joe@x.org\nDate: now\n\nhi\n";
        assert_eq!((EMLX.texts)(file, 0, Selection::DEFAULT).count(), 1);
    }
}
