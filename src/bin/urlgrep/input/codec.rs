//! Codecs: how a compressed stream begins, and what decompresses it. One row each, one feature each.

use std::io::{self, Read};

use super::compressed::Compressed;
#[cfg(feature = "gzip")]
use super::lzw::Lzw;

/// How much memory a stream may ask for; that of `xz -9` and `zstd --long` is less.
#[cfg(feature = "xz")]
const MAX_XZ_KIB: u32 = 256 << 10;
#[cfg(feature = "zstd")]
const MAX_ZSTD: u64 = 128 << 20;

/// The longest magic number.
pub(super) const MAGIC: usize = 6;

pub(super) struct Codec {
    pub(super) name: &'static str,
    is: fn(&[u8]) -> bool,
    pub(super) begin: fn(Compressed) -> io::Result<Box<dyn Stream>>,
}

static CODECS: &[Codec] = &[
    #[cfg(feature = "gzip")]
    Codec {
        name: "gzip",
        is: |head| head.starts_with(b"\x1f\x8b\x08"),
        begin: |from| Ok(Box::new(flate2::bufread::GzDecoder::new(from))),
    },
    #[cfg(feature = "gzip")]
    Codec {
        // As old as news; gzip reads it too.
        name: "compress",
        is: |head| head.starts_with(b"\x1f\x9d"),
        begin: |from| Ok(Box::new(Lzw::new(from)?)),
    },
    #[cfg(feature = "bzip2")]
    Codec {
        name: "bzip2",
        // A block, or the end.
        is: |head| matches!(head, [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, ..]),
        begin: |from| Ok(Box::new(bzip2::bufread::BzDecoder::new(from))),
    },
    #[cfg(feature = "xz")]
    Codec {
        name: "xz",
        is: |head| head.starts_with(b"\xfd7zXZ\0"),
        begin: |from| {
            Ok(Box::new(lzma_rust2::XzReader::new_mem_limit(
                from, false, MAX_XZ_KIB,
            )))
        },
    },
    #[cfg(feature = "zstd")]
    Codec {
        name: "zstd",
        is: |head| head.starts_with(b"\x28\xb5\x2f\xfd"),
        begin: |from| match ruzstd::decoding::StreamingDecoder::new_with_max_window_size(
            from, MAX_ZSTD,
        ) {
            Ok(stream) => Ok(Box::new(stream)),
            Err(error) => Err(io::Error::other(error)),
        },
    },
    #[cfg(feature = "lz4")]
    Codec {
        name: "lz4",
        is: |head| head.starts_with(b"\x04\x22\x4d\x18"),
        begin: |from| Ok(Box::new(lz4_flex::frame::FrameDecoder::new(from))),
    },
    // Frames that say nothing, which zstd and lz4 share (RFC 8878 section 3.1.2).
    #[cfg(any(feature = "zstd", feature = "lz4"))]
    Codec {
        name: "skippable",
        is: |head| matches!(head, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]),
        begin: |mut from| {
            let mut head = [0; 8];
            from.read_exact(&mut head)?;
            let len = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
            io::copy(&mut from.by_ref().take(len.into()), &mut io::sink())?;
            Ok(Box::new(Skipped(from)))
        },
    },
];

impl Codec {
    pub(super) fn by_magic(head: &[u8]) -> Option<&'static Codec> {
        CODECS.iter().find(|codec| (codec.is)(head))
    }
}

/// What reads the content of one stream.
pub(super) trait Stream: Read + Send {
    fn from(&self) -> &Compressed;

    /// At the end: what it read from, and what is wrong with the stream that the reader did not say.
    fn end(self: Box<Self>) -> (Compressed, Option<&'static str>);
}

#[cfg(feature = "gzip")]
impl Stream for flate2::bufread::GzDecoder<Compressed> {
    fn from(&self) -> &Compressed {
        self.get_ref()
    }

    fn end(self: Box<Self>) -> (Compressed, Option<&'static str>) {
        (self.into_inner(), None)
    }
}

#[cfg(feature = "gzip")]
impl Stream for Lzw {
    fn from(&self) -> &Compressed {
        &self.from
    }

    fn end(self: Box<Self>) -> (Compressed, Option<&'static str>) {
        (self.from, None)
    }
}

#[cfg(feature = "bzip2")]
impl Stream for bzip2::bufread::BzDecoder<Compressed> {
    fn from(&self) -> &Compressed {
        self.get_ref()
    }

    fn end(self: Box<Self>) -> (Compressed, Option<&'static str>) {
        (self.into_inner(), None)
    }
}

#[cfg(feature = "xz")]
impl Stream for lzma_rust2::XzReader<Compressed> {
    fn from(&self) -> &Compressed {
        self.inner()
    }

    fn end(self: Box<Self>) -> (Compressed, Option<&'static str>) {
        (self.into_inner(), None)
    }
}

#[cfg(feature = "zstd")]
impl Stream for ruzstd::decoding::StreamingDecoder<Compressed, ruzstd::decoding::FrameDecoder> {
    fn from(&self) -> &Compressed {
        self.get_ref()
    }

    fn end(self: Box<Self>) -> (Compressed, Option<&'static str>) {
        let (from, decoder) = self.into_parts();
        let said = decoder.get_checksum_from_data();
        let wrong = said.is_some() && said != decoder.get_calculated_checksum();
        (from, wrong.then_some("has a wrong checksum"))
    }
}

#[cfg(feature = "lz4")]
impl Stream for lz4_flex::frame::FrameDecoder<Compressed> {
    fn from(&self) -> &Compressed {
        self.get_ref()
    }

    fn end(self: Box<Self>) -> (Compressed, Option<&'static str>) {
        let from = self.into_inner();
        // It takes the end of the file for the end of a frame; what is whole is not read beyond its end.
        let early = from.ended.then_some("ends early");
        (from, early)
    }
}

/// It has no content.
#[cfg(any(feature = "zstd", feature = "lz4"))]
struct Skipped(Compressed);

#[cfg(any(feature = "zstd", feature = "lz4"))]
impl Read for Skipped {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }
}

#[cfg(any(feature = "zstd", feature = "lz4"))]
impl Stream for Skipped {
    fn from(&self) -> &Compressed {
        &self.0
    }

    fn end(self: Box<Self>) -> (Compressed, Option<&'static str>) {
        (self.0, None)
    }
}
