//! Compressed RTF (MS-OXRTFCP). If it was not made of HTML, it is searched as text: RTF writes a URL as it is, in quotes or before a brace.

use std::io::{self, Read};

use super::super::{Damage, broken};

/// The beginning of the dictionary (MS-OXRTFCP section 2.1.2.1).
const DICTIONARY: &[u8] = b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

const SIZE: usize = 4096;

/// The longest compressed text that is read; it grows to at most nine times its size.
const MAX: u64 = 16 << 20;

/// The RTF, and what is wrong with it.
pub(super) fn decompress(bytes: impl Read) -> io::Result<(Vec<u8>, Damage)> {
    let mut stored = Vec::new();
    bytes.take(MAX).read_to_end(&mut stored)?;
    let number = |at: usize| {
        let bytes = stored.get(at..).and_then(<[u8]>::first_chunk);
        bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
    };
    // Neither counts itself. Without compression there is no checksum.
    let (end, sum) = (number(0) as usize + 4, number(12));
    let text = stored.get(16..).unwrap_or_default();
    let problem = match stored.get(16..end) {
        _ if end > stored.len() => Some("its RTF ends early"),
        Some(summed) if sum != 0 && sum != checksum(summed) => Some("its RTF has a wrong checksum"),
        _ => None,
    };
    let rtf = match stored.get(8..12) {
        Some(b"MELA") => text.to_vec(),
        Some(b"LZFu") => expand(text),
        _ => return Err(broken("its RTF is compressed in an unknown way")),
    };
    Ok((rtf, Damage(problem.map(str::to_string))))
}

/// CRC-32, but without its inversions (MS-OXRTFCP section 2.1.3.2).
fn checksum(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 8 * 256 {
            let (byte, bit) = (i / 8, i % 8);
            let crc = if bit == 0 { byte as u32 } else { table[byte] };
            table[byte] = (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
            i += 1;
        }
        table
    };
    let add = |crc: u32, &byte: &u8| TABLE[usize::from(crc as u8 ^ byte)] ^ (crc >> 8);
    bytes.iter().fold(0, add)
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
        assert_eq!(decompress(&simple[..]).expect("RTF").0, want);
        let crossing = b"\x1a\0\0\0\x1c\0\0\0LZFu\xe2\xd4KQA\0\x04 WXYZ\rn}\x01\x0e\xb0";
        let want = b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}";
        assert_eq!(decompress(&crossing[..]).expect("RTF").0, want);
    }

    #[test]
    fn damage_is_harmless() {
        assert!(decompress(&b"short"[..]).is_err());
        assert_eq!(
            decompress(&b"\0\0\0\0\0\0\0\0MELA\0\0\0\0{x}"[..])
                .expect("RTF")
                .0,
            b"{x}"
        );
        for len in 0..40 {
            let mut bytes = b"\0\0\0\0\0\0\0\0LZFu\0\0\0\0".to_vec();
            bytes.extend((0..len).map(|i: u8| i.wrapping_mul(37)));
            assert!(decompress(&bytes[..]).is_ok());
        }
    }
}
