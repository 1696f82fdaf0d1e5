//! Decompresses files of compress(1): codes of at least 9 bits, lowest bit first, stand for strings that occurred before.
//!
//! Codes come in groups of eight. When the code length changes or the strings are cleared, the rest of the group is skipped.

use std::io::{self, Read};

use super::compressed::Compressed;

/// The code that clears all strings.
const CLEAR: usize = 256;

pub(super) struct Lzw {
    pub(super) from: Compressed,
    max_bits: u32,
    /// Whether the stream uses the clear code.
    has_clear: bool,
    bits: u32,
    /// The current group of codes, and the number of bits already read.
    group: Vec<u8>,
    read: usize,
    /// For each code, its string: the code of the string without the last byte, and the last byte.
    strings: Vec<(u16, u8)>,
    /// The previous code, and the first byte of its string.
    previous: Option<(usize, u8)>,
    /// Decoded bytes that were not returned yet, last byte first.
    pending: Vec<u8>,
    /// What is wrong after the pending bytes.
    error: Option<io::Error>,
}

impl Lzw {
    pub(super) fn new(mut from: Compressed) -> io::Result<Lzw> {
        let mut head = [0; 3];
        from.read_exact(&mut head)?;
        let max_bits = u32::from(head[2] & 0x1f);
        if !(9..=16).contains(&max_bits) {
            return Err(invalid());
        }
        let mut lzw = Lzw {
            from,
            max_bits,
            has_clear: head[2] & 0x80 != 0,
            bits: 9,
            group: Vec::new(),
            read: 0,
            strings: Vec::new(),
            previous: None,
            pending: Vec::new(),
            error: None,
        };
        lzw.clear();
        Ok(lzw)
    }

    fn clear(&mut self) {
        self.strings.clear();
        self.strings.extend((0..=255).map(|byte| (0, byte)));
        if self.has_clear {
            self.strings.push((0, 0));
        }
        self.previous = None;
    }

    /// The next code; `None` at the end of the file.
    fn code(&mut self) -> io::Result<Option<usize>> {
        let bits = self.bits as usize;
        if self.read + bits > 8 * self.group.len() {
            self.group.clear();
            self.read = 0;
            (&mut self.from)
                .take(bits as u64)
                .read_to_end(&mut self.group)?;
            if 8 * self.group.len() < bits {
                return Ok(None);
            }
        }
        let byte = |i: usize| self.group.get(i).map_or(0, |&b| usize::from(b));
        let at = self.read / 8;
        let three = byte(at) | byte(at + 1) << 8 | byte(at + 2) << 16;
        let code = three >> (self.read % 8) & ((1 << bits) - 1);
        self.read += bits;
        Ok(Some(code))
    }

    fn next_group(&mut self, bits: u32) {
        self.bits = bits;
        self.group.clear();
        self.read = 0;
    }

    /// Decodes the next string. Returns false at the end.
    fn decode(&mut self) -> io::Result<bool> {
        if self.strings.len() >= 1 << self.bits && self.bits < self.max_bits {
            self.next_group(self.bits + 1);
        }
        let Some(code) = self.code()? else {
            return Ok(false);
        };
        if code == CLEAR && self.has_clear {
            self.clear();
            self.next_group(9);
            return Ok(true);
        }
        let known = self.strings.len();
        let mut at = match self.previous {
            _ if code < known => code,
            // The string that is just being defined: the previous string and its first byte.
            Some((previous, first)) if code == known => {
                self.pending.push(first);
                previous
            }
            _ => return Err(invalid()),
        };
        while at > 255 {
            let (before, byte) = self.strings[at];
            self.pending.push(byte);
            at = before.into();
        }
        let first = at as u8;
        self.pending.push(first);
        if let Some((previous, _)) = self.previous
            && known < 1 << self.max_bits
        {
            self.strings.push((previous as u16, first));
        }
        self.previous = Some((code, first));
        Ok(true)
    }
}

fn invalid() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "invalid compress data")
}

impl Read for Lzw {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut len = 0;
        while len < into.len() {
            match self.pending.pop() {
                Some(byte) => {
                    into[len] = byte;
                    len += 1;
                }
                None if self.error.is_some() => break,
                None => match self.decode() {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error) => self.error = Some(error),
                },
            }
        }
        match self.error.take_if(|_| len == 0 && !into.is_empty()) {
            Some(error) => Err(error),
            None => Ok(len),
        }
    }
}
