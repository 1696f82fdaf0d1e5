//! Results in order, whichever worker is done first.
//!
//! What is next goes to the sink at once, with all that waited for it. The rest waits here; when it weighs too much, so do the
//! workers that bring more. The worker that holds what is next never waits, and a chunk that nobody holds yet is taken by a
//! worker that has nothing to bring: no deadlock, with one thread or many.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::lock::lock;

/// Where a batch of results belongs: file, chunk of the file, batch of the chunk, each from 0 and without gap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Turn {
    file: usize,
    chunk: usize,
    batch: usize,
}

/// What a batch is the last of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    Batch,
    Chunk,
    File,
}

impl Turn {
    /// The chunk's first.
    pub(crate) fn of(file: usize, chunk: usize) -> Turn {
        let batch = 0;
        Turn { file, chunk, batch }
    }

    /// The one that follows a batch that ends this.
    pub(crate) fn after(self, ends: Ends) -> Turn {
        let Turn { file, chunk, batch } = self;
        let (file, chunk, batch) = match ends {
            Ends::Batch => (file, chunk, batch + 1),
            Ends::Chunk => (file, chunk + 1, 0),
            Ends::File => (file + 1, 0, 0),
        };
        Turn { file, chunk, batch }
    }
}

/// What takes results in order.
pub(crate) trait Sink<T> {
    fn take(&mut self, result: T);
}

/// The waiting results, and the sink.
pub(crate) struct Order<T, S> {
    state: Mutex<State<T, S>>,
    moved: Condvar,
    /// How many bytes may wait.
    bound: usize,
}

struct State<T, S> {
    next: Turn,
    waiting: BTreeMap<Turn, Waiting<T>>,
    weight: usize,
    /// How many workers wait.
    workers: usize,
    sink: S,
}

struct Waiting<T> {
    ends: Ends,
    weight: usize,
    result: T,
}

impl<T, S: Sink<T>> Order<T, S> {
    pub(crate) fn new(sink: S, bound: usize) -> Order<T, S> {
        let state = State {
            next: Turn::default(),
            waiting: BTreeMap::new(),
            weight: 0,
            workers: 0,
            sink,
        };
        Order {
            state: Mutex::new(state),
            moved: Condvar::new(),
            bound,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<T, S>> {
        lock(&self.state)
    }

    /// Whether a worker may go ahead to later files; else it should help with the earliest.
    pub(crate) fn has_room(&self) -> bool {
        self.lock().weight <= self.bound / 2
    }

    /// Brings a result of so many bytes; waits while too many wait already and it is not next.
    pub(crate) fn bring(&self, turn: Turn, ends: Ends, weight: usize, result: T) {
        let mut state = self.lock();
        while state.weight > self.bound && state.next != turn {
            state.workers += 1;
            state = self
                .moved
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
            state.workers -= 1;
        }
        if state.next == turn {
            state.take(ends, result);
            if state.workers > 0 {
                self.moved.notify_all();
            }
        } else {
            state.weight += weight;
            let waiting = Waiting {
                ends,
                weight,
                result,
            };
            state.waiting.insert(turn, waiting);
        }
    }

    pub(crate) fn into_sink(self) -> S {
        self.state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .sink
    }
}

impl<T, S: Sink<T>> State<T, S> {
    /// Gives the sink what is next, and all that waited for it.
    fn take(&mut self, ends: Ends, result: T) {
        self.next = self.next.after(ends);
        self.sink.take(result);
        while let Some(next) = self.waiting.remove(&self.next) {
            self.next = self.next.after(next.ends);
            self.weight -= next.weight;
            self.sink.take(next.result);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Sink<usize> for Vec<usize> {
        fn take(&mut self, result: usize) {
            self.push(result);
        }
    }

    const ENDS: [Ends; 6] = [
        Ends::Chunk,
        Ends::Batch,
        Ends::File,
        Ends::File,
        Ends::Batch,
        Ends::File,
    ];

    /// The result `i` of the files that end as above.
    fn bring(order: &Order<usize, Vec<usize>>, i: usize) {
        let turn = ENDS[..i]
            .iter()
            .fold(Turn::default(), |turn, &ends| turn.after(ends));
        order.bring(turn, ENDS[i], 1, i);
    }

    #[test]
    fn any_order_becomes_one() {
        for first in 0..ENDS.len() {
            let order = Order::new(Vec::new(), 100);
            let backward = (0..ENDS.len()).rev().cycle().skip(first).take(ENDS.len());
            backward.for_each(|i| bring(&order, i));
            assert_eq!(order.into_sink(), [0, 1, 2, 3, 4, 5]);
        }
    }

    #[test]
    fn who_is_ahead_waits_for_room() {
        let order = Order::new(Vec::new(), 1);
        std::thread::scope(|scope| {
            scope.spawn(|| (1..ENDS.len()).for_each(|i| bring(&order, i)));
            while order.lock().workers == 0 {
                std::thread::yield_now();
            }
            assert_eq!(order.lock().weight, 2);
            assert!(!order.has_room());
            bring(&order, 0);
        });
        assert_eq!(order.into_sink(), [0, 1, 2, 3, 4, 5]);
    }
}
