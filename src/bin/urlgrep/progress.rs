//! Progress on standard error.

use std::io::{self, IsTerminal};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::args::When;
use crate::stderr;

/// A shorter run shows no progress, unless `--progress always` asks for it.
const PATIENCE: Duration = Duration::from_secs(1);

const EVERY: Duration = Duration::from_millis(100);

/// The sums so far.
#[derive(Debug)]
pub(crate) struct Progress {
    pub(crate) files: AtomicU64,
    pub(crate) bytes: AtomicU64,
    pub(crate) urls: AtomicU64,
    begin: Instant,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        Progress {
            files: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            urls: AtomicU64::new(0),
            begin: Instant::now(),
        }
    }

    /// Runs the work and shows its progress.
    pub(crate) fn during<T>(&self, when: When, work: impl FnOnce() -> T) -> T {
        let terminal = io::stderr().is_terminal();
        if when == When::Never || when == When::Auto && !terminal {
            return work();
        }
        let (done, waits) = mpsc::channel::<()>();
        let result = thread::scope(|scope| {
            scope.spawn(move || {
                while terminal && waits.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                    if when == When::Always || self.begin.elapsed() > PATIENCE {
                        stderr::show(&self.line());
                    }
                }
            });
            let result = work();
            drop(done);
            result
        });
        stderr::wipe();
        if when == When::Always {
            stderr::line(&self.line());
        }
        result
    }

    fn line(&self) -> String {
        let bytes = self.bytes.load(Relaxed) as f64 / f64::from(1 << 20);
        let rate = bytes / self.begin.elapsed().as_secs_f64().max(1e-9);
        format!(
            "{} files, {bytes:.1} MiB, {} URLs, {rate:.0} MiB/s",
            self.files.load(Relaxed),
            self.urls.load(Relaxed)
        )
    }
}
