//! Archives: files that contain files. Each member is read as a file of its own, one after another, and never unpacked to a path. So
//! a name with `../` does no harm. One row and one feature for each format.

mod budget;
#[cfg(feature = "outlook")]
mod outlook;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(any(feature = "zip", feature = "outlook"))]
mod seekable;
#[cfg(feature = "tar")]
mod tar;
#[cfg(feature = "zip")]
mod zip;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::unread::magic;

use super::decompressed::Decompressed;

pub(super) use budget::{Budget, Counted, Limited};

/// The bytes of an archive; some have been read already.
pub(super) struct Contents {
    pub(super) head: Vec<u8>,
    pub(super) rest: Box<dyn Read + Send>,
    /// Where they are a file as it is.
    pub(super) path: Option<PathBuf>,
    pub(super) budget: Arc<Budget>,
}

impl Contents {
    fn stream(self) -> Box<dyn Read + Send> {
        Box::new(io::Cursor::new(self.head).chain(self.rest))
    }
}

/// How many bytes tell the format.
const HEAD: u64 = 512;

/// How deeply archives may be nested.
pub(super) const MAX_DEPTH: usize = 8;

/// How many members of a file are read, those of nested archives included.
pub(super) const MAX_MEMBERS: u64 = 1_000_000;

/// A format of archives.
pub(super) struct Format {
    matches: fn(&[u8]) -> bool,
    /// Whether only its content shows whether it is an archive.
    may_be_other: bool,
    pub(super) open: fn(Contents) -> io::Result<Opened>,
}

/// A file of a format, once opened.
pub(super) enum Opened {
    Archive(Members),
    /// It is another document in this format, or damaged: all its bytes, and the damage.
    Other(Box<dyn Read + Send>, Option<io::Error>),
}

static FORMATS: &[Format] = &[
    #[cfg(feature = "zip")]
    Format {
        matches: magic::is_zip,
        may_be_other: false,
        open: |contents| archive(zip::Zip::open(contents)?),
    },
    #[cfg(feature = "tar")]
    Format {
        matches: magic::is_tar,
        may_be_other: false,
        open: |contents| archive(tar::Tar::new(contents.stream())),
    },
    #[cfg(feature = "outlook")]
    Format {
        matches: magic::is_compound_file,
        may_be_other: true,
        open: outlook::Msg::open,
    },
    #[cfg(feature = "outlook")]
    Format {
        matches: magic::is_tnef,
        may_be_other: false,
        open: outlook::Tnef::open,
    },
    #[cfg(feature = "pdf")]
    Format {
        matches: magic::is_pdf,
        may_be_other: false,
        open: |contents| archive(pdf::Pdf::open(contents)?),
    },
];

fn archive(
    members: impl Iterator<Item = io::Result<Member>> + Send + 'static,
) -> io::Result<Opened> {
    Ok(Opened::Archive(Box::new(members)))
}

impl Format {
    /// The format of a file that begins with `head`, if it is an archive.
    pub(super) fn by_magic(head: &[u8]) -> Option<&'static Format> {
        FORMATS.iter().find(|format| (format.matches)(head))
    }

    /// The format of the file at `path`. `head` is its beginning, or all of it.
    #[cfg_attr(
        not(feature = "zip"),
        allow(unused_variables, reason = "only zip may follow a program")
    )]
    pub(super) fn of_file(head: &[u8], is_all: bool, path: &Path) -> Option<&'static Format> {
        let format = Format::by_magic(head);
        #[cfg(feature = "zip")]
        let format = format.or_else(|| Format::behind_program(head, is_all, path));
        format
    }

    /// Whether it begins like a script, a program of Windows or an extension of Chrome, which an archive may follow.
    pub(super) fn begins_program(head: &[u8]) -> bool {
        let magic: [&[u8]; 3] = [b"#!", b"MZ", b"Cr24"];
        magic.iter().any(|magic| head.starts_with(magic))
    }

    /// Zip, if the file begins with a program and ends with an archive.
    #[cfg(feature = "zip")]
    fn behind_program(head: &[u8], is_all: bool, path: &Path) -> Option<&'static Format> {
        let may_end = || !is_all || memchr::memmem::find(head, b"PK\x05\x06").is_some();
        let is_zip = Format::begins_program(head) && may_end() && zip::ends(path);
        is_zip.then(|| Format::by_magic(b"PK\x03\x04")).flatten()
    }
}

/// Whether the file at `path` is an archive whose members are read, possibly compressed. Messages of Outlook count as files.
///
/// ```
/// assert!(!urlgrep::files::is_archive("README.md".as_ref()));
/// ```
pub fn is_archive(path: &Path) -> bool {
    // Opening a pipe could block forever.
    path.is_file()
        && head(path).is_ok_and(|head| {
            let is_all = (head.len() as u64) < HEAD;
            let format = Format::of_file(&head, is_all, path);
            format.is_some_and(|format| !format.may_be_other)
        })
}

/// The first bytes of a file; of a compressed one, of its content.
fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut file: Box<dyn Read + Send> = Box::new(File::open(path)?);
    let mut head = Vec::new();
    file.by_ref().take(HEAD).read_to_end(&mut head)?;
    if let Some(content) = Decompressed::detect(&head, &mut Some(file), 0) {
        head.clear();
        content.take(HEAD).read_to_end(&mut head)?;
    }
    Ok(head)
}

/// The members of an archive, in order. When the next one is asked for, the content of the member before is not read any more; after an
/// error none is asked for.
pub(super) type Members = Box<dyn Iterator<Item = io::Result<Member>> + Send>;

/// A file in an archive.
pub(super) struct Member {
    /// Its name, as the archive has it.
    pub(super) name: Vec<u8>,
    /// Its length, if the archive says so.
    pub(super) len: Option<u64>,
    /// Whether it is text, even if it has a NUL.
    pub(super) is_text: bool,
    /// The header of the message that it is a part of, if the archive is a message.
    pub(super) header: Option<Arc<[u8]>>,
    pub(super) content: Content,
}

impl Member {
    /// A file that may be binary, and is no part of a message.
    fn new(name: Vec<u8>, len: Option<u64>, content: Content) -> Member {
        Member {
            name,
            len,
            is_text: false,
            header: None,
            content,
        }
    }
}

pub(super) enum Content {
    Readable(Box<dyn Read + Send>),
    Encrypted,
    /// There is something to report; it is not read here.
    Problem(String),
}

impl From<io::Result<Box<dyn Read + Send>>> for Content {
    fn from(opened: io::Result<Box<dyn Read + Send>>) -> Content {
        match opened {
            Ok(reader) => Content::Readable(reader),
            Err(error) => Content::Problem(error.to_string()),
        }
    }
}

/// An archive's error.
fn broken(problem: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem.to_string())
}

/// The end of a content that is damaged.
#[cfg(any(feature = "outlook", feature = "pdf"))]
struct Damage(Option<String>);

#[cfg(any(feature = "outlook", feature = "pdf"))]
impl Read for Damage {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.0.take_if(|_| !into.is_empty()) {
            Some(problem) => Err(broken(problem)),
            None => Ok(0),
        }
    }
}
