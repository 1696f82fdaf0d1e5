//! Reads complete files, one by one.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use super::detect::is_binary;
use super::source::{Source, SourceKind};
use super::walk::FileWalk;
use super::walk_options::WalkOptions;

/// The files at `paths`; directories are walked. `-` is standard input; without paths, the current directory is walked.
///
/// ```
/// use urlgrep::files::{WalkOptions, sources};
/// let mut walk = WalkOptions::default();
/// walk.max_depth = Some(1);
/// assert!(sources(vec!["docs".into()], &walk).any(|source| source.path.ends_with("guide.md")));
/// ```
pub fn sources(paths: Vec<PathBuf>, options: &WalkOptions) -> impl Iterator<Item = Source> {
    FileWalk::new(paths, options, false)
}

impl Source {
    /// Whether it is standard input.
    ///
    /// ```
    /// use urlgrep::files::{WalkOptions, sources};
    /// let source = sources(vec!["-".into()], &WalkOptions::default()).next().unwrap();
    /// assert!(source.is_stdin());
    /// ```
    pub fn is_stdin(&self) -> bool {
        self.kind == SourceKind::Stdin
    }

    /// The complete content. `None` for a binary or compressed file in a directory.
    ///
    /// ```
    /// use urlgrep::files::{WalkOptions, sources};
    /// let source = sources(vec!["README.md".into()], &WalkOptions::default()).next().unwrap();
    /// assert!(source.read().unwrap().unwrap().starts_with(b"# urlgrep"));
    /// ```
    ///
    /// # Errors
    ///
    /// The file cannot be read, is compressed, or is of a kind that is not read.
    pub fn read(&self) -> io::Result<Option<Vec<u8>>> {
        let bytes = match &self.kind {
            SourceKind::Stdin => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes)?;
                bytes
            }
            SourceKind::Argument | SourceKind::Walked | SourceKind::Stored => fs::read(&self.path)?,
            SourceKind::Member => return Ok(None),
            SourceKind::Unreadable(reason) => return Err(io::Error::other(reason.clone())),
        };
        if let Some(unread) = self.unread(&bytes) {
            return unread.map(|_| None);
        }
        let any = self.text || self.kind != SourceKind::Walked;
        Ok((any || !is_binary(&bytes)).then_some(bytes))
    }
}
