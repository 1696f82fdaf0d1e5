//! `--stats`: sums of a run, after everything else.

use std::fmt::Write;

use super::StdoutBuffer;
use crate::plural::counted;
use crate::stats::Stats;
use crate::stopwatch::{Stage, Times};

impl Stats {
    pub(crate) fn print(&self, seconds: f64, times: &Times, stdout: &mut StdoutBuffer) {
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
