//! Results in order, whatever worker is done first.
//!
//! A result that is next goes to the sink at once, with all that waited for it. Others wait here; when they weigh too much,
//! so do the workers that bring them. The worker that holds the next result never waits, and a file's next chunk is always
//! taken by a worker that has nothing to bring, so there is no deadlock, with one thread or many.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard};

/// Where a result belongs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Turn {
    /// Files are numbered from 0, without gap.
    pub(crate) file: usize,
    /// Within the file, likewise.
    pub(crate) chunk: usize,
    /// Whether it is the file's last one.
    pub(crate) last: bool,
}

/// What takes results in order.
pub(crate) trait Sink<T> {
    fn take(&mut self, result: T);
}

/// The waiting results, and the sink.
#[derive(Debug)]
pub(crate) struct Order<T, S> {
    state: Mutex<State<T, S>>,
    moved: Condvar,
    /// How many bytes may wait.
    bound: usize,
}

#[derive(Debug)]
struct State<T, S> {
    /// The file and chunk that the sink is waiting for.
    next: (usize, usize),
    waiting: BTreeMap<(usize, usize), Waiting<T>>,
    weight: usize,
    /// How many workers wait.
    workers: usize,
    sink: S,
}

#[derive(Debug)]
struct Waiting<T> {
    last: bool,
    weight: usize,
    result: T,
}

impl<T, S: Sink<T>> Order<T, S> {
    pub(crate) fn new(sink: S, bound: usize) -> Order<T, S> {
        let state = State {
            next: (0, 0),
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
        self.state.lock().expect("a panic ends the process")
    }

    /// Whether a worker may go ahead to later files; else it should help with the earliest.
    pub(crate) fn has_room(&self) -> bool {
        self.lock().weight <= self.bound / 2
    }

    /// Brings a result of so many bytes; waits while too many others wait and this one is not next.
    pub(crate) fn bring(&self, turn: Turn, weight: usize, result: T) {
        let mut state = self.lock();
        let key = (turn.file, turn.chunk);
        while state.weight > self.bound && state.next != key {
            state.workers += 1;
            state = self.moved.wait(state).expect("a panic ends the process");
            state.workers -= 1;
        }
        state.weight += weight;
        let last = turn.last;
        let waiting = Waiting {
            last,
            weight,
            result,
        };
        state.waiting.insert(key, waiting);
        if state.advance() && state.workers > 0 {
            self.moved.notify_all();
        }
    }

    pub(crate) fn into_sink(self) -> S {
        self.state
            .into_inner()
            .expect("a panic ends the process")
            .sink
    }
}

impl<T, S: Sink<T>> State<T, S> {
    /// Gives the sink all that is next; whether anything was.
    fn advance(&mut self) -> bool {
        let before = self.next;
        while let Some(next) = self.waiting.remove(&self.next) {
            self.next = match next.last {
                true => (self.next.0 + 1, 0),
                false => (self.next.0, self.next.1 + 1),
            };
            self.weight -= next.weight;
            self.sink.take(next.result);
        }
        self.next != before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Sink<u32> for Vec<u32> {
        fn take(&mut self, result: u32) {
            self.push(result);
        }
    }

    const TURNS: [(usize, usize, bool); 5] = [
        (0, 0, false),
        (0, 1, true),
        (1, 0, true),
        (2, 0, false),
        (2, 1, true),
    ];

    fn turn(i: usize) -> Turn {
        let (file, chunk, last) = TURNS[i];
        Turn { file, chunk, last }
    }

    #[test]
    fn any_order_becomes_one() {
        for first in 0..TURNS.len() {
            let order = Order::new(Vec::new(), 100);
            for i in (0..TURNS.len()).rev().cycle().skip(first).take(TURNS.len()) {
                order.bring(turn(i), 1, i as u32);
            }
            assert_eq!(order.into_sink(), [0, 1, 2, 3, 4]);
        }
    }

    #[test]
    fn who_is_ahead_waits_for_room() {
        let order = Order::new(Vec::new(), 1);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for i in [1, 2, 3, 4] {
                    order.bring(turn(i), 1, i as u32);
                }
            });
            while order.lock().weight < 2 {
                std::thread::yield_now();
            }
            assert!(!order.has_room());
            order.bring(turn(0), 1, 0);
        });
        assert_eq!(order.into_sink(), [0, 1, 2, 3, 4]);
    }
}
