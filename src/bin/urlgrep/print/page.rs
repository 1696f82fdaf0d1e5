//! What goes to standard output, a page at a time.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use super::lossy;
use crate::exit::Status;
use crate::stderr;

/// From how many bytes on a page is passed on.
const SIZE: usize = 64 << 10;

/// Ripgrep's colours: of paths, of lines, of what was found; none for other numbers.
const MAGENTA: Style = AnsiColor::Magenta.on_default();
pub(super) const GREEN: Style = AnsiColor::Green.on_default();
pub(super) const RED: Style = AnsiColor::Red.on_default().bold();
pub(super) const PLAIN: Style = Style::new();

/// How it is written, whatever the form.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Manner {
    pub(crate) color: bool,
    /// Whether each line is passed on at once.
    pub(crate) by_line: bool,
    /// Whether more may be long in coming.
    pub(crate) slow: bool,
}

/// Written but not passed on yet.
#[derive(Debug)]
pub(crate) struct StdoutBuffer {
    bytes: Vec<u8>,
    /// Whether somebody looks on, line by line.
    terminal: bool,
    manner: Manner,
}

impl StdoutBuffer {
    pub(crate) fn new(manner: Manner) -> StdoutBuffer {
        StdoutBuffer {
            bytes: Vec::with_capacity(2 * SIZE),
            terminal: io::stdout().is_terminal(),
            manner,
        }
    }

    /// Our own words and marks.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// What came from outside.
    pub(crate) fn write_text(&mut self, text: &[u8]) {
        match self.terminal {
            true => self.write(visible(text).as_bytes()),
            false => self.write(text),
        }
    }

    /// Lines that came from outside.
    pub(crate) fn write_lines(&mut self, text: &[u8]) {
        for line in text.split_inclusive(|&b| b == b'\n') {
            let (line, end) = match line.strip_suffix(b"\n") {
                Some(line) => (line, &b"\n"[..]),
                None => (line, &b""[..]),
            };
            self.write_text(line);
            self.write(end);
        }
    }

    pub(crate) fn write_number(&mut self, number: u64) {
        // Writing to memory can't fail.
        let _ = write!(self.bytes, "{number}");
    }

    /// A line of JSON.
    pub(crate) fn write_json(&mut self, line: &impl Serialize) {
        // Nor can this: no map, no type that refuses.
        let from = self.bytes.len();
        let _ = serde_json::to_writer(&mut self.bytes, line);
        if self.terminal {
            // Control characters stand in strings only, and there are escaped in the same way.
            let line = self.bytes.split_off(from);
            self.write_text(&line);
        }
        self.bytes.push(b'\n');
    }

    /// Text in colour, if there are colours.
    pub(super) fn paint(&mut self, style: Style, text: &[u8]) {
        if !self.manner.color {
            return self.write_text(text);
        }
        let _ = write!(self.bytes, "{style}");
        self.write_text(text);
        let _ = write!(self.bytes, "{style:#}");
    }

    /// A path as it was given.
    pub(super) fn write_path(&mut self, path: &Path) {
        self.paint(MAGENTA, path.as_os_str().as_encoded_bytes());
    }

    /// Passes on a page that is full.
    pub(crate) fn turn(&mut self) {
        if self.manner.by_line || self.bytes.len() >= SIZE {
            self.flush();
        }
    }

    /// Passes on what somebody may be waiting for.
    pub(crate) fn pause(&mut self) {
        if self.terminal || self.manner.slow || self.bytes.len() >= SIZE {
            self.flush();
        }
    }

    /// Passes on everything. Where nobody reads any more the process ends: a closed pipe is success.
    pub(crate) fn flush(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        if self.terminal {
            stderr::wipe();
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
