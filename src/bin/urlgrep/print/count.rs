//! `-c`: the number of URLs in each file.

use std::path::Path;

use super::{CountFormat, Print, Stats, StdoutBuffer};

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
    /// Whether the header line was printed.
    pub(super) began: bool,
}

impl Count {
    /// Prints the header line, once.
    fn begin_table(&mut self, stdout: &mut StdoutBuffer) {
        if !std::mem::replace(&mut self.began, true) {
            self.counted.format.begin(stdout, "path");
        }
    }
}

impl Print for Count {
    fn end(&mut self, stdout: &mut StdoutBuffer, path: &Path, count: u64) {
        let Counted { zero, format, .. } = self.counted;
        if count == 0 && !zero {
            return;
        }
        if format != CountFormat::Plain {
            self.begin_table(stdout);
            let path = path.as_os_str().as_encoded_bytes();
            return format.write(stdout, count, "path", path);
        }
        if self.counted.path {
            stdout.write_path(path, self.counted.null, b':');
        }
        stdout.write_number(count);
        stdout.write(b"\n");
    }

    fn finish(&mut self, stdout: &mut StdoutBuffer, _: &Stats) {
        self.begin_table(stdout);
    }
}
