//! Gemtext, the pages of Gemini: in a line `=> target label` the target is a URL as a whole ("Link lines" of its specification).

use super::{AS_TEXT, Notation};
use crate::class::Class;
use crate::span::{before, contains};
use crate::text::Rewrite;

pub(super) static GEMTEXT: Notation = Notation {
    name: "gemtext",
    media_types: &["text/gemini"],
    extensions: &["gemini", "gmi"],
    is_readable: |text| !contains(text, b"=>"),
    read,
    ..AS_TEXT
};

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    let marks = memchr::memmem::find_iter(text, b"=>");
    let marks = marks.filter(|&mark| mark == 0 || text[mark - 1] == b'\n');
    let all = marks.map(|mark| {
        let start = mark + 2 + Class::BLANK.run(&text[mark + 2..]);
        start..start + before(&text[start..], |b| b.is_ascii_whitespace())
    });
    super::targets::copy(text, all, |target, out| out.copy(text, target), out);
}
