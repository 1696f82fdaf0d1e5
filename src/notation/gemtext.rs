//! Gemtext, the pages of Gemini: in a line `=> target label` the target is a URL as a whole ("Link lines" of its specification).

use std::ops::Range;

use super::{AS_TEXT, Notation};
use crate::text::{Rewrite, Value};

pub(super) static GEMTEXT: Notation = Notation {
    name: "gemtext",
    media_types: &["text/gemini"],
    extensions: &["gemini", "gmi"],
    is_readable: |text| memchr::memmem::find(text, b"=>").is_none(),
    read,
    ..AS_TEXT
};

fn read(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let text = &text[..range.end];
    let mut from = range.start;
    for mark in memchr::memmem::find_iter(&text[range.clone()], b"=>") {
        let mark = range.start + mark;
        if mark > range.start && text[mark - 1] != b'\n' {
            continue;
        }
        let is_blank = |b: &&u8| matches!(b, b' ' | b'\t');
        let start = mark + 2 + text[mark + 2..].iter().take_while(is_blank).count();
        let rest = text[start..].iter();
        let end = start + rest.take_while(|b| !b.is_ascii_whitespace()).count();
        out.copy(text, from..end);
        from = end;
        let at = out.bytes().len() - (end - start)..out.bytes().len();
        out.notes().values.push(Value::target(at));
    }
    out.copy(text, from..text.len());
}
