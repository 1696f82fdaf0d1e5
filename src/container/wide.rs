//! Plain text in UTF-16 or UTF-32, told by its byte order mark.

use super::content::Content;
use super::{Container, part, plain};
use crate::decode::{Charset, Order};
use crate::text::Text;

pub(super) const UTF_16LE: Container = row::<2, false>();
pub(super) const UTF_16BE: Container = row::<2, true>();
pub(super) const UTF_32LE: Container = row::<4, false>();
pub(super) const UTF_32BE: Container = row::<4, true>();

/// Characters of so many bytes, the highest first or last.
const fn row<const SIZE: usize, const BIG: bool>() -> Container {
    Container {
        name: "text",
        looks: |head| Order::of(head) == Some((SIZE, order(BIG))),
        cut: |chunk| cut(chunk, SIZE),
        texts: |chunk, start, _| Box::new(texts(chunk, start, Charset::Wide(SIZE, order(BIG)))),
        max: 16 << 20,
    }
}

const fn order(big: bool) -> Order {
    match big {
        true => Order::Big,
        false => Order::Little,
    }
}

/// Where plain text of characters of so many bytes may be cut.
pub(super) fn cut(chunk: &[u8], size: usize) -> Option<usize> {
    // One byte for each character: the line breaks, and anything else.
    let narrow = chunk.chunks_exact(size).map(|character| {
        let sum = character.iter().fold(0u32, |sum, &byte| sum + byte as u32);
        match u8::try_from(sum) {
            Ok(byte @ (b'\n' | b'\r')) if character.contains(&byte) => byte,
            _ => b'x',
        }
    });
    plain::cut(&narrow.collect::<Vec<u8>>()).map(|at| at * size)
}

fn texts(chunk: &[u8], start: u64, charset: Charset) -> impl Iterator<Item = Text<'_>> {
    let content = Content {
        charset,
        ..Content::PLAIN
    };
    part::texts(chunk, start, content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_at_a_paragraph() {
        let text = "a\na\n\nb\nb\n\nc\n";
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(cut(&wide, 2), Some(20));
        // A line break's byte is no line break.
        assert_eq!(cut(b"a\x0aa\x0a\x0a\x0a\x0a\x0ab\0", 2), None);
    }
}
