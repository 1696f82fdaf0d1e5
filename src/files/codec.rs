//! Codecs: how a compressed stream is recognised and decompressed. One row and one feature each.

use std::io::{self, Read};

#[allow(unused_imports, reason = "only some codecs need it")]
use crate::container::magic;

use super::compressed::Compressed;
use super::decompressed::State;
#[cfg(feature = "gzip")]
use super::lzw::Lzw;

/// The maximum memory of a stream. `xz -9` and `zstd --long` need less.
#[cfg(feature = "xz")]
pub(super) const MAX_XZ_KIB: u32 = 256 << 10;
#[cfg(feature = "zstd")]
pub(super) const MAX_ZSTD: u64 = 128 << 20;

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
        begin: |from| stream(flate2::bufread::GzDecoder::new(from)),
    },
    #[cfg(feature = "gzip")]
    Codec {
        name: "compress",
        matches: magic::is_compress,
        begin: |from| stream(Lzw::new(from)?),
    },
    #[cfg(feature = "bzip2")]
    Codec {
        name: "bzip2",
        matches: magic::is_bzip2,
        begin: |from| stream(bzip2::bufread::BzDecoder::new(from)),
    },
    #[cfg(feature = "xz")]
    Codec {
        name: "xz",
        matches: magic::is_xz,
        begin: |from| stream(lzma_rust2::XzReader::new_mem_limit(from, false, MAX_XZ_KIB)),
    },
    #[cfg(feature = "zstd")]
    Codec {
        name: "zstd",
        matches: magic::is_zstd,
        begin: |from| match ruzstd::decoding::StreamingDecoder::new_with_max_window_size(
            from, MAX_ZSTD,
        ) {
            Ok(begun) => stream(begun),
            Err(error) => Err(io::Error::other(error)),
        },
    },
    #[cfg(feature = "lz4")]
    Codec {
        name: "lz4",
        matches: magic::is_lz4,
        begin: |from| stream(lz4_flex::frame::FrameDecoder::new(from)),
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

#[allow(dead_code, reason = "a build may have no codec")]
fn stream(begun: impl Stream + 'static) -> io::Result<State> {
    Ok(State::InStream(Box::new(begun)))
}

/// Decompresses a single stream.
pub(super) trait Stream: Read + Send {
    fn input(&self) -> &Compressed;

    /// Ends the stream. Returns the input after it, and an error that the decoder did not report.
    fn finish(self: Box<Self>) -> (Compressed, Option<&'static str>);
}

#[cfg(feature = "gzip")]
impl Stream for flate2::bufread::GzDecoder<Compressed> {
    fn input(&self) -> &Compressed {
        self.get_ref()
    }

    fn finish(self: Box<Self>) -> (Compressed, Option<&'static str>) {
        (self.into_inner(), None)
    }
}

#[cfg(feature = "gzip")]
impl Stream for Lzw {
    fn input(&self) -> &Compressed {
        &self.from
    }

    fn finish(self: Box<Self>) -> (Compressed, Option<&'static str>) {
        (self.from, None)
    }
}

#[cfg(feature = "bzip2")]
impl Stream for bzip2::bufread::BzDecoder<Compressed> {
    fn input(&self) -> &Compressed {
        self.get_ref()
    }

    fn finish(self: Box<Self>) -> (Compressed, Option<&'static str>) {
        (self.into_inner(), None)
    }
}

#[cfg(feature = "xz")]
impl Stream for lzma_rust2::XzReader<Compressed> {
    fn input(&self) -> &Compressed {
        self.inner()
    }

    fn finish(self: Box<Self>) -> (Compressed, Option<&'static str>) {
        (self.into_inner(), None)
    }
}

#[cfg(feature = "zstd")]
impl Stream for ruzstd::decoding::StreamingDecoder<Compressed, ruzstd::decoding::FrameDecoder> {
    fn input(&self) -> &Compressed {
        self.get_ref()
    }

    fn finish(self: Box<Self>) -> (Compressed, Option<&'static str>) {
        let (from, decoder) = self.into_parts();
        let stored = decoder.get_checksum_from_data();
        let wrong = stored.is_some() && stored != decoder.get_calculated_checksum();
        (from, wrong.then_some("has a wrong checksum"))
    }
}

#[cfg(feature = "lz4")]
impl Stream for lz4_flex::frame::FrameDecoder<Compressed> {
    fn input(&self) -> &Compressed {
        self.get_ref()
    }

    fn finish(self: Box<Self>) -> (Compressed, Option<&'static str>) {
        let from = self.into_inner();
        // The decoder accepts the end of the file as the end of a frame. It does not read beyond the end of a complete frame.
        let early = from.ended.then_some("ends early");
        (from, early)
    }
}
