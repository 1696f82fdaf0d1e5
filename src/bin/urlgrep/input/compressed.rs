//! The bytes of a compressed file, before they are decompressed.

use std::io::{self, BufRead, Read};

/// The bytes of a compressed file, some of them read ahead.
pub(super) struct Compressed {
    rest: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// Those before are consumed.
    at: usize,
    /// How many were consumed before the buffer.
    passed: u64,
    /// Whether more was asked for when there was none.
    pub(super) ended: bool,
}

impl Compressed {
    /// Those of a file behind its byte `start`; `head` are the first ones.
    pub(super) fn new(head: &[u8], start: usize, rest: Box<dyn Read + Send>) -> Compressed {
        Compressed {
            rest,
            buffer: head[start..].to_vec(),
            at: 0,
            passed: start as u64,
            ended: false,
        }
    }

    /// How many bytes of the file are consumed.
    pub(super) fn position(&self) -> u64 {
        self.passed + self.at as u64
    }

    /// The next `len` bytes, fewer only at the end of the file.
    pub(super) fn peek(&mut self, len: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.at < len && self.read_more()? > 0 {}
        let end = self.buffer.len().min(self.at + len);
        Ok(&self.buffer[self.at..end])
    }

    pub(super) fn skip_zeros(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.fill_buf()?;
            let zeros = bytes.iter().take_while(|&&b| b == 0).count();
            let all = zeros == bytes.len() && zeros > 0;
            self.consume(zeros);
            if !all {
                // To look for the end is not to miss something.
                self.ended = false;
                return Ok(());
            }
        }
    }

    /// Reads behind what is not consumed yet.
    fn read_more(&mut self) -> io::Result<usize> {
        const SIZE: usize = 64 << 10;
        self.passed += self.at as u64;
        self.buffer.drain(..self.at);
        self.at = 0;
        let len = self.buffer.len();
        self.buffer.resize(len + SIZE, 0);
        let read = loop {
            match self.rest.read(&mut self.buffer[len..]) {
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
