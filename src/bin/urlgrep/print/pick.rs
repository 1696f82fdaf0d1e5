//! `--pick`: collects all URLs, then lets the user choose.

use std::ops::Range;
use std::path::Path;

use super::rows::fields;
use super::{Base, Print, Rows, Stats, StdoutBuffer};
use crate::exit::Status;
use crate::found::Found;
use crate::pick::{Item, pick};
use crate::stderr;
use crate::visible::{lossy, one_line};

/// Writes the fields of an item.
pub(super) fn render(rows: &mut Rows, path: &Path, found: &Found<'_>) {
    rows.write_field(found.bytes());
    rows.text
        .write(&one_line(path.as_os_str().as_encoded_bytes()));
    rows.text.write(b":");
    rows.write_line(found.line);
    rows.write_field(b"");
    let around = &found.around;
    rows.write_field(around.label.as_deref().unwrap_or_default().as_bytes());
    for line in &around.lines {
        rows.text.write(line.text.as_bytes());
        rows.text.write(b"\n");
    }
    rows.write_field(b"");
}

/// The URLs so far.
#[derive(Default)]
pub(super) struct Pick {
    items: Vec<Item>,
    /// Whether nothing was chosen.
    is_empty: bool,
}

impl Print for Pick {
    fn rows(&mut self, _: &mut StdoutBuffer, rows: &Rows, range: Range<usize>, base: Base) {
        for i in range {
            let row = rows.row(i, base);
            let mut fields = fields(&row).map(|field| lossy(field).into_owned());
            let mut field = || fields.next().unwrap_or_default();
            self.items.push(Item {
                url: field(),
                place: field(),
                label: field(),
                context: field(),
            });
        }
    }

    fn is_empty(&self) -> bool {
        self.is_empty
    }

    fn finish(&mut self, stdout: &mut StdoutBuffer, _: &Stats) {
        match pick(std::mem::take(&mut self.items)) {
            Ok(urls) => {
                for url in &urls {
                    stdout.write_text(url.as_bytes());
                    stdout.write(b"\n");
                }
                self.is_empty = urls.is_empty();
            }
            Err(error) => {
                stderr::say("--pick", stderr::reason(&error));
                Status::Error.leave();
            }
        }
    }
}
