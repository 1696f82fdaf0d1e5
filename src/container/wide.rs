//! Plain text in UTF-16 or UTF-32, detected by its byte order mark or its first characters.

use super::content::Content;
use super::cut::paragraph_cut;
use super::plain::TEXT;
use super::selection::Selection;
use super::{Container, part};
use crate::decode::{ByteOrder, Charset};
use crate::text::Text;

pub(super) const UTF_16LE: Container = row::<2, false>();
pub(super) const UTF_16BE: Container = row::<2, true>();
pub(super) const UTF_32LE: Container = row::<4, false>();
pub(super) const UTF_32BE: Container = row::<4, true>();

/// Characters of `SIZE` bytes, in big-endian order if `BIG`.
const fn row<const SIZE: usize, const BIG: bool>() -> Container {
    Container {
        matches_head: |head| ByteOrder::detect(head) == Some((SIZE, order(BIG))),
        cut: |chunk| paragraph_cut(chunk, SIZE),
        texts: |chunk, start, _| Box::new(texts(chunk, start, Charset::Wide(SIZE, order(BIG)))),
        width: SIZE,
        is_cut_locally: false,
        ..TEXT
    }
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
