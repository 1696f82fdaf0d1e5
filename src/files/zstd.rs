//! A stream of Zstandard (RFC 8878) whose content before a broken place is kept.
//!
//! The decoder returns bytes only when no later block can refer to them. After an error that are up to 128 MiB which were decoded, so the
//! frame is ended there by force.

use std::io::{self, ErrorKind, Read};

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder, StreamingDecoder};

/// The largest window. `zstd --long` needs less.
const MAX_WINDOW: u64 = 128 << 20;

/// The last block, which is raw and empty, and a checksum, which is not compared.
const END_OF_FRAME: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

pub(super) struct Zstd<R: Read> {
    pub(super) stream: StreamingDecoder<R, FrameDecoder>,
    /// What ended the frame; reported after its content.
    error: Option<io::Error>,
}

impl<R: Read> Zstd<R> {
    pub(super) fn new(from: R) -> io::Result<Zstd<R>> {
        let stream = StreamingDecoder::new_with_max_window_size(from, MAX_WINDOW);
        Ok(Zstd {
            stream: stream.map_err(io::Error::other)?,
            error: None,
        })
    }
}

impl<R: Read> Read for Zstd<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.stream.read(into) {
            Err(error) if error.kind() != ErrorKind::Interrupted && self.error.is_none() => {
                self.error = Some(error);
                let decoder = &mut self.stream.decoder;
                let ended = decoder.decode_blocks(&END_OF_FRAME[..], BlockDecodingStrategy::All);
                ended.map_err(io::Error::other)?;
                self.read(into)
            }
            Ok(0) if !into.is_empty() => self.error.take().map_or(Ok(0), Err),
            read => read,
        }
    }
}
