//! `-l` and `--files-without-match`: paths.

use std::path::Path;

use super::{Print, StdoutBuffer};

pub(super) struct List {
    /// Whether files with URLs are listed, or those without.
    pub(super) with: bool,
    /// Whether NUL ends each path.
    pub(super) null: bool,
}

impl Print for List {
    fn end(&mut self, stdout: &mut StdoutBuffer, path: &Path, count: u64) {
        if (count > 0) == self.with {
            stdout.write_path(path, if self.null { 0 } else { b'\n' });
        }
    }
}
