//! A stream of bzip2 whose blocks are returned once their checksums are compared.
//!
//! A block is sorted (the transform of Burrows and Wheeler), so a single wrong bit shuffles it, and its text is full of URLs that never
//! existed. Only the checksum tells, which the decoder compares after it returned the block. It reads all of a block before it returns a
//! byte of it, so once it reads on, all that it returned before is right.

use std::io::{self, BufRead, ErrorKind, Read};

use bzip2::bufread::BzDecoder;

use super::decompressed::STEP;

pub(super) struct Bzip2<R> {
    pub(super) decoder: BzDecoder<R>,
    /// What was decoded; up to `checked` it is right, and up to `at` it was returned.
    bytes: Vec<u8>,
    checked: usize,
    at: usize,
    /// How the stream ended; reported after its content.
    end: Option<io::Result<usize>>,
}

impl<R: BufRead> Bzip2<R> {
    pub(super) fn new(from: R) -> Bzip2<R> {
        Bzip2 {
            decoder: BzDecoder::new(from),
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
        let before = self.decoder.total_in();
        let read = self.decoder.read(&mut self.bytes[len..]);
        self.bytes.truncate(len + *read.as_ref().unwrap_or(&0));
        let reads_on = self.decoder.total_in() != before || matches!(read, Ok(0));
        self.checked = if reads_on { len } else { 0 };
        match read {
            Err(error) if error.kind() == ErrorKind::Interrupted => return Err(error),
            Ok(0) | Err(_) => self.end = Some(read),
            Ok(_) => {}
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Bzip2<R> {
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
