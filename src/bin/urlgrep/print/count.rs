//! `-c`: the number of URLs in each file.

use std::path::Path;

use super::{CountFormat, Print, StdoutBuffer};

/// How the numbers are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    /// Whether the path stands before the number.
    pub(crate) path: bool,
    /// Whether files without URLs are listed too.
    pub(crate) zero: bool,
    /// Whether NUL ends the path.
    pub(crate) null: bool,
    pub(crate) format: CountFormat,
}

pub(super) struct Count {
    pub(super) counted: Counted,
    /// Whether something was printed.
    pub(super) began: bool,
}

impl Print for Count {
    fn end(&mut self, stdout: &mut StdoutBuffer, path: &Path, count: u64) {
        let Counted { zero, format, .. } = self.counted;
        if count == 0 && !zero {
            return;
        }
        if format != CountFormat::Plain {
            if !std::mem::replace(&mut self.began, true) {
                format.begin(stdout, "path");
            }
            let path = path.as_os_str().as_encoded_bytes();
            return format.write(stdout, count, "path", path);
        }
        if self.counted.path {
            stdout.write_path(path, self.counted.null, b':');
        }
        stdout.write_number(count);
        stdout.write(b"\n");
    }
}
