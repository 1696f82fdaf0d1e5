//! How counts are printed: as text, JSON or CSV.

use serde_json::json;

use super::StdoutBuffer;
use crate::visible::{lossy, one_line};

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
        let name = &*lossy(name);
        if self == CountFormat::Json {
            return stdout.write_json(&json!({"count": count, key: name}));
        }
        stdout.write_number(count);
        stdout.write(b",");
        let from = stdout.bytes.len();
        stdout.write_text(&one_line(name.as_bytes()));
        stdout.quote_csv(from, ',');
        stdout.write(b"\n");
    }
}
