//! A file to read, and where it comes from.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The path that means standard input.
///
/// ```
/// assert_eq!(urlgrep::files::STDIN, "-");
/// ```
pub const STDIN: &str = "-";

/// A file to read.
///
/// ```
/// use urlgrep::files::{WalkOptions, sources};
/// let source = sources(vec!["README.md".into()], &WalkOptions::default()).next().unwrap();
/// assert_eq!((source.number, source.path.to_str()), (0, Some("README.md")));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Source {
    /// Its index among all files, from 0.
    pub number: usize,
    /// The path as it is printed.
    pub path: PathBuf,
    /// Where it comes from.
    pub kind: SourceKind,
    /// Whether to search it even if it is binary.
    pub(super) text: bool,
    /// Whether to search its bytes as they are, even if its kind is not read.
    pub(super) raw: bool,
    /// The header of the message that it is a part of, if it is a member of a message of Outlook (`.msg`).
    pub header: Option<Arc<[u8]>>,
    /// Whether reading can stop, because the results suffice or a part of it could not be read.
    pub enough: AtomicBool,
}

/// Where a file comes from.
///
/// ```
/// use urlgrep::files::{SourceKind, WalkOptions, sources};
/// let source = sources(vec!["docs".into()], &WalkOptions::default()).next().unwrap();
/// assert_eq!(source.kind, SourceKind::Walked);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SourceKind {
    /// Standard input.
    Stdin,
    /// Named by the user: always searched.
    Argument,
    /// Found in a directory.
    Walked,
    /// Found in a mail store: a single message.
    Stored,
    /// A member of an archive.
    Member,
    /// Cannot be read, for this reason.
    Unreadable(String),
}

impl Source {
    /// A file that was found before, for [`Input::from_sources`](super::Input::from_sources). Each file there has its own number, from 0.
    ///
    /// ```
    /// use urlgrep::files::{Source, SourceKind};
    /// assert!(!Source::new(0, "README.md".into(), SourceKind::Walked).is_stdin());
    /// ```
    pub fn new(number: usize, path: PathBuf, kind: SourceKind) -> Source {
        Source {
            number,
            path,
            text: !kind.is_from_directory(),
            raw: false,
            header: None,
            kind,
            enough: AtomicBool::new(false),
        }
    }

    pub(super) fn has_enough(&self) -> bool {
        self.enough.load(Relaxed)
    }
}

impl SourceKind {
    /// Whether the file was found in a directory or an archive, not named by the user.
    pub(super) fn is_from_directory(&self) -> bool {
        use SourceKind::{Member, Stored, Walked};
        matches!(self, Walked | Stored | Member)
    }
}
