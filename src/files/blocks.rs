//! Decoders whose blocks are returned once they are known to be right: bzip2 and xz.
//!
//! A block of bzip2 is sorted (the transform of Burrows and Wheeler), so a single wrong bit shuffles it; after a wrong bit, a chunk of xz
//! is nonsense. Such a text is full of URLs that never existed. The decoders notice it at the end of the block, by its checksum or its
//! length, after they returned the block. They read all of a block before they return a byte of it, so once they read on, all that they
//! returned before is right.

use std::io::{self, ErrorKind, Read};

#[cfg(feature = "bzip2")]
use bzip2::bufread::BzDecoder;
#[cfg(feature = "xz")]
use lzma_rust2::XzReader;

/// How much is decoded at once. Once a decoder reads on, all before the last step is right.
const STEP: usize = 1 << 10;

/// The maximum memory of an xz stream. `xz -9` needs less.
#[cfg(feature = "xz")]
const MAX_XZ_KIB: u32 = 256 << 10;

/// A decoder, and the text that it returned.
pub(super) struct Blocks<D> {
    pub(super) decoder: D,
    /// How much of its input the decoder has read.
    position: fn(&D) -> u64,
    /// What was decoded; up to `checked` it is right, and up to `at` it was returned.
    bytes: Vec<u8>,
    checked: usize,
    at: usize,
    /// How the stream ended; reported after its content.
    end: Option<io::Result<usize>>,
}

#[cfg(feature = "bzip2")]
pub(super) fn bzip2<R: io::BufRead>(from: R) -> Blocks<BzDecoder<R>> {
    Blocks::new(BzDecoder::new(from), BzDecoder::total_in)
}

#[cfg(feature = "xz")]
pub(super) fn xz<R: Read>(from: R) -> Blocks<XzReader<Counted<R>>> {
    let from = Counted { from, read: 0 };
    let decoder = XzReader::new_mem_limit(from, false, MAX_XZ_KIB);
    Blocks::new(decoder, |xz| xz.inner().read)
}

/// Input whose bytes are counted.
#[cfg(feature = "xz")]
pub(super) struct Counted<R> {
    pub(super) from: R,
    read: u64,
}

#[cfg(feature = "xz")]
impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(into)?;
        self.read += read as u64;
        Ok(read)
    }
}

impl<D: Read> Blocks<D> {
    fn new(decoder: D, position: fn(&D) -> u64) -> Blocks<D> {
        Blocks {
            decoder,
            position,
            bytes: Vec::new(),
            checked: 0,
            at: 0,
            end: None,
        }
    }

    /// Decodes a little more.
    fn decode(&mut self) -> io::Result<()> {
        self.bytes.drain(..self.at);
        self.at = 0;
        let len = self.bytes.len();
        self.bytes.resize(len + STEP, 0);
        let before = (self.position)(&self.decoder);
        let read = self.decoder.read(&mut self.bytes[len..]);
        self.bytes.truncate(len + *read.as_ref().unwrap_or(&0));
        let reads_on = (self.position)(&self.decoder) != before || matches!(read, Ok(0));
        self.checked = if reads_on { len } else { 0 };
        match read {
            Err(error) if error.kind() == ErrorKind::Interrupted => return Err(error),
            Ok(0) | Err(_) => self.end = Some(read),
            Ok(_) => {}
        }
        Ok(())
    }
}

impl<D: Read> Read for Blocks<D> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at == self.checked && self.end.is_none() {
            self.decode()?;
        }
        let len = (&self.bytes[self.at..self.checked]).read(into)?;
        self.at += len;
        if len == 0 && !into.is_empty() {
            return self.end.replace(Ok(0)).unwrap_or(Ok(0));
        }
        Ok(len)
    }
}
