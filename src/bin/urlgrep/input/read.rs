//! Reads complete files, one by one.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use super::feed::is_binary;
use super::unread::Unread;
use super::walk::{FileWalk, Source, SourceKind, WalkOptions};

/// The files at `paths`; directories are walked. `-` is standard input; without paths, the current directory is walked.
pub(crate) fn sources(paths: Vec<PathBuf>, options: &WalkOptions) -> impl Iterator<Item = Source> {
    FileWalk::new(paths, options, false)
}

impl Source {
    pub(crate) fn is_stdin(&self) -> bool {
        self.kind == SourceKind::Stdin
    }

    /// The complete content. `None` for a binary file in a directory.
    pub(crate) fn read(&self) -> io::Result<Option<Vec<u8>>> {
        let bytes = match &self.kind {
            SourceKind::Stdin => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes)?;
                bytes
            }
            SourceKind::Argument | SourceKind::Walked | SourceKind::Stored => fs::read(&self.path)?,
            SourceKind::Unreadable(reason) => return Err(io::Error::other(reason.clone())),
        };
        if !self.raw
            && let Some(kind) = Unread::by_magic(&bytes)
        {
            return match self.kind.is_from_directory() {
                true => Ok(None),
                false => Err(io::Error::other(kind.reason())),
            };
        }
        let any = self.text || self.kind != SourceKind::Walked;
        Ok((any || !is_binary(&bytes)).then_some(bytes))
    }
}
