//! Standard output, in pieces of 64 KiB.

use std::io::{self, ErrorKind, Write};
use std::ops::{Deref, DerefMut};

use super::colors::Colors;
use super::text::{TextBuffer, TextStyle};
use crate::exit::Status;
use crate::stderr;

/// From this size on the buffer is flushed.
const SIZE: usize = 64 << 10;

/// How standard output is written, in every form.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Manner {
    /// The colours, or `None`.
    pub(crate) colors: Option<Colors>,
    /// Whether each line is flushed.
    pub(crate) by_line: bool,
    /// Whether the input may pause.
    pub(crate) slow: bool,
}

/// A buffer before standard output.
#[derive(Debug)]
pub(crate) struct StdoutBuffer {
    text: TextBuffer,
    manner: Manner,
}

impl StdoutBuffer {
    pub(crate) fn new(manner: Manner) -> StdoutBuffer {
        let text = TextBuffer {
            bytes: Vec::with_capacity(2 * SIZE),
            style: TextStyle::for_stdout(manner.colors),
        };
        StdoutBuffer { text, manner }
    }

    /// Flushes the buffer after a row or more, if it is full.
    pub(crate) fn turn(&mut self) {
        if self.manner.by_line || self.text.bytes.len() >= SIZE {
            self.flush();
        }
    }

    /// Flushes the buffer if a reader may be waiting for it.
    pub(crate) fn pause(&mut self) {
        if self.text.style.terminal || self.manner.slow || self.text.bytes.len() >= SIZE {
            self.flush();
        }
    }

    /// Flushes the buffer. If standard output is closed, the process ends: a closed pipe is success.
    pub(crate) fn flush(&mut self) {
        if self.text.bytes.is_empty() {
            return;
        }
        let write = || {
            let mut stdout = io::stdout().lock();
            stdout.write_all(&self.text.bytes)?;
            stdout.flush()
        };
        let written = if self.text.style.terminal {
            stderr::without_progress(write)
        } else {
            write()
        };
        match written {
            Ok(()) => self.text.bytes.clear(),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Status::Yes.leave(),
            Err(error) => {
                stderr::say("standard output", stderr::reason(&error));
                Status::Error.leave();
            }
        }
    }
}

impl Deref for StdoutBuffer {
    type Target = TextBuffer;

    fn deref(&self) -> &TextBuffer {
        &self.text
    }
}

impl DerefMut for StdoutBuffer {
    fn deref_mut(&mut self) -> &mut TextBuffer {
        &mut self.text
    }
}
