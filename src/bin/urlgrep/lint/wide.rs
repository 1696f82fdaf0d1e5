//! Documents in UTF-16. They are linted as UTF-8, and written back as they were.

/// How a document in UTF-16 is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wide {
    is_big: bool,
    has_mark: bool,
}

impl Wide {
    /// The text of a document in UTF-8, without the byte order mark. `None` if it is not valid UTF-16, or has neither a mark nor
    /// US-ASCII at its beginning.
    pub(super) fn decode(document: &[u8]) -> Option<(Wide, Vec<u8>)> {
        let (is_big, has_mark) = match document {
            [0xff, 0xfe, ..] => (false, true),
            [0xfe, 0xff, ..] => (true, true),
            [1..0x80, 0, 1..0x80, 0, ..] => (false, false),
            [0, 1..0x80, 0, 1..0x80, ..] => (true, false),
            _ => return None,
        };
        let wide = Wide { is_big, has_mark };
        let (pairs, odd) = document[wide.mark()..].as_chunks::<2>();
        let units: Vec<u16> = pairs
            .iter()
            .map(|pair| {
                if is_big {
                    u16::from_be_bytes(*pair)
                } else {
                    u16::from_le_bytes(*pair)
                }
            })
            .collect();
        let text = String::from_utf16(&units).ok()?;
        // UTF-32 and binary files have NULs.
        let is_text = odd.is_empty() && !units.contains(&0);
        is_text.then(|| (wide, text.into_bytes()))
    }

    /// The length of the byte order mark.
    fn mark(self) -> usize {
        2 * usize::from(self.has_mark)
    }

    /// The document with this text.
    pub(super) fn encode(self, text: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(text);
        let mark = self.has_mark.then_some(0xfeff);
        let units = mark.into_iter().chain(text.encode_utf16());
        let bytes = units.flat_map(|unit: u16| {
            if self.is_big {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            }
        });
        bytes.collect()
    }
}

/// Converts positions in the UTF-8 text to positions in the document.
pub(super) struct Offsets<'t> {
    text: &'t [u8],
    /// The length of the byte order mark.
    mark: u64,
    /// The number of units before every `STEP` bytes.
    units: Vec<u64>,
}

const STEP: usize = 1024;

impl<'t> Offsets<'t> {
    pub(super) fn new(text: &'t [u8], wide: Wide) -> Offsets<'t> {
        let mut before = 0;
        let units = text.chunks(STEP).map(|chunk| {
            let start = before;
            before += units(chunk);
            start
        });
        Offsets {
            units: units.collect(),
            text,
            mark: wide.mark() as u64,
        }
    }

    pub(super) fn offset(&self, at: u64) -> u64 {
        let at = self.text.len().min(at as usize);
        let (step, start) = (at / STEP, at / STEP * STEP);
        let before = self.units.get(step).copied();
        let before = before.unwrap_or_else(|| units(self.text));
        let rest = self.text.get(start..at).unwrap_or_default();
        self.mark + 2 * (before + units(rest))
    }
}

/// The number of UTF-16 units of the characters that begin in `text`.
fn units(text: &[u8]) -> u64 {
    let begins = text.iter().filter(|b| **b & 0xc0 != 0x80).count();
    let pairs = text.iter().filter(|b| **b >= 0xf0).count();
    (begins + pairs) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_written_back_as_it_was() {
        let text = "ab\r\n".to_string() + &"😀 é\r\n".repeat(700);
        for (is_big, has_mark) in [(false, true), (true, true), (false, false), (true, false)] {
            let wide = Wide { is_big, has_mark };
            let document = wide.encode(text.as_bytes());
            assert_eq!(
                Wide::decode(&document),
                Some((wide, text.clone().into_bytes()))
            );
            let offsets = Offsets::new(text.as_bytes(), wide);
            for at in [0, 4, 8, 9, 11, 9 * 699 + 8, text.len()] {
                let want = wide.mark() + 2 * text[..at].encode_utf16().count();
                assert_eq!(offsets.offset(at as u64), want as u64, "{at}");
            }
        }
        assert_eq!(Wide::decode(b"\xff\xfe\x00\xd8"), None);
        assert_eq!(Wide::decode(b"\xff\xfea"), None);
        assert_eq!(Wide::decode(b"\xff\xfe\0\0a\0\0\0"), None);
        assert_eq!(Wide::decode(b"a\0b\0\0\0"), None);
        assert_eq!(Wide::decode(b"a\0\0\0b\0\0\0"), None);
    }
}
