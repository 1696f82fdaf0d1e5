//! `--stats`: how much time each stage of the work takes.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::lock::lock;

/// The work of a thread.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stage {
    /// Waiting for another thread, which reads ahead.
    Waiting,
    /// Reading and decompressing files, and waiting for the worker that reads the file.
    Reading,
    /// Finding messages and parts, and decoding them.
    Decoding,
    Searching,
    /// Resolving hyphens and writing, and waiting for the worker whose turn it is.
    Printing,
}

impl Stage {
    /// Those that are printed, with their names.
    pub(crate) const SHOWN: [(Stage, &str); 4] = [
        (Stage::Reading, "reading"),
        (Stage::Decoding, "decoding"),
        (Stage::Searching, "searching"),
        (Stage::Printing, "printing"),
    ];
}

/// The time that all threads together spent in each stage.
#[derive(Default, Debug)]
pub(crate) struct Times(Mutex<[Duration; 5]>);

impl Times {
    pub(crate) fn seconds(&self, stage: Stage) -> f64 {
        lock(&self.0)[stage as usize].as_secs_f64()
    }
}

/// The stopwatch of one thread. When dropped, it adds its times to those of all threads.
pub(crate) struct Stopwatch<'t> {
    times: &'t Times,
    /// The stage that the thread is in, and since when; `None` if times are not measured.
    now: Option<(Stage, Instant)>,
    spent: [Duration; 5],
}

impl<'t> Stopwatch<'t> {
    /// The thread is in `stage` now.
    pub(crate) fn new(times: &'t Times, measures: bool, stage: Stage) -> Stopwatch<'t> {
        Stopwatch {
            times,
            now: measures.then(|| (stage, Instant::now())),
            spent: Default::default(),
        }
    }

    /// Begins a stage.
    #[inline]
    pub(crate) fn enter(&mut self, stage: Stage) {
        if let Some((last, since)) = &mut self.now {
            let now = Instant::now();
            self.spent[*last as usize] += now - *since;
            (*last, *since) = (stage, now);
        }
    }
}

impl Drop for Stopwatch<'_> {
    fn drop(&mut self) {
        self.enter(Stage::Waiting);
        for (sum, spent) in lock(&self.times.0).iter_mut().zip(self.spent) {
            *sum += spent;
        }
    }
}
