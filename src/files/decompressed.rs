//! The content of a compressed file, which is detected by its magic number and decompressed while it is read.
//!
//! A file may consist of several streams, as `cat a.gz b.gz` creates it, each followed by zeros, as tapes add them. The content
//! before a broken position is kept.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, ErrorKind, Read};
use std::{iter, mem};

use super::codec::{Codec, MAGIC, State, Stream};
use super::compressed::Compressed;
use super::cut::{incomplete, too_large};
use crate::span::{beginning, cut};

/// A file may always grow to this size. Above it, the user's limit applies.
const ALWAYS_ALLOWED: u64 = 64 << 20;

/// How much a decoder is asked for at once. What deflate decodes in a call that fails is lost.
pub(super) const STEP: usize = 64 << 10;

/// What gzip's, xz's and lz4's decoders say if a checksum is wrong that follows the content, which is complete.
const WRONG_SUM: [&str; 3] = [
    "gzip stream does not have a matching checksum",
    "invalid block checksum",
    "ContentChecksumError",
];

/// Whether a file of `size` bytes must not contain `len` bytes. `max_growth` is a multiple of its size; 0 means no limit.
pub(super) fn is_too_large(len: u64, size: u64, max_growth: u64) -> bool {
    let allowed = size.saturating_mul(max_growth).max(ALWAYS_ALLOWED);
    max_growth > 0 && len > allowed
}

pub(super) struct Decompressed {
    /// The codec of the current or last stream.
    codec: &'static Codec,
    state: State,
    /// The number of bytes returned so far.
    len: u64,
    /// The maximum growth as a multiple of the file's size; 0 means no limit.
    max_growth: u64,
}

impl Decompressed {
    /// The content of a file that begins with `head`, if it is compressed. A line may precede the stream in a batch of news.
    pub(super) fn detect(
        head: &[u8],
        rest: &mut Option<Box<dyn Read + Send>>,
        max_growth: u64,
    ) -> Option<Decompressed> {
        let start = batch_line(head);
        let codec = Codec::by_magic(&head[start..])?;
        Some(Decompressed {
            codec,
            state: State::Between(Compressed::new(head, start, rest.take()?)),
            len: 0,
            max_growth,
        })
    }

    /// An error that names the codec and the position. The content before it is valid.
    fn error(&self, problem: impl Display) -> io::Error {
        let (name, position) = (self.codec.name, size(self.len));
        io::Error::other(format!("{name} stream {problem} after {position}"))
    }

    /// The error for a stream that the decoder cannot read.
    fn read_error(&self, error: &io::Error, ended: bool) -> io::Error {
        if ended {
            return incomplete(self.error("ends early"));
        }
        let text = error.to_string();
        let broken = self.error(format_args!("is broken ({text})"));
        if WRONG_SUM.iter().any(|wrong| text.contains(wrong)) {
            broken
        } else {
            incomplete(broken)
        }
    }

    /// Begins the next stream, or ends.
    fn begin(&mut self, mut from: Compressed) -> io::Result<State> {
        if self.len > 0 {
            from.skip_zeros()?;
        }
        let head = from.peek(MAGIC)?;
        if head.is_empty() {
            return Ok(State::Done);
        }
        let Some(codec) = Codec::by_magic(head) else {
            return Err(self.error("is followed by other data, which is not searched,"));
        };
        self.codec = codec;
        (codec.begin)(from).map_err(|error| {
            let ended = is_early_end(&error);
            self.read_error(&error, ended)
        })
    }

    fn end(&self, stream: Box<dyn Stream>) -> io::Result<State> {
        match stream.finish() {
            (_, Some(wrong)) => Err(self.error(wrong)),
            (from, None) => Ok(State::Between(from)),
        }
    }

    fn is_too_large(&self, from: &Compressed) -> bool {
        is_too_large(self.len, from.position(), self.max_growth)
    }
}

impl Read for Decompressed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        let step = into.len().min(STEP);
        let into = &mut into[..step];
        loop {
            // After an error, nothing more is returned.
            self.state = match mem::replace(&mut self.state, State::Done) {
                State::Done => return Ok(0),
                State::Between(from) => self.begin(from)?,
                State::InStream(stream) if self.is_too_large(stream.input()) => {
                    let growth = self.max_growth;
                    let problem =
                        format!("exceeds {growth} times its size (--max-growth), stopped");
                    return Err(too_large(self.error(problem)));
                }
                State::InStream(mut stream) => match stream.read(into) {
                    Ok(0) => self.end(stream)?,
                    Ok(len) => {
                        self.len += len as u64;
                        self.state = State::InStream(stream);
                        return Ok(len);
                    }
                    Err(error) if error.kind() == ErrorKind::Interrupted => State::InStream(stream),
                    Err(error) => return Err(self.read_error(&error, stream.input().ended)),
                },
            };
        }
    }
}

/// Whether the input of a decoder ended. Some decoders wrap its error.
fn is_early_end(error: &io::Error) -> bool {
    let errors = iter::successors(Some(error as &dyn Error), |&error| error.source());
    let mut of_input = errors.filter_map(|error| error.downcast_ref::<io::Error>());
    of_input.any(|error| error.kind() == ErrorKind::UnexpectedEof)
}

/// The length of the line before a compressed batch of news: `#! gunbatch`, `#! cunbatch`.
fn batch_line(head: &[u8]) -> usize {
    match cut(beginning(head, 16), b'\n') {
        (line, Some(_)) if line.starts_with(b"#!") && line.ends_with(b"unbatch") => line.len() + 1,
        _ => 0,
    }
}

/// `1.2 GiB (byte 1288490189)`.
pub(super) fn size(bytes: u64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"];
    match bytes.max(1).ilog2() as usize / 10 {
        0 => format!("{bytes} bytes"),
        power => {
            let power = power.min(units.len());
            let value = bytes as f64 / 1024f64.powi(power as i32);
            format!("{value:.1} {} (byte {bytes})", units[power - 1])
        }
    }
}
