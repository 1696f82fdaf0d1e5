//! How counts are printed: as text, JSON or CSV.

use super::StdoutBuffer;
use super::json_object::JsonObject;
use crate::visible::one_line;

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
