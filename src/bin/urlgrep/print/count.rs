//! `-c`: how many URLs a file has, files without any left out.

use std::path::Path;

use super::{Page, Print};

pub(super) struct Count {
    /// Whether the path stands before.
    pub(super) path: bool,
}

impl Print for Count {
    fn end(&mut self, page: &mut Page, path: &Path, count: u64) {
        if count == 0 {
            return;
        }
        if self.path {
            page.write_path(path);
        }
        page.write_number(count);
        page.write(b"\n");
    }
}
