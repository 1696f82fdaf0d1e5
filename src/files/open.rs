//! Opens files, streams and standard input.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use super::pauses::Pauses;
use super::plain_file::{PlainFile, PlainStream};
use super::read_options::ReadOptions;
use super::source::{Source, SourceKind};
use super::stream::{Stream, may_pause, stdin_may_pause};
use super::windows::Windows;

impl Source {
    pub(super) fn open(&self, options: &ReadOptions) -> io::Result<OpenedFile> {
        let live = |from: Box<dyn Read + Send>| -> OpenedFile {
            let Some(streams) = &options.streams else {
                return OpenedFile::from(from);
            };
            let (stream, patience) = Stream::new(from, streams.first());
            let pauses = Some(Pauses::new(streams.clone(), patience));
            OpenedFile {
                pauses,
                ..OpenedFile::from(Box::new(stream))
            }
        };
        Ok(match &self.kind {
            SourceKind::Stdin if stdin_may_pause() => live(Box::new(io::stdin())),
            SourceKind::Stdin => OpenedFile::from(Box::new(io::stdin())),
            SourceKind::Argument | SourceKind::Walked | SourceKind::Stored => {
                let file = File::open(&self.path)?;
                if self.kind == SourceKind::Argument && may_pause(&file) {
                    live(Box::new(file))
                } else {
                    OpenedFile::plain(PlainFile::new(file, Arc::clone(&options.count)))
                }
            }
            // Its reader was given.
            SourceKind::Member => OpenedFile::from(Box::new(io::empty())),
            SourceKind::Unreadable(reason) => return Err(io::Error::other(reason.clone())),
        })
    }

    pub(super) fn is_regular_file(&self) -> bool {
        let is_on_disk = matches!(
            self.kind,
            SourceKind::Argument | SourceKind::Walked | SourceKind::Stored
        );
        is_on_disk && self.path.is_file()
    }
}

/// A reader, its pauses if it may pause, and the windows of a plain file.
pub(super) struct OpenedFile {
    pub(super) reader: Box<dyn Read + Send>,
    pub(super) pauses: Option<Pauses>,
    pub(super) windows: Option<Windows>,
}

impl OpenedFile {
    fn from(reader: Box<dyn Read + Send>) -> OpenedFile {
        OpenedFile {
            reader,
            pauses: None,
            windows: None,
        }
    }

    fn plain(file: PlainFile) -> OpenedFile {
        let file = Arc::new(file);
        OpenedFile {
            windows: Some(Windows::new(Arc::clone(&file))),
            ..OpenedFile::from(Box::new(PlainStream::new(file)))
        }
    }
}
