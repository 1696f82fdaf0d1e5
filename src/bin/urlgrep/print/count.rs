//! `-c`: how many URLs a file has.

use std::path::Path;

use super::{Print, StdoutBuffer};

pub(super) struct Count {
    /// Whether the path stands before.
    pub(super) path: bool,
    /// Whether files without any are listed too.
    pub(super) zero: bool,
    /// Whether NUL ends the path.
    pub(super) null: bool,
}

impl Print for Count {
    fn end(&mut self, page: &mut StdoutBuffer, path: &Path, count: u64) {
        if count == 0 && !self.zero {
            return;
        }
        if self.path {
            page.write_path(path);
            page.write(if self.null { b"\0" } else { b":" });
        }
        page.write_number(count);
        page.write(b"\n");
    }
}
