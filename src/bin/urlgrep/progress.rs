//! Progress on standard error: one line, which fits the terminal and is erased at the end.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::args::When;
use crate::plural::counted;
use crate::stderr;

/// A shorter run shows no progress, unless `--progress always` asks for it.
const PATIENCE: Duration = Duration::from_secs(1);

const EVERY: Duration = Duration::from_millis(100);

/// The width, if the terminal does not report one.
const WIDTH: usize = 80;

/// The sums so far.
#[derive(Debug)]
pub(crate) struct Progress {
    pub(crate) files: AtomicU64,
    /// Bytes that were searched.
    pub(crate) bytes: AtomicU64,
    pub(crate) urls: AtomicU64,
    /// Bytes that were read from files, before decompression.
    read: Arc<AtomicU64>,
    /// The size of all files, if it is known.
    total: Option<u64>,
    begin: Instant,
}

impl Progress {
    /// The progress of reading, which `read` counts, up to `total` bytes.
    pub(crate) fn new(read: Arc<AtomicU64>, total: Option<u64>) -> Progress {
        Progress {
            files: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            urls: AtomicU64::new(0),
            read,
            total,
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
                        stderr::show(&self.line(width(), self.seconds()));
                    }
                }
            });
            let result = work();
            drop(done);
            result
        });
        stderr::wipe();
        if when == When::Always {
            stderr::line(&self.line(usize::MAX, self.seconds()));
        }
        result
    }

    /// The seconds since the beginning.
    pub(crate) fn seconds(&self) -> f64 {
        self.begin.elapsed().as_secs_f64()
    }

    /// As many parts as the width allows, the most important first.
    fn line(&self, width: usize, seconds: f64) -> String {
        let (bytes, urls) = (self.bytes.load(Relaxed), self.urls.load(Relaxed));
        let mut parts = Vec::new();
        let total = self.total.filter(|&total| total > 0);
        if let Some(total) = total {
            let read = self.read.load(Relaxed).min(total);
            parts.push(format!("{}%", read as u128 * 100 / u128::from(total)));
            let left = seconds * (total - read) as f64 / read.max(1) as f64;
            // The first tenths of a second say little.
            if read > 0 && read < total && seconds > 0.5 {
                parts.push(format!("{} left", duration(left)));
            }
        } else {
            parts.push(counted(self.files.load(Relaxed), "file"));
        }
        parts.push(counted(urls, "URL"));
        parts.push(size(bytes));
        parts.push(format!(
            "{}/s",
            size((bytes as f64 / seconds.max(1e-3)) as u64)
        ));
        while parts.len() > 1 && parts.join(", ").len() > width {
            parts.pop();
        }
        let mut line = parts.join(", ");
        // All of it is ASCII.
        line.truncate(width);
        line
    }
}

/// The columns of the terminal, without the last one, where some terminals begin a new line.
fn width() -> usize {
    let size = terminal_size::terminal_size_of(io::stderr());
    let width = size.map_or(WIDTH, |(width, _)| usize::from(width.0));
    width.saturating_sub(1)
}

fn size(bytes: u64) -> String {
    match bytes {
        0..0x400 => format!("{bytes} bytes"),
        0x400..0x10_0000 => format!("{} KiB", bytes >> 10),
        0x10_0000..0x4000_0000 => format!("{} MiB", bytes >> 20),
        _ => format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)),
    }
}

/// `5 s`, `3 min`, `2 h`
fn duration(seconds: f64) -> String {
    match seconds.ceil() as u64 {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{} h", seconds.div_ceil(3600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_fits() {
        let read = Arc::new(AtomicU64::new(512 << 20));
        let mut progress = Progress::new(read, Some(2 << 30));
        progress.bytes = (1 << 30).into();
        progress.files = 1.into();
        progress.urls = 12345.into();
        for (width, wanted) in [
            (80, "25%, 30 s left, 12345 URLs, 1.0 GiB, 102 MiB/s"),
            (40, "25%, 30 s left, 12345 URLs, 1.0 GiB"),
            (20, "25%, 30 s left"),
            (3, "25%"),
            (2, "25"),
        ] {
            assert_eq!(progress.line(width, 10.0), wanted);
        }
        progress.total = None;
        assert_eq!(
            progress.line(80, 10.0),
            "1 file, 12345 URLs, 1.0 GiB, 102 MiB/s"
        );
        progress.total = Some(10);
        progress.read = Arc::new(20.into());
        progress.urls = 1.into();
        assert_eq!(progress.line(80, 10.0), "100%, 1 URL, 1.0 GiB, 102 MiB/s");
        assert_eq!(duration(99.5), "2 min");
        assert_eq!(duration(7000.0), "2 h");
    }
}
