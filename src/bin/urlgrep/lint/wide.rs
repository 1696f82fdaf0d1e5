//! Documents in UTF-16. They are linted as UTF-8, and written back as they were.

/// The byte order of a document in UTF-16 with a byte order mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wide {
    Little,
    Big,
}

impl Wide {
    /// The text of a document in UTF-8, without the byte order mark. `None` if it is not valid UTF-16.
    pub(super) fn decode(document: &[u8]) -> Option<(Wide, Vec<u8>)> {
        let (wide, rest) = match document {
            // UTF-32.
            [0xff, 0xfe, 0, 0, ..] => return None,
            [0xff, 0xfe, rest @ ..] => (Wide::Little, rest),
            [0xfe, 0xff, rest @ ..] => (Wide::Big, rest),
            _ => return None,
        };
        let (pairs, odd) = rest.as_chunks::<2>();
        let units: Vec<u16> = pairs
            .iter()
            .map(|pair| match wide {
                Wide::Little => u16::from_le_bytes(*pair),
                Wide::Big => u16::from_be_bytes(*pair),
            })
            .collect();
        let text = String::from_utf16(&units).ok()?;
        odd.is_empty().then(|| (wide, text.into_bytes()))
    }

    /// The document with this text.
    pub(super) fn encode(self, text: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(text);
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        let bytes = units.flat_map(|unit: u16| match self {
            Wide::Little => unit.to_le_bytes(),
            Wide::Big => unit.to_be_bytes(),
        });
        bytes.collect()
    }
}

/// Converts positions in the UTF-8 text to positions in the document.
pub(super) struct Offsets<'t> {
    text: &'t [u8],
    /// The number of units before every `STEP` bytes.
    units: Vec<u64>,
}

const STEP: usize = 1024;

impl<'t> Offsets<'t> {
    pub(super) fn new(text: &'t [u8]) -> Offsets<'t> {
        let mut before = 0;
        let units = text.chunks(STEP).map(|chunk| {
            let start = before;
            before += units(chunk);
            start
        });
        Offsets {
            units: units.collect(),
            text,
        }
    }

    pub(super) fn offset(&self, at: u64) -> u64 {
        let at = self.text.len().min(at as usize);
        let (step, start) = (at / STEP, at / STEP * STEP);
        let before = self.units.get(step).copied();
        let before = before.unwrap_or_else(|| units(self.text));
        let rest = self.text.get(start..at).unwrap_or_default();
        // The byte order mark has two bytes.
        2 + 2 * (before + units(rest))
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
        let text = "😀 é\r\n".repeat(700);
        for wide in [Wide::Little, Wide::Big] {
            let document = wide.encode(text.as_bytes());
            assert_eq!(
                Wide::decode(&document),
                Some((wide, text.clone().into_bytes()))
            );
            let offsets = Offsets::new(text.as_bytes());
            for at in [0, 4, 5, 7, 9 * 699 + 4, text.len()] {
                let want = 2 + 2 * text[..at].encode_utf16().count();
                assert_eq!(offsets.offset(at as u64), want as u64, "{at}");
            }
        }
        assert_eq!(Wide::decode(b"\xff\xfe\x00\xd8"), None);
        assert_eq!(Wide::decode(b"\xff\xfea"), None);
        assert_eq!(Wide::decode(b"\xff\xfe\0\0a\0\0\0"), None);
    }
}
