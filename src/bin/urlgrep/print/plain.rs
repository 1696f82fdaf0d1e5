//! One URL a line, with its place before it: `path:line:column:byte:URL`, the parts that are asked for; or the path once, above
//! a file's URLs.

use std::path::Path;

use super::page::{GREEN, PLAIN, RED};
use super::{Print, StdoutBuffer};
use crate::found::Found;

/// What stands before a URL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    pub(crate) path: bool,
    /// Whether the path stands above.
    pub(crate) heading: bool,
    /// Whether NUL ends the path.
    pub(crate) null: bool,
    pub(crate) line: bool,
    pub(crate) column: bool,
    pub(crate) byte: bool,
}

/// A URL that was joined has no line break left, so a line is a match.
pub(super) struct Plain {
    columns: Columns,
    /// Whether the path stands above already.
    headed: bool,
    any: bool,
}

impl Plain {
    pub(super) fn new(columns: Columns) -> Plain {
        Plain {
            columns,
            headed: false,
            any: false,
        }
    }

    fn path(&mut self, page: &mut StdoutBuffer, path: &Path) {
        let Columns {
            path: asked,
            heading,
            null,
            ..
        } = self.columns;
        if heading && self.headed {
            return;
        }
        if heading && self.any {
            page.write(b"\n");
        }
        (self.headed, self.any) = (true, true);
        if asked {
            page.write_path(path);
            page.write(match (null, heading) {
                (true, _) => b"\0",
                (_, true) => b"\n",
                _ => b":",
            });
        }
    }
}

impl Print for Plain {
    fn found(&mut self, page: &mut StdoutBuffer, path: &Path, found: &Found) {
        self.path(page, path);
        let Columns {
            line, column, byte, ..
        } = self.columns;
        for (asked, number, style) in [
            (line, found.line, GREEN),
            (column, found.column, PLAIN),
            (byte, found.start, PLAIN),
        ] {
            if asked {
                page.paint(style, number.to_string().as_bytes());
                page.write(b":");
            }
        }
        page.paint(RED, &found.url);
        page.write(b"\n");
    }

    fn end(&mut self, _: &mut StdoutBuffer, _: &Path, _: u64) {
        self.headed = false;
    }
}
