//! Text for standard output while it is still in memory: in colour if wanted, and harmless on a terminal.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::visible::{one_line, visible};

/// Ripgrep's colours for paths, line numbers and matches.
const MAGENTA: Style = AnsiColor::Magenta.on_default();
pub(super) const GREEN: Style = AnsiColor::Green.on_default();
pub(super) const RED: Style = AnsiColor::Red.on_default().bold();

/// How text is written.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct TextStyle {
    color: bool,
    /// Whether standard output is a terminal, so that control characters are escaped.
    pub(super) terminal: bool,
}

impl TextStyle {
    /// The style that standard output needs.
    pub(crate) fn for_stdout(color: bool) -> TextStyle {
        TextStyle {
            color,
            terminal: io::stdout().is_terminal(),
        }
    }
}

/// A buffer with everything that is written to it.
#[derive(Default, Debug)]
pub(crate) struct TextBuffer {
    pub(super) bytes: Vec<u8>,
    pub(super) style: TextStyle,
}

impl TextBuffer {
    pub(crate) fn style(&self) -> TextStyle {
        self.style
    }

    /// Writes bytes of the program itself.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes text from outside.
    #[inline]
    pub(crate) fn write_text(&mut self, text: &[u8]) {
        match self.style.terminal {
            true => self.write_visible(text),
            false => self.write(text),
        }
    }

    #[cold]
    fn write_visible(&mut self, text: &[u8]) {
        self.write(visible(text).as_bytes());
    }

    /// Writes lines from outside.
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
        // Writing to memory does not fail.
        let _ = write!(self.bytes, "{number}");
    }

    /// Writes a line of JSON.
    pub(crate) fn write_json(&mut self, value: &impl Serialize) {
        self.write_json_value(value);
        self.write(b"\n");
    }

    pub(super) fn write_json_value(&mut self, value: &impl Serialize) {
        // This does not fail either: no value is a map or refuses to be written.
        let from = self.bytes.len();
        let _ = serde_json::to_writer(&mut self.bytes, value);
        if self.style.terminal {
            // Control characters occur in strings only, and JSON escapes them in the same way.
            let value = self.bytes.split_off(from);
            self.write_text(&value);
        }
    }

    /// Writes text in a colour, if there are colours.
    #[inline]
    pub(super) fn paint(&mut self, style: Style, text: &[u8]) {
        if !self.style.color {
            return self.write_text(text);
        }
        self.begin_color(style);
        self.write_text(text);
        self.end_color(style);
    }

    pub(super) fn begin_color(&mut self, style: Style) {
        if self.style.color {
            let _ = write!(self.bytes, "{style}");
        }
    }

    pub(super) fn end_color(&mut self, style: Style) {
        if self.style.color {
            let _ = write!(self.bytes, "{style:#}");
        }
    }

    /// Writes a path and the byte after it. A path that ends with NUL can contain anything; any other one stays in its line.
    pub(super) fn write_path(&mut self, path: &Path, end: u8) {
        let bytes = path.as_os_str().as_encoded_bytes();
        match end {
            0 => self.paint(MAGENTA, bytes),
            _ => self.paint(MAGENTA, &one_line(bytes)),
        }
        self.write(&[end]);
    }
}
