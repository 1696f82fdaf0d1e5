//! Text in UTF-16 or UTF-32, detected by its byte order mark or its first characters: plain text, and text in a notation.

use super::content::Content;
use super::cut::wide_cut;
use super::plain::TEXT;
use super::selection::Selection;
use super::{Container, notated, part};
use crate::decode::{ByteOrder, Charset};
use crate::notation::{TABLE, paragraph};
use crate::text::Text;

pub(super) const UTF_16LE: Container = row::<2, false>();
pub(super) const UTF_16BE: Container = row::<2, true>();
pub(super) const UTF_32LE: Container = row::<4, false>();
pub(super) const UTF_32BE: Container = row::<4, true>();

/// Characters of `SIZE` bytes, in big-endian order if `BIG`.
const fn row<const SIZE: usize, const BIG: bool>() -> Container {
    Container {
        matches_head: |head| ByteOrder::detect(head) == Some((SIZE, order(BIG))),
        cut: |chunk| wide_cut(chunk, SIZE, paragraph),
        texts: |chunk, start, _| Box::new(texts(chunk, start, Charset::Wide(SIZE, order(BIG)))),
        width: SIZE,
        is_cut_locally: false,
        charset: Charset::Wide(SIZE, order(BIG)),
        ..TEXT
    }
}

/// The rows of files in a notation with the characters of `plain`.
pub(super) const fn rows(plain: &Container) -> [Container; TABLE.len()] {
    let mut rows = notated::rows();
    let mut i = 0;
    while i < rows.len() {
        (rows[i].width, rows[i].charset) = (plain.width, plain.charset);
        i += 1;
    }
    rows
}

const fn order(big: bool) -> ByteOrder {
    if big {
        ByteOrder::Big
    } else {
        ByteOrder::Little
    }
}

fn texts(chunk: &[u8], start: u64, charset: Charset) -> impl Iterator<Item = Text<'_>> {
    let content = Content {
        charset,
        ..Content::PLAIN
    };
    part::texts(chunk, start, content, Selection::DEFAULT, None)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::{Texts, detect, detect_file};
    use crate::extract::Extractor;

    fn wide(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    fn urls(texts: Texts<'_>, file: &[u8]) -> Vec<(String, String)> {
        let extractor = Extractor::default();
        let matches = |text| {
            let found = extractor.extract_text(&text).map(|m| {
                let segments = text.map.segments(m.span());
                let place = &file[segments[0].start as usize..segments[0].end as usize];
                let place: Vec<u16> = place
                    .chunks(2)
                    .map(|c| u16::from_le_bytes([c[0], c[1]]))
                    .collect();
                (
                    m.to_string(),
                    String::from_utf16(&place).expect("whole characters"),
                )
            });
            found.collect::<Vec<_>>()
        };
        texts.flat_map(matches).collect()
    }

    #[test]
    fn a_file_has_the_notation_of_its_name() {
        for (name, text, url, place) in [
            (
                "x.csv",
                "1,http://a.org/x,T\r\n",
                "http://a.org/x",
                "http://a.org/x",
            ),
            (
                "x.json",
                "[\"http:\\/\\/a.org\"]",
                "http://a.org",
                "http:\\/\\/a.org",
            ),
            (
                "x.po",
                "msgid \"http://a.org/x\\n\"\n",
                "http://a.org/x",
                "http://a.org/x",
            ),
            (
                "x.1",
                ".TH\nhttp://a.org/x\\-y\n",
                "http://a.org/x-y",
                "http://a.org/x\\-y",
            ),
        ] {
            for mark in ["\u{feff}", ""] {
                let file = wide(&format!("{mark}{text}"));
                let container = detect_file(Path::new(name), &file);
                let found = urls(container.texts(&file, 0), &file);
                assert_eq!(found, [(url.into(), place.into())], "{name}");
            }
        }
    }

    #[test]
    fn a_file_has_the_notation_of_its_content() {
        let page = "<html><base href='http://b.org/d/'><a href='http://a.org/?a&amp;b.'>x</a>";
        let file = wide(page);
        let container = detect(&file);
        assert_eq!(container.name(), "html");
        let found = urls(container.texts(&file, 0), &file);
        assert_eq!(
            found[1],
            ("http://a.org/?a&b.".into(), "http://a.org/?a&amp;b.".into())
        );
        // Its later chunks know what it declares.
        let selection = super::Selection {
            relative: true,
            ..Default::default()
        };
        let declared = container.declared(&file);
        let more = wide("<a href='x.html?a&amp;b'>");
        let mut texts = container.texts_continued(&more, 1 << 20, &selection, &declared);
        let text = texts.next().expect("a text");
        let extractor = Extractor::builder().base(b"http://c.org/").build();
        let found = extractor.extract_text(&text).next().expect("a URL");
        assert_eq!(found.assumed(), Some(&b"http://b.org/d/x.html?a&b"[..]));
    }

    #[test]
    fn a_table_is_cut_after_a_record() {
        let file = wide("1,\"a\n\nb\"\n2,c");
        let table = detect_file(Path::new("x.csv"), &file);
        assert_eq!(table.cut(&file), Some(18));
    }

    #[test]
    fn a_text_without_a_byte_order_mark() {
        let text = "one\nsee http://a.org/\n";
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let mut texts = super::super::detect(&wide).texts(&wide, 0);
        assert_eq!(
            texts.next().map(|decoded| decoded.bytes.to_vec()),
            Some(text.into())
        );
    }
}
