//! `--stats`: sums of a run, after everything else.

use std::time::Instant;

use super::StdoutBuffer;

/// The sums so far.
#[derive(Debug)]
pub(crate) struct Stats {
    pub(crate) files: u64,
    pub(crate) with_urls: u64,
    pub(crate) bytes: u64,
    pub(crate) messages: u64,
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
            urls: 0,
            errors: 0,
            begin: Instant::now(),
        }
    }

    pub(crate) fn print(&self, stdout: &mut StdoutBuffer) {
        let seconds = self.begin.elapsed().as_secs_f64();
        let lines = format!(
            "\n{} files searched\n{} files with URLs\n{} bytes searched\n{} messages\n{} URLs\n{} errors\n{seconds:.6} seconds\n",
            self.files, self.with_urls, self.bytes, self.messages, self.urls, self.errors
        );
        stdout.write(lines.as_bytes());
    }
}
