//! Archives: files that contain files. Each member is read as a file of its own, one after another, and never unpacked to a path. So
//! a name with `../` does no harm. One row and one feature for each format.

mod budget;
mod contents;
#[cfg(feature = "zip")]
mod seekable;
#[cfg(feature = "tar")]
mod tar;
#[cfg(feature = "zip")]
mod zip;

use std::io::{self, Read};

pub(super) use budget::{Budget, Counted, Limited};
pub(super) use contents::Contents;

/// How deeply archives may be nested.
pub(super) const MAX_DEPTH: usize = 8;

/// How many members of a file are read, those of nested archives included.
pub(super) const MAX_MEMBERS: u64 = 1_000_000;

/// A format of archives.
pub(super) struct Format {
    matches: fn(&[u8]) -> bool,
    pub(super) open: fn(Contents) -> io::Result<Box<dyn Members>>,
}

static FORMATS: &[Format] = &[
    #[cfg(feature = "zip")]
    Format {
        matches: zip::matches,
        open: |contents| Ok(Box::new(zip::Zip::open(contents)?)),
    },
    #[cfg(feature = "tar")]
    Format {
        matches: tar::matches,
        open: |contents| Ok(Box::new(tar::Tar::new(contents.stream()))),
    },
];

impl Format {
    /// The format of a file that begins with `head`, if it is an archive.
    pub(super) fn by_magic(head: &[u8]) -> Option<&'static Format> {
        FORMATS.iter().find(|format| (format.matches)(head))
    }
}

/// The members of an archive, in order.
pub(super) trait Members: Send {
    /// The next member; `None` after the last one, and after an error. The content of the member before is not read any more.
    fn next(&mut self) -> Option<io::Result<Member>>;
}

/// A file in an archive.
pub(super) struct Member {
    /// Its name, as the archive has it.
    pub(super) name: Vec<u8>,
    /// Its length, if the archive says so.
    pub(super) len: Option<u64>,
    pub(super) content: Content,
}

pub(super) enum Content {
    Readable(Box<dyn Read + Send>),
    Encrypted,
    /// There is something to report; it is not read here.
    Problem(String),
}

/// An archive's error.
#[cfg(any(feature = "tar", feature = "zip"))]
fn broken(problem: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem.to_string())
}
