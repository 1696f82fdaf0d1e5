//! One URL a line, after the columns that are asked for: `path:line:column:byte:URL`. With headings the path stands once, above
//! the URLs of its file.

use std::path::Path;

use urlgrep::url;

use super::text::{GREEN, RED};
use super::{Print, Rows, StdoutBuffer};
use crate::found::Found;

/// The columns before a URL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    pub(crate) path: bool,
    /// Whether the path stands above the URLs.
    pub(crate) heading: bool,
    /// Whether NUL ends the path.
    pub(crate) null: bool,
    pub(crate) line: bool,
    pub(crate) column: bool,
    pub(crate) byte: bool,
    /// Whether URLs are printed so that no program makes them a link.
    pub(crate) defang: bool,
}

impl Columns {
    /// A joined URL has no line break left, so each match is one line.
    pub(super) fn render(self, rows: &mut Rows, path: &Path, found: &Found<'_>) {
        if self.path && !self.heading {
            rows.text.write_path(path, if self.null { 0 } else { b':' });
        }
        if self.line {
            rows.text.begin_color(GREEN);
            rows.write_line(found.line);
            rows.text.end_color(GREEN);
            rows.text.write(b":");
        }
        if self.column {
            rows.text.write_number(found.column);
            rows.text.write(b":");
        }
        if self.byte {
            rows.text.write_number(found.start());
            rows.text.write(b":");
        }
        match self.defang {
            true => rows.text.paint(RED, &url::defang(found.bytes())),
            false => rows.text.paint(RED, found.bytes()),
        }
        rows.text.write(b"\n");
    }
}

/// Prints the headings.
pub(super) struct Plain {
    pub(super) columns: Columns,
    /// Whether a file was printed before.
    pub(super) any: bool,
}

impl Print for Plain {
    fn begin(&mut self, stdout: &mut StdoutBuffer, path: &Path) {
        if !self.columns.heading {
            return;
        }
        if self.any {
            stdout.write(b"\n");
        }
        self.any = true;
        if self.columns.path {
            stdout.write_path(path, if self.columns.null { 0 } else { b'\n' });
        }
    }
}
