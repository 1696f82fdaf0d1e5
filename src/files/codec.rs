//! Codecs: how a compressed stream is recognised and decompressed. One row and one feature each.

use std::io::{self, Read};

#[cfg(feature = "gzip")]
use flate2::bufread::GzDecoder;
#[cfg(feature = "lz4")]
use lz4_flex::frame::FrameDecoder;

#[allow(unused_imports, reason = "only some codecs need it")]
use crate::unread::magic;

#[cfg(any(feature = "bzip2", feature = "xz"))]
use super::blocks;
use super::compressed::Compressed;
#[cfg(feature = "gzip")]
use super::lzw::Lzw;
#[cfg(feature = "zstd")]
use super::zstd::Zstd;

/// The length of the longest magic number.
pub(super) const MAGIC: usize = 6;

pub(super) struct Codec {
    pub(super) name: &'static str,
    matches: fn(&[u8]) -> bool,
    /// Begins a stream, or skips a frame without content.
    pub(super) begin: fn(Compressed) -> io::Result<State>,
}

static CODECS: &[Codec] = &[
    #[cfg(feature = "gzip")]
    Codec {
        name: "gzip",
        matches: magic::is_gzip,
        begin: |from| {
            let gzip = GzDecoder::new(from);
            stream(gzip, GzDecoder::get_ref, |gzip| (gzip.into_inner(), None))
        },
    },
    #[cfg(feature = "gzip")]
    Codec {
        name: "compress",
        matches: magic::is_compress,
        begin: |from| stream(Lzw::new(from)?, |lzw| &lzw.from, |lzw| (lzw.from, None)),
    },
    #[cfg(feature = "bzip2")]
    Codec {
        name: "bzip2",
        matches: magic::is_bzip2,
        begin: |from| {
            stream(
                blocks::bzip2(from),
                |bzip2| bzip2.decoder.get_ref(),
                |bzip2| (bzip2.decoder.into_inner(), None),
            )
        },
    },
    #[cfg(feature = "xz")]
    Codec {
        name: "xz",
        matches: magic::is_xz,
        begin: |from| {
            stream(
                blocks::xz(from),
                |xz| &xz.decoder.inner().from,
                |xz| (xz.decoder.into_inner().from, None),
            )
        },
    },
    #[cfg(feature = "zstd")]
    Codec {
        name: "zstd",
        matches: magic::is_zstd,
        begin: |from| {
            stream(
                Zstd::new(from)?,
                |zstd| zstd.stream.get_ref(),
                |zstd| {
                    let (from, decoder) = zstd.stream.into_parts();
                    let stored = decoder.get_checksum_from_data();
                    let wrong = stored.is_some() && stored != decoder.get_calculated_checksum();
                    (from, wrong.then_some("has a wrong checksum"))
                },
            )
        },
    },
    #[cfg(feature = "lz4")]
    Codec {
        name: "lz4",
        matches: magic::is_lz4,
        begin: |from| {
            stream(FrameDecoder::new(from), FrameDecoder::get_ref, |lz4| {
                let from = lz4.into_inner();
                // The decoder accepts the end of the file as the end of a frame. It does not read beyond the end of a complete frame.
                let early = from.ended.then_some("ends early");
                (from, early)
            })
        },
    },
    #[cfg(any(feature = "zstd", feature = "lz4"))]
    Codec {
        name: "skippable",
        matches: magic::is_skippable,
        begin: |mut from| {
            let mut head = [0; 8];
            from.read_exact(&mut head)?;
            let len = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
            io::copy(&mut from.by_ref().take(len.into()), &mut io::sink())?;
            Ok(State::Between(from))
        },
    },
];

impl Codec {
    pub(super) fn by_magic(head: &[u8]) -> Option<&'static Codec> {
        CODECS.iter().find(|codec| (codec.matches)(head))
    }
}

/// The state in which `decoder` reads a stream.
#[allow(dead_code, reason = "a build may have no codec")]
fn stream<D: Read + Send + 'static>(
    decoder: D,
    input: fn(&D) -> &Compressed,
    finish: fn(D) -> Finished,
) -> io::Result<State> {
    Ok(State::InStream(Box::new(Decoder {
        decoder,
        input,
        finish,
    })))
}

/// Where the reading of a compressed file is.
pub(super) enum State {
    Between(Compressed),
    InStream(Box<dyn Stream>),
    Done,
}

/// Decompresses a single stream.
pub(super) trait Stream: Read + Send {
    fn input(&self) -> &Compressed;

    fn finish(self: Box<Self>) -> Finished;
}

/// The input after a stream, and an error that its decoder did not report.
pub(super) type Finished = (Compressed, Option<&'static str>);

/// A decoder of any crate as a stream.
struct Decoder<D> {
    decoder: D,
    input: fn(&D) -> &Compressed,
    finish: fn(D) -> Finished,
}

impl<D: Read> Read for Decoder<D> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(into)
    }
}

impl<D: Read + Send> Stream for Decoder<D> {
    fn input(&self) -> &Compressed {
        (self.input)(&self.decoder)
    }

    fn finish(self: Box<Self>) -> Finished {
        (self.finish)(self.decoder)
    }
}
