//! The bytes of a compressed file before decompression.

use crate::span::run;
use std::io::{self, BufRead, Read};

/// The bytes of a compressed file, with a read-ahead buffer.
pub(super) struct Compressed {
    reader: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// The number of consumed bytes of the buffer.
    at: usize,
    /// The number of consumed bytes before the buffer.
    discarded: u64,
    /// Whether a read reached the end of the file.
    pub(super) ended: bool,
}

impl Compressed {
    /// The bytes from `start` on of a file; `head` are its first bytes, and `reader` gives the rest.
    pub(super) fn new(head: &[u8], start: usize, reader: Box<dyn Read + Send>) -> Compressed {
        Compressed {
            reader,
            buffer: head[start..].to_vec(),
            at: 0,
            discarded: start as u64,
            ended: false,
        }
    }

    /// The number of consumed bytes of the file.
    pub(super) fn position(&self) -> u64 {
        self.discarded + self.at as u64
    }

    /// The next `len` bytes, without consuming them; fewer only at the end of the file.
    pub(super) fn peek(&mut self, len: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.at < len && self.read_more()? > 0 {}
        let end = self.buffer.len().min(self.at + len);
        Ok(&self.buffer[self.at..end])
    }

    pub(super) fn skip_zeros(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.fill_buf()?;
            let zeros = run(bytes, |b| b == 0);
            let all = zeros == bytes.len() && zeros > 0;
            self.consume(zeros);
            if !all {
                // This look-ahead does not mean that a stream needed more bytes.
                self.ended = false;
                return Ok(());
            }
        }
    }

    /// Reads more bytes after those in the buffer.
    fn read_more(&mut self) -> io::Result<usize> {
        const SIZE: usize = 64 << 10;
        self.discarded += self.at as u64;
        self.buffer.drain(..self.at);
        self.at = 0;
        let len = self.buffer.len();
        self.buffer.resize(len + SIZE, 0);
        let read = loop {
            match self.reader.read(&mut self.buffer[len..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.buffer.truncate(len + *read.as_ref().unwrap_or(&0));
        read
    }
}

impl BufRead for Compressed {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.buffer.len() {
            self.ended = self.read_more()? == 0;
        }
        Ok(&self.buffer[self.at..])
    }

    fn consume(&mut self, len: usize) {
        self.at += len;
    }
}

impl Read for Compressed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = self.fill_buf()?.read(into)?;
        self.consume(len);
        Ok(len)
    }
}
