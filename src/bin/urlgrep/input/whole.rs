//! Files that are read whole, one by one.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use urlgrep::mail;

use super::feed::is_binary;
use super::walk::{Kind, Source, Walk, WalkOptions};

/// The files at `paths`, directories walked; `-` is standard input, no path the current directory.
pub(crate) fn sources(paths: Vec<PathBuf>, options: &WalkOptions) -> impl Iterator<Item = Source> {
    Walk::of(paths, options, false)
}

impl Source {
    pub(crate) fn is_stdin(&self) -> bool {
        self.kind == Kind::Stdin
    }

    /// All of it; none if it was met in a directory and is no text.
    pub(crate) fn read(&self) -> io::Result<Option<Vec<u8>>> {
        let bytes = match &self.kind {
            Kind::Stdin => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes)?;
                bytes
            }
            Kind::Named | Kind::Walked | Kind::Stored => fs::read(&self.path)?,
            Kind::Unreadable(reason) => return Err(io::Error::other(reason.clone())),
        };
        let any = self.text || self.kind != Kind::Walked;
        Ok((any || !is_binary(&bytes, mail::detect(&bytes))).then_some(bytes))
    }
}
