//! One URL a line, after the columns that are asked for: `path:line:column:byte:URL`. With headings the path stands once, above
//! the URLs of its file. Lines around a URL follow it, with `-` in place of `:`.

use std::ops::Range;
use std::path::Path;

use urlgrep::explain_reading;

use super::hyperlink::{self, Hyperlinks};
use super::{Base, Print, Rows, StdoutBuffer, is_stdin_member};
use crate::defang::Defang;
use crate::found::Found;
use crate::resolve::Target;
use crate::visible::one_line;

/// The columns before a URL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    pub(crate) path: bool,
    /// Whether a member of an archive on standard input has its path: places are those of the member.
    pub(crate) stdin_members: bool,
    /// Whether the path stands above the URLs.
    pub(crate) heading: bool,
    /// Whether NUL ends the path; if no path is printed, each URL.
    pub(crate) null: bool,
    pub(crate) line: bool,
    pub(crate) column: bool,
    pub(crate) byte: bool,
    pub(crate) defang: Defang,
    /// Whether the lines around a URL follow it.
    pub(crate) context: bool,
    /// Whether the label of its link follows it.
    pub(crate) label: bool,
    pub(crate) links: Option<Hyperlinks>,
}

impl Columns {
    /// A joined URL has no line break left, so each match is one line.
    pub(super) fn render(self, rows: &mut Rows, path: &Path, found: &Found<'_>) {
        let shows_path = self.shows(path) && !self.heading;
        let links = self.links.filter(|_| shows_path || self.line);
        let file = links.and_then(|_| hyperlink::file_of(path));
        if let Some((links, file)) = links.zip(file) {
            // Lines of a member are not those of its archive.
            let line = if file == path { found.line } else { 0 };
            links.begin(rows, file, line, found.column);
        }
        self.render_place(rows, path, found.line, b':');
        if self.column {
            let column = found.column.to_string();
            rows.text.paint(|c| c.column, column.as_bytes());
            rows.text.write(b":");
        }
        if file.is_some() {
            hyperlink::end(rows);
        }
        if self.byte {
            rows.text.write_number(found.start());
            rows.text.write(b":");
        }
        let opens = self.links.is_some() && !self.defang.0;
        if opens {
            hyperlink::begin_url(rows, found.bytes());
        }
        rows.text.paint(|c| c.url, &self.defang.url(found.bytes()));
        if opens {
            hyperlink::end(rows);
        }
        if let Some(target) = &found.target {
            rows.text.write(b" -> ");
            write_target(rows, target.as_ref());
        }
        if let Some(label) = &found.around.label {
            rows.text.write(b"\t");
            rows.text.write_text(label.as_bytes());
        }
        // NUL ends each URL if it ends no path.
        let ends_with_nul = self.null && !self.shows(path);
        rows.text.write(if ends_with_nul { b"\0" } else { b"\n" });
        self.render_lines(rows, path, found);
        if !found.around.explanation.is_empty() {
            let reading = explain_reading(found.m);
            for line in found.around.explanation.iter().chain(&reading) {
                rows.text.write(b"  ");
                rows.text.write_text(self.defang.text(line).as_bytes());
                rows.text.write(b"\n");
            }
        }
    }

    /// Whether a match is printed as its URL alone, one a line.
    pub(crate) fn shows_only_urls(self) -> bool {
        let shows_others = self.path || self.line || self.column || self.byte;
        !shows_others && !self.null && !self.defang.0 && self.links.is_none()
    }

    #[inline]
    fn shows(self, path: &Path) -> bool {
        self.path || self.stdin_members && is_stdin_member(path)
    }

    /// The path and the line, each with a mark after it.
    #[inline]
    fn render_place(self, rows: &mut Rows, path: &Path, line: u64, mark: u8) {
        if self.shows(path) && !self.heading {
            rows.text.write_path(path, self.null, mark);
        }
        if self.line {
            rows.text.begin_color(|c| c.line);
            rows.write_line(line);
            rows.text.end_color(|c| c.line);
            rows.text.write(&[mark]);
        }
    }

    fn render_lines(self, rows: &mut Rows, path: &Path, found: &Found<'_>) {
        for line in &found.around.lines {
            let number = found.line.wrapping_add_signed(line.distance);
            self.render_place(rows, path, number, b'-');
            rows.text.write_text(line.text.as_bytes());
            rows.text.write(b"\n");
        }
    }
}

/// Where the message or part stands that a URL names: `FILE:MESSAGE (byte N)`.
pub(super) fn write_target(rows: &mut Rows, target: Option<&Target<'_>>) {
    let Some(target) = target else {
        return rows.text.write(b"not found");
    };
    rows.text.write_text(&one_line(target.path));
    let place = format!(":{} (byte {})", target.place(), target.offset);
    rows.text.write(place.as_bytes());
}

/// Prints the headings.
pub(super) struct Plain {
    pub(super) columns: Columns,
    /// Whether a file was printed before.
    pub(super) any: bool,
    /// Whether a URL was printed that `--` separates from the next one.
    pub(super) any_context: bool,
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
        self.any_context = false;
        if self.columns.shows(path) {
            let Columns { links, null, .. } = self.columns;
            hyperlink::write_path(stdout, links, path, null, b'\n');
        }
    }

    fn rows(&mut self, stdout: &mut StdoutBuffer, rows: &Rows, range: Range<usize>, base: Base) {
        if !self.columns.context {
            return rows.write_to(stdout, range, base);
        }
        for i in range {
            if std::mem::replace(&mut self.any_context, true) {
                stdout.write(b"--\n");
            }
            rows.write_to(stdout, i..i + 1, base);
        }
    }
}
