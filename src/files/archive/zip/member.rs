//! The content of a zip archive's member.

use std::fmt::Display;
use std::io::{self, BufReader, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use flate2::Crc;

#[cfg(any(feature = "bzip2", feature = "xz"))]
use crate::files::blocks;
use crate::files::cut::incomplete;
use crate::files::decompressed::{STEP, size};
#[cfg(feature = "zstd")]
use crate::files::zstd::Zstd;

use super::super::broken;
use super::super::seekable::{RangeReader, Seekable};
use super::directory::Entry;

type Compressed = BufReader<RangeReader>;

/// How the content of a member is stored (APPNOTE.TXT section 4.4.5). One row and one feature each.
struct Method {
    number: u16,
    open: fn(Compressed) -> io::Result<Box<dyn Read + Send>>,
}

static METHODS: &[Method] = &[
    Method {
        number: 0,
        open: |from| Ok(Box::new(from)),
    },
    Method {
        number: 8,
        open: |from| Ok(Box::new(flate2::bufread::DeflateDecoder::new(from))),
    },
    #[cfg(feature = "bzip2")]
    Method {
        number: 12,
        open: |from| Ok(Box::new(blocks::bzip2(from))),
    },
    #[cfg(feature = "zstd")]
    Method {
        number: 93,
        open: |from| Ok(Box::new(Zstd::new(from)?)),
    },
    #[cfg(feature = "xz")]
    Method {
        number: 95,
        open: |from| Ok(Box::new(blocks::xz(from))),
    },
];

/// The names of methods that are not read.
const UNKNOWN: [(u16, &str); 4] = [
    (1, "shrink"),
    (6, "implode"),
    (9, "deflate64"),
    (14, "lzma"),
];

/// Opens the content of a member, which begins at `start`. `cut_reported` is set when an error says that the file ends before the content.
pub(super) fn open(
    file: &Seekable,
    entry: &Entry,
    start: u64,
    cut_reported: &Arc<AtomicBool>,
) -> io::Result<Box<dyn Read + Send>> {
    let method = METHODS.iter().find(|method| method.number == entry.method);
    let Some(method) = method else {
        let known = UNKNOWN.iter().find(|(number, _)| *number == entry.method);
        let name = known.map_or_else(|| entry.method.to_string(), |(_, name)| (*name).to_string());
        return Err(broken(format_args!(
            "not read: its compression ({name}) is not known"
        )));
    };
    let end = start.saturating_add(entry.stored_len.unwrap_or(u64::MAX));
    let stored = BufReader::with_capacity(64 << 10, file.range(start, end));
    Ok(Box::new(Checked {
        content: (method.open)(stored)?,
        checksum: Crc::new(),
        len: 0,
        declared: entry.checksum.zip(entry.len),
        is_cut: end > file.len,
        has_end: entry.stored_len.is_some() || entry.method != 0,
        cut_reported: Arc::clone(cut_reported),
    }))
}

/// Compares the content with the declared checksum and length.
struct Checked {
    content: Box<dyn Read + Send>,
    checksum: Crc,
    len: u64,
    declared: Option<(u32, u64)>,
    /// Whether the file ends before the content.
    is_cut: bool,
    /// Whether its length is known, or it says where it ends.
    has_end: bool,
    cut_reported: Arc<AtomicBool>,
}

impl Checked {
    fn error(&self, problem: impl Display) -> io::Error {
        let position = size(self.len);
        broken(format_args!("zip member {problem} after {position}"))
    }

    fn cut(&self) -> io::Error {
        self.cut_reported.store(true, Relaxed);
        incomplete(self.error("ends early"))
    }
}

impl Read for Checked {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let step = into.len().min(STEP);
        let into = &mut into[..step];
        match self.content.read(into) {
            Ok(0) if !into.is_empty() => match self.declared {
                Some((checksum, len)) if (checksum, len) != (self.checksum.sum(), self.len) => {
                    Err(if self.is_cut {
                        self.cut()
                    } else {
                        self.error("has a wrong checksum")
                    })
                }
                None if !self.has_end => Err(self.cut()),
                _ => Ok(0),
            },
            Ok(len) => {
                self.checksum.update(&into[..len]);
                self.len += len as u64;
                Ok(len)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            Err(_) if self.is_cut => Err(self.cut()),
            Err(error) => Err(incomplete(self.error(format_args!("is broken ({error})")))),
        }
    }
}
