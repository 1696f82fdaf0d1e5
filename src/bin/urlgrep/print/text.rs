//! Text for standard output while it is still in memory: in colour if wanted, and harmless on a terminal.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstyle::Style;
use serde::Serialize;

use super::colors::Colors;
use crate::visible::{self, lossy, one_line};

/// How text is written.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct TextStyle {
    colors: Option<Colors>,
    /// Whether standard output is a terminal, so that control characters are escaped.
    pub(super) terminal: bool,
}

impl TextStyle {
    /// The style that standard output needs.
    pub(crate) fn for_stdout(colors: Option<Colors>) -> TextStyle {
        TextStyle {
            colors,
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
        if self.style.terminal {
            self.write_visible(text)
        } else {
            self.write(text)
        }
    }

    #[cold]
    fn write_visible(&mut self, text: &[u8]) {
        self.write(visible::visible(text).as_bytes());
    }

    /// Writes lines from outside.
    pub(crate) fn write_lines(&mut self, text: &[u8]) {
        if self.style.terminal {
            self.write(visible::lines(&lossy(text)).as_bytes())
        } else {
            self.write(text)
        }
    }

    /// Quotes what was written from `from` on, if a field of CSV (RFC 4180) needs it; a `'` before it shows a spreadsheet that it is no
    /// formula. CSV is UTF-8.
    pub(super) fn quote_csv(&mut self, from: usize, separator: char) {
        let written = self.bytes.split_off(from);
        let mut field = lossy(&written);
        if field.len() > 1 && field.starts_with(['=', '+', '-', '@', '\t', '\r']) {
            field = format!("'{field}").into();
        }
        if field.contains([',', separator, '"', '\n', '\r']) {
            self.write(format!("\"{}\"", field.replace('"', "\"\"")).as_bytes());
        } else {
            self.write(field.as_bytes());
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
        // This does not fail either: all keys are strings, and no value refuses to be written.
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
    pub(super) fn paint(&mut self, part: fn(&Colors) -> Style, text: &[u8]) {
        if self.style.colors.is_none() {
            return self.write_text(text);
        }
        self.begin_color(part);
        self.write_text(text);
        self.end_color(part);
    }

    pub(super) fn begin_color(&mut self, part: fn(&Colors) -> Style) {
        if let Some(colors) = &self.style.colors {
            let _ = write!(self.bytes, "{}", part(colors));
        }
    }

    pub(super) fn end_color(&mut self, part: fn(&Colors) -> Style) {
        if let Some(colors) = &self.style.colors {
            let _ = write!(self.bytes, "{:#}", part(colors));
        }
    }

    /// Writes a path, and after it NUL or `end`. A path that ends with NUL can contain anything; any other one stays in its line.
    pub(super) fn write_path(&mut self, path: &Path, null: bool, end: u8) {
        self.write_path_alone(path, null);
        self.write(&[if null { 0 } else { end }]);
    }

    pub(super) fn write_path_alone(&mut self, path: &Path, null: bool) {
        let bytes = path.as_os_str().as_encoded_bytes();
        if null {
            self.paint(|c| c.path, bytes)
        } else {
            self.paint(|c| c.path, &one_line(bytes))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_of_csv_is_quoted_if_it_must_be() {
        for (field, quoted) in [
            ("a b;c", "a b;c"),
            ("", ""),
            ("Doe, Joe", "\"Doe, Joe\""),
            ("\"Joe\" <j@a.org>", "\"\"\"Joe\"\" <j@a.org>\""),
            ("a\nb", "\"a\nb\""),
            ("=HYPERLINK(1,2)", "\"'=HYPERLINK(1,2)\""),
            ("@a", "'@a"),
            ("-", "-"),
        ] {
            let mut text = TextBuffer::default();
            text.write(b",");
            text.write_text(field.as_bytes());
            text.quote_csv(1, ',');
            assert_eq!(text.bytes, [b",", quoted.as_bytes()].concat());
        }
        let mut text = TextBuffer::default();
        text.write_text(b"a b;c");
        text.quote_csv(0, ';');
        assert_eq!(text.bytes, b"\"a b;c\"");
    }
}
