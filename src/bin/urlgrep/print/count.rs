//! `-c`: the number of URLs in each file.

use std::path::Path;

use super::{Print, StdoutBuffer};

pub(super) struct Count {
    /// Whether the path stands before the number.
    pub(super) path: bool,
    /// Whether files without URLs are listed too.
    pub(super) zero: bool,
    /// Whether NUL ends the path.
    pub(super) null: bool,
}

impl Print for Count {
    fn end(&mut self, stdout: &mut StdoutBuffer, path: &Path, count: u64) {
        if count == 0 && !self.zero {
            return;
        }
        if self.path {
            stdout.write_path(path, if self.null { 0 } else { b':' });
        }
        stdout.write_number(count);
        stdout.write(b"\n");
    }
}
