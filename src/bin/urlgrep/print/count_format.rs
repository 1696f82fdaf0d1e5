//! How counts are printed: as text, JSON or CSV.

use serde::Serialize;

use super::StdoutBuffer;
use super::lossy;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CountFormat {
    Plain,
    /// One object a line.
    Json,
    /// RFC 4180, with line feeds.
    Csv,
}

#[derive(Serialize)]
struct NamedCount<'a> {
    count: u64,
    #[serde(flatten)]
    name: Name<'a>,
}

/// A key whose name is known at run time only.
struct Name<'a>(&'a str, &'a str);

impl Serialize for Name<'_> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map([(self.0, self.1)])
    }
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
            let name = Name(key, name);
            return stdout.write_json(&NamedCount { count, name });
        }
        stdout.write_number(count);
        stdout.write(b",");
        if name.contains([',', '"', '\n', '\r']) {
            let quoted = format!("\"{}\"", name.replace('"', "\"\""));
            stdout.write_lines(quoted.as_bytes());
        } else {
            stdout.write_text(name.as_bytes())
        }
        stdout.write(b"\n");
    }
}
