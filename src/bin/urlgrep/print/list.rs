//! `-l` and `--files-without-match`: paths.

use std::path::Path;

use super::{Print, StdoutBuffer};

pub(super) struct List {
    /// Whether those with URLs are listed, or those without.
    pub(super) with: bool,
    /// Whether NUL ends them.
    pub(super) null: bool,
}

impl Print for List {
    fn end(&mut self, page: &mut StdoutBuffer, path: &Path, count: u64) {
        if (count > 0) == self.with {
            page.write_path(path);
            page.write(if self.null { b"\0" } else { b"\n" });
        }
    }
}
