//! How the time of some work grows with its input.

#![allow(dead_code, reason = "a test needs one of the clocks")]

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A clock.
pub type Clock = fn() -> Duration;

/// The processor time of this thread, which other processes do not lengthen.
#[cfg(unix)]
pub fn of_thread() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
pub fn of_thread() -> Duration {
    of_all()
}

/// The time that passes, for work that is done elsewhere.
pub fn of_all() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

/// Asserts that eight times the input takes less than 24 times as long; quadratic work would take 64 times as long. A busy machine
/// may make one measurement wrong, hence the best of some.
pub fn assert_linear(now: Clock, name: &str, size: usize, mut work: impl FnMut(usize)) {
    let mut best = |size| {
        let times = (0..3).map(|_| {
            let start = now();
            work(size);
            now().saturating_sub(start)
        });
        times.min().unwrap_or_default()
    };
    let mut measured = Vec::new();
    for _ in 0..5 {
        let (small, large) = (best(size), best(8 * size));
        if large < 24 * small + Duration::from_millis(20) {
            return;
        }
        measured.push((small, large));
    }
    panic!("{name}: {size} bytes and eight times as many take {measured:?}");
}
