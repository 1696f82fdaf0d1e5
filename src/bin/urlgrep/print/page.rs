//! What goes to standard output, a page at a time.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;

use serde::Serialize;

use super::lossy;
use crate::exit::Status;
use crate::stderr;

/// From how many bytes on a page is passed on.
const SIZE: usize = 64 << 10;

/// Written but not passed on yet.
#[derive(Debug)]
pub(crate) struct Page {
    bytes: Vec<u8>,
    /// Whether somebody looks on, line by line.
    terminal: bool,
    /// Whether more may be long in coming.
    slow: bool,
}

impl Page {
    pub(crate) fn new(slow: bool) -> Page {
        Page {
            bytes: Vec::with_capacity(2 * SIZE),
            terminal: io::stdout().is_terminal(),
            slow,
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub(crate) fn write_number(&mut self, number: u64) {
        // Writing to memory can't fail.
        let _ = write!(self.bytes, "{number}");
    }

    /// A line of JSON.
    pub(crate) fn write_json(&mut self, line: &impl Serialize) {
        // Nor can this: no map, no type that refuses.
        let _ = serde_json::to_writer(&mut self.bytes, line);
        self.bytes.push(b'\n');
    }

    /// A path as it was given.
    pub(crate) fn write_path(&mut self, path: &Path) {
        self.write(path.as_os_str().as_encoded_bytes());
        self.write(b":");
    }

    /// Passes on a page that is full.
    pub(crate) fn turn(&mut self) {
        if self.bytes.len() >= SIZE {
            self.flush();
        }
    }

    /// Passes on what somebody may be waiting for.
    pub(crate) fn pause(&mut self) {
        if self.terminal || self.slow || self.bytes.len() >= SIZE {
            self.flush();
        }
    }

    /// Passes on everything. Where nobody reads any more the process ends: a closed pipe is success.
    pub(crate) fn flush(&mut self) {
        if self.terminal {
            let lines: Vec<_> = self.bytes.split(|&b| b == b'\n').map(visible).collect();
            self.bytes = lines.join("\n").into_bytes();
        }
        let mut stdout = io::stdout().lock();
        match stdout.write_all(&self.bytes).and_then(|()| stdout.flush()) {
            Ok(()) => self.bytes.clear(),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Status::Yes.leave(),
            Err(error) => {
                stderr::say("standard output", stderr::reason(&error));
                Status::Error.leave();
            }
        }
    }
}

/// The same in one line, control characters escaped as in JSON: some make a terminal do more than show text.
pub(crate) fn visible(text: &[u8]) -> String {
    let mut shown = String::new();
    for c in lossy(text).chars() {
        match c.is_control() && c != '\t' {
            true => shown += &format!("\\u{:04x}", u32::from(c)),
            false => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        let text = "a\u{1b}[1m\tb\n\u{7f}\u{9b}ü";
        let shown = "a\\u001b[1m\tb\\u000a\\u007f\\u009bü";
        assert_eq!(visible(text.as_bytes()), shown);
        assert_eq!(visible(b"x\x9by"), "x\u{fffd}y");
    }
}
