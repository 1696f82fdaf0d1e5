//! One URL a line, with its place before it: `path:line:column:byte:URL`, the parts that are asked for.

use std::path::Path;

use super::{Page, Print};
use crate::found::Found;

/// What stands before a URL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    pub(crate) path: bool,
    pub(crate) line: bool,
    pub(crate) column: bool,
    pub(crate) byte: bool,
}

/// A URL that was joined has no line break left, so a line is a match.
pub(super) struct Plain(pub(super) Columns);

impl Print for Plain {
    fn found(&mut self, page: &mut Page, path: &Path, found: &Found) {
        let Columns {
            path: with_path,
            line,
            column,
            byte,
        } = self.0;
        if with_path {
            page.write_path(path);
        }
        for (asked, number) in [
            (line, found.line),
            (column, found.column),
            (byte, found.start),
        ] {
            if asked {
                page.write_number(number);
                page.write(b":");
            }
        }
        page.write(&found.url);
        page.write(b"\n");
    }
}
