//! Where a text is cut that has characters of one, two or four bytes.

/// Where a text with characters of `size` bytes may be cut that `cut` cuts in US-ASCII.
pub(super) fn wide_cut(
    chunk: &[u8],
    size: usize,
    cut: impl Fn(&[u8]) -> Option<usize>,
) -> Option<usize> {
    if size == 1 {
        return cut(chunk);
    }
    let narrow = chunk.chunks_exact(size).map(narrow);
    cut(&narrow.collect::<Vec<u8>>()).map(|at| at * size)
}

/// Where to cut a text that nothing else cuts, with characters of `width` bytes: after its last line, else after a blank, else anywhere.
pub(super) fn forced_cut(text: &[u8], width: usize) -> usize {
    let after = |is_such: fn(u8) -> bool| {
        let mut characters = text.chunks_exact(width);
        let last = characters.rposition(|character| is_such(narrow(character)))?;
        Some((last + 1) * width)
    };
    let cut = after(|b| b == b'\n').or_else(|| after(|b| b.is_ascii_whitespace()));
    cut.unwrap_or(text.len() / width * width)
}

/// A character of US-ASCII as it is there; `x` for all other characters.
fn narrow(character: &[u8]) -> u8 {
    let sum = character.iter().map(|&byte| u32::from(byte)).sum::<u32>();
    match u8::try_from(sum) {
        Ok(byte) if byte.is_ascii() && character.contains(&byte) => byte,
        _ => b'x',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::paragraph;

    #[test]
    fn cuts_at_a_paragraph() {
        let text = "a\na\n\nb\nb\n\nc\n";
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(wide_cut(&wide, 2, paragraph), Some(20));
        // A character that only contains the byte of a line break is not a line break.
        assert_eq!(
            wide_cut(b"a\x0aa\x0a\x0a\x0a\x0a\x0ab\0", 2, paragraph),
            None
        );
    }
}
