//! Logs: a record is a line, so no URL goes on in the next one. Escapes of quoted fields are undone, and the colours of a terminal
//! (ECMA-48, 8.3.117) delimit.

use super::config::is_data;
use super::{AS_TEXT, Notation, syntax};
use crate::text::colour::{self, ESCAPE};
use crate::text::{DELIMITER, Rewrite};

pub(super) static LOG: Notation = Notation {
    name: "log",
    media_types: &["text/x-log"],
    matches_name: |extension, head| extension == "log" && !is_data(head),
    cut: |text| memchr::memrchr(b'\n', text).map(|i| i + 1),
    is_readable: |text| memchr::memchr2(b':', b'\\', text).is_none(),
    read,
    ..AS_TEXT
};

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    let mut from = 0;
    for at in memchr::memchr3_iter(b'\n', b'\\', ESCAPE, text) {
        if at < from {
            continue;
        }
        out.copy(text, from..at);
        from = match text[at] {
            b'\\' => syntax::LOG.put(text, at, out).unwrap_or(at),
            ESCAPE => {
                let end = at + 1 + colour::len(&text[at + 1..]);
                out.put(&[DELIMITER], at..end);
                end
            }
            _ => {
                out.replace(DELIMITER, text, at);
                at + 1
            }
        };
    }
    out.copy(text, from..text.len());
}
