//! How the time of some work grows with its input.

use std::time::{Duration, Instant};

/// Asserts that eight times the input takes less than 24 times as long; quadratic work would take 64 times as long. A busy machine
/// may make one measurement wrong, hence the best of some.
pub fn assert_linear(name: &str, size: usize, mut work: impl FnMut(usize)) {
    let mut best = |size| {
        let times = (0..3).map(|_| {
            let start = Instant::now();
            work(size);
            start.elapsed()
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
