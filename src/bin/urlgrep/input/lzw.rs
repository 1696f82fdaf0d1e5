//! What compress(1) writes: codes of 9 bits and more for strings that were seen before, the lowest bit first.
//!
//! Codes come in groups of eight. Where they grow longer, or all is forgotten, the rest of the group is passed over.

use std::io::{self, Read};

use super::compressed::Compressed;

/// The code that says that all strings are forgotten.
const CLEAR: usize = 256;

pub(super) struct Lzw {
    pub(super) from: Compressed,
    max_bits: u32,
    /// Whether there is a code to forget.
    clears: bool,
    bits: u32,
    /// The group of codes, and how many of its bits are read.
    group: Vec<u8>,
    read: usize,
    /// Of each code its string without the last byte, as a code, and that byte.
    strings: Vec<(u16, u8)>,
    /// The code before, and the first byte of its string.
    last: Option<(usize, u8)>,
    /// Decoded and not given yet, the last byte first.
    ready: Vec<u8>,
}

impl Lzw {
    pub(super) fn new(mut from: Compressed) -> io::Result<Lzw> {
        let mut head = [0; 3];
        from.read_exact(&mut head)?;
        let max_bits = u32::from(head[2] & 0x1f);
        if !(9..=16).contains(&max_bits) {
            return Err(wrong());
        }
        let mut lzw = Lzw {
            from,
            max_bits,
            clears: head[2] & 0x80 != 0,
            bits: 9,
            group: Vec::new(),
            read: 0,
            strings: Vec::new(),
            last: None,
            ready: Vec::new(),
        };
        lzw.forget();
        Ok(lzw)
    }

    fn forget(&mut self) {
        self.strings.clear();
        self.strings.extend((0..=255).map(|byte| (0, byte)));
        if self.clears {
            self.strings.push((0, 0));
        }
        self.last = None;
    }

    /// The next code; none at the end of the file.
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

    /// Decodes the next string; false at the end.
    fn decode(&mut self) -> io::Result<bool> {
        if self.strings.len() >= 1 << self.bits && self.bits < self.max_bits {
            self.next_group(self.bits + 1);
        }
        let Some(code) = self.code()? else {
            return Ok(false);
        };
        if code == CLEAR && self.clears {
            self.forget();
            self.next_group(9);
            return Ok(true);
        }
        let known = self.strings.len();
        let mut at = match self.last {
            _ if code < known => code,
            // The string that is only now made.
            Some((last, first)) if code == known => {
                self.ready.push(first);
                last
            }
            _ => return Err(wrong()),
        };
        while at > 255 {
            let (before, byte) = self.strings[at];
            self.ready.push(byte);
            at = before.into();
        }
        let first = at as u8;
        self.ready.push(first);
        if let Some((last, _)) = self.last
            && known < 1 << self.max_bits
        {
            self.strings.push((last as u16, first));
        }
        self.last = Some((code, first));
        Ok(true)
    }
}

fn wrong() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it is not what compress writes")
}

impl Read for Lzw {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.ready.is_empty() {
            if !self.decode()? {
                return Ok(0);
            }
        }
        let mut len = 0;
        while len < into.len() {
            match self.ready.pop() {
                Some(byte) => into[len] = byte,
                None if self.decode()? => continue,
                None => break,
            }
            len += 1;
        }
        Ok(len)
    }
}
