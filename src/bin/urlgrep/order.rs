//! Results in order, whichever worker is done first.
//!
//! Results wait here until their turn comes. One worker at a time passes them to the sink, outside the lock, while the others go on
//! with their work and add to the queue. If the queue becomes too heavy, workers that submit more have to wait. The worker whose
//! result is next never waits, and a chunk that no worker has yet is taken by a worker that has nothing to submit: no deadlock,
//! with one thread or many.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::lock::lock;

/// The place of a batch of results: file, chunk of the file, batch of the chunk, each from 0 and without gap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Turn {
    file: usize,
    chunk: usize,
    batch: usize,
}

/// Whether a batch is the last of its chunk or of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    Batch,
    Chunk,
    File,
}

impl Turn {
    /// The first batch of a chunk.
    pub(crate) fn new(file: usize, chunk: usize) -> Turn {
        let batch = 0;
        Turn { file, chunk, batch }
    }

    /// The turn after a batch that ends this.
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

/// The end of the queue.
pub(crate) trait Sink<T> {
    fn take(&mut self, result: T);
}

/// The queue, and the sink.
pub(crate) struct Order<T, S> {
    queue: Mutex<Queue<T>>,
    moved: Condvar,
    sink: Mutex<S>,
    /// How many bytes may wait.
    bound: usize,
}

struct Queue<T> {
    next: Turn,
    waiting: BTreeMap<Turn, Waiting<T>>,
    weight: usize,
    /// The number of workers that wait.
    workers: usize,
    /// Whether a worker passes results to the sink.
    busy: bool,
}

struct Waiting<T> {
    ends: Ends,
    weight: usize,
    result: T,
}

impl<T, S: Sink<T>> Order<T, S> {
    pub(crate) fn new(sink: S, bound: usize) -> Order<T, S> {
        let queue = Queue {
            next: Turn::default(),
            waiting: BTreeMap::new(),
            weight: 0,
            workers: 0,
            busy: false,
        };
        Order {
            queue: Mutex::new(queue),
            moved: Condvar::new(),
            sink: Mutex::new(sink),
            bound,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue<T>> {
        lock(&self.queue)
    }

    /// Whether a worker may go ahead to later files; otherwise it helps with the first one.
    pub(crate) fn has_room(&self) -> bool {
        self.lock().weight <= self.bound / 2
    }

    /// Submits a result of about `weight` bytes; waits while the queue is too heavy and the result is not next.
    pub(crate) fn submit(&self, turn: Turn, ends: Ends, weight: usize, result: T) {
        let mut queue = self.lock();
        while queue.weight > self.bound && queue.next != turn {
            queue.workers += 1;
            queue = self
                .moved
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
            queue.workers -= 1;
        }
        if queue.next == turn && !queue.busy {
            queue.next = turn.after(ends);
            return self.pass(queue, result);
        }
        let waiting = Waiting {
            ends,
            weight,
            result,
        };
        queue.weight += weight;
        queue.waiting.insert(turn, waiting);
    }

    /// Passes a result to the sink, and then the results after it that are there.
    fn pass<'q>(&'q self, mut queue: MutexGuard<'q, Queue<T>>, result: T) {
        queue.busy = true;
        let mut next = Some(result);
        while let Some(result) = next {
            if queue.workers > 0 {
                self.moved.notify_all();
            }
            drop(queue);
            lock(&self.sink).take(result);
            queue = self.lock();
            next = queue.take_next();
        }
        queue.busy = false;
    }

    pub(crate) fn into_sink(self) -> S {
        self.sink
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Queue<T> {
    /// Takes the next result, if it is there.
    fn take_next(&mut self) -> Option<T> {
        let next = self.waiting.remove(&self.next)?;
        self.next = self.next.after(next.ends);
        self.weight -= next.weight;
        Some(next.result)
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

    /// Submits result `i` of the files that end as above.
    fn submit<S: Sink<usize>>(order: &Order<usize, S>, i: usize) {
        let turn = ENDS[..i]
            .iter()
            .fold(Turn::default(), |turn, &ends| turn.after(ends));
        order.submit(turn, ENDS[i], 1, i);
    }

    #[test]
    fn any_order_becomes_one() {
        for first in 0..ENDS.len() {
            let order = Order::new(Vec::new(), 100);
            let backward = (0..ENDS.len()).rev().cycle().skip(first).take(ENDS.len());
            backward.for_each(|i| submit(&order, i));
            assert_eq!(order.into_sink(), [0, 1, 2, 3, 4, 5]);
        }
    }

    #[test]
    fn who_is_ahead_waits_for_room() {
        let order = Order::new(Vec::new(), 1);
        std::thread::scope(|scope| {
            scope.spawn(|| (1..ENDS.len()).for_each(|i| submit(&order, i)));
            while order.lock().workers == 0 {
                std::thread::yield_now();
            }
            assert_eq!(order.lock().weight, 2);
            assert!(!order.has_room());
            submit(&order, 0);
        });
        assert_eq!(order.into_sink(), [0, 1, 2, 3, 4, 5]);
    }

    /// A sink that is busy with the first result until another one has been submitted.
    struct Slow<'s> {
        began: &'s std::sync::Barrier,
        submitted: &'s std::sync::Barrier,
        taken: Vec<usize>,
    }

    impl Sink<usize> for Slow<'_> {
        fn take(&mut self, result: usize) {
            if result == 0 {
                self.began.wait();
                self.submitted.wait();
            }
            self.taken.push(result);
        }
    }

    #[test]
    fn nobody_waits_for_a_busy_sink() {
        let [began, submitted] = [(); 2].map(|()| std::sync::Barrier::new(2));
        let sink = Slow {
            began: &began,
            submitted: &submitted,
            taken: Vec::new(),
        };
        let order = Order::new(sink, 1);
        std::thread::scope(|scope| {
            scope.spawn(|| submit(&order, 0));
            began.wait();
            submit(&order, 1);
            submit(&order, 2);
            submitted.wait();
        });
        assert_eq!(order.into_sink().taken, [0, 1, 2]);
    }
}
