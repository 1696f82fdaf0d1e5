//! The content of a compressed file, told by its magic number, decompressed as it is read.
//!
//! A file may hold several streams one after the other, as `cat a.gz b.gz` makes it, with zeros behind each, as tapes leave
//! them. What comes before the place where a stream is broken is kept.

use std::fmt::Display;
use std::io::{self, ErrorKind, Read};
use std::mem;

use super::codec::{Codec, MAGIC, Stream};
use super::compressed::Compressed;

/// So much a file may always grow to; past it the user's limit counts.
const FREE: u64 = 64 << 20;

pub(super) struct Decompressed {
    /// Of the stream that is read, or was read last.
    codec: &'static Codec,
    state: State,
    /// How many bytes it has given.
    given: u64,
    /// How many times its own size a file may grow to; 0 is any number.
    max_growth: u64,
}

enum State {
    Between(Compressed),
    In(Box<dyn Stream>),
    Done,
}

impl Decompressed {
    /// Of a file that begins with `head`, if it is compressed: with a stream, or with the line before a batch of news.
    pub(super) fn of(
        head: &[u8],
        rest: &mut Option<Box<dyn Read + Send>>,
        max_growth: u64,
    ) -> Option<Decompressed> {
        let start = batch_line(head);
        let codec = Codec::by_magic(&head[start..])?;
        Some(Decompressed {
            codec,
            state: State::Between(Compressed::new(head, start, rest.take()?)),
            given: 0,
            max_growth,
        })
    }

    /// What is wrong, and where; what was read so far is good.
    fn broken(&self, what: impl Display) -> io::Error {
        let (name, given) = (self.codec.name, size(self.given));
        io::Error::other(format!("{name} stream {what} after {given}"))
    }

    /// How the stream fails of which the rest is not read.
    fn failed(&self, error: &io::Error, ended: bool) -> io::Error {
        match ended {
            true => self.broken("ends early"),
            false => self.broken(format_args!("is broken ({error})")),
        }
    }

    /// Begins with the stream at hand, if there is one.
    fn begin(&mut self, mut from: Compressed) -> io::Result<State> {
        if self.given > 0 {
            from.skip_zeros()?;
        }
        let head = from.peek(MAGIC)?;
        if head.is_empty() {
            return Ok(State::Done);
        }
        let Some(codec) = Codec::by_magic(head) else {
            return Err(self.broken("is followed by something else, left out,"));
        };
        self.codec = codec;
        let stream = (codec.begin)(from);
        Ok(State::In(
            stream.map_err(|error| self.failed(&error, false))?,
        ))
    }

    fn end(&self, stream: Box<dyn Stream>) -> io::Result<State> {
        match stream.end() {
            (_, Some(wrong)) => Err(self.broken(wrong)),
            (from, None) => Ok(State::Between(from)),
        }
    }

    fn is_too_big(&self, from: &Compressed) -> bool {
        let allowed = from.position().saturating_mul(self.max_growth);
        self.max_growth > 0 && self.given > allowed.max(FREE)
    }
}

impl Read for Decompressed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        loop {
            // Behind an error nothing more comes.
            self.state = match mem::replace(&mut self.state, State::Done) {
                State::Done => return Ok(0),
                State::Between(from) => self.begin(from)?,
                State::In(stream) if self.is_too_big(stream.from()) => {
                    let growth = self.max_growth;
                    let what =
                        format!("grows to more than {growth} times its size (--max-growth), left");
                    return Err(self.broken(what));
                }
                State::In(mut stream) => match stream.read(into) {
                    Ok(0) => self.end(stream)?,
                    Ok(len) => {
                        self.given += len as u64;
                        self.state = State::In(stream);
                        return Ok(len);
                    }
                    Err(error) if error.kind() == ErrorKind::Interrupted => State::In(stream),
                    Err(error) => return Err(self.failed(&error, stream.from().ended)),
                },
            };
        }
    }
}

/// The length of the line before a compressed batch of news: `#! gunbatch`, `#! cunbatch`.
fn batch_line(head: &[u8]) -> usize {
    let line = head.get(..16).unwrap_or(head);
    match line.iter().position(|&b| b == b'\n') {
        Some(end) if line.starts_with(b"#!") && line[..end].ends_with(b"unbatch") => end + 1,
        _ => 0,
    }
}

/// `1.2 GiB (byte 1288490189)`.
fn size(bytes: u64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"];
    match bytes.max(1).ilog2() as usize / 10 {
        0 => format!("{bytes} bytes"),
        power => {
            let power = power.min(units.len());
            let many = bytes as f64 / 1024f64.powi(power as i32);
            format!("{many:.1} {} (byte {bytes})", units[power - 1])
        }
    }
}
