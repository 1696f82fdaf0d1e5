//! `-c`: the number of URLs in each file; and how counts are printed.

use std::path::Path;

use super::hyperlink::{self, Hyperlinks};
use super::{JsonObject, Print, Stats, StdoutBuffer, is_stdin_member};
use crate::visible::one_line;

/// How the numbers are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    /// Whether the path stands before the number.
    pub(crate) path: bool,
    /// Whether a member of an archive on standard input has its path.
    pub(crate) stdin_members: bool,
    /// Whether files without URLs are listed too.
    pub(crate) zero: bool,
    /// Whether NUL ends the path.
    pub(crate) null: bool,
    pub(crate) format: CountFormat,
    pub(crate) links: Option<Hyperlinks>,
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
        let Counted {
            stdin_members,
            zero,
            format,
            ..
        } = self.counted;
        if count == 0 && !zero {
            return;
        }
        if format != CountFormat::Plain {
            self.begin_table(stdout);
            let path = path.as_os_str().as_encoded_bytes();
            return format.write(stdout, count, "path", path);
        }
        if self.counted.path || stdin_members && is_stdin_member(path) {
            let Counted { links, null, .. } = self.counted;
            hyperlink::write_path(stdout, links, path, null, b':');
        }
        stdout.write_number(count);
        stdout.write(b"\n");
    }

    fn finish(&mut self, stdout: &mut StdoutBuffer, _: &Stats) {
        self.begin_table(stdout);
    }
}

/// Whether counts are text, JSON or CSV.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CountFormat {
    Plain,
    /// One object a line.
    Json,
    /// RFC 4180, with line feeds.
    Csv,
}

impl CountFormat {
    /// Writes the header line of formats that have one.
    pub(super) fn begin(self, stdout: &mut StdoutBuffer, key: &str) {
        if self == CountFormat::Csv {
            stdout.write(format!("count,{key}\n").as_bytes());
        }
    }

    /// Writes a count as JSON or CSV.
    pub(super) fn write(self, stdout: &mut StdoutBuffer, count: u64, key: &str, name: &[u8]) {
        if self == CountFormat::Json {
            let mut object = JsonObject::default();
            object.put("count", count);
            object.text(key.to_string(), name);
            return stdout.write_json(&object);
        }
        stdout.write_number(count);
        stdout.write(b",");
        let from = stdout.bytes.len();
        stdout.write_text(&one_line(name));
        stdout.quote_csv(from, ',');
        stdout.write(b"\n");
    }
}
