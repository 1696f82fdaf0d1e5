//! `--stats`: sums of a run, after everything else.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use super::StdoutBuffer;
use crate::plural::counted;
use crate::stopwatch::{Stage, Times};

/// The sums so far.
#[derive(Debug)]
pub(crate) struct Stats {
    pub(crate) files: u64,
    pub(crate) with_urls: u64,
    pub(crate) bytes: u64,
    pub(crate) messages: u64,
    /// The bytes of texts in each notation.
    pub(crate) notations: BTreeMap<&'static str, u64>,
    pub(crate) urls: u64,
    pub(crate) errors: u64,
    begin: Instant,
}

impl Stats {
    pub(crate) fn new() -> Stats {
        Stats {
            files: 0,
            with_urls: 0,
            bytes: 0,
            messages: 0,
            notations: BTreeMap::new(),
            urls: 0,
            errors: 0,
            begin: Instant::now(),
        }
    }

    pub(crate) fn print(&self, times: &Times, stdout: &mut StdoutBuffer) {
        let seconds = self.begin.elapsed().as_secs_f64();
        let mut lines = format!(
            "\n{} searched\n{} with URLs\n{} searched\n",
            counted(self.files, "file"),
            counted(self.with_urls, "file"),
            counted(self.bytes, "byte")
        );
        // Writing to a string does not fail.
        for (notation, bytes) in &self.notations {
            let _ = writeln!(lines, "{} read as {notation}", counted(*bytes, "byte"));
        }
        let _ = write!(
            lines,
            "{}\n{}\n{}\n{seconds:.6} seconds\n",
            counted(self.messages, "message"),
            counted(self.urls, "URL"),
            counted(self.errors, "error")
        );
        for (stage, name) in Stage::SHOWN {
            let _ = writeln!(lines, "{:.6} seconds spent {name}", times.seconds(stage));
        }
        stdout.write(lines.as_bytes());
    }
}
