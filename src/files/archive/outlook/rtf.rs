//! Compressed RTF (MS-OXRTFCP). If it was not made of HTML, it is searched as text: RTF writes a URL as it is, in quotes or before a brace.

use std::io::{self, Read};

use super::super::broken;

/// The beginning of the dictionary (MS-OXRTFCP section 2.1.2.1).
const DICTIONARY: &[u8] = b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

const SIZE: usize = 4096;

/// The longest compressed text that is read; it grows to at most nine times its size.
const MAX: u64 = 16 << 20;

pub(super) fn decompress(bytes: impl Read) -> io::Result<Vec<u8>> {
    let mut stored = Vec::new();
    bytes.take(MAX).read_to_end(&mut stored)?;
    match stored.get(8..12) {
        Some(b"MELA") => Ok(stored.split_off(16.min(stored.len()))),
        Some(b"LZFu") => Ok(expand(stored.get(16..).unwrap_or_default())),
        _ => Err(broken("its RTF is compressed in an unknown way")),
    }
}

/// Each control byte says of the next eight items whether they are bytes or references to the dictionary.
fn expand(stored: &[u8]) -> Vec<u8> {
    let mut dictionary = [0; SIZE];
    dictionary[..DICTIONARY.len()].copy_from_slice(DICTIONARY);
    let mut at = DICTIONARY.len();
    let mut out = Vec::new();
    let mut bytes = stored.iter().copied();
    let mut write = |byte: u8, at: &mut usize, dictionary: &mut [u8; SIZE]| {
        out.push(byte);
        dictionary[*at] = byte;
        *at = (*at + 1) % SIZE;
    };
    'items: while let Some(control) = bytes.next() {
        for bit in 0..8 {
            let Some(first) = bytes.next() else {
                break 'items;
            };
            if control >> bit & 1 == 0 {
                write(first, &mut at, &mut dictionary);
                continue;
            }
            let Some(second) = bytes.next() else {
                break 'items;
            };
            let reference = usize::from(u16::from_be_bytes([first, second]));
            let (from, len) = (reference >> 4, (reference & 15) + 2);
            if from == at {
                break 'items;
            }
            for i in 0..len {
                let byte = dictionary[(from + i) % SIZE];
                write(byte, &mut at, &mut dictionary);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of MS-OXRTFCP section 3.
    #[test]
    fn examples_of_the_specification() {
        assert_eq!(DICTIONARY.len(), 207);
        let simple = b"\x2d\0\0\0\x2b\0\0\0LZFu\xf1\xc5\xc7\xa7\x03\0\x0a\0rcpg125B2\x0a\xf3 hel\x09\0 bw\x05\xb0ld}\x0a\x80\x0f\xa0";
        let want = b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n";
        assert_eq!(decompress(&simple[..]).expect("RTF"), want);
        let crossing = b"\x1a\0\0\0\x1c\0\0\0LZFu\xe2\xd4KQA\0\x04 WXYZ\rn}\x01\x0e\xb0";
        let want = b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}";
        assert_eq!(decompress(&crossing[..]).expect("RTF"), want);
    }

    #[test]
    fn damage_is_harmless() {
        assert!(decompress(&b"short"[..]).is_err());
        assert_eq!(
            decompress(&b"\0\0\0\0\0\0\0\0MELA\0\0\0\0{x}"[..]).expect("RTF"),
            b"{x}"
        );
        for len in 0..40 {
            let mut bytes = b"\0\0\0\0\0\0\0\0LZFu\0\0\0\0".to_vec();
            bytes.extend((0..len).map(|i: u8| i.wrapping_mul(37)));
            assert!(decompress(&bytes[..]).is_ok());
        }
    }
}
